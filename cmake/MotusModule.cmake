# motus_module(NAME TARGET lib SOURCES ... HEADERS ... [PRIVATE_HEADERS ...])
# Adds a folder of motus/ to one of the libraries. HEADERS are public: installed, and checked to
# compile alone. PRIVATE_HEADERS hold float arithmetic and are included by our sources only.
function(motus_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET" "SOURCES;HEADERS;PRIVATE_HEADERS")
    foreach(kind SOURCES HEADERS PRIVATE_HEADERS)
        list(TRANSFORM arg_${kind} PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
        set_property(GLOBAL APPEND PROPERTY MOTUS_${kind} ${arg_${kind}})
    endforeach()
    target_sources(${arg_TARGET}
        PRIVATE ${arg_SOURCES} ${arg_PRIVATE_HEADERS}
        PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${arg_HEADERS})
endfunction()

# motus_folders(FOLDER...) adds those that have content. The modules of motus/ are built in modules/,
# because motus in the build folder is the program.
function(motus_folders)
    foreach(folder IN LISTS ARGN)
        if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt)
            string(REGEX REPLACE "^motus/" "modules/" binary ${folder})
            add_subdirectory(${folder} ${binary})
        endif()
    endforeach()
endfunction()
