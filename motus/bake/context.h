// motus/bake/context.h - what the parts of one bake share: document, records, names, sections.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/bake.h>
#include <motus/bake/writer.h>
#include <motus/core/diagnostics.h>
#include <motus/core/events.h>
#include <motus/document/new_document.h>
#include <motus/document/records.h>

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace motus {

/// Texts behind the hashes of a file. Two texts with one hash are an error.
class NameTable {
  public:
    /// The hash of `text`, none for an empty one. `place` is for the message.
    NameHash add(std::string_view text, std::string_view place, Diagnostics& diagnostics);
    /// Writes the sections `names` and `name_text`.
    void write(SectionWriter& writer) const;

  private:
    std::map<std::uint64_t, std::string> texts_;
};

/// A clip as machines see it.
struct ClipMotion {
    Ticks duration{};
    bool loops = true;
    std::vector<EventTime> events, markers;  ///< Ascending times.
};

class BakeMemo;

/// One bake. Parts run in the order of bake.cpp: rigs and clips, then timelines and machines.
struct BakeContext {
    const Document& document;
    RecordSet& records;  ///< As make_records gave them; its names are in `names` already.
    std::vector<ClipMotion> clips;  ///< One per record of AnimationClip, in their order.
    NameTable& names;
    SectionWriter& writer;
    Diagnostics& diagnostics;  ///< Paths are JSON pointers into the document.
    BakeMemo& memo;            ///< What earlier bakes left.
    const BakeSettings& settings;
    bool packs = true;  ///< False: all clips keep their keys.
    std::unordered_map<const Object*, std::uint32_t> clip_places{};  ///< Records of clips.
    std::vector<ClipMeasure> measures{};                             ///< Of the file's clips.
    // Of `report` and `warn`, which may be asked as often as there are faults:
    std::unordered_map<std::string, Severity> told{};  ///< The worst fault of each path,
    std::size_t seen = 0;                              ///< of the first so many faults.
};

/// Puts an error into the diagnostics, unless that place has one already: validation comes first.
void report(BakeContext& context, const char* code, const std::string& path, std::string message);
/// The same of a warning, unless that place has any fault.
void warn(BakeContext& context, const char* code, const std::string& path, std::string message);

}  // namespace motus
