# cmake -DBUILD=<build folder> -DWORK=<scratch folder> -DCOMPONENTS=a,b -P run.cmake
# Installs Motus into an empty prefix, builds the consumer against it, runs what was built.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

include(${CMAKE_CURRENT_LIST_DIR}/step.cmake)

step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)

# Where the studio's page has been built, the installed command line serves it.
if(EXISTS ${BUILD}/studio/index.html)
    step(${WORK}/prefix/bin/motus studio ${WORK} --check)
    if(NOT EXISTS ${WORK}/prefix/share/motus/studio/index.html OR NOT output MATCHES "page +ok")
        message(FATAL_ERROR "the installed studio said: ${output}")
    endif()
endif()

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

file(COPY ${CMAKE_CURRENT_LIST_DIR}/project DESTINATION ${WORK})
step(${CMAKE_COMMAND} -S ${WORK}/project -B ${WORK}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
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

# What the build has baked: again only when something it was made from has changed.
step(${WORK}/build/use_bake)
message(STATUS "${output}")
if(NOT output MATCHES "height 1.00, opacity 0.75\nconsumer of motus_bake: ok")
    message(FATAL_ERROR "use_bake said: ${output}")
endif()
set(again ${CMAKE_COMMAND} --build ${WORK}/build)
step(${again})
if(output MATCHES "Baking")
    message(FATAL_ERROR "nothing had changed, and yet: ${output}")
endif()
file(READ ${WORK}/project/post.gltf gltf)
string(REPLACE "\"Post\"" "\"Pole\"" gltf "${gltf}")
file(WRITE ${WORK}/project/post.gltf "${gltf}")
step(${again})
if(NOT output MATCHES "Baking post")
    message(FATAL_ERROR "a file that the document refers to has changed, and yet: ${output}")
endif()
