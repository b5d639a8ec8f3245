// tools/motus/bench_stage.h - a rig to measure, with its clips in every form, each made when asked.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset_rig.h>
#include <motus/bake/pack.h>
#include <motus/play/rig.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace motus::tool {

/// Packing takes seconds: nothing is packed before something that is measured needs it. What a
/// function returns stays valid as long as the stage. Faults are thrown as InputFault.
class BenchStage {
  public:
    BenchStage(std::string file, const Asset& asset);
    BenchStage(const BenchStage&) = delete;
    BenchStage& operator=(const BenchStage&) = delete;

    /// How benchmarks call it: the file without its folder.
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] Skeleton skeleton() const { return asset_rig_.skeleton.view(); }

    /// A rig without a skin is given one, of all joints as they are: a frame has something to
    /// write then, the model matrices.
    [[nodiscard]] const Rig& rig();
    [[nodiscard]] std::span<const Clip> exact();  ///< At least one, as of the others.
    [[nodiscard]] std::span<const Clip> fast();
    [[nodiscard]] std::span<const Clip> small();

  private:
    template <typename Buffer, typename Pack>
    std::span<const Clip> packed(std::vector<Buffer>& buffers, std::vector<Clip>& views, Pack pack);

    std::string file_, name_;
    AssetRig asset_rig_;
    std::vector<JointIndex> bare_joints_;
    std::vector<Mat34> bare_binds_;
    std::optional<RigBuffer> rig_;
    std::vector<PackedClipBuffer> fast_;
    std::vector<SmallClipBuffer> small_;
    std::vector<Clip> exact_views_, fast_views_, small_views_;
};

}  // namespace motus::tool
