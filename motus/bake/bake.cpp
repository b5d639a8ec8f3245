// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>

#include <motus/bake/baker.h>
#include <motus/bake/memo.h>
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
void fill(SectionWriter& writer, const Document& document, BakeMemo& memo,
          const BakeSettings& settings, bool packs, Diagnostics& diagnostics,
          std::vector<ClipMeasure>& measures) {
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
    BakeContext context{document, *records, {}, names, writer, diagnostics, memo, settings, packs};
    memo.begin_bake();
    bake_rigs(context);
    memo.end_bake();
    add_timelines_and_machines(context);
    names.write(writer);
    measures = std::move(context.measures);
}

}  // namespace

void check_bake(const Document& document, std::span<const BakeAsset> assets,
                Diagnostics& diagnostics) {
    SectionWriter writer;
    BakeMemo memo;
    memo.set_assets({assets.begin(), assets.end()});
    std::vector<ClipMeasure> ignored;
    fill(writer, document, memo, {}, false, diagnostics, ignored);
}

Result<AlignedBytes> bake(const Document& document, std::span<const BakeAsset> assets,
                          Diagnostics& diagnostics, const BakeSettings& settings) {
    Baker baker;
    baker.set_assets({assets.begin(), assets.end()});
    Result<Baked> baked = baker.bake(document, diagnostics, settings);
    if (!baked) return baked.error();
    return std::move(baked->bytes);
}

Baker::Baker(BakeStore* store) : memo_(std::make_unique<BakeMemo>(store)) {}
Baker::Baker(Baker&&) noexcept = default;
Baker& Baker::operator=(Baker&&) noexcept = default;
Baker::~Baker() = default;

void Baker::set_assets(std::vector<BakeAsset> assets) {
    memo_->set_assets(std::move(assets));
}

Result<Baked> Baker::bake(const Document& document, Diagnostics& diagnostics,
                          const BakeSettings& settings) {
    SectionWriter writer;
    Baked out;
    fill(writer, document, *memo_, settings, true, diagnostics, out.measures);
    if (diagnostics.has_errors()) return diagnostics.first_error();
    out.bytes = writer.finish();
    if (out.bytes.size() > kMaxBytes) {
        diagnostics.error("bake-size", "", "the file would be larger than 4 GB");
        return diagnostics.first_error();
    }
    // The reader has the last word: nothing is handed out that a game would refuse.
    BakedFault fault;
    if (open_baked(out.bytes, out.file, &fault) != Status::ok) {
        diagnostics.error("bake-check", "", to_string(fault.part));
        return diagnostics.first_error();
    }
    return out;
}

std::size_t Baker::waiting() const noexcept {
    return memo_->waiting().size();
}

std::vector<PackJob> Baker::pack_jobs() const {
    std::vector<PackJob> jobs;
    for (const BakeMemo::Waiting& waiting : memo_->waiting()) {
        jobs.push_back({waiting.key, waiting.clip, exact_bytes(waiting.task.keys),
                        write_pack_job(waiting.task)});
    }
    return jobs;
}

void Baker::take(const BakeKey& key, PackResult part) {
    memo_->take(key, std::move(part));
}

}  // namespace motus
