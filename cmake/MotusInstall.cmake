# Installs libraries, headers and the package that find_package(motus) reads. A game that wants the
# runtime alone asks for COMPONENTS runtime, and needs none of authoring's dependencies.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(motus_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/motus)

# What a host needs to describe components of its own: docs/schema.md.
if(TARGET motus_schemagen)
    set_target_properties(motus_schemagen PROPERTIES EXPORT_NAME schemagen)
    install(TARGETS motus_schemagen EXPORT motus_authoring RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(FILES cmake/MotusSchema.cmake DESTINATION ${motus_package_dir})
    install(DIRECTORY motus/schema/ DESTINATION ${motus_package_dir}/schema
        FILES_MATCHING PATTERN *.fbs PATTERN generator EXCLUDE)
endif()

set(components runtime)
foreach(component authoring render tbb)
    if(TARGET motus_${component})
        list(APPEND components ${component})
    endif()
endforeach()
# What `cmake --install` copies besides the command line.
add_custom_target(motus_libraries)
foreach(component IN LISTS components)
    add_dependencies(motus_libraries motus_${component})
    set_target_properties(motus_${component} PROPERTIES EXPORT_NAME ${component})
    get_target_property(sets motus_${component} INTERFACE_HEADER_SETS)
    list(TRANSFORM sets REPLACE "(.+)" "FILE_SET;\\1;DESTINATION;${CMAKE_INSTALL_INCLUDEDIR}")
    install(TARGETS motus_${component} EXPORT motus_${component}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${sets})
    install(EXPORT motus_${component} FILE motus_${component}.cmake NAMESPACE motus::
        DESTINATION ${motus_package_dir})
endforeach()

configure_package_config_file(cmake/motusConfig.cmake.in ${PROJECT_BINARY_DIR}/motusConfig.cmake
    INSTALL_DESTINATION ${motus_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/motusConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/motusConfig.cmake ${PROJECT_BINARY_DIR}/motusConfigVersion.cmake
    DESTINATION ${motus_package_dir})

# The command line as motus::tool, and baking as a step of a build: docs/baking.md.
if(TARGET motus_tool)
    set_target_properties(motus_tool PROPERTIES EXPORT_NAME tool)
    install(TARGETS motus_tool EXPORT motus_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        COMPONENT motus_studio)
    install(EXPORT motus_tool FILE motus_tool.cmake NAMESPACE motus::
        DESTINATION ${motus_package_dir})
    install(FILES cmake/MotusBake.cmake DESTINATION ${motus_package_dir})
    # The page, where studio/build.sh has made it; the binary looks for it beside itself.
    install(DIRECTORY ${PROJECT_BINARY_DIR}/studio/ DESTINATION ${CMAKE_INSTALL_DATADIR}/motus/studio
        COMPONENT motus_studio OPTIONAL)
endif()
