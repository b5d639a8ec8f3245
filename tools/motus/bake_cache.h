// tools/motus/bake_cache.h - bakes of files, and where their results are kept for the next time.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake_input.h"

#include <motus/bake/disk_store.h>

#include <memory>
#include <optional>
#include <string>

namespace motus::tool {

/// How the files of one call are baked.
struct BakeRun {
    BakeSettings settings{};
    BakeStore* store = nullptr;  ///< Null: nothing is kept.
    unsigned threads = 1;        ///< That pack the clips of one file; 0: one per core.
    bool progress = false;       ///< A bar while they do.
};

/// A file that was baked.
struct BakedSource {
    Baked baked;
    std::vector<InputFile> files;        ///< What was read, the document first.
    std::unique_ptr<Document> document;  ///< Where it was asked for.
};

/// What another program bakes may be other bytes: a text that no two builds share.
[[nodiscard]] std::string program_mark();

/// The settings as a text, empty for those of a document: what was baked with others is another
/// result.
[[nodiscard]] std::string text_of(const BakeSettings& settings);

/// Bakes what was read; clips are packed on `run.threads`. Throws Interrupted on Ctrl-C then.
[[nodiscard]] Result<Baked> bake_input(const BakeInput& input, Diagnostics& diagnostics,
                                       const BakeRun& run = {});

/// Reads a file with its sources and bakes it. Where the same bytes were baked before, by this
/// program and with these settings, the result is that of then, faults included; packed clips are
/// looked for one by one, whichever program packed them. `with_document`: the caller needs it.
[[nodiscard]] Result<BakedSource> bake_file(const std::string& file, const BakeRun& run,
                                            bool with_document, Diagnostics& diagnostics);

/// The store of a call: that of `folder`, or the user's where none is named. Null where `off`, or
/// where the folder cannot be used, of which a message tells if it was named.
[[nodiscard]] std::optional<DiskStore> open_store(const std::string& folder, bool off);

}  // namespace motus::tool
