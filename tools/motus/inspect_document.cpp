// SPDX-License-Identifier: MIT
#include "document_input.h"
#include "inspect_parts.h"
#include "table.h"

#include <motus/asset/json_writer.h>
#include <motus/document/new_document.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// Counted over a machine and its sub-machines.
struct MachineCounts {
    std::uint64_t layers = 0, states = 0, transitions = 0, any = 0, entry = 0, machine = 0,
                  sub_machines = 0;
};

void count(const doc::StateGraph& graph, MachineCounts& counts) {
    for (const doc::StateMachineTransition& t : graph.transitions()) {
        switch (t.from_kind()) {
            case doc::TransitionFrom::any:
                ++counts.any;
                [[fallthrough]];
            case doc::TransitionFrom::state:
                ++counts.transitions;
                break;
            case doc::TransitionFrom::entry:
                ++counts.entry;
                break;
            case doc::TransitionFrom::machine:
                ++counts.machine;
                break;
        }
    }
    for (const doc::StateMachineState& state : graph.states()) {
        ++(state.kind() == doc::StateKind::sub_machine ? counts.sub_machines : counts.states);
        if (state.graph() != nullptr) count(*state.graph(), counts);
    }
}

MachineCounts count(const doc::StateMachineDefinition& machine) {
    MachineCounts counts;
    for (const doc::StateMachineLayer& layer : machine.machine().layers()) {
        ++counts.layers;
        count(layer.graph(), counts);
    }
    return counts;
}

std::uint64_t count_keys(const doc::AnimationTimeline& timeline) {
    std::uint64_t keys = 0;
    for (const doc::AnimationTrack& track : timeline.tracks())
        keys += track.keys().size();
    return keys;
}

/// What a document holds, with the files it refers to.
struct Content {
    const doc::Document& root;
    std::vector<LoadedSource> sources;
    std::vector<const doc::AnimationClip*> clips;
    Diagnostics diagnostics;

    Content(const Document& document, const std::string& file) : root(content(document)) {
        sources = load_sources(document, file, diagnostics);
        visit_objects(root.scene(), [&](const Object& object) {
            if (const auto* clip = object_cast<doc::AnimationClip>(&object)) clips.push_back(clip);
        });
    }

    /// The clip in its file; null where that is not there.
    [[nodiscard]] const AssetClip* source_clip(const doc::AnimationClip& clip) const {
        if (clip.placeholder()) return nullptr;
        for (const LoadedSource& source : sources) {
            if (source.id != clip.source()) continue;
            const auto& all = source.asset.clips;
            if (clip.source_index() < all.size() &&
                all[clip.source_index()].name == clip.source_clip()) {
                return &all[clip.source_index()];
            }
            for (const AssetClip& other : all)
                if (other.name == clip.source_clip()) return &other;
        }
        return nullptr;
    }

    template <typename Count>
    [[nodiscard]] std::uint64_t sum(Count&& of) const {
        std::uint64_t total = 0;
        for (const LoadedSource& source : sources)
            total += of(source.asset);
        return total;
    }
};

void write_clips(const Content& content, JsonWriter& json) {
    json.key("clips").begin_array();
    for (const doc::AnimationClip* clip : content.clips) {
        const AssetClip* from = content.source_clip(*clip);
        const InterpolationCounts counts =
            from != nullptr ? count_interpolations(*from) : InterpolationCounts{};
        json.begin_object().key("name").value(clip->name());
        if (from != nullptr) {
            json.key("duration").value(seconds_of(from->duration));
        } else {
            json.key("duration").value(clip->length_s());
        }
        json.key("channels").value(std::uint64_t{counts[0] + counts[1] + counts[2]});
        write_interpolations(counts, json);
        json.key("loop").value(clip->loop()).key("rootMotion").value(clip->root_motion());
        json.key("events").value(std::uint64_t{clip->events().size()});
        json.key("placeholder").value(clip->placeholder()).end_object();
    }
    json.end_array();
}

void write_json(const Content& content, JsonWriter json) {
    json.begin_object().key("kind").value("document");
    json.key("nodes").value(content.sum([](const Asset& a) { return a.nodes.size(); }));
    json.key("skins").begin_array();
    for (const LoadedSource& source : content.sources)
        write_skins(source.asset, json);
    json.end_array();
    json.key("meshes").value(content.sum([](const Asset& a) { return a.meshes.size(); }));
    json.key("morphTargets").value(content.sum(count_targets));
    write_clips(content, json);
    json.key("machines").begin_array();
    for (const doc::StateMachineDefinition& machine : content.root.library().machines()) {
        const MachineCounts counts = count(machine);
        json.begin_object().key("name").value(machine.name());
        json.key("layers").value(counts.layers).key("states").value(counts.states);
        json.key("transitions").value(counts.transitions);
        json.key("anyStateTransitions").value(counts.any);
        json.key("entryTransitions").value(counts.entry);
        json.key("stateMachineTransitions").value(counts.machine);
        json.key("stateMachines").value(counts.layers + counts.sub_machines);
        json.key("variables").value(std::uint64_t{machine.variables().size()}).end_object();
    }
    json.end_array();
    json.key("timelines").begin_array();
    for (const doc::AnimationTimeline& timeline : content.root.library().timelines()) {
        json.begin_object().key("name").value(timeline.name());
        json.key("frames").value(timeline.duration()).key("fps").value(timeline.snap_fps());
        json.key("tracks").value(std::uint64_t{timeline.tracks().size()});
        json.key("keys").value(count_keys(timeline)).end_object();
    }
    json.end_array();
    write_warnings(content.diagnostics, json);
    json.key("name").value(content.root.name());
    json.key("entities").value(std::uint64_t{content.root.scene().entities().size()});
    json.key("sources").begin_array();
    for (const doc::Source& source : content.root.sources())
        json.value(source.path());
    json.end_array().end_object().end_line();
}

constexpr auto kLeft = Table::Align::left;
constexpr auto kRight = Table::Align::right;

void print_tables(const Content& content, std::string& out) {
    const auto print = [&out](const Table& table) {
        if (table.empty()) return;
        out += '\n';
        table.print(out);
    };
    Table clips({kRight, kLeft, kRight, kRight, kRight, kLeft},
                {"#", "clip", "seconds", "channels", "events", ""});
    for (std::size_t i = 0; i < content.clips.size(); ++i) {
        const doc::AnimationClip& clip = *content.clips[i];
        const AssetClip* from = content.source_clip(clip);
        std::string notes = clip.loop() ? "loop" : "once";
        if (clip.root_motion()) notes += ", root motion";
        if (from == nullptr) notes += ", not in its file";
        clips.add({fmt::to_string(i), clip.name(), fmt::format("{:.3f}", clip.length_s()),
                   from != nullptr ? fmt::to_string(from->tracks.size()) : "-",
                   fmt::to_string(clip.events().size()), notes});
    }
    print(clips);
    Table machines({kLeft, kRight, kRight, kRight, kRight, kRight},
                   {"machine", "layers", "states", "transitions", "from any", "variables"});
    for (const doc::StateMachineDefinition& machine : content.root.library().machines()) {
        const MachineCounts counts = count(machine);
        machines.add({machine.name(), fmt::to_string(counts.layers), fmt::to_string(counts.states),
                      fmt::to_string(counts.transitions), fmt::to_string(counts.any),
                      fmt::to_string(machine.variables().size())});
    }
    print(machines);
    Table timelines({kLeft, kRight, kRight, kRight, kRight},
                    {"timeline", "frames", "fps", "tracks", "keys"});
    for (const doc::AnimationTimeline& timeline : content.root.library().timelines()) {
        timelines.add({timeline.name(), fmt::to_string(timeline.duration()),
                       fmt::to_string(timeline.snap_fps()),
                       fmt::to_string(timeline.tracks().size()),
                       fmt::to_string(count_keys(timeline))});
    }
    print(timelines);
}

}  // namespace

int inspect_document(const std::string& file, bool json, Output& out) {
    Diagnostics diagnostics;
    const std::unique_ptr<Document> document = load_document(file, diagnostics);
    const Content content(*document, file);
    if (json) {
        write_json(content, JsonWriter(out.text));
        return exit_ok;
    }
    out.text += styled(Style::bold, printable(file)) + "\n";
    const auto line = [&](const char* name, std::uint64_t n, const std::string& more) {
        out.text += fmt::format("  {:<9} {:>6}", name, n);
        if (!more.empty()) out.text += "  " + styled(Style::dim, printable(more));
        out.text += '\n';
    };
    std::string sources, entities;
    for (const doc::Source& source : content.root.sources())
        sources += (sources.empty() ? "" : ", ") + source.path();
    for (const doc::Entity& entity : content.root.scene().entities())
        entities += (entities.empty() ? "" : ", ") + entity.name();
    line("sources", content.root.sources().size(), sources);
    line("entities", content.root.scene().entities().size(), entities);
    line("clips", content.clips.size(), "");
    line("machines", content.root.library().machines().size(), "");
    line("timelines", content.root.library().timelines().size(), "");
    print_tables(content, out.text);
    print_warnings(content.diagnostics, out.text);
    return exit_ok;
}

}  // namespace motus::tool
