# motus_test(MODULE SOURCES ... [LIBS ...] [LABELS ...])
# One GoogleTest executable test_<module>. Natively each TEST is a ctest test of its own, so that a
# summary names every failed and every skipped one; under Emscripten, where starting node is slow,
# the executable is one test and tests/run.sh prints what was skipped inside it.
#
# Tests must not make their names from files they find: names are read when the test is built.

set(MOTUS_TEST_TIMEOUT 300 CACHE STRING "Seconds after which one test counts as hanging")

if(EMSCRIPTEN)
    # Debian's libgtest is native: build its sources (package googletest) for wasm.
    find_path(MOTUS_GOOGLETEST_DIR googletest/src/gtest-all.cc
        PATHS /usr/src/googletest NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
    add_library(motus_gtest STATIC EXCLUDE_FROM_ALL
        ${MOTUS_GOOGLETEST_DIR}/googletest/src/gtest-all.cc
        ${MOTUS_GOOGLETEST_DIR}/googletest/src/gtest_main.cc)
    target_include_directories(motus_gtest SYSTEM PUBLIC ${MOTUS_GOOGLETEST_DIR}/googletest/include
        PRIVATE ${MOTUS_GOOGLETEST_DIR}/googletest)
    target_compile_definitions(motus_gtest PUBLIC GTEST_HAS_PTHREAD=0)
    target_compile_features(motus_gtest PUBLIC cxx_std_20)
else()
    find_package(GTest REQUIRED)
    include(GoogleTest)
    add_library(motus_gtest INTERFACE)
    target_link_libraries(motus_gtest INTERFACE GTest::gtest GTest::gtest_main)
endif()

# Clang 14's sanitizers guess the bounds of thread-local blocks of libraries that are loaded late (a
# GL driver): of a block that happens to start 16 bytes into a page they read a header that is not
# there, and the leak search crashes on what it says (signal 11). Where such a block lies follows from
# the heap, so from environment and arguments. Without the guess the search leaves these blocks out.
set(MOTUS_SANITIZER_OPTIONS "")
if(MOTUS_SANITIZE MATCHES address)
    set(MOTUS_SANITIZER_OPTIONS ASAN_OPTIONS=intercept_tls_get_addr=0)
endif()

# All test programs; and those with the label threads, which is what the preset tsan builds.
add_custom_target(motus_tests)
add_custom_target(motus_thread_tests)

function(motus_test module)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS;LABELS")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
        message(FATAL_ERROR "motus_test(${module}): needs SOURCES, and knows SOURCES LIBS LABELS")
    endif()
    set(target test_${module})
    add_executable(${target} ${arg_SOURCES})
    motus_flags(${target})
    # Tests themselves need no speed, and compile in half the time without.
    if(MOTUS_SANITIZE)
        target_compile_options(${target} PRIVATE -O0)
    elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
        target_compile_options(${target} PRIVATE -O1
            $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)  # it guesses there
    endif()
    target_link_libraries(${target} PRIVATE ${arg_LIBS} motus_test_support motus_runtime motus_gtest)
    motus_unity(${target} ${module} ${arg_SOURCES})
    add_dependencies(motus_tests ${target})
    if(threads IN_LIST arg_LABELS)
        add_dependencies(motus_thread_tests ${target})
    endif()
    set(labels ${module} ${arg_LABELS})
    if(EMSCRIPTEN)
        target_link_options(${target} PRIVATE -O1)  # objects are optimised; links need not be
        add_test(NAME ${target} COMMAND ${target})
        set_tests_properties(${target} PROPERTIES LABELS "${labels}" TIMEOUT ${MOTUS_TEST_TIMEOUT})
    else()
        string(REPLACE ";" "\\;" labels "${labels}")
        set(environment "")  # none is not a value that a property can have here
        if(MOTUS_SANITIZER_OPTIONS)
            set(environment ENVIRONMENT ${MOTUS_SANITIZER_OPTIONS})
        endif()
        gtest_discover_tests(${target} TEST_PREFIX ${module}. DISCOVERY_TIMEOUT 60
            WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
            PROPERTIES LABELS "${labels}" TIMEOUT ${MOTUS_TEST_TIMEOUT} ${environment})
    endif()
endfunction()
