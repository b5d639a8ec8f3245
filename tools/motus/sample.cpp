// SPDX-License-Identifier: MIT
#include "character.h"
#include "input.h"
#include "sample_vertices.h"
#include "table.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// Runtime calls on data that was checked when it was built: a failure is a bug of ours.
void must(Status status, const char* what) {
    if (status != Status::ok) {
        throw std::logic_error(fmt::format("{}: {}", what, to_string(status)));
    }
}

/// What is sampled, and when: `clip` is kNone for the rest pose.
struct Moment {
    std::uint32_t clip = kNone;
    Ticks duration{};
    Ticks time{};
};

Moment find_moment(const SampleOptions& options, const Character& character, double time_s,
                   PlayMode mode) {
    if (options.rest) return {};
    Moment moment;
    moment.clip = find_clip(options.file, character.clip_names, options.clip);
    moment.duration = character.clips[moment.clip].duration;
    // A step from 0, not a seek: so that ping-pong is on its way back where it should be.
    Playhead head;
    Advance ignored;
    const Ticks step = ticks_of_seconds(time_s);
    must(advance(head, step, 1.0f, mode, moment.duration, ignored), "advance");
    moment.time = time_of(head, mode, moment.duration);
    return moment;
}

/// A pose with everything that `sample` prints of it.
struct Posed {
    PoseBuffer pose;
    std::vector<Mat34> model;
    std::vector<std::vector<Mat34>> palettes;
};

Posed evaluate(const Character& character, const Moment& moment) {
    const Skeleton& skeleton = character.skeleton;
    Posed posed{PoseBuffer(skeleton), std::vector<Mat34>(skeleton.joint_count()), {}};
    if (moment.clip != kNone) {
        const SampleJob job{.clip = character.clips[moment.clip],
                            .time = moment.time,
                            .rest = rest_pose(skeleton),
                            .out = posed.pose};
        must(run(job), "sample");
    }
    must(run(LocalToModelJob{.skeleton = skeleton, .local = posed.pose, .model = posed.model}),
         "local to model");
    for (const Skin& skin : character.skins) {
        std::vector<Mat34>& palette = posed.palettes.emplace_back(skin.joints.size());
        must(run(PaletteJob{.skin = skin, .model = posed.model, .palette = palette}), "palette");
    }
    return posed;
}

void write_nodes(const Character& character, const Posed& posed, JsonWriter& json) {
    const Skeleton& skeleton = character.skeleton;
    const ConstPoseView pose = posed.pose.view();
    auto morph = character.morphs.begin();
    json.key("nodes").begin_array();
    for (std::uint32_t node = 0; node < character.node_names.size(); ++node) {
        const JointIndex joint = skeleton.of_source[node];
        const auto [t, r, s] = joint_transform(pose, joint);
        json.begin_object().key("index").value(node).key("name").value(character.node_names[node]);
        json.key("translation").begin_array().value(t.x).value(t.y).value(t.z).end_array();
        json.key("rotation").begin_array();
        json.value(r.x).value(r.y).value(r.z).value(r.w).end_array();
        json.key("scale").begin_array().value(s.x).value(s.y).value(s.z).end_array();
        json.key("world").begin_array();
        for (std::size_t column = 0; column < 4; ++column) {
            for (std::size_t row = 0; row < 3; ++row) {
                json.value(posed.model[joint].m[row * 4 + column]);
            }
            json.value(column == 3 ? 1.0f : 0.0f);
        }
        json.end_array();
        if (morph != character.morphs.end() && morph->node == node) {
            json.key("weights").values(pose.weights.subspan(morph->first, morph->count));
            ++morph;
        }
        json.end_object();
    }
    json.end_array();
}

void write_json(const Character& character, const Moment& moment, const Posed& posed,
                const ImportedModel* verts, std::string& out) {
    JsonWriter json(out);
    json.begin_object().key("clip");
    if (moment.clip != kNone) {
        json.value(character.clip_names[moment.clip]);
    } else {
        json.null();
    }
    json.key("duration").value(seconds_of(moment.duration));
    json.key("time").value(seconds_of(moment.time));
    write_nodes(character, posed, json);
    json.key("skins").begin_array();
    for (std::uint32_t skin = 0; skin < character.skins.size(); ++skin) {
        json.begin_object().key("index").value(skin);
        json.key("joints").begin_array();
        for (const JointIndex joint : character.skins[skin].joints)
            json.value(character.skeleton.source[joint]);
        json.end_array();
        json.key("palette").begin_array();
        for (const Mat34& matrix : posed.palettes[skin])
            json.values(matrix.floats());
        json.end_array().end_object();
    }
    json.end_array();
    if (verts != nullptr) {
        const PosedModel shown{*verts,      character.skeleton, posed.pose.view(),
                               posed.model, posed.palettes,     character.morphs};
        write_vertices(shown, json);
    }
    json.end_object().end_line();
}

void print_pose(const SampleOptions& options, const Character& character, const Moment& moment,
                const Posed& posed, std::string& out) {
    out += styled(Style::bold, printable(options.file));
    out += moment.clip == kNone ? std::string("  rest pose\n")
                                : fmt::format("  {}  at {:.4f} of {:.4f} s\n",
                                              printable(character.clip_names[moment.clip]),
                                              seconds_of(moment.time), seconds_of(moment.duration));
    constexpr auto left = Table::Align::left;
    constexpr auto right = Table::Align::right;
    Table table({right, left, right, right, right, right, right},
                {"#", "node", "translation", "rotation xyzw", "scale", "world position",
                 character.morphs.empty() ? "" : "weights"});
    const Skeleton& skeleton = character.skeleton;
    const ConstPoseView pose = posed.pose.view();
    auto morph = character.morphs.begin();
    for (std::uint32_t node = 0; node < character.node_names.size(); ++node) {
        const JointIndex joint = skeleton.of_source[node];
        const auto [t, r, s] = joint_transform(pose, joint);
        const float* m = posed.model[joint].m;
        std::string weights;
        if (morph != character.morphs.end() && morph->node == node) {
            for (const float weight : pose.weights.subspan(morph->first, morph->count)) {
                weights += fmt::format("{}{:.3f}", weights.empty() ? "" : " ", weight);
            }
            ++morph;
        }
        table.add({fmt::to_string(node), character.node_names[node],
                   fmt::format("{:8.4f} {:8.4f} {:8.4f}", t.x, t.y, t.z),
                   fmt::format("{:7.4f} {:7.4f} {:7.4f} {:7.4f}", r.x, r.y, r.z, r.w),
                   fmt::format("{:.3f} {:.3f} {:.3f}", s.x, s.y, s.z),
                   fmt::format("{:8.4f} {:8.4f} {:8.4f}", m[3], m[7], m[11]), weights});
    }
    table.print(out);
}

}  // namespace

int run_sample(const SampleOptions& options, Output& out) {
    if (options.verts && !options.json) throw UsageFault("sample: --verts goes with --json");
    if (!options.timeline.empty()) return run_sample_timeline(options, out);
    double time_s = 0.0;
    PlayMode mode = PlayMode::once;
    if (!options.rest) {
        if (options.clip.empty()) {
            throw UsageFault("sample: needs --clip and --time, --timeline and --frame, or --rest");
        }
        if (options.time.empty()) throw UsageFault("sample: --clip needs --time");
        time_s = parse_number("sample: --time", options.time);
        const auto named = mode_of(options.loop);
        if (!named) {
            throw UsageFault(
                fmt::format("sample: --loop: \"{}\" is not once, loop or pingpong", options.loop));
        }
        mode = *named;
    }
    const LoadedCharacter loaded =
        load_character(options.file, options.rest ? ClipKey{} : clip_key(options.clip));
    const Character& character = loaded.character;
    if (options.verts && !loaded.model)
        throw InputFault(options.file,
                         "--verts: there are no meshes in a document or a baked file");
    const Moment moment = find_moment(options, character, time_s, mode);
    const Posed posed = evaluate(character, moment);
    if (options.json) {
        write_json(character, moment, posed, options.verts ? &*loaded.model : nullptr, out.text);
    } else {
        print_pose(options, character, moment, posed, out.text);
    }
    return exit_ok;
}

}  // namespace motus::tool
