// motus/schema/generator/numbers.h - the committed list of numbers, and its guard.
// SPDX-License-Identifier: MIT
#pragma once

#include "model.h"

namespace motus::schemagen {

/// Compares the schema with the list: lines of
///     type N Name
///     prop N.M Type.field kind
///     retired N Name          (or N.M Type.field)
/// Appends to `faults` what breaks the promise that a number means one thing for ever: a number
/// with another name or kind than listed, a name under another number, a retired number in use, a
/// listed one that is gone without being retired. Returns the lines to add for what is new.
std::vector<std::string> check_numbers(const Model& model, const std::string& list,
                                       std::vector<std::string>& faults);

}  // namespace motus::schemagen
