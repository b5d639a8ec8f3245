# The runtime's records where nothing is generated: MOTUS_BUILD_AUTHORING is OFF, and with it the generator
# and what it needs. records/ holds what it generates from the schema today; check.records compares them,
# the target motus_update_records writes them anew.
set(motus_records ${CMAKE_CURRENT_LIST_DIR}/records)
file(GLOB_RECURSE motus_record_files ${motus_records}/*.h)
target_sources(motus_runtime PUBLIC FILE_SET generated TYPE HEADERS BASE_DIRS ${motus_records}
    FILES ${motus_record_files})
