// SPDX-License-Identifier: MIT
#include <motus/session/describe.h>

#include <motus/document/new_document.h>

#include <algorithm>

namespace motus {
namespace {

std::string text_of(std::uint64_t id) {
    return std::to_string(id);
}

struct Counts {
    std::uint32_t layers = 0, states = 0, transitions = 0;
};

void count(const doc::StateGraph& graph, Counts& counts) {
    counts.transitions += static_cast<std::uint32_t>(graph.transitions().size());
    for (const doc::StateMachineState& state : graph.states()) {
        ++counts.states;
        if (state.graph() != nullptr) count(*state.graph(), counts);
    }
}

/// Entities that have a rig, and their clips, in the order of the file.
struct RigPlace {
    const doc::Entity* entity;
    const doc::Rig* rig;
};

std::vector<RigPlace> rigs_of(const Document& document) {
    std::vector<RigPlace> out;
    visit_objects(document.root(), [&](const Object& object) {
        const auto* rig = object_cast<doc::Rig>(&object);
        const auto* entity = object_cast<doc::Entity>(object.parent());
        if (rig != nullptr && entity != nullptr) out.push_back({entity, rig});
    });
    return out;
}

std::uint32_t joints_of(const Project& project, std::uint64_t entity) {
    if (project.file() == nullptr) return 0;
    for (const RigEntry& rig : project.file()->rigs.rigs)
        if (rig.entity == entity) return rig.joint_count;
    return 0;
}

double seconds_of_clip(const Project& project, const doc::AnimationClip& clip) {
    if (project.file() != nullptr) {
        for (const ClipEntry& entry : project.file()->clips.clips)
            if (entry.id == clip.id()) return seconds_of(entry.duration);
    }
    return static_cast<double>(clip.length_s());
}

std::string rig_of_definition(const Project& project, std::uint64_t machine) {
    const BakedFile* file = project.file();
    if (file == nullptr) return "";
    for (std::uint32_t i = 0; i < file->machines.machines.size(); ++i) {
        if (file->machines.machines[i].id != machine) continue;
        const std::uint32_t rig = rig_of_machine(*file, i);
        return rig == kNoItem ? "" : text_of(file->rigs.rigs[rig].entity);
    }
    return "";
}

void write_rigs(const Project& project, const std::vector<RigPlace>& rigs, JsonWriter& json) {
    json.key("rigs").begin_array();
    for (const RigPlace& place : rigs) {
        const auto* source =
            object_cast<doc::Source>(project.document().find_id(place.rig->source()));
        json.begin_object().key("id").value(text_of(place.entity->id()));
        json.key("name").value(place.entity->name());
        json.key("joints").value(joints_of(project, place.entity->id()));
        json.key("source").value(source != nullptr ? source->path() : std::string());
        json.key("clips").begin_array();
        for (const doc::AnimationClip& clip : place.rig->clips())
            json.value(text_of(clip.id()));
        json.end_array().end_object();
    }
    json.end_array().key("clips").begin_array();
    for (const RigPlace& place : rigs) {
        for (const doc::AnimationClip& clip : place.rig->clips()) {
            json.begin_object().key("id").value(text_of(clip.id()));
            json.key("name").value(clip.name()).key("rig").value(text_of(place.entity->id()));
            json.key("seconds").value(seconds_of_clip(project, clip));
            json.key("loop").value(clip.loop()).key("missing").value(clip.placeholder());
            json.end_object();
        }
    }
    json.end_array();
}

constexpr const char* kEntryKinds[] = {"folder", "timeline", "clip", "machine"};

/// Folders below `folder`, outer ones first, each with its lines.
void write_folders(const doc::AnimationFolder& folder, const std::string& parent,
                   JsonWriter& json) {
    for (const doc::LibraryEntry& entry : folder.entries()) {
        if (entry.folder() == nullptr) continue;
        const std::string id = text_of(entry.id());
        json.begin_object().key("id").value(id).key("name").value(entry.folder()->name());
        json.key("parent").value(parent).key("collapsed").value(entry.folder()->collapsed());
        json.key("entries").begin_array();
        for (const doc::LibraryEntry& inner : entry.folder()->entries()) {
            const bool is_folder = inner.folder() != nullptr;
            json.begin_object().key("kind");
            json.value(kEntryKinds[is_folder ? 0 : static_cast<std::size_t>(inner.kind())]);
            json.key("id").value(text_of(is_folder ? inner.id() : inner.item())).end_object();
        }
        json.end_array().end_object();
        write_folders(*entry.folder(), id, json);
    }
}

}  // namespace

void describe_library(const Project& project, JsonWriter& json) {
    const doc::Document& root = content(project.document());
    const std::vector<RigPlace> rigs = rigs_of(project.document());
    json.begin_object().key("name").value(root.name());
    write_rigs(project, rigs, json);
    json.key("machines").begin_array();
    for (const doc::StateMachineDefinition& machine : root.library().machines()) {
        Counts counts;
        for (const doc::StateMachineLayer& layer : machine.machine().layers()) {
            ++counts.layers;
            count(layer.graph(), counts);
        }
        json.begin_object().key("id").value(text_of(machine.id()));
        json.key("name").value(machine.name());
        json.key("rig").value(rig_of_definition(project, machine.id()));
        json.key("layers").value(counts.layers).key("states").value(counts.states);
        json.key("transitions").value(counts.transitions).end_object();
    }
    json.end_array().key("timelines").begin_array();
    for (const doc::AnimationTimeline& timeline : root.library().timelines()) {
        std::uint64_t keys = 0;
        for (const doc::AnimationTrack& track : timeline.tracks())
            keys += track.keys().size();
        const double fps =
            timeline.snap_fps() > 0.0f ? static_cast<double>(timeline.snap_fps()) : 30.0;
        json.begin_object().key("id").value(text_of(timeline.id()));
        json.key("name").value(timeline.name()).key("frames").value(timeline.duration());
        json.key("fps").value(fps);
        json.key("seconds").value(static_cast<double>(timeline.duration()) / fps);
        json.key("tracks").value(std::uint64_t{timeline.tracks().size()});
        json.key("keys").value(keys).end_object();
    }
    json.end_array().key("folders").begin_array();
    write_folders(root.library().root(), "", json);
    json.end_array().key("first").begin_object();
    std::string kind = "none", id;
    if (root.library().timelines().size() != 0) {
        kind = "timeline";
        id = text_of((*root.library().timelines().begin()).id());
    }
    for (auto place = rigs.rbegin(); place != rigs.rend(); ++place) {
        if (place->rig->clips().size() == 0) continue;
        kind = "clip";
        id = text_of((*place->rig->clips().begin()).id());
    }
    if (root.library().machines().size() != 0) {
        kind = "machine";
        id = text_of((*root.library().machines().begin()).id());
    }
    json.key("kind").value(kind).key("id").value(id).end_object().end_object();
}

void describe_faults(const std::vector<Fault>& faults, JsonWriter& json) {
    json.begin_array();
    for (const Fault& fault : faults) {
        json.begin_object().key("severity");
        json.value(fault.severity == Severity::error ? "error" : "warning");
        json.key("code").value(fault.code).key("path").value(fault.path);
        json.key("message").value(fault.message).end_object();
    }
    json.end_array();
}

void describe_report(const Project& project, JsonWriter& json) {
    const ProjectReport& report = project.report();
    json.begin_object().key("name").value(content(project.document()).name());
    json.key("missing").begin_array();
    for (const std::string& path : report.missing)
        json.value(path);
    json.end_array().key("faults");
    describe_faults(report.faults, json);
    json.key("playable").value(report.playable).end_object();
}

void describe_rig(const Project& project, std::uint32_t rig, JsonWriter& json) {
    const BakedFile& file = *project.file();
    const RigEntry& entry = file.rigs.rigs[rig];
    const Skeleton skeleton = skeleton_at(file.rigs, rig);
    // Bones: joints of skins and what connects them; without a skin, all.
    std::vector<bool> bones(skeleton.joint_count(), entry.skin_count == 0);
    for (std::uint32_t s = 0; s < entry.skin_count; ++s) {
        for (JointIndex joint : skin_at(file.rigs, rig, s).joints)
            bones[joint] = true;
    }
    std::vector<bool> above(skeleton.joint_count()), below(skeleton.joint_count());
    for (JointIndex j = 0; j < skeleton.joint_count(); ++j) {
        const JointIndex parent = skeleton.parents[j];
        above[j] = bones[j] || (parent != kNoJoint && above[parent]);
    }
    for (JointIndex j = skeleton.joint_count(); j-- > 0;) {
        below[j] = below[j] || bones[j];
        const JointIndex parent = skeleton.parents[j];
        if (below[j] && parent != kNoJoint) below[parent] = true;
    }
    json.begin_object().key("id").value(text_of(entry.entity));
    json.key("name").value(name_text(file, entry.name));
    json.key("joints").begin_array();
    for (JointIndex j = 0; j < skeleton.joint_count(); ++j) {
        const JointIndex parent = skeleton.parents[j];
        json.begin_object().key("name").value(name_text(file, skeleton.names[j]));
        json.key("parent").value(parent == kNoJoint ? std::int64_t{-1} : std::int64_t{parent});
        json.key("bone").value(above[j] && below[j]);
        json.key("node").value(skeleton.source[j]).end_object();
    }
    json.end_array().key("skins").begin_array();
    for (std::uint32_t s = 0; s < entry.skin_count; ++s) {
        json.begin_object().key("name");
        json.value(name_text(file, file.rigs.skins[entry.skin_start + s].name));
        json.key("joints").values(skin_at(file.rigs, rig, s).joints).end_object();
    }
    json.end_array().end_object();
}

void describe_events(const std::deque<StageEvent>& events, JsonWriter& json) {
    constexpr const char* kKinds[] = {"motion",           "state",         "enter", "exit",
                                      "transition_start", "transition_end"};
    json.begin_array();
    for (const StageEvent& event : events) {
        json.begin_object().key("tick").value(event.tick).key("seconds").value(event.seconds);
        json.key("kind").value(kKinds[static_cast<std::size_t>(event.kind)]);
        json.key("name").value(event.name).key("layer").value(event.layer);
        json.key("state").value(event.state).key("clip").value(event.clip);
        json.key("weight").value(event.weight).end_object();
    }
    json.end_array();
}

void describe_why(const Why& why, std::uint64_t tick, JsonWriter& json) {
    json.begin_object().key("transition").value(why.transition).key("tick").value(tick);
    json.key("considered").value(why.considered).key("taken").value(why.taken);
    json.key("blockedBy").value(why.blocked_by).key("conditions").begin_array();
    for (const WhyCondition& condition : why.conditions) {
        json.begin_object().key("parameter").value(condition.parameter);
        json.key("op").value(operator_word(condition.op)).key("value").value(condition.value);
        json.key("actual").value(condition.actual).key("holds").value(condition.holds);
        json.key("text").value(condition.text).end_object();
    }
    json.end_array().key("exitTime");
    if (why.has_exit_time) {
        const bool at = why.mode == record::ExitTimeMode::at_crossing;
        json.begin_object().key("at").value(why.exit_time).key("now").value(why.now);
        json.key("mode").value(at ? "at_crossing" : "from_crossing");
        json.key("crossed").value(why.crossed).end_object();
    } else {
        json.null();
    }
    json.key("verdict").value(why.verdict).end_object();
}

void describe_history(const Document& document, JsonWriter& json) {
    const History& history = document.history();
    json.begin_object().key("steps").begin_array();
    for (std::size_t i = 0; i < history.size(); ++i)
        json.value(history[i].name);
    json.end_array().key("position").value(std::uint64_t{history.position()});
    json.key("modified").value(document.is_modified()).end_object();
}

}  // namespace motus
