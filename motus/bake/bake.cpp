// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>

#include <motus/bake/motions.h>
#include <motus/bake/rigs.h>
#include <motus/document/validate.h>
#include <motus/load/file.h>

#include <utility>

namespace motus {
namespace {

/// Offsets in a file go beyond 32 bits, counts of items do not.
constexpr std::size_t kMaxBytes = std::size_t{0xffffffffu};

void add_timelines_and_machines(BakeContext& context) {
    if (context.diagnostics.has_errors()) return;
    const LoweredTimelines timelines =
        lower_timelines(context.document, context.records, context.diagnostics);
    LoweredMachines machines =
        lower_machines(context.document, context.records, context.diagnostics);
    if (context.diagnostics.has_errors()) return;
    for (ClipMotion& clip : context.clips) {
        machines.add_motion(MotionKind::clip, clip.duration, clip.loops, std::move(clip.events),
                            std::move(clip.markers));
    }
    add_timeline_motions(timelines, machines);
    check_machines(context.document, context.records, machines, context.diagnostics);
    add_sections(timelines, context.writer);
    add_sections(machines, context.writer);
}

/// Everything but the bytes: one way for who bakes and for who only wants to know.
void fill(SectionWriter& writer, const Document& document, std::span<const BakeAsset> assets,
          bool packs, Diagnostics& diagnostics, std::vector<ClipMeasure>* measures) {
    validate(document, diagnostics);
    const BaseView base(document);
    Result<RecordSet> records = make_records(document);
    if (!records) {
        diagnostics.error(records.error().code, records.error().place, records.error().cause);
        return;
    }
    NameTable names;
    for (const auto& [hash, text] : records->names)
        names.add(text, "", diagnostics);
    BakeContext context{document, *records, {}, names, writer, diagnostics, packs};
    bake_rigs(context, assets);
    add_timelines_and_machines(context);
    names.write(writer);
    if (measures != nullptr) *measures = std::move(context.measures);
}

}  // namespace

void check_bake(const Document& document, std::span<const BakeAsset> assets,
                Diagnostics& diagnostics) {
    SectionWriter writer;
    fill(writer, document, assets, false, diagnostics, nullptr);
}

Result<AlignedBytes> bake(const Document& document, std::span<const BakeAsset> assets,
                          Diagnostics& diagnostics, std::vector<ClipMeasure>* measures) {
    SectionWriter writer;
    fill(writer, document, assets, true, diagnostics, measures);
    if (diagnostics.has_errors()) return diagnostics.first_error();
    AlignedBytes bytes = writer.finish();
    if (bytes.size() > kMaxBytes) {
        diagnostics.error("bake-size", "", "the file would be larger than 4 GB");
        return diagnostics.first_error();
    }
    // The reader has the last word: nothing is handed out that a game would refuse.
    BakedFile file;
    BakedFault fault;
    if (open_baked(bytes, file, &fault) != Status::ok) {
        diagnostics.error("bake-check", "", to_string(fault.part));
        return diagnostics.first_error();
    }
    return bytes;
}

}  // namespace motus
