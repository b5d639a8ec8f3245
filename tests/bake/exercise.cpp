// SPDX-License-Identifier: MIT
#include "exercise.h"

#include "exercise_parts.h"

#include <motus/load/library.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/joint.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>
#include <tests/support/crowd.h>

#include <cmath>
#include <optional>
#include <vector>

namespace motus::test {
namespace {

/// More joints than this are not worth a fuzzer's time.
constexpr std::uint32_t kManyJoints = 100'000;

const char* play_clip(const Rig& view, const BakedFile& file, std::uint32_t clip) {
    PoseBuffer pose(view.skeleton);
    std::vector<std::uint32_t> cursor(view.clips[clip].tracks.size());
    for (const std::int64_t part : {0, 1, 3, 5}) {
        SampleJob job{.clip = view.clips[clip],
                      .time = {view.clips[clip].duration.value / 4 * part},
                      .rest = rest_pose(view.skeleton),
                      .out = pose};
        if (run(job) != Status::ok) return "sample";
        job.cursor = cursor;
        if (run(job) != Status::ok) return "sample with a cursor";
        for (JointIndex j = 0; j < view.skeleton.joint_count(); j += 5) {
            const Quat q = sample_joint(job.clip, j, job.time, {}).rotation;
            if (!std::isfinite(q.x + q.y + q.z + q.w)) return "a rotation is not a number";
        }
    }
    PlaylistItem item;
    item.source = clip;
    item.to = view.clips[clip].duration;
    item.weight = 1.0f;
    PlaylistLayer layers[2];
    layers[0].count = layers[1].count = 1;
    layers[1].mode = LayerMode::additive;
    if (file.masks.mask_count != 0) layers[1].mask = file.masks.mask_count - 1;
    Playlist playlist{{&item, 1}, layers, 1, 2};
    EvaluateWorkspace workspace(view.skeleton, 2);
    RootDelta root;
    const EvaluateJob job{.rig = view,
                          .playlist = &playlist,
                          .scratch = workspace.scratch(),
                          .out = pose,
                          .root = &root};
    return run(job) == Status::ok ? nullptr : "evaluate";
}

// Two characters as a frame of a crowd.
const char* play_crowd(const Rig& view, std::uint32_t first, std::uint32_t count) {
    CrowdScratch memory(view);
    const std::span<float> scratch[] = {memory.floats()};
    CrowdItem items[2];
    for (std::uint32_t i = 0; i < 2; ++i)
        items[i] = {{view.clips[first].duration.value / 3 * i}, i % count, 0.5f};
    const CrowdCharacter characters[] = {{0, 2}, {1, 1}};
    std::vector<Mat34> palettes(2 * palette_size(view));
    std::vector<float> weights(2 * view.skeleton.rest_weights.size());
    CrowdFrameJob job =
        frame_job(view, view.clips.subspan(first, count), items, characters, palettes, scratch);
    job.weights = weights;
    return run(job) == Status::ok ? nullptr : "a frame of a crowd";
}

const char* play_rig(const Library& library, std::uint32_t index) {
    const BakedFile& file = library.file();
    const RigEntry& entry = file.rigs.rigs[index];
    if (entry.joint_count > kManyJoints || entry.weight_count > kManyJoints) return nullptr;
    const Rig rig = library.rig(index);
    const Skeleton skeleton = skeleton_at(file.rigs, index);
    for (std::uint32_t i = 0; i < entry.clip_count; ++i) {
        if (const char* fault = play_clip(rig, file, entry.clip_start + i)) return fault;
    }
    std::vector<Mat34> model(skeleton.joint_count()), palette;
    const LocalToModelJob hierarchy{
        .skeleton = skeleton, .local = rest_pose(skeleton), .model = model};
    if (run(hierarchy) != Status::ok) return "local to model";
    for (std::uint32_t s = 0; s < entry.skin_count; ++s) {
        const Skin skin = skin_at(file.rigs, index, s);
        palette.resize(skin.joints.size());
        if (run(PaletteJob{.skin = skin, .model = model, .palette = palette}) != Status::ok) {
            return "palette";
        }
    }
    if (entry.clip_count != 0) {
        if (const char* fault = play_crowd(rig, entry.clip_start, entry.clip_count)) {
            return fault;
        }
    }
    for (const NameHash name : skeleton.names) {
        if (name != NameHash::none && find_joint(skeleton, name) == kNoJoint) return "find_joint";
        (void)find_name(file.names, name);
    }
    return nullptr;
}

/// Channels, masks and links multiply: what is large is left to a test of its own.
bool is_small(const Timelines& all) {
    return all.tracks.size() + all.addresses.size() <= 2000 &&
           (all.tracks.size() + 1) * (all.masks.size() + 1) <= 20'000;
}

}  // namespace

const char* exercise(const BakedFile& file) {
    const bool small = is_small(file.timelines);
    BakedFile opened = file;
    if (!small) opened.timelines = {};
    const Result<Library> library = Library::of(opened);
    if (!library) return "library";
    for (std::uint32_t rig = 0; rig < file.rigs.rigs.size(); ++rig) {
        if (const char* fault = play_rig(*library, rig)) return fault;
    }
    std::optional<PropertyStage> properties;
    if (small) {
        properties.emplace(file);
        if (const char* fault = properties->play_each()) return fault;
    }
    for (std::uint32_t machine = 0; machine < file.machines.machines.size(); ++machine) {
        PropertyStage* shown = properties ? &*properties : nullptr;
        if (const char* fault = run_machine(*library, machine, shown)) return fault;
    }
    return nullptr;
}

}  // namespace motus::test
