# motus_module(NAME TARGET lib SOURCES ... HEADERS ... [PRIVATE_HEADERS ...])
# Adds a folder of motus/ to one of the libraries. HEADERS are public: installed, and checked to
# compile alone. PRIVATE_HEADERS hold float arithmetic and are included by our sources only.
function(motus_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET" "SOURCES;HEADERS;PRIVATE_HEADERS")
    list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    list(TRANSFORM arg_HEADERS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    list(TRANSFORM arg_PRIVATE_HEADERS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    target_sources(${arg_TARGET}
        PRIVATE ${arg_SOURCES} ${arg_PRIVATE_HEADERS}
        PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${arg_HEADERS})
endfunction()
