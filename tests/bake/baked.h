// tests/bake/baked.h - what the tests of bake share: documents around assets, baked and opened.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/bake.h>
#include <motus/document/new_document.h>
#include <motus/load/file.h>

#include <memory>
#include <string>

namespace motus::test {

/// A document with one entity that has the asset as its rig, and all its clips and events.
[[nodiscard]] std::unique_ptr<Document> document_of(const Asset& asset);

/// Two nodes and one clip of 2 s with a step, a linear and two cubic tracks.
[[nodiscard]] Asset curves_asset();

/// The same with a skin and morph weights; and a document around it that has a mask, a machine with
/// two layers and a sub-machine, and a timeline.
[[nodiscard]] Asset small_asset();
[[nodiscard]] std::unique_ptr<Document> small_document(const Asset& asset);

/// Both baked: a file of a few kilobytes that has something in nearly every section.
[[nodiscard]] AlignedBytes small_file();

struct Baked {
    Diagnostics diagnostics;
    AlignedBytes bytes;
    BakedFile file;
    Status status = Status::missing;
    BakedFault fault;

    [[nodiscard]] bool ok() const { return status == Status::ok; }
    [[nodiscard]] std::string why() const;
};

/// Every source of the document is `asset`.
[[nodiscard]] Baked bake_document(const Document& document, const Asset& asset);
[[nodiscard]] Baked bake_asset(const Asset& asset);

}  // namespace motus::test
