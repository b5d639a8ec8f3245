// tools/motus/properties.h - properties that timelines animate, as a table for people.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/session/property_run.h>

namespace motus::tool {

/// What is shown comes of a file that was checked: a failure is a bug of ours.
void must_show(Status status);

void print_properties(const PropertyRun& run, std::string& out);

}  // namespace motus::tool
