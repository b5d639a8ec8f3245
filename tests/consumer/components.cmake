# cmake -DPACKAGE=<folder of motusConfig.cmake> -P components.cmake
# Asks for components that are not there, and reads what find_package says. The check comes before
# anything is included: the package need not be installed.
cmake_minimum_required(VERSION 3.25)

if(DEFINED ASK)
    find_package(motus ${ASK} CONFIG PATHS ${PACKAGE} NO_DEFAULT_PATH)
    message(STATUS "found: ${motus_FOUND}")
    return()
endif()

function(expect_not_found how says)
    execute_process(COMMAND ${CMAKE_COMMAND} -DPACKAGE=${PACKAGE} "-DASK=${how}"
        -P ${CMAKE_CURRENT_LIST_FILE} OUTPUT_VARIABLE output ERROR_VARIABLE output)
    string(REGEX REPLACE "[ \n]+" " " output "${output}")
    if(output MATCHES "found: (1|TRUE)" OR NOT output MATCHES "${says}")
        message(FATAL_ERROR "find_package(motus ${how}) said: ${output}")
    endif()
endfunction()

set(list "there are runtime")  # in a build folder, where the others are not installed
expect_not_found("REQUIRED;COMPONENTS;typo" "no component \"typo\" here; ${list}")
expect_not_found("COMPONENTS;runtime;typo" "no component \"typo\" here; ${list}")
expect_not_found("REQUIRED;COMPONENTS;render" "no component \"render\" here; ${list}")
