// SPDX-License-Identifier: MIT
#include "inspect_baked.h"

#include "baked_input.h"
#include "clip_report.h"
#include "table.h"

#include <motus/asset/json_writer.h>
#include <motus/bake/bake.h>
#include <motus/document/new_document.h>

#include <array>

#include <fmt/format.h>

namespace motus::tool {
namespace {

std::array<std::uint32_t, 3> count_interpolations(const Clip& clip) {
    std::array<std::uint32_t, 3> counts{};
    for (const TrackRecord& track : clip.tracks)
        ++counts[static_cast<std::size_t>(track.interpolation)];
    return counts;
}

void write_rigs(const BakedFile& file, JsonWriter& json) {
    json.key("nodes").value(std::uint64_t{file.rigs.parents.size()});
    json.key("skins").begin_array();
    for (const SkinEntry& skin : file.rigs.skins) {
        json.begin_object().key("name").value(text_of(file, skin.name));
        json.key("joints").value(skin.count).end_object();
    }
    json.end_array();
    json.key("meshes").value(std::uint64_t{0});
    json.key("morphTargets").value(std::uint64_t{file.rigs.weights.size()});
    const std::vector<ClipSize> sizes = clip_sizes(file);
    json.key("clips").begin_array();
    for (std::uint32_t i = 0; i < file.clips.clips.size(); ++i) {
        const Clip clip = clip_at(file.clips, i);
        const ClipEntry& entry = file.clips.clips[i];
        const auto counts = count_interpolations(clip);
        json.begin_object().key("name").value(text_of(file, entry.name));
        json.key("duration").value(seconds_of(clip.duration));
        json.key("channels").value(std::uint64_t{clip.tracks.size()});
        json.key("interpolations").begin_object();
        json.key("STEP").value(counts[0]).key("LINEAR").value(counts[1]);
        json.key("CUBICSPLINE").value(counts[2]).end_object();
        json.key("loop").value(entry.loops == 1).key("rootMotion").value(entry.root_motion == 1);
        write_clip_size(file, i, sizes[i], json);
        json.end_object();
    }
    json.end_array();
}

/// Counted over a machine and its sub-machines, as in documents. What a bake leaves out is not
/// there any more: muted transitions, for one.
struct MachineCounts {
    std::uint64_t layers = 0, states = 0, transitions = 0, any = 0, entry = 0, machine = 0,
                  sub_machines = 0, variables = 0, curve_keys = 0;
};

MachineCounts count(const Graph& graph) {
    MachineCounts counts;
    counts.layers = graph.layers.size();
    counts.variables = graph.variables.size();
    counts.curve_keys = graph.curve_keys.size();
    for (const record::StateMachineState& state : graph.states)
        ++(state.kind == record::StateKind::sub_machine ? counts.sub_machines : counts.states);
    for (const record::StateMachineTransition& transition : graph.transitions) {
        switch (transition.from_kind) {
            case record::TransitionFrom::any:
                ++counts.any;
                [[fallthrough]];
            case record::TransitionFrom::state:
                ++counts.transitions;
                break;
            case record::TransitionFrom::entry:
                ++counts.entry;
                break;
            case record::TransitionFrom::machine:
                ++counts.machine;
                break;
        }
    }
    return counts;
}

void write_machines(const BakedFile& file, JsonWriter& json) {
    json.key("machines").begin_array();
    for (std::uint32_t i = 0; i < file.machines.machines.size(); ++i) {
        const MachineCounts counts = count(machine_at(file.machines, i));
        json.begin_object().key("name").value(text_of(file, file.machines.machines[i].name));
        json.key("layers").value(counts.layers).key("states").value(counts.states);
        json.key("transitions").value(counts.transitions);
        json.key("anyStateTransitions").value(counts.any);
        json.key("entryTransitions").value(counts.entry);
        json.key("stateMachineTransitions").value(counts.machine);
        json.key("stateMachines").value(counts.layers + counts.sub_machines);
        json.key("variables").value(counts.variables);
        json.key("curveKeys").value(counts.curve_keys).end_object();
    }
    json.end_array();
}

std::uint64_t count_keys(const BakedFile& file, const record::AnimationTimeline& timeline) {
    std::uint64_t keys = 0;
    const record::Range range = timeline.tracks;
    for (const record::AnimationTrack& track :
         file.timelines.tracks.subspan(range.start, range.count)) {
        keys += track.keys.count;
    }
    return keys;
}

void write_timelines(const BakedFile& file, JsonWriter& json) {
    json.key("timelines").begin_array();
    for (const record::AnimationTimeline& timeline : file.timelines.timelines) {
        json.begin_object().key("name").value(text_of(file, NameHash{timeline.name}));
        json.key("frames").value(timeline.duration).key("fps").value(timeline.snap_fps);
        json.key("tracks").value(timeline.tracks.count);
        json.key("keys").value(count_keys(file, timeline)).end_object();
    }
    json.end_array();
}

void write_json(const BakedFile& file, const std::vector<SectionSize>& sizes, JsonWriter json) {
    json.begin_object().key("kind").value("baked");
    write_rigs(file, json);
    write_machines(file, json);
    write_timelines(file, json);
    json.key("warnings").begin_array().end_array();
    json.key("version").value(std::uint64_t{kContainerVersion});
    json.key("bytes").value(std::uint64_t{file.container.bytes.size()});
    json.key("sections").begin_array();
    for (const SectionSize& size : sizes) {
        json.begin_object().key("name").value(size.name);
        json.key("bytes").value(size.bytes).key("count").value(size.count).end_object();
    }
    json.end_array().end_object().end_line();
}

constexpr auto kLeft = Table::Align::left;
constexpr auto kRight = Table::Align::right;

void print_rigs(const BakedFile& file, std::string& out) {
    Table table({kRight, kLeft, kRight, kRight, kRight, kRight},
                {"#", "rig", "joints", "weights", "skins", "clips"});
    for (std::size_t i = 0; i < file.rigs.rigs.size(); ++i) {
        const RigEntry& rig = file.rigs.rigs[i];
        table.add({fmt::to_string(i), text_of(file, rig.name), fmt::to_string(rig.joint_count),
                   fmt::to_string(rig.weight_count), fmt::to_string(rig.skin_count),
                   fmt::to_string(rig.clip_count)});
    }
    if (!table.empty()) table.print(out);
}

void print_clips(const BakedFile& file, std::string& out) {
    Table table({kRight, kLeft, kRight, kRight, kLeft, kLeft},
                {"#", "clip", "seconds", "channels", "kind", ""});
    for (std::uint32_t i = 0; i < file.clips.clips.size(); ++i) {
        const ClipEntry& entry = file.clips.clips[i];
        std::string notes = entry.loops ? "loop" : "once";
        if (entry.root_motion) notes += ", root motion";
        table.add({fmt::to_string(i), text_of(file, entry.name),
                   fmt::format("{:.3f}", seconds_of(entry.duration)),
                   fmt::to_string(entry.track_count), kind_name(entry.kind), notes});
    }
    if (table.empty()) return;
    out += '\n';
    table.print(out);
}

void print_machines(const BakedFile& file, std::string& out) {
    Table table({kLeft, kRight, kRight, kRight, kRight, kRight},
                {"machine", "layers", "states", "transitions", "from any", "variables"});
    for (std::uint32_t i = 0; i < file.machines.machines.size(); ++i) {
        const MachineCounts counts = count(machine_at(file.machines, i));
        table.add({text_of(file, file.machines.machines[i].name), fmt::to_string(counts.layers),
                   fmt::to_string(counts.states), fmt::to_string(counts.transitions),
                   fmt::to_string(counts.any), fmt::to_string(counts.variables)});
    }
    if (table.empty()) return;
    out += '\n';
    table.print(out);
}

void print_timelines(const BakedFile& file, std::string& out) {
    Table table({kLeft, kRight, kRight, kRight, kRight},
                {"timeline", "frames", "fps", "tracks", "keys"});
    for (const record::AnimationTimeline& timeline : file.timelines.timelines) {
        table.add({text_of(file, NameHash{timeline.name}), fmt::to_string(timeline.duration),
                   fmt::to_string(timeline.snap_fps), fmt::to_string(timeline.tracks.count),
                   fmt::to_string(count_keys(file, timeline))});
    }
    if (table.empty()) return;
    out += '\n';
    table.print(out);
}

void print_sections(const std::vector<SectionSize>& sizes, std::string& out) {
    Table table({kLeft, kRight, kRight}, {"section", "bytes", "items"});
    for (const SectionSize& size : sizes)
        table.add({size.name, fmt::to_string(size.bytes), fmt::to_string(size.count)});
    out += '\n';
    table.print(out);
}

}  // namespace

int inspect_baked(const std::string& file, bool json, Output& out) {
    const OpenedBake opened = load_baked_file(file);
    const std::vector<SectionSize> sizes = section_sizes(opened.file.container, document_schema());
    if (json) {
        write_json(opened.file, sizes, JsonWriter(out.text));
        return exit_ok;
    }
    out.text += fmt::format("{}  baked, version {}, {:.1f} KiB\n",
                            styled(Style::bold, printable(file)), kContainerVersion,
                            static_cast<double>(opened.file.container.bytes.size()) / 1024.0);
    print_rigs(opened.file, out.text);
    print_clips(opened.file, out.text);
    print_clip_sizes(opened.file, out.text);
    print_machines(opened.file, out.text);
    print_timelines(opened.file, out.text);
    print_sections(sizes, out.text);
    return exit_ok;
}

}  // namespace motus::tool
