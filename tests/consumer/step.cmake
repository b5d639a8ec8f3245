# step(COMMAND...) runs it, leaves what it printed in `output`, and ends with all of it where it fails.
function(step)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output
        RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        string(JOIN " " line ${ARGN})
        message(FATAL_ERROR "failed (${result}): ${line}\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()
