// motus/bake/memo.h - what one bake leaves for the next: rigs, cut keys, packed clips.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/pack_step.h>
#include <motus/bake/rigs.h>
#include <motus/play/palette_plan.h>

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace motus {

/// The keys of a clip, cut for a rig: a result of cut_clip.
struct CutKeys {
    std::optional<ClipBuffer> keys;  ///< Nothing where `fault` says why.
    std::string fault;
    std::uint32_t lost = 0;  ///< Tracks of joints that the rig lacks.
    BakeKey key;             ///< Of the keys.
    std::uint64_t used = 0;  ///< In this bake last.
};

/// The space of a rig's packed clips: decided by all of them.
struct ClipSpace {
    std::optional<PalettePlanBuffer> chain;  ///< Nothing where the rig is none.
    BakeKey key;
    // What it was made of:
    const SourceRig* joints = nullptr;
    std::vector<BakeKey> clips;
};

/// Steps of a bake that are worth keeping, each under what went into it. What depends on assets
/// alone lives as long as they do; what a document asks for is forgotten when no bake has used it
/// for a while.
class BakeMemo {
  public:
    explicit BakeMemo(BakeStore* store = nullptr) : store_(store) {}

    /// Other assets: rigs and keys are made anew. Packed clips stay, their keys say all.
    void set_assets(std::vector<BakeAsset> assets);
    void begin_bake();
    void end_bake();

    [[nodiscard]] SourceRigs& sources() noexcept { return sources_; }
    [[nodiscard]] const CutKeys& cut(const ClipSource& clip, const SourceRig& rig);
    [[nodiscard]] const ClipSpace& space(std::uint32_t rig_index, const SourceRig& joints,
                                         std::span<const CutKeys* const> clips);

    struct Packed {
        PackResult part;
        bool kept = false;       ///< From the store.
        std::uint64_t used = 0;  ///< In this bake last.
    };
    /// The clip as it is packed; null where that is put off, or another thread's to do.
    [[nodiscard]] const Packed* packed(const PackTask& task, const BakeKey& key, std::uint64_t clip,
                                       bool later);
    /// A clip that was packed elsewhere.
    const Packed& take(const BakeKey& key, PackResult part);

    /// Clips that the last bake put off, each once.
    struct Waiting {
        BakeKey key;
        std::uint64_t clip = 0;  ///< Its id.
        PackTask task;
        std::vector<float> joint_bounds;  ///< What the task refers to.
    };
    [[nodiscard]] const std::vector<Waiting>& waiting() const noexcept { return waiting_; }

  private:
    using CutPlace =
        std::tuple<const SourceRig*, std::uint32_t, std::int64_t, std::int64_t, const SourceRig*>;

    BakeStore* store_ = nullptr;
    SourceRigs sources_;
    std::map<CutPlace, CutKeys> cuts_;
    std::map<std::uint32_t, ClipSpace> spaces_;
    std::map<BakeKey, Packed> packed_;
    std::size_t packed_bytes_ = 0;
    std::vector<Waiting> waiting_;
    std::uint64_t bake_ = 0;
};

}  // namespace motus
