// SPDX-License-Identifier: MIT
#include "document_input.h"
#include "inspect_library.h"
#include "inspect_parts.h"
#include "table.h"

#include <motus/asset/json_writer.h>
#include <motus/document/new_document.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

void count(const doc::StateGraph& graph, MachineCounts& counts) {
    for (const doc::StateMachineTransition& t : graph.transitions())
        count_transition(t.from_kind(), counts);
    for (const doc::StateMachineState& state : graph.states()) {
        ++(state.kind() == doc::StateKind::sub_machine ? counts.sub_machines : counts.states);
        if (state.graph() != nullptr) count(*state.graph(), counts);
    }
}

std::vector<MachineCounts> count_machines(const doc::Document& root) {
    std::vector<MachineCounts> out;
    for (const doc::StateMachineDefinition& machine : root.library().machines()) {
        MachineCounts& counts = out.emplace_back();
        counts.name = machine.name();
        counts.variables = machine.variables().size();
        for (const doc::StateMachineLayer& layer : machine.machine().layers()) {
            ++counts.layers;
            count(layer.graph(), counts);
        }
    }
    return out;
}

std::vector<TimelineCounts> count_timelines(const doc::Document& root) {
    std::vector<TimelineCounts> out;
    for (const doc::AnimationTimeline& timeline : root.library().timelines()) {
        std::uint64_t keys = 0;
        for (const doc::AnimationTrack& track : timeline.tracks())
            keys += track.keys().size();
        out.push_back({timeline.name(), timeline.duration(), timeline.snap_fps(),
                       timeline.tracks().size(), keys});
    }
    return out;
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
    for (const MachineCounts& machine : count_machines(content.root)) {
        write_machine(machine, json);
        json.end_object();
    }
    json.end_array();
    write_timelines(count_timelines(content.root), json);
    write_warnings(content.diagnostics, json);
    json.key("name").value(content.root.name());
    json.key("entities").value(std::uint64_t{content.root.scene().entities().size()});
    json.key("sources").begin_array();
    for (const doc::Source& source : content.root.sources())
        json.value(source.path());
    json.end_array().end_object().end_line();
}

void print_tables(const Content& content, std::string& out) {
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
    if (!clips.empty()) {
        out += '\n';
        clips.print(out);
    }
    print_machines(count_machines(content.root), out);
    print_timelines(count_timelines(content.root), out);
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
