// tests/bake/random_machine.h - machines of every feature at random, by hand and as a document.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/machine.h>
#include <motus/document/new_document.h>
#include <tests/machine/sketch.h>
#include <tests/support/random.h>

#include <memory>
#include <string>

namespace motus::test {

/// "v3".
[[nodiscard]] std::string numbered(const char* stem, std::uint64_t number);

/// Fills a builder: variables of all kinds, several layers, sub-machines, blends, transitions of
/// every source. States and graphs are made in the order in which a bake numbers them.
void random_machine(Random& random, Sketch& builder);

/// The document of a machine that a builder has laid out. Transitions of different sources are
/// mixed: only their order within a source counts. Muted and silent ones are thrown in, which a
/// bake is to leave out.
[[nodiscard]] std::unique_ptr<Document> document_of(const Sketch& builder, const Machine& graph,
                                                    Random& random);

/// Machine 0 of a document, baked, with the motions of `graph` in place of those of its clips.
/// Fails the test where there are errors.
[[nodiscard]] LoweredMachines lower(const Document& document, const Machine& motions_of);

/// Ticks both with the same random inputs and expects the same bytes of everything.
void expect_same_run(const Machine& a, const Machine& b, std::uint32_t frames, Random& random);

/// Ticks one; whatever comes out, it comes back.
void run_wild(const Machine& graph, std::uint32_t frames, Random& random);

}  // namespace motus::test
