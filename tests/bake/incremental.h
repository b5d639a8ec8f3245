// tests/bake/incremental.h - random edits of a document, baked anew after each in two ways.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/document/document.h>

#include <cstdint>
#include <memory>
#include <string>

namespace motus::test {

/// What is edited: one document, one asset that all its sources are.
struct IncrementalSubject {
    std::unique_ptr<Document> document;
    Asset asset;
    bool small = true;  ///< Clips may be packed small: those of large rigs would take too long.
};

/// `hero`, `card`, or a model under MOTUS_TEST_DATA/models: "Fox/Fox.glb". Nothing, with the cause
/// in `fault`, where it is not there.
[[nodiscard]] IncrementalSubject incremental_subject(const std::string& name, std::string& fault);

struct IncrementalCount {
    std::size_t edits = 0, undone = 0, redone = 0;
    std::size_t baked = 0;    ///< Of them, those after which there were bytes;
    std::size_t refused = 0;  ///< and those that were refused, and taken back.
    std::size_t packed = 0;   ///< Packed clips in all of those bytes.
};

/// Makes `count` random edits, undo and redo among them. After each, one Baker that has baked every
/// step and one that has baked nothing must give the same bytes and the same faults. Returns what
/// was wrong first; empty where nothing was.
[[nodiscard]] std::string bake_random_edits(IncrementalSubject& subject, std::uint64_t seed,
                                            std::size_t count, IncrementalCount& counted);

}  // namespace motus::test
