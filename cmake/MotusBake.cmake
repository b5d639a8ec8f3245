# Baking as a step of a build. Installed beside the package's other files: find_package(motus) and
# these functions are there, where the command line was installed with it.

# motus_bake(TARGET name DOCUMENTS file... [OUT folder] [FILES var] [TYPES])
# A target that bakes each document (.motus, .glb, .gltf) to OUT/NAME.motusb, each by a command of
# its own: in parallel, and again only when the document, a file it refers to, or Motus changes.
# What is referred to is found by Motus itself and told to the build in a depfile.
# OUT: the current binary folder unless said. FILES: a variable for the list of baked files.
# TYPES: also OUT/NAME.h, the machines as types of C++.
function(motus_bake)
    cmake_parse_arguments(PARSE_ARGV 0 arg "TYPES" "TARGET;OUT;FILES" "DOCUMENTS")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_TARGET OR NOT arg_DOCUMENTS)
        message(FATAL_ERROR "motus_bake: needs TARGET and DOCUMENTS, and knows OUT FILES TYPES")
    endif()
    if(NOT TARGET motus::tool)
        message(FATAL_ERROR "motus_bake: this Motus was installed without its command line")
    endif()
    if(NOT arg_OUT)
        set(arg_OUT ${CMAKE_CURRENT_BINARY_DIR})
    endif()
    get_filename_component(out ${arg_OUT} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
    file(MAKE_DIRECTORY ${out})
    set(baked "")
    foreach(document IN LISTS arg_DOCUMENTS)
        get_filename_component(path ${document} ABSOLUTE)
        get_filename_component(name ${document} NAME_WLE)
        set(file ${out}/${name}.motusb)
        if(file IN_LIST baked)
            message(FATAL_ERROR "motus_bake: two documents would become ${name}.motusb: "
                "bake them to different folders")
        endif()
        list(APPEND baked ${file})
        set(types "")
        set(more "")
        if(arg_TYPES)
            set(types ${out}/${name}.h)
            set(more --header ${types})
        endif()
        add_custom_command(OUTPUT ${file} ${types}
            COMMAND motus::tool bake ${path} -o ${file} --depfile ${file}.d ${more} --quiet -j1
            DEPENDS ${path} motus::tool DEPFILE ${file}.d VERBATIM COMMENT "Baking ${name}")
    endforeach()
    add_custom_target(${arg_TARGET} ALL DEPENDS ${baked})
    if(arg_FILES)
        set(${arg_FILES} ${baked} PARENT_SCOPE)
    endif()
endfunction()
