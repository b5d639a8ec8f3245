// motus/render/figure.cpp - sample, compose, palettes.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/render/figure.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>

#include <algorithm>
#include <cmath>

namespace motus::render {

FigurePoses::FigurePoses(const AssetRig& rig, std::uint32_t count, std::span<const Clip> clips)
    : rig_(&rig), count_(count), clips_(clips.begin(), clips.end()), local_(rig.skeleton.view()) {
    for (std::size_t i = 0; clips.empty() && i < rig.clips.size(); ++i)
        clips_.push_back(rig.clips[i].view());
    const Skeleton skeleton = rig.skeleton.view();
    joints_.resize(std::size_t{count} * skeleton.joint_count());
    weights_.resize(std::size_t{count} * skeleton.rest_weights.size());
    for (const SkinBuffer& skin : rig.skins)
        palettes_.emplace_back(std::size_t{count} * skin.view().joints.size());
    for (const std::vector<Mat34>& palette : palettes_)
        palette_views_.emplace_back(palette);
    for (std::uint32_t i = 0; i < count; ++i)
        (void)set(i, rest_pose(skeleton));
}

Status FigurePoses::sample(std::uint32_t index, std::uint32_t clip, Ticks time, const Mat34& root) {
    if (clip == kNone) return set(index, rest_pose(rig_->skeleton.view()), root);
    if (clip >= clips_.size()) return Status::missing;
    return sample(index, clips_[clip], time, root);
}

Status FigurePoses::sample(std::uint32_t index, const Clip& clip, Ticks time, const Mat34& root) {
    SampleJob job;
    job.clip = clip;
    job.time = time;
    job.rest = rest_pose(rig_->skeleton.view());
    job.out = local_.view();
    if (const Status status = run(job); status != Status::ok) return status;
    return set(index, local_.view(), root);
}

Status FigurePoses::set(std::uint32_t index, const ConstPoseView& local, const Mat34& root) {
    if (index >= count_) return Status::bad_argument;
    const Skeleton skeleton = rig_->skeleton.view();
    const std::size_t joint_count = skeleton.joint_count();
    const std::span<Mat34> model = std::span(joints_).subspan(index * joint_count, joint_count);
    const Status composed = run(LocalToModelJob{skeleton, local, root, model});
    if (composed != Status::ok) return composed;
    for (std::size_t s = 0; s < palettes_.size(); ++s) {
        const Skin skin = rig_->skins[s].view();
        const std::size_t size = skin.joints.size();
        const Status status =
            run(PaletteJob{skin, model, std::span(palettes_[s]).subspan(index * size, size)});
        if (status != Status::ok) return status;
    }
    const std::size_t weight_count = skeleton.rest_weights.size();
    std::copy_n(local.weights.begin(), std::min(weight_count, local.weights.size()),
                weights_.begin() + static_cast<std::ptrdiff_t>(index * weight_count));
    return Status::ok;
}

PoseSet FigurePoses::view() const noexcept {
    return {count_, joints_, palette_views_, weights_};
}

std::span<const Mat34> FigurePoses::joints(std::uint32_t index) const noexcept {
    const std::size_t count = rig_->skeleton.view().joint_count();
    return std::span(joints_).subspan(index * count, count);
}

Bounds clip_bounds(const Model& model, FigurePoses& poses, std::uint32_t clip,
                   std::uint32_t steps) {
    Bounds out;
    const Ticks duration = clip < poses.clips().size() ? poses.clips()[clip].duration : Ticks{};
    if (duration.value == 0 || steps == 0) steps = 1;
    for (std::uint32_t i = 0; i <= steps; ++i) {
        const Ticks time{duration.value / steps * i};
        if (poses.sample(0, clip, time) == Status::ok) extend(out, model.bounds(poses.view(), 0));
    }
    return out;
}

Mat34 clip_travel(FigurePoses& poses, std::uint32_t clip, JointIndex joint) {
    const AssetRig& rig = poses.rig();
    if (clip >= poses.clips().size() || joint >= rig.skeleton.view().joint_count()) return {};
    if (poses.sample(0, clip, Ticks{}) != Status::ok) return {};
    const Mat34 start = poses.joints(0)[joint];
    if (poses.sample(0, clip, poses.clips()[clip].duration) != Status::ok) return {};
    bool invertible = false;
    const Mat34 back = inverse(start, &invertible);
    if (!invertible) return {};
    const Mat34 delta = multiply(poses.joints(0)[joint], back);
    // Turn about Y: where the delta takes the X axis, seen from above.
    const float x = delta.m[0], z = delta.m[8], size = std::sqrt(x * x + z * z);
    const float c = size > 1e-6f ? x / size : 1.0f, s = size > 1e-6f ? z / size : 0.0f;
    const Vec3 from{start.m[3], 0.0f, start.m[11]};
    const Vec3 to{poses.joints(0)[joint].m[3], 0.0f, poses.joints(0)[joint].m[11]};
    Mat34 out;
    out.m[0] = c;
    out.m[2] = -s;
    out.m[8] = s;
    out.m[10] = c;
    const Vec3 turned = transform_vector(out, from);
    out.m[3] = to.x - turned.x;
    out.m[11] = to.z - turned.z;
    return out;
}

}  // namespace motus::render
