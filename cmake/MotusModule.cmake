# motus_module(NAME TARGET lib SOURCES ... HEADERS ... [BUILDERS ...] [KERNELS ...] [PRIVATE_HEADERS ...]
#              [COLD])
# Adds a folder of motus/ to one of the libraries. HEADERS are public: installed, and checked to
# compile alone. PRIVATE_HEADERS hold float arithmetic and are included by our sources only.
# BUILDERS are sources of the runtime that may allocate: they run before the first frame. KERNELS are
# compiled once per instruction set by Highway, each alone. COLD: nothing here is ever hot; release
# builds compile it with -O1, in three quarters of the time, sanitizers with -O0.
function(motus_module name)
    set(kinds SOURCES BUILDERS KERNELS HEADERS PRIVATE_HEADERS)
    cmake_parse_arguments(PARSE_ARGV 1 arg "COLD" "TARGET" "${kinds}")
    foreach(kind IN LISTS kinds)
        list(TRANSFORM arg_${kind} PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
        set_property(GLOBAL APPEND PROPERTY MOTUS_${kind} ${arg_${kind}})
    endforeach()
    target_sources(${arg_TARGET}
        PRIVATE ${arg_SOURCES} ${arg_BUILDERS} ${arg_KERNELS} ${arg_PRIVATE_HEADERS}
        PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${arg_HEADERS})
    motus_unity(${arg_TARGET} ${name} ${arg_SOURCES})
    if(arg_COLD)
        motus_cold(${arg_TARGET} ${arg_SOURCES})
    endif()
    motus_unity(${arg_TARGET} ${name}-builders ${arg_BUILDERS})
    # Checks for undefined behaviour in vectors that are loops (EMU128) take minutes to compile.
    if(arg_KERNELS AND MOTUS_SANITIZE MATCHES undefined)
        set_source_files_properties(${arg_KERNELS} TARGET_DIRECTORY ${arg_TARGET}
            PROPERTIES COMPILE_OPTIONS -fno-sanitize=undefined)
    endif()
endfunction()

# motus_unity(TARGET GROUP SOURCE...) compiles these sources of TARGET together where MOTUS_UNITY is on,
# MOTUS_UNITY_FILES at a time: headers are read once for all. Other sources of TARGET are compiled alone.
# Names in anonymous namespaces must differ within a group.
set(MOTUS_UNITY_FILES 24)
function(motus_unity target group)
    if(NOT MOTUS_UNITY OR NOT ARGN)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    string(REPLACE "/" "-" group ${group})
    list(LENGTH ARGN count)
    get_target_property(folder ${target} BINARY_DIR)
    math(EXPR parts "(${count} + ${MOTUS_UNITY_FILES} - 1) / ${MOTUS_UNITY_FILES}")
    set(index 0)
    foreach(source IN LISTS ARGN)
        math(EXPR part "${index} * ${parts} / ${count} + 1")
        set_source_files_properties(${source} TARGET_DIRECTORY ${target}
            PROPERTIES UNITY_GROUP ${group}-${part}
                MOTUS_UNITY_SOURCE ${folder}/CMakeFiles/${target}.dir/Unity/unity_${group}-${part}_cxx.cxx)
        math(EXPR index "${index} + 1")
    endforeach()
endfunction()

# motus_cold(TARGET SOURCE...) compiles these sources of TARGET, which are never hot, with -O1, or with -O0
# where sanitizers are on. Options of one source would take it out of its unity group: there the group's own source gets them.
function(motus_cold target)
    set(options $<$<CONFIG:Release>:-O1>)
    if(MOTUS_SANITIZE)
        set(options -O0)
    endif()
    foreach(source IN LISTS ARGN)
        get_source_file_property(unity ${source} TARGET_DIRECTORY ${target} MOTUS_UNITY_SOURCE)
        if(unity)
            set(source ${unity})
        endif()
        set_source_files_properties(${source} TARGET_DIRECTORY ${target}
            PROPERTIES COMPILE_OPTIONS "${options}")
    endforeach()
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
