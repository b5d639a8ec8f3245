// motus/document/binding_order.h - the order in which properties drive others.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/bind.h>

#include <string>
#include <vector>

namespace motus {

/// All bindings that are enabled and whose ends are there, each after those it depends on; among
/// those that are ready, in the order of the document. A computed property is not driven. Where
/// properties drive themselves, `cycle` says how, "A.Fill.opacity -> B.Fill.opacity -> ...", and
/// what is in the cycle or behind it is left out. Cost: n log n.
[[nodiscard]] std::vector<OrderedBinding> order_bindings(const Document& document,
                                                         std::string& cycle);

}  // namespace motus
