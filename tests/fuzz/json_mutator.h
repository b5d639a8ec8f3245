// tests/fuzz/json_mutator.h - changes JSON as JSON, with words of the schema, so that it gets far.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/schema/json.h>
#include <tests/support/random.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace motus::test {

using RawMutator = std::size_t (*)(std::uint8_t* data, std::size_t size, std::size_t max);

/// A value of any kind: numbers at their limits, ids, words of the schema, small objects.
[[nodiscard]] Json random_json(Random& random);

/// Changes a few values of the tree: other values, members added and removed, items repeated,
/// moved and exchanged with others from elsewhere in the tree.
void mutate_tree(Json& root, Random& random);

/// What a custom mutator does: mostly `change` on the tree, sometimes plain bytes; also where the
/// text is no JSON or the result would not fit. Returns the size.
std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t max, unsigned seed,
                        RawMutator mutate, void (*change)(Json&, Random&));

/// A pointer into a document: members, places, now and then an @ID or an end.
[[nodiscard]] std::string random_pointer(const Json& root, Random& random);

}  // namespace motus::test
