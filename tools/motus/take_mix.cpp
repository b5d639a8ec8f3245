// tools/motus/take_mix.cpp - records a mixer: poses, the way of its root, weights for the HUD.
// SPDX-License-Identifier: MIT
#include "mix_run.h"
#include "output.h"
#include "takes.h"

#include <motus/math/ops.h>
#include <motus/play/evaluate.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// Where the root goes. The mixer leaves it in the pose; the evaluator knows how to take it out,
/// and is given what the mixer plays as a playlist.
class RootWalk {
  public:
    RootWalk(const Asset& asset, const Character& character, const MixScript& script)
        : character_(character),
          script_(script),
          workspace_(character.skeleton, 64),
          scratch_pose_(character.skeleton) {
        const std::uint32_t node = asset.root_motion_node;
        const bool any = std::any_of(script.clips.begin(), script.clips.end(),
                                     [&](auto clip) { return asset.clips[clip].root_motion; });
        if (any && node < asset.nodes.size()) root_.joint = character.skeleton.of_source[node];
    }

    void before(MixRun& run) {
        from_.clear();
        for (const std::uint32_t clip : script_.clips)
            from_.push_back(run.action(clip).time());
    }

    /// Moves on by what was played since `before`, and takes that out of `local`.
    void after(MixRun& run, const PoseView& local) {
        if (root_.joint == kNoJoint) return;
        std::vector<PlaylistItem> items;
        for (std::size_t i = 0; i < script_.clips.size(); ++i) {
            const ActionState& state = run.action(script_.clips[i]).state();
            if (!state.playing || state.additive || state.layer != 0) continue;
            PlaylistItem& item = items.emplace_back();
            item.from = from_[i];
            item.to = run.action(script_.clips[i]).time();
            item.motion = item.source = script_.clips[i];
            item.weight = state.weight;
            item.loops = state.mode == PlayMode::loop;
            item.backward = state.speed < 0.0f;
            for (const MixerNotice& notice : run.mixer().notices()) {
                const bool mine = notice.clip == ClipId{script_.clips[i]};
                if (!mine || notice.kind != NoticeKind::looped || !item.loops) continue;
                item.wraps += item.backward ? -notice.laps : notice.laps;
            }
        }
        PlaylistLayer layer;
        layer.count = static_cast<std::uint32_t>(items.size());
        Playlist playlist{items, {&layer, 1}, layer.count, 1};
        EvaluateJob job;
        job.rig = {.skeleton = character_.skeleton, .clips = character_.clips, .root = root_};
        job.playlist = &playlist;
        job.scratch = workspace_.scratch();
        job.out = scratch_pose_;
        RootDelta delta;
        job.root = &delta;
        if (motus::run(job) == Status::ok) way_ = compose(way_, delta);
        const Transform rest = joint_transform(rest_pose(character_.skeleton), root_.joint);
        set_joint_transform(local, root_.joint,
                            without_root_motion(root_, joint_transform(local, root_.joint), rest));
    }

    [[nodiscard]] Mat34 place() const {
        return to_matrix({way_.translation, way_.rotation, {1.0f, 1.0f, 1.0f}});
    }

  private:
    const Character& character_;
    const MixScript& script_;
    EvaluateWorkspace workspace_;
    PoseBuffer scratch_pose_;
    std::vector<Ticks> from_;
    RootMotion root_{};
    RootDelta way_{};
};

}  // namespace

render::Take mix_take(const std::string& file, const std::string& script_file, const Asset& asset,
                      const Character& character) {
    const MixScript script = load_mix_script(script_file, character);
    if (script.steps == 0 || script.steps > kMaxTakeFrames || script.dt.value <= 0) {
        throw InputFault(script_file, fmt::format("a film needs a dt above 0 and 1 to {} steps",
                                                  kMaxTakeFrames));
    }
    MixRun run(file, script_file, character, script);
    RootWalk walk(asset, character, script);
    render::Take take;
    take.name = std::filesystem::path(script_file).stem().string();
    take.step = script.dt;
    for (std::uint64_t step = 1; step <= script.steps; ++step) {
        run.prepare(step);
        walk.before(run);
        run.update();
        render::TakeFrame& frame = take.frames.emplace_back();
        frame.local = PoseBuffer(character.skeleton);
        (void)copy_pose(run.mixer().pose(), frame.local);
        walk.after(run, frame.local);
        frame.root = walk.place();
        render::HudPanel& panel = frame.left.emplace_back();
        panel.title = "Mixer";
        for (const std::uint32_t clip : script.clips) {
            const float weight = run.action(clip).effective_weight();
            panel.rows.push_back({asset.clips[clip].name, fmt::format("{:.2f}", weight), weight});
        }
        for (const MixerEvent& event : run.mixer().events())
            frame.events.emplace_back(run.name_of(event));
    }
    run.warn_of_the_rest();
    return take;
}

}  // namespace motus::tool
