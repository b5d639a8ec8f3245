// SPDX-License-Identifier: MIT
#include "inspect_baked.h"

#include "baked_input.h"
#include "character.h"
#include "clip_channels.h"
#include "clip_report.h"
#include "inspect_library.h"
#include "inspect_parts.h"
#include "table.h"

#include <motus/asset/json_writer.h>
#include <motus/bake/bake.h>
#include <motus/document/new_document.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

void write_rigs(const Library& library, JsonWriter& json) {
    const BakedFile& file = library.file();
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
        const ClipEntry& entry = file.clips.clips[i];
        const InterpolationCounts counts = count_channels(file, i, library.clips()[i]);
        json.begin_object().key("name").value(text_of(file, entry.name));
        json.key("duration").value(seconds_of(entry.duration));
        json.key("channels").value(std::uint64_t{counts[0] + counts[1] + counts[2]});
        write_interpolations(counts, json);
        json.key("loop").value(entry.loops == 1).key("rootMotion").value(entry.root_motion == 1);
        json.key("events").value(std::uint64_t{events_of_clip(file, i).size()});
        write_clip_size(file, i, sizes[i], json);
        json.end_object();
    }
    json.end_array();
}

/// As in documents. What a bake leaves out is not there any more: muted transitions, for one.
MachineCounts count_machine(const BakedFile& file, std::uint32_t machine) {
    const Machine graph = machine_at(file.machines, machine);
    MachineCounts counts;
    counts.name = text_of(file, file.machines.machines[machine].name);
    counts.layers = graph.layers.size();
    counts.variables = graph.variables.size();
    for (const record::StateMachineState& state : graph.states)
        ++(state.kind == record::StateKind::sub_machine ? counts.sub_machines : counts.states);
    for (const record::StateMachineTransition& transition : graph.transitions)
        count_transition(transition.from_kind, counts);
    return counts;
}

void write_machines(const BakedFile& file, JsonWriter& json) {
    json.key("machines").begin_array();
    for (std::uint32_t i = 0; i < file.machines.machines.size(); ++i) {
        write_machine(count_machine(file, i), json);
        const std::size_t keys = machine_at(file.machines, i).curve_keys.size();
        json.key("curveKeys").value(std::uint64_t{keys}).end_object();
    }
    json.end_array();
}

std::vector<TimelineCounts> count_timelines(const BakedFile& file) {
    std::vector<TimelineCounts> out;
    for (const record::AnimationTimeline& timeline : file.timelines.timelines) {
        const record::Range range = timeline.tracks;
        std::uint64_t keys = 0;
        for (const record::AnimationTrack& track :
             file.timelines.tracks.subspan(range.start, range.count)) {
            keys += track.keys.count;
        }
        out.push_back({text_of(file, NameHash{timeline.name}), timeline.duration, timeline.snap_fps,
                       range.count, keys});
    }
    return out;
}

void write_json(const Library& library, const std::vector<SectionSize>& sizes, JsonWriter json) {
    const BakedFile& file = library.file();
    json.begin_object().key("kind").value("baked");
    write_rigs(library, json);
    write_machines(file, json);
    write_timelines(count_timelines(file), json);
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

void print_clips(const Library& library, std::string& out) {
    const BakedFile& file = library.file();
    Table table({kRight, kLeft, kRight, kRight, kRight, kLeft, kLeft},
                {"#", "clip", "seconds", "channels", "events", "kind", ""});
    for (std::uint32_t i = 0; i < file.clips.clips.size(); ++i) {
        const ClipEntry& entry = file.clips.clips[i];
        const InterpolationCounts counts = count_channels(file, i, library.clips()[i]);
        std::string notes = entry.loops ? "loop" : "once";
        if (entry.root_motion) notes += ", root motion";
        table.add({fmt::to_string(i), text_of(file, entry.name),
                   fmt::format("{:.3f}", seconds_of(entry.duration)),
                   fmt::to_string(counts[0] + counts[1] + counts[2]),
                   fmt::to_string(events_of_clip(file, i).size()), kind_name(entry.kind), notes});
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
    const std::vector<SectionSize> sizes =
        section_sizes(opened.file().container, document_schema());
    if (json) {
        write_json(opened.library, sizes, JsonWriter(out.text));
        return exit_ok;
    }
    out.text += fmt::format("{}  baked, version {}, {:.1f} KiB\n",
                            styled(Style::bold, printable(file)), kContainerVersion,
                            static_cast<double>(opened.file().container.bytes.size()) / 1024.0);
    print_rigs(opened.file(), out.text);
    print_clips(opened.library, out.text);
    print_clip_sizes(opened.file(), out.text);
    std::vector<MachineCounts> machines;
    for (std::uint32_t i = 0; i < opened.file().machines.machines.size(); ++i)
        machines.push_back(count_machine(opened.file(), i));
    print_machines(machines, out.text);
    print_timelines(count_timelines(opened.file()), out.text);
    print_sections(sizes, out.text);
    return exit_ok;
}

}  // namespace motus::tool
