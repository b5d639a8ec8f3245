// motus/bake/rigs.h - rigs of a document while they are baked: skeleton, joints by path, clips.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset_rig.h>
#include <motus/bake/bake.h>
#include <motus/bake/context.h>
#include <motus/bake/store.h>
#include <motus/skeleton/read_skeletons.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace motus {

/// An asset as the runtime sees it, made once however many rigs and clips use it.
struct SourceRig {
    const Asset* asset = nullptr;
    AssetRig rig;
    BakeKey key{};  ///< Of the skeleton, for packing.
    /// Clips of the asset that have one name.
    struct Named {
        std::uint32_t first = 0, count = 0;
    };
    std::unordered_map<std::string_view, Named> clips_by_name{};

    [[nodiscard]] Skeleton skeleton() const { return rig.skeleton.view(); }
    /// Names of a joint and of those above it, joined by '/'.
    [[nodiscard]] std::string path(JointIndex joint) const;
};

/// Assets by Source id, for as many bakes as there are between two changes of them.
class SourceRigs {
  public:
    SourceRigs() = default;
    explicit SourceRigs(std::vector<BakeAsset> assets) : assets_(std::move(assets)) {}
    /// Faults are told once in each bake.
    void begin_bake();
    /// The rig of a source, without joints for source 0; null with the fault put into the
    /// diagnostics of `context`, where `place` refers to a source that is not there or is
    /// inconsistent. It stays where it is.
    const SourceRig* find(std::uint64_t source, const std::string& place, BakeContext& context);

  private:
    struct Made {
        std::optional<SourceRig> rig;
        std::string fault;  ///< Why there is none.
        bool told = false;
    };
    [[nodiscard]] Made make(std::uint64_t source) const;

    std::vector<BakeAsset> assets_;
    std::map<std::uint64_t, Made> rigs_;
};

/// The joint that `path` names: by its whole path, else by the path below the root, else by the one
/// path that ends in it. kNoJoint where there is none; `several` is set where more than one would
/// do.
[[nodiscard]] JointIndex find_path(const SourceRig& source, std::string_view path, bool& several);

/// Whether `path` is the whole path of a joint.
[[nodiscard]] bool has_path(const SourceRig& source, std::string_view path);

/// A clip as it is to be stored.
struct ClipSource {
    const SourceRig* source = nullptr;  ///< Where its keys are from.
    std::uint32_t index = 0;            ///< Among the source's clips.
    Ticks start{};                      ///< The part that is used.
    Ticks duration{};
};

/// The keys of `clip` for the joints of `rig`, cut to its part: what plays is what the whole clip
/// plays from `start` on. Tracks of joints that `rig` lacks are left out, `lost` counts them.
[[nodiscard]] Result<ClipBuffer> cut_clip(const ClipSource& clip, const SourceRig& rig,
                                          std::uint32_t& lost);

/// Rigs, skins, clips and masks: their sections, and `context.clips` for the machines.
void bake_rigs(BakeContext& context);

}  // namespace motus
