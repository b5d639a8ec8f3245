// SPDX-License-Identifier: MIT
#include "bench_stage.h"

#include "input.h"
#include "output.h"

#include <utility>

namespace motus::tool {

BenchStage::BenchStage(std::string file, const Asset& asset)
    : file_(std::move(file)),
      name_(file_.substr(file_.find_last_of('/') + 1)),
      asset_rig_(load_rig(file_, asset)) {
    for (const ClipBuffer& clip : asset_rig_.clips)
        exact_views_.push_back(clip.view());
}

const Rig& BenchStage::rig() {
    if (!rig_) {
        std::vector<Skin> skins;
        for (const SkinBuffer& skin : asset_rig_.skins)
            skins.push_back(skin.view());
        if (skins.empty()) {
            const std::uint32_t count = skeleton().joint_count();
            for (std::uint32_t joint = 0; joint < count; ++joint)
                bare_joints_.push_back(static_cast<JointIndex>(joint));
            bare_binds_.assign(count, Mat34{});
            skins.push_back({bare_joints_, bare_binds_});
        }
        Result<RigBuffer> made =
            build_rig({.skeleton = skeleton(), .clips = exact(), .skins = skins});
        if (!made) throw InputFault(file_, made.error());
        rig_.emplace(std::move(*made));
    }
    return rig_->view();
}

std::span<const Clip> BenchStage::exact() {
    if (exact_views_.empty()) throw InputFault(file_, "has no clip to measure");
    return exact_views_;
}

template <typename Buffer, typename Pack>
std::span<const Clip> BenchStage::packed(std::vector<Buffer>& buffers, std::vector<Clip>& views,
                                         Pack pack) {
    if (!views.empty()) return views;
    const PackSettings settings{settings_for(skeleton()), rig().plan->space};
    for (const Clip& clip : exact()) {
        Result<Buffer> made = pack(skeleton(), clip, settings);
        if (!made) throw InputFault(file_, made.error());
        buffers.push_back(std::move(*made));
    }
    for (const Buffer& buffer : buffers)
        views.push_back(buffer.view());
    return views;
}

std::span<const Clip> BenchStage::fast() {
    return packed(fast_, fast_views_, pack_fast);
}

std::span<const Clip> BenchStage::small() {
    return packed(small_, small_views_,
                  [](const Skeleton& skeleton, const Clip& clip, const PackSettings& settings) {
                      return pack_small(skeleton, clip, settings);
                  });
}

}  // namespace motus::tool
