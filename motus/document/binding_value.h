// motus/document/binding_value.h - what a property binding makes of a value.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/model.h>

namespace motus {

/// `source`, of the property `from`, through the binding's map, as a value of the property `to`.
/// Numbers are mapped one by one; a single number drives all of a vector; of a vector that drives
/// a number the first counts. Texts and references are copied. `base`, the authored value of the
/// driven property, stays where the kinds have nothing in common.
[[nodiscard]] Value bound_value(const doc::PropertyBinding& binding, const Value& source,
                                const PropertyInfo& from, const Value& base,
                                const PropertyInfo& to);

}  // namespace motus
