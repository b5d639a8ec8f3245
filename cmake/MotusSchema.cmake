# From .fbs files to C++ and TypeScript: flatc makes a binary schema, motus_schemagen the code.
# Installed beside the package's other files, with common.fbs in schema/, so that hosts can use it.

# motus_schema_generator(SOURCES HEADERS): the generator, for the machine that builds, also when the
# rest is compiled for another. Needs the headers of flatbuffers and fmt, and no library of theirs.
function(motus_schema_generator sources headers)
    if(CMAKE_CROSSCOMPILING)
        find_program(MOTUS_HOST_CXX NAMES c++ g++ clang++ NO_CMAKE_FIND_ROOT_PATH REQUIRED)
        set(program ${PROJECT_BINARY_DIR}/host/motus_schemagen)
        add_custom_command(OUTPUT ${program}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/host
            COMMAND ${MOTUS_HOST_CXX} -std=c++20 -O0 -DFMT_HEADER_ONLY=1 ${sources} -o ${program}
            DEPENDS ${sources} ${headers} VERBATIM COMMENT "Building motus_schemagen for the host")
        add_custom_target(motus_schemagen_host DEPENDS ${program})
        set(command ${program})
    else()
        add_executable(motus_schemagen ${sources} ${headers})
        motus_flags(motus_schemagen)
        target_compile_options(motus_schemagen PRIVATE -O0)  # It runs for milliseconds.
        target_link_libraries(motus_schemagen PRIVATE fmt::fmt-header-only)
        motus_unity(motus_schemagen schemagen ${sources})
        set(command motus_schemagen)
    endif()
    set_property(GLOBAL PROPERTY MOTUS_SCHEMAGEN ${command})
endfunction()

# motus_schema(NAMESPACE a.b FBS x.fbs NUMBERS list OUT dir FILES var
#              [INCLUDED more.fbs ...] [RECORD_MODULES module ...] [TABLE_MODULES module ...] [ROOM document] [STEM model]
#              [RECORDS records] [RECORD_NAMESPACE motus::record] [TYPESCRIPT motus-schema])
# Generates into OUT. Sets <var>_HEADERS, _SOURCES, _RECORDS, _TYPESCRIPT, _ALL and _BFBS to the
# files. TABLE_MODULES are those with animatable records: they get property tables; RECORDS
# then ends in "records".
# docs/schema.md shows how a host describes components of its own with it.
function(motus_schema)
    cmake_parse_arguments(PARSE_ARGV 0 arg ""
        "NAMESPACE;FBS;NUMBERS;OUT;FILES;ROOM;STEM;RECORDS;RECORD_NAMESPACE;TYPESCRIPT"
        "INCLUDED;RECORD_MODULES;TABLE_MODULES")
    foreach(default "ROOM document" "STEM model" "RECORDS records" "RECORD_NAMESPACE motus::record"
            "TYPESCRIPT motus-schema")
        separate_arguments(default)
        list(POP_FRONT default name)
        if(NOT DEFINED arg_${name})
            set(arg_${name} ${default})
        endif()
    endforeach()
    find_program(MOTUS_FLATC flatc NO_CMAKE_FIND_ROOT_PATH REQUIRED)
    mark_as_advanced(MOTUS_FLATC)
    set(ours ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/schema)
    if(NOT EXISTS ${ours}/common.fbs)
        set(ours ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../motus/schema)
    endif()
    get_property(generator GLOBAL PROPERTY MOTUS_SCHEMAGEN)
    if(NOT generator)
        set(generator motus::schemagen)
    endif()
    get_filename_component(stem ${arg_FBS} NAME_WE)
    get_filename_component(fbs ${arg_FBS} ABSOLUTE)
    get_filename_component(numbers ${arg_NUMBERS} ABSOLUTE)
    set(included ${arg_INCLUDED})
    list(TRANSFORM included PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    set(bfbs ${arg_OUT}/schema/${stem}.bfbs)
    add_custom_command(OUTPUT ${bfbs}
        COMMAND ${MOTUS_FLATC} --binary --schema --bfbs-comments --bfbs-builtins
            -I ${ours} -o ${arg_OUT}/schema ${fbs}
        DEPENDS ${fbs} ${included} VERBATIM COMMENT "Reading ${stem}.fbs")

    set(classes ${arg_OUT}/motus/${arg_ROOM}/${arg_STEM})
    set(headers ${classes}.h ${classes}_change.h)
    set(sources ${classes}.cpp)
    set(typescript ${arg_OUT}/typescript/${arg_TYPESCRIPT}.d.ts)
    set(records "")
    foreach(module IN LISTS arg_RECORD_MODULES)
        list(APPEND records ${arg_OUT}/motus/${module}/${arg_RECORDS}.h)
    endforeach()
    string(REGEX REPLACE "records$" "tables" tables ${arg_RECORDS})
    foreach(module IN LISTS arg_TABLE_MODULES)
        list(APPEND records ${arg_OUT}/motus/${module}/${tables}.h)
    endforeach()
    add_custom_command(OUTPUT ${headers} ${sources} ${records} ${typescript}
        COMMAND ${generator} --schema ${bfbs} --namespace ${arg_NAMESPACE} --numbers ${numbers}
            --out ${arg_OUT} --room ${arg_ROOM} --stem ${arg_STEM} --records ${arg_RECORDS}
            --record-namespace ${arg_RECORD_NAMESPACE} --typescript ${arg_TYPESCRIPT}
        DEPENDS ${generator} ${bfbs} ${numbers} VERBATIM COMMENT "Generating code from ${stem}.fbs")
    set(all ${headers} ${sources} ${records} ${typescript})
    set_source_files_properties(${all} PROPERTIES GENERATED TRUE)
    foreach(kind HEADERS SOURCES RECORDS TYPESCRIPT ALL BFBS)
        string(TOLOWER ${kind} value)
        set(${arg_FILES}_${kind} ${${value}} PARENT_SCOPE)
    endforeach()
endfunction()
