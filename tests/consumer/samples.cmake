# cmake -DBUILD=<build folder> -DSAMPLES=<samples> -DWORK=<scratch folder> -P samples.cmake
# Installs Motus into an empty prefix, builds the samples against it, and runs each as a test.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

include(${CMAKE_CURRENT_LIST_DIR}/step.cmake)

step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
step(${CMAKE_COMMAND} -S ${SAMPLES} -B ${WORK}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_PREFIX_PATH=${WORK}/prefix)
step(${CMAKE_COMMAND} --build ${WORK}/build)
step(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build --output-on-failure)
message(STATUS "${output}")
# A folder without tests is no success.
if(NOT output MATCHES "100% tests passed, 0 tests failed out of ([0-9]+)" OR CMAKE_MATCH_1 LESS 7)
    message(FATAL_ERROR "samples are missing: ${output}")
endif()
