// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/document/model_change.h>
#include <scenes/hero/hero_document.h>
#include <scenes/hero/joints.h>
#include <scenes/hero/motion.h>

#include <map>
#include <string>

namespace motus::scenes {
namespace {

using hero::Joint;
using Id = std::uint64_t;

// What is said of the hero's motions once, by name.
struct Cast {
    Id source = 0;
    std::map<std::string, Id> clips, events;
};

Id add_event(doc::AnimationLibraryChange& library, Cast& cast, const std::string& name) {
    if (const auto found = cast.events.find(name); found != cast.events.end()) return found->second;
    auto event = library.events_append();
    event.set_name(name);
    return cast.events[name] = event.object().id();
}

void add_clip(doc::RigChange& rig, doc::AnimationLibraryChange& library, Cast& cast,
              const hero::Motion& motion, std::uint32_t index) {
    const auto seconds = [&](std::int64_t frame) {
        return static_cast<float>(static_cast<double>(frame) / static_cast<double>(motion.rate_hz));
    };
    auto clip = rig.clips_append();
    clip.set_name(motion.name).set_source(cast.source).set_source_clip(motion.name);
    clip.set_source_index(index).set_length_s(seconds(motion.frames)).set_loop(motion.loop);
    clip.set_root_motion(motion.root_motion);
    for (const hero::Mark& mark : motion.marks) {
        clip.events_append()
            .set_time_s(seconds(mark.frame))
            .set_event(add_event(library, cast, mark.name));
        const std::string name = mark.name;  // feet keep step by them
        if (name.rfind("foot_", 0) == 0) {
            clip.markers_append().set_time_s(seconds(mark.frame)).set_name(name.substr(5));
        }
    }
    cast.clips[motion.name] = clip.object().id();
}

std::string path_of(Joint joint) {
    std::string path;
    for (;; joint = hero::rest_of(joint).parent) {
        const hero::JointRest& rest = hero::rest_of(joint);
        path = path.empty() ? rest.name : std::string(rest.name) + "/" + path;
        if (joint == Joint::root) return path;
    }
}

bool is_under(Joint joint, Joint above) {
    for (; joint != Joint::root; joint = hero::rest_of(joint).parent) {
        if (joint == above) return true;
    }
    return false;
}

// The arms in full; what carries them half, so that the walk stays in the shoulders.
Id add_mask(doc::AnimationLibraryChange& library) {
    auto mask = library.masks_append();
    mask.set_name("Upper body").set_rest_weight(0.0f);
    for (std::uint32_t i = 0; i < hero::kJointCount; ++i) {
        const auto joint = static_cast<Joint>(i);
        float weight = 0.0f;
        if (joint == Joint::spine) weight = 0.25f;
        if (is_under(joint, Joint::chest)) weight = 0.5f;
        if (is_under(joint, Joint::scarf1)) weight = 0.0f;
        if (is_under(joint, Joint::clavicle_l) || is_under(joint, Joint::clavicle_r)) weight = 1.0f;
        if (weight > 0.0f) mask.entries_append().set_path(path_of(joint)).set_weight(weight);
    }
    return mask.object().id();
}

struct Variables {
    Id speed, jump, turn, wave;
};

Variables add_variables(doc::StateMachineDefinitionChange& machine) {
    const auto add = [&](const char* name, doc::VariableKind kind, const char* description) {
        auto variable = machine.variables_append();
        variable.set_name(name).set_kind(kind).set_description(description);
        return variable;
    };
    const auto trigger = doc::VariableKind::trigger;
    auto speed = add("speed", doc::VariableKind::float_, "metres per second");
    speed.set_min(0.0f).set_max(3.0f);
    const auto jump = add("jump", trigger, "from any state");
    const auto turn = add("turn", trigger, "a quarter to the left, while standing");
    const auto wave = add("wave", trigger, "with the right hand, whatever the legs do");
    return {speed.object().id(), jump.object().id(), turn.object().id(), wave.object().id()};
}

constexpr float kMoving = 0.1f;  // metres per second: slower is standing

void if_moving(doc::StateMachineTransitionChange& transition, Id speed, bool moving) {
    transition.conditions_append()
        .set_variable(speed)
        .set_op(moving ? doc::ConditionOperator::greater : doc::ConditionOperator::less_equal)
        .set_compare_value(kMoving);
}

void on_trigger(doc::StateMachineTransitionChange& transition, Id trigger) {
    transition.conditions_append().set_variable(trigger).set_op(doc::ConditionOperator::is_true);
}

// The weight of what is left: 1 at the start, 0 at the end.
void shape(doc::StateMachineTransitionChange& transition, float out_slope, float in_slope) {
    auto curve = transition.curve_make();
    curve.keys_append().set_time(0.0f).set_value(1.0f).set_out_tangent(out_slope);
    curve.keys_append().set_time(1.0f).set_value(0.0f).set_in_tangent(in_slope);
}

doc::StateMachineTransitionChange connect(doc::StateGraphChange& graph, const char* name, Id from,
                                          Id to, float seconds) {
    auto transition = graph.transitions_append();
    transition.set_name(name).set_from(from).set_to(to).set_duration(seconds);
    return transition;
}

void add_base_layer(doc::StateMachineChange& machine, Id definition, const Cast& cast,
                    const Variables& v) {
    auto layer = machine.layers_append();
    layer.set_name("Base").set_machine(definition);
    auto graph = layer.graph_change();
    graph.set_entry_position({-220, 20}).set_any_position({220, -220}).set_exit_position({660, 20});
    const auto state = [&](const char* name, doc::StateKind kind, float x, float y) {
        auto made = graph.states_append();
        made.set_name(name).set_kind(kind).set_position({x, y});
        return made;
    };
    auto idle = state("Idle", doc::StateKind::clip, 0, 0);
    auto move = state("Move", doc::StateKind::blend_1d, 440, 0);
    auto jump = state("Jump", doc::StateKind::clip, 220, -140);
    auto turn = state("Turn", doc::StateKind::clip, 0, 160);
    idle.set_motion(cast.clips.at("Idle"));
    jump.set_motion(cast.clips.at("Jump"));
    turn.set_motion(cast.clips.at("Turn"));
    move.set_variable_x(v.speed).set_sync(doc::MotionSync::markers);
    move.children_append().set_threshold(1.12f).set_motion(cast.clips.at("Walk"));
    move.children_append().set_threshold(3.0f).set_motion(cast.clips.at("Run"));
    const Id i = idle.object().id(), m = move.object().id();
    const Id j = jump.object().id(), t = turn.object().id();
    graph.set_entry(i);

    auto any_jump = connect(graph, "jump", 0, j, 0.12f);
    any_jump.set_from_kind(doc::TransitionFrom::any).set_can_transition_to_self(false);
    on_trigger(any_jump, v.jump);

    // A change of mind turns round at once: each may be broken off by what it leads to.
    auto set_off = connect(graph, "set off", i, m, 0.3f);
    if_moving(set_off, v.speed, true);
    shape(set_off, 0.0f, 0.0f);
    auto turning = connect(graph, "turn", i, t, 0.15f);
    on_trigger(turning, v.turn);
    auto stop = connect(graph, "stop", m, i, 0.4f);
    if_moving(stop, v.speed, false);
    shape(stop, -2.0f, 0.0f);
    set_off.set_interruption_source(doc::InterruptionSource::destination);
    stop.set_interruption_source(doc::InterruptionSource::destination);

    // Off again soon after the landing; or stand up first.
    auto run_on = connect(graph, "run on", j, m, 0.3f);
    run_on.set_has_exit_time(true).set_exit_time(0.62f);
    if_moving(run_on, v.speed, true);
    auto landed = connect(graph, "landed", j, i, 0.25f);
    landed.set_has_exit_time(true).set_exit_time(0.85f);
    auto turned_off = connect(graph, "walk off", t, m, 0.25f);
    turned_off.set_has_exit_time(true).set_exit_time(0.75f);
    if_moving(turned_off, v.speed, true);
    auto turned = connect(graph, "turned", t, i, 0.18f);
    turned.set_has_exit_time(true).set_exit_time(0.85f);
}

void add_arms_layer(doc::StateMachineChange& machine, Id definition, const Cast& cast,
                    const Variables& v, Id mask) {
    auto layer = machine.layers_append();
    layer.set_name("Arms").set_machine(definition).set_mask(mask);
    auto graph = layer.graph_change();
    graph.set_entry_position({-220, 20}).set_any_position({0, -120}).set_exit_position({660, 20});
    auto free = graph.states_append();
    free.set_name("Free").set_kind(doc::StateKind::empty).set_position({0, 0});
    auto wave = graph.states_append();
    wave.set_name("Wave").set_kind(doc::StateKind::clip).set_position({440, 0});
    wave.set_motion(cast.clips.at("Wave"));
    const Id f = free.object().id(), w = wave.object().id();
    graph.set_entry(f);
    auto begin = connect(graph, "wave", f, w, 0.25f);
    on_trigger(begin, v.wave);
    auto end = connect(graph, "waved", w, f, 0.3f);
    end.set_has_exit_time(true).set_exit_time(0.86f);
}

}  // namespace

std::unique_ptr<Document> make_hero_document() {
    std::unique_ptr<Document> document = new_document();
    auto change = document->begin_change(content(*document), "Hero");
    change.set_name("Hero");
    Cast cast;
    auto source = change.sources_append();
    source.set_path("hero").set_importer(kSceneImporter);
    cast.source = source.object().id();

    auto library = change.library_change();
    auto entity = change.scene_change().entities_append();
    entity.set_name("Hero");
    entity.components_append<doc::Transform3D>();
    auto rig = entity.components_append<doc::Rig>();
    rig.set_source(cast.source).set_root_motion_joint("Root");
    std::uint32_t index = 0;
    for (const hero::Motion& motion :
         {hero::idle(), hero::walk(), hero::run(), hero::jump(), hero::turn_left(), hero::wave()}) {
        add_clip(rig, library, cast, motion, index++);
    }
    auto definition = library.machines_append();
    definition.set_name("hero");
    const Id id = definition.object().id();
    const Variables variables = add_variables(definition);
    auto machine = definition.machine_change();
    add_base_layer(machine, id, cast, variables);
    add_arms_layer(machine, id, cast, variables, add_mask(library));
    rig.set_machine(id);
    auto entry = library.root_change().entries_append();
    entry.set_kind(doc::LibraryEntryKind::machine).set_item(id);
    const Result<Done> done = change.commit();
    MOTUS_ASSERT(done);
    (void)done;
    document->clear_history();
    document->mark_saved();
    return document;
}

}  // namespace motus::scenes
