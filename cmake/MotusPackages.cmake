# Where the dependencies come from: Debian packages, all of them.
#
# Natively each has a config or a plain header. Emscripten must not see the host's include folder,
# which breaks its own; so the headers it may use are linked one by one into a folder of their own.
# A package that users of an installed motus::authoring need too is named in
# MOTUS_AUTHORING_PACKAGES.
set(MOTUS_AUTHORING_PACKAGES "")
if(EMSCRIPTEN)
    set(MOTUS_WASM_INCLUDE ${PROJECT_BINARY_DIR}/include)
    file(MAKE_DIRECTORY ${MOTUS_WASM_INCLUDE})

    # motus_wasm_headers(TARGET NAME): header-only package NAME (its folder under include/) as TARGET.
    function(motus_wasm_headers target name)
        find_path(MOTUS_HOST_${name} ${name} PATHS /usr/include /usr/local/include
            NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
        file(CREATE_LINK ${MOTUS_HOST_${name}}/${name} ${MOTUS_WASM_INCLUDE}/${name} SYMBOLIC)
        if(NOT TARGET ${target})
            add_library(${target} INTERFACE IMPORTED GLOBAL)
            target_include_directories(${target} SYSTEM INTERFACE ${MOTUS_WASM_INCLUDE})
        endif()
    endfunction()

    # Static dispatch: one target, so nothing of Highway's library is needed.
    motus_wasm_headers(hwy::hwy hwy)
    motus_wasm_headers(fmt::fmt-header-only fmt)
    target_compile_definitions(fmt::fmt-header-only INTERFACE FMT_HEADER_ONLY=1)
    motus_wasm_headers(nlohmann_json::nlohmann_json nlohmann)
else()
    find_package(hwy REQUIRED)
    if(MOTUS_BUILD_AUTHORING)
        find_package(fmt REQUIRED)
        find_package(nlohmann_json REQUIRED)
        option(MOTUS_BUILD_DRACO "Decode Draco meshes of glTF files where libdraco is there" ON)
        if(MOTUS_BUILD_DRACO)
            find_package(draco CONFIG QUIET)
            if(TARGET draco::draco_static)
                list(APPEND MOTUS_AUTHORING_PACKAGES draco)
            else()
                message(STATUS "Motus: no libdraco; glTF files that need Draco are refused")
            endif()
        endif()
    endif()
endif()
