# cmake -DBUILD=<build folder> -DWORK=<scratch folder> -DCOMPONENTS=a,b -P run.cmake
# Installs Motus into an empty prefix, builds the consumer against it, runs what was built.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

function(step)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output
        RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        string(JOIN " " line ${ARGN})
        message(FATAL_ERROR "failed (${result}): ${line}\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)

# The package must not look back into the build or the source tree.
get_filename_component(project ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
file(GLOB_RECURSE package ${WORK}/prefix/*.cmake)
if(NOT package)
    message(FATAL_ERROR "nothing was installed for find_package")
endif()
foreach(file IN LISTS package)
    file(READ ${file} text)
    foreach(path ${BUILD} ${project}/)
        string(FIND "${text}" "${path}" position)
        if(NOT position EQUAL -1)
            message(FATAL_ERROR "${file} names ${path}")
        endif()
    endforeach()
endforeach()

step(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/project -B ${WORK}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCONSUMER_COMPONENTS=${COMPONENTS})
step(${CMAKE_COMMAND} --build ${WORK}/build)
string(REPLACE "," ";" COMPONENTS ${COMPONENTS})
foreach(component IN LISTS COMPONENTS)
    step(${WORK}/build/use_${component})
    message(STATUS "${output}")
    if(NOT output MATCHES "motus::${component}: ok")
        message(FATAL_ERROR "use_${component} said: ${output}")
    endif()
endforeach()
