// SPDX-License-Identifier: MIT
#include <motus/animator/cast.h>
#include <motus/core/assert.h>
#include <motus/core/guess.h>
#include <motus/machine/check.h>
#include <motus/machine/enter.h>
#include <motus/machine/motion.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace motus::detail {
namespace {

/// Type number of a clip in links of motions; any but 0 is one.
constexpr std::uint32_t kMotionLink = 1;

std::string cast_text(const Library& library, std::uint64_t hash) {
    return std::string(library.text(NameHash{hash}));
}

/// Builds the machine of a rig's clips. Masks of layers come after those of the file.
std::optional<Error> make_clip_machine(Cast& cast, std::span<const ClipLayer> over) {
    const BakedFile& file = cast.library->file();
    const RigEntry& rig = file.rigs.rigs[cast.rig_index];
    if (over.size() >= kMaxLayers) return Error{"too-many-layers", "", "there are too many layers"};
    ClipMachine& m = cast.clips;
    m.masks.assign(cast.rig.masks.begin(), cast.rig.masks.end());
    const auto count = static_cast<std::uint32_t>(over.size()) + 1;
    const std::uint32_t states = rig.clip_count + 1;
    for (std::uint32_t l = 0; l < count; ++l) {
        const ClipLayer setting = l == 0 ? ClipLayer{} : over[l - 1];
        if (!(setting.weight >= 0.0f && setting.weight <= 1.0f))
            return Error{"layer-weight", "", "the weight of a layer is from 0 to 1"};
        record::StateMachineLayer layer{};
        layer.name = static_cast<std::uint64_t>(hash_name(std::to_string(l)));
        layer.mask = kNoIndex;
        layer.weight = setting.weight;
        layer.blending =
            setting.additive ? record::LayerBlending::additive : record::LayerBlending::override;
        if (!setting.joint.empty()) {
            const JointIndex joint = find_joint(cast.rig.skeleton, hash_name(setting.joint));
            if (joint == kNoJoint) {
                std::vector<std::string> names;
                for (const NameHash name : cast.rig.skeleton.names)
                    names.push_back(cast_text(*cast.library, static_cast<std::uint64_t>(name)));
                return Error{"unknown-name", "", there_is_no("joint", setting.joint, names)};
            }
            layer.mask = static_cast<std::uint32_t>(m.masks.size());
            std::vector<float>& weights =
                m.mask_floats.emplace_back(cast.rig.skeleton.joint_count(), 0.0f);
            (void)mask_subtree(cast.rig.skeleton, joint, 1.0f, weights);
            m.masks.emplace_back(weights);
        }
        m.layers.push_back(layer);
        LayerLink link;
        link.root = l;
        m.layer_links.push_back(link);
        GraphLink graph;
        graph.states = {l * states, states};
        graph.default_state = l * states;
        m.graphs.push_back(graph);
        for (std::uint32_t s = 0; s < states; ++s) {
            record::StateMachineState state{};
            state.variable_x = state.variable_y = kNoIndex;
            state.speed_variable = state.cycle_offset_variable = state.time_variable = kNoIndex;
            state.mirror_variable = kNoIndex;
            state.speed = 1.0f;
            state.sync = record::MotionSync::none;
            state.write_defaults = true;
            if (s != 0) {
                const std::uint32_t clip = rig.clip_start + s - 1;
                state.name = state.path = static_cast<std::uint64_t>(file.clips.clips[clip].name);
                state.motion = {kMotionLink, clip};  // motions are the clips, then timelines
                state.kind = record::StateKind::clip;
            }
            m.states.push_back(state);
            StateLink place;
            place.graph = place.layer = l;
            m.state_links.push_back(place);
        }
    }
    Machine& graph = cast.graph;
    graph.layers = m.layers;
    graph.states = m.states;
    graph.state_links = m.state_links;
    graph.graphs = m.graphs;
    graph.layer_links = m.layer_links;
    graph.motions = file.machines.motions;
    graph.events = file.machines.events;
    graph.markers = file.machines.markers;
    graph.event_names = file.machines.event_names;
    graph.shape = shape_of(graph);
    cast.rig.masks = m.masks;
    MOTUS_ASSERT(check(graph, static_cast<std::uint32_t>(m.masks.size())) == Status::ok);
    return std::nullopt;
}

/// That everything the machine may play is there, and is for this rig.
std::optional<Error> check_motions_of(const Cast& cast) {
    const BakedFile& file = cast.library->file();
    const auto fits = [&](const record::Link& motion) {
        if (motion.type == 0) return true;
        if (motion.index >= cast.graph.motions.size()) return false;
        const MotionInfo& info = cast.graph.motions[motion.index];
        if (info.kind == MotionKind::timeline) return info.index < file.timelines.timelines.size();
        return info.index < file.clips.clips.size() &&
               file.clips.clips[info.index].rig == cast.rig_index;
    };
    const Error stranger{"other-rig", "", "the machine plays a clip that is not of its rig"};
    for (const record::StateMachineState& state : cast.graph.states)
        if (!fits(state.motion)) return stranger;
    for (const record::BlendChild& child : cast.graph.children)
        if (!fits(child.motion)) return stranger;
    for (const SyncedLink& link : cast.graph.synced)
        if (link.motion != kNoIndex && !fits({kMotionLink, link.motion})) return stranger;
    return std::nullopt;
}

/// What follows from the machine and the rig.
Result<std::unique_ptr<Cast>> finish_cast(std::unique_ptr<Cast> cast,
                                          const AnimatorOptions& options) {
    if (std::optional<Error> fault = check_motions_of(*cast)) return *std::move(fault);
    const Machine& graph = cast->graph;
    cast->interrupts = options.interrupts;
    cast->limits = playlist_limits(graph);
    cast->instance_bytes = instance_size(graph);
    const auto layers = static_cast<std::uint32_t>(graph.layers.size());
    std::uint32_t leaves = 1;
    for (std::uint32_t s = 0; s < graph.states.size(); ++s)
        leaves = std::max(leaves, leaves_of(graph, s));
    for (const SyncedLink& link : graph.synced) {
        const auto* blend = link.blend == kNoIndex ? nullptr : &graph.blends[link.blend];
        leaves = std::max(leaves, leaves_of(graph, Motion{link.motion, blend}));
    }
    cast->shown = std::clamp<std::uint32_t>(2 * leaves, kMaxCrowdItems, 128);
    if (cast->has_rig()) {
        if (cast->interrupts) cast->carry_floats = carry_floats(cast->rig.skeleton, layers);
        cast->palette_size = palette_size(cast->rig);
    }
    return cast;
}

std::unique_ptr<Cast> new_cast(const Library& library, std::uint32_t rig) {
    auto cast = std::make_unique<Cast>();
    cast->library = &library;
    cast->rig_index = rig;
    cast->rig = library.rig(rig);
    return cast;
}

Result<std::unique_ptr<Cast>> machine_cast(const Library& library, std::uint32_t machine,
                                           std::uint32_t rig, const AnimatorOptions& options) {
    if (!options.layers.empty())
        return Error{"layers", "",
                     "a machine has layers of its own: AnimatorOptions::layers "
                     "are for clips without one"};
    auto cast = new_cast(library, rig);
    cast->machine = machine;
    cast->graph = library.machine(machine);
    return finish_cast(std::move(cast), options);
}

}  // namespace

Result<std::unique_ptr<Cast>> make_cast(const Library& library, std::string_view name,
                                        const AnimatorOptions& options) {
    const Result<std::uint32_t> machine = library.find_machine(name);
    if (machine) return make_cast(library, *machine, options);
    const Result<std::uint32_t> rig = library.find_rig(name);
    if (!rig) {
        std::vector<std::string> names;
        for (const MachineEntry& entry : library.file().machines.machines)
            names.push_back(cast_text(library, static_cast<std::uint64_t>(entry.name)));
        for (const RigEntry& entry : library.file().rigs.rigs)
            names.push_back(cast_text(library, static_cast<std::uint64_t>(entry.name)));
        return Error{"unknown-name", "", there_is_no("machine or rig", name, names)};
    }
    const std::uint32_t own = library.file().rigs.rigs[*rig].machine;
    if (own != kNoItem) return machine_cast(library, own, *rig, options);
    auto cast = new_cast(library, *rig);
    if (std::optional<Error> fault = make_clip_machine(*cast, options.layers))
        return *std::move(fault);
    return finish_cast(std::move(cast), options);
}

Result<std::unique_ptr<Cast>> make_cast(const Library& library, std::uint32_t machine,
                                        const AnimatorOptions& options) {
    if (machine >= library.file().machines.machines.size())
        return Error{"unknown-name", "", "there is no such machine"};
    return machine_cast(library, machine, library.rig_of(machine), options);
}

Result<std::unique_ptr<Cast>> make_cast(const Library& library, const Machine& machine,
                                        std::string_view rig, const AnimatorOptions& options) {
    const Result<std::uint32_t> found = library.find_rig(rig);
    if (!found) return found.error();
    if (!options.layers.empty()) return Error{"layers", "", "a machine has layers of its own"};
    if (check(machine, library.file().machines.mask_count) != Status::ok)
        return Error{"bad-machine", "", "the machine may not be run"};
    auto cast = new_cast(library, *found);
    cast->graph = machine;
    if (cast->graph.shape == 0) cast->graph.shape = shape_of(machine);
    return finish_cast(std::move(cast), options);
}

Workspace::Workspace(const Cast& cast, std::uint32_t event_count)
    : items(cast.limits.items),
      layers(cast.limits.layers),
      events(event_count),
      shown(cast.shown),
      model(cast.rig.skeleton.joint_count()) {
    if (!cast.has_rig()) return;
    frame.emplace(cast.rig, shown, 1);
    evaluate_floats = scratch_floats(cast.rig.skeleton, shown);
    pose = PoseBuffer(cast.rig.skeleton);
}

bool plays_timelines(const Cast& cast) {
    const auto is_timeline = [&](const record::Link& motion) {
        return motion.type != 0 && motion.index < cast.graph.motions.size() &&
               cast.graph.motions[motion.index].kind == MotionKind::timeline;
    };
    return std::any_of(cast.graph.states.begin(), cast.graph.states.end(),
                       [&](const auto& state) { return is_timeline(state.motion); }) ||
           std::any_of(cast.graph.children.begin(), cast.graph.children.end(),
                       [&](const auto& child) { return is_timeline(child.motion); });
}

std::string enter_by_name(const Cast& cast, std::span<std::byte> instance, std::string_view state,
                          std::size_t layer, float fade_s, float at) {
    const Machine& graph = cast.graph;
    if (layer >= graph.layers.size()) return "there is no such layer";
    if (!(fade_s >= 0.0f && fade_s <= kMaxFade)) return "a fade takes from 0 to 1000 seconds";
    if (!(std::fabs(at) <= kMaxEntry)) return "no state starts so far into its motion";
    const auto hash = static_cast<std::uint64_t>(hash_name(state));
    const auto is_here = [&](std::uint32_t s) { return graph.state_links[s].layer == layer; };
    std::uint32_t found = kNoState;
    for (std::uint32_t s = 0; s < graph.states.size() && found == kNoState; ++s) {
        const record::StateMachineState& one = graph.states[s];
        if (is_here(s) && (state.empty() ? one.name == 0 : one.path == hash)) found = s;
    }
    for (std::uint32_t s = 0; s < graph.states.size() && found == kNoState; ++s)
        if (is_here(s) && graph.states[s].name == hash) found = s;
    if (found == kNoState) {
        std::vector<std::string> names;
        for (std::uint32_t s = 0; s < graph.states.size(); ++s)
            if (is_here(s) && graph.states[s].name != 0)
                names.push_back(cast_text(*cast.library, graph.states[s].name));
        return there_is_no(cast.clips.layers.empty() ? "state" : "clip", state, names);
    }
    const Status status =
        enter_state(graph, instance, static_cast<std::uint32_t>(layer), found, fade_s, at);
    return status == Status::ok ? "" : "a layer that follows another has no states of its own";
}

std::string play_once_by_name(const Cast& cast, std::span<std::byte> instance,
                              std::string_view clip, float blend_in_s, float blend_out_s,
                              float end) {
    if (!cast.has_rig()) return "there is no rig to play a clip on";
    // Motions are the clips, then timelines.
    const Result<std::uint32_t> found = cast.library->find_clip(cast.rig_index, clip);
    if (!found) return found.error().cause;
    const Status status = play_one_shot(cast.graph, instance, *found, blend_in_s, blend_out_s, end);
    return status == Status::ok ? "" : "blends take from 0 to 6 seconds, `end` is in (0, 1]";
}

Result<std::uint32_t> find_parameter(const Cast& cast, std::string_view name,
                                     bool (*fits)(record::VariableKind) noexcept) {
    const std::uint32_t variable = find_variable(cast.graph, hash_name(name));
    if (variable == kNoIndex) {
        std::vector<std::string> names;
        for (const record::StateMachineVariable& v : cast.graph.variables)
            names.push_back(cast_text(*cast.library, v.name));
        return Error{"unknown-name", "", there_is_no("parameter", name, names)};
    }
    if (!fits(cast.graph.variables[variable].kind)) {
        constexpr const char* kKinds[] = {"float", "int", "bool", "trigger", "enum"};
        const auto kind = static_cast<std::size_t>(cast.graph.variables[variable].kind);
        return Error{"parameter-kind", "",
                     "the parameter \"" + std::string(name) + "\" is of the kind " + kKinds[kind]};
    }
    return variable;
}

}  // namespace motus::detail
