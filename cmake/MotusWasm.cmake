# Toolchain of the preset wasm: Emscripten as Debian packages it, 128-bit SIMD, tests under node.
find_program(MOTUS_EM_CONFIG em-config REQUIRED)
find_program(MOTUS_NODE NAMES node nodejs REQUIRED)
execute_process(COMMAND ${MOTUS_EM_CONFIG} EMSCRIPTEN_ROOT OUTPUT_VARIABLE motus_em_root
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include(${motus_em_root}/cmake/Modules/Platform/Emscripten.cmake)

# Optimised links run acorn under node. A node that is not Debian's does not look where Debian
# keeps its modules.
find_path(MOTUS_NODE_MODULES acorn/package.json PATHS /usr/share/nodejs /usr/lib/nodejs
    NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=${MOTUS_NODE_MODULES})

set(CMAKE_CROSSCOMPILING_EMULATOR ${MOTUS_NODE})
set(CMAKE_CXX_FLAGS_INIT "-msimd128")
# Compiled at once and not asynchronously: Emscripten 3.1.6 would fetch() the file, and node's fetch
# (18 and later) takes no path.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-sWASM_ASYNC_COMPILATION=0 -sEXIT_RUNTIME=1 \
-sALLOW_MEMORY_GROWTH=1 -sNODERAWFS=1 -sENVIRONMENT=node")
