// SPDX-License-Identifier: MIT
#include "unity.h"

#include "input.h"
#include "inspect_parts.h"
#include "table.h"

#include <motus/asset/json_writer.h>
#include <motus/document/file.h>
#include <motus/document/validate.h>
#include <motus/import/unity/controller.h>

#include <array>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace motus::tool {
namespace {

using unity::Controller;

constexpr std::array kTreeKeys = {"1D", "simpleDirectional", "freeformDirectional",
                                  "freeformCartesian", "direct"};

std::array<std::uint32_t, 4> count_parameters(const Controller& controller) {
    std::array<std::uint32_t, 4> counts{};
    for (const unity::Parameter& parameter : controller.parameters)
        ++counts[static_cast<std::size_t>(parameter.type)];
    return counts;
}

/// A clip of Unity as it will play.
struct PlayedClip {
    std::string name;
    float duration = 0.0f;
    bool loop = false, placeholder = false;
};

std::vector<PlayedClip> played_clips(const Document& document) {
    std::vector<PlayedClip> out;
    visit_objects(document.root(), [&](const Object& object) {
        if (const auto* clip = object_cast<doc::AnimationClip>(&object)) {
            out.push_back({clip->name(), clip->length_s(), clip->loop(), clip->placeholder()});
        } else if (const auto* line = object_cast<doc::AnimationTimeline>(&object)) {
            out.push_back({line->name(), line->duration_s(),
                           line->playback_mode() != doc::PlaybackMode::one_shot, false});
        }
    });
    return out;
}

void write_clips(const std::vector<PlayedClip>& clips, JsonWriter& json) {
    json.key("clips").begin_array();
    for (const PlayedClip& clip : clips) {
        json.begin_object().key("name").value(clip.name).key("duration").value(clip.duration);
        json.key("loop").value(clip.loop).key("placeholder").value(clip.placeholder).end_object();
    }
    json.end_array();
}

void print_clips(const std::vector<PlayedClip>& clips, std::string& out) {
    if (clips.empty()) return;
    Table table({Table::Align::left, Table::Align::right, Table::Align::left},
                {"clip", "seconds", ""});
    for (const PlayedClip& clip : clips) {
        table.add(
            {clip.name, fmt::format("{:.3f}", clip.duration),
             std::string(clip.loop ? "loop" : "once") + (clip.placeholder ? ", placeholder" : "")});
    }
    out += '\n';
    table.print(out);
}

void write_json(const Controller& controller, const std::vector<PlayedClip>& clips,
                const Diagnostics& diagnostics, JsonWriter json) {
    const unity::Counts& counts = controller.counts;
    const auto parameters = count_parameters(controller);
    json.begin_object().key("kind").value("unity-controller");
    json.key("version").value(controller.version);
    json.key("layers").value(std::uint64_t{controller.layers.size()});
    json.key("parameters").begin_object();
    json.key("float").value(parameters[0]).key("int").value(parameters[1]);
    json.key("bool").value(parameters[2]).key("trigger").value(parameters[3]).end_object();
    json.key("states").value(counts.states).key("transitions").value(counts.transitions);
    json.key("anyStateTransitions").value(counts.any_transitions);
    json.key("entryTransitions").value(counts.entry_transitions);
    json.key("stateMachineTransitions").value(counts.machine_transitions);
    json.key("stateMachines").value(counts.machines);
    json.key("blendTrees").begin_object();
    for (std::size_t i = 0; i < kTreeKeys.size(); ++i)
        json.key(kTreeKeys[i]).value(counts.trees[i]);
    json.end_object();
    json.key("behaviours").value(counts.behaviours).key("orphans").value(counts.orphans);
    write_warnings(diagnostics, json);
    json.key("name").value(controller.name);
    write_clips(clips, json);
    json.end_object().end_line();
}

void print(const Controller& controller, std::string& out) {
    const unity::Counts& counts = controller.counts;
    const auto parameters = count_parameters(controller);
    const auto line = [&out](const char* name, std::uint64_t count, const std::string& more = {}) {
        out += fmt::format("  {:<15} {:>6}", name, count);
        if (!more.empty()) out += "  " + styled(Style::dim, printable(more));
        out += '\n';
    };
    std::string layers;
    for (const unity::Layer& layer : controller.layers)
        layers += (layers.empty() ? "" : ", ") + layer.name;
    line("layers", controller.layers.size(), layers);
    line("parameters", controller.parameters.size(),
         fmt::format("{} float, {} int, {} bool, {} trigger", parameters[0], parameters[1],
                     parameters[2], parameters[3]));
    line("states", counts.states);
    line("transitions", counts.transitions,
         fmt::format("{} from any state", counts.any_transitions));
    line("entries, exits", counts.entry_transitions + counts.machine_transitions,
         fmt::format("{} at entry, {} out of sub-machines", counts.entry_transitions,
                     counts.machine_transitions));
    line("state machines", counts.machines);
    std::string kinds;
    std::uint32_t trees = 0;
    for (std::size_t i = 0; i < kTreeKeys.size(); ++i) {
        if (counts.trees[i] == 0) continue;
        kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", counts.trees[i], kTreeKeys[i]);
        trees += counts.trees[i];
    }
    line("blend trees", trees, kinds);
    line("behaviours", counts.behaviours);
    line("orphans", counts.orphans, counts.orphans == 0 ? "" : "nothing refers to them; left out");
}

/// "state machines" as stateMachines; `clips` is the list of them.
std::string key_of(const std::string& what) {
    if (what == "clips") return "clipsFound";
    std::string out;
    bool upper = false;
    for (const char c : what) {
        if (c == ' ') {
            upper = true;
            continue;
        }
        out += upper ? static_cast<char>(c - 'a' + 'A') : c;
        upper = false;
    }
    return out;
}

/// Clips, masks and override controllers: by what they become.
int inspect_small(const std::string& file, const UnityOptions& options, bool json_wanted,
                  Output& out) {
    Diagnostics diagnostics;
    const UnityInput input = read_unity_input(file, options, diagnostics, false);
    const std::vector<PlayedClip> clips = played_clips(*input.bake.document);
    const std::string ending = lower_extension(file);
    const char* kind = ending == ".anim"   ? "unity-clip"
                       : ending == ".mask" ? "unity-mask"
                                           : "unity-override-controller";
    if (json_wanted) {
        JsonWriter json(out.text);
        json.begin_object().key("kind").value(kind).key("name").value(input.report.name);
        std::set<std::string> written;
        for (const unity::ReportCount& count : input.report.counts) {
            json.key(key_of(count.what)).value(count.found);
            written.insert(count.what);
        }
        for (const char* always : {"curves", "events"})
            if (ending == ".anim" && written.count(always) == 0) json.key(always).value(0);
        write_warnings(diagnostics, json);
        write_clips(clips, json);
        json.end_object().end_line();
        return exit_ok;
    }
    out.text +=
        fmt::format("{}  {}\n", styled(Style::bold, printable(file)), styled(Style::dim, kind));
    for (const unity::ReportCount& count : input.report.counts)
        out.text += fmt::format("  {:<15} {:>6}\n", count.what, count.found);
    print_clips(clips, out.text);
    print_warnings(diagnostics, out.text);
    return exit_ok;
}

}  // namespace

bool is_unity_file(const std::string& file) {
    const std::string ending = lower_extension(file);
    return ending == ".controller" || ending == ".anim" || ending == ".mask" ||
           ending == ".overridecontroller";
}

int inspect_unity(const std::string& file, const UnityOptions& options, bool json, Output& out) {
    if (lower_extension(file) != ".controller") return inspect_small(file, options, json, out);
    const Result<std::string> text = read_text_file(file);
    if (!text) throw InputFault(file, text.error());
    Diagnostics of_reading, of_import, diagnostics;
    const Result<Controller> controller = unity::read_controller(*text, of_reading);
    if (!controller) throw InputFault(file, controller.error());
    const UnityInput input = read_unity_input(file, options, of_import, false);
    for (const Fault& fault : of_import.faults()) {  // of the reading too
        // Clips that are not found show in the list.
        if (fault.code != "unity-unresolved")
            diagnostics.warn(fault.code, fault.path, fault.message);
    }
    const std::vector<PlayedClip> clips = played_clips(*input.bake.document);
    if (json) {
        write_json(*controller, clips, diagnostics, JsonWriter(out.text));
        return exit_ok;
    }
    out.text += fmt::format(
        "{}  {}\n", styled(Style::bold, printable(file)),
        styled(Style::dim, fmt::format("Unity controller, version {}", controller->version)));
    print(*controller, out.text);
    print_clips(clips, out.text);
    print_warnings(diagnostics, out.text);
    return exit_ok;
}

Diagnostics validate_unity(const std::string& file) {
    Diagnostics diagnostics;
    const Result<std::string> text = read_text_file(file);
    if (!text) {
        diagnostics.error(text.error().code, text.error().place, text.error().cause);
        return diagnostics;
    }
    const unity::Project project = scan_project(file, "", diagnostics);
    unity::ImportOptions options;
    options.project = &project;
    options.fit = false;  // it adds no faults
    options.clips_path = "clips.glb";
    Diagnostics of_import;
    const auto import = open_unity(file, std::move(options), of_import);
    Diagnostics of_document;
    std::set<std::pair<std::string, std::string>> told;
    if (import) validate(*import->document, of_document);
    for (const Fault& fault : of_document.faults())
        if (fault.severity == Severity::error) told.emplace(fault.code, fault.path);
    const auto pass_on = [&](const Fault& fault) {
        if (fault.severity == Severity::error) {
            diagnostics.error(fault.code, fault.path, fault.message);
        } else {
            diagnostics.warn(fault.code, fault.path, fault.message);
        }
    };
    for (const Fault& fault : of_import.faults()) {
        // What an import only warns of is an error of the document.
        if (fault.severity == Severity::error || told.count({fault.code, fault.path}) == 0) {
            pass_on(fault);
        }
    }
    for (const Fault& fault : of_document.faults())
        pass_on(fault);
    return diagnostics;
}

}  // namespace motus::tool
