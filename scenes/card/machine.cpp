// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <scenes/card/card.h>
#include <scenes/card/parts.h>

namespace motus::scenes {
namespace card {
namespace {

struct Variables {
    Id hovered, pressed, flip;
};

Variables add_variables(doc::StateMachineDefinitionChange& machine) {
    const auto add = [&](const char* name, doc::VariableKind kind, const char* description) {
        auto variable = machine.variables_append();
        variable.set_name(name).set_kind(kind).set_description(description);
        return variable.object().id();
    };
    return {add("hovered", doc::VariableKind::bool_, "the pointer is over the button"),
            add("pressed", doc::VariableKind::bool_, "the button is held down"),
            add("flip", doc::VariableKind::trigger, "turn the card over")};
}

Id add_state(doc::StateGraphChange& graph, const char* name, Id motion, float x, float y) {
    auto state = graph.states_append();
    state.set_name(name).set_kind(doc::StateKind::timeline).set_motion(motion);
    state.set_position({x, y});
    return state.object().id();
}

doc::StateMachineTransitionChange connect(doc::StateGraphChange& graph, const char* name, Id from,
                                          Id to, float seconds) {
    auto transition = graph.transitions_append();
    transition.set_name(name).set_from(from).set_to(to).set_duration(seconds);
    // Leaves fast and arrives gently: the weight of what is left.
    auto curve = transition.curve_make();
    curve.keys_append().set_time(0.0f).set_value(1.0f).set_out_tangent(-2.0f);
    curve.keys_append().set_time(1.0f).set_value(0.0f);
    return transition;
}

void when(doc::StateMachineTransitionChange& transition, Id variable, bool truth) {
    transition.conditions_append().set_variable(variable).set_op(
        truth ? doc::ConditionOperator::is_true : doc::ConditionOperator::is_false);
}

void add_card_layer(doc::StateMachineChange& machine, Id definition, const Moves& moves,
                    const Variables& v) {
    auto layer = machine.layers_append();
    layer.set_name("Card").set_machine(definition);
    auto graph = layer.graph_change();
    const Id idle = add_state(graph, "Idle", moves.idle, 0, 0);
    const Id flip = add_state(graph, "Flip", moves.flip, 300, -100);
    const Id flipped = add_state(graph, "Flipped", moves.flipped, 600, 0);
    const Id unflip = add_state(graph, "Unflip", moves.unflip, 300, 100);
    graph.set_entry(idle);
    auto turn = connect(graph, "turn over", idle, flip, 0.08f);
    when(turn, v.flip, true);
    connect(graph, "over", flip, flipped, 0.2f).set_has_exit_time(true).set_exit_time(1.0f);
    auto turn_back = connect(graph, "turn back", flipped, unflip, 0.08f);
    when(turn_back, v.flip, true);
    connect(graph, "back", unflip, idle, 0.2f).set_has_exit_time(true).set_exit_time(1.0f);
}

void add_button_layer(doc::StateMachineChange& machine, Id definition, const Moves& moves,
                      const Variables& v) {
    auto layer = machine.layers_append();
    layer.set_name("Button").set_machine(definition);
    auto graph = layer.graph_change();
    const Id rest = add_state(graph, "Rest", moves.rest, 0, 0);
    const Id hover = add_state(graph, "Hover", moves.hover, 300, 0);
    const Id pressed = add_state(graph, "Pressed", moves.pressed, 600, 0);
    graph.set_entry(rest);
    auto enter = connect(graph, "enter", rest, hover, 0.12f);
    when(enter, v.hovered, true);
    auto press = connect(graph, "press", hover, pressed, 0.05f);
    when(press, v.pressed, true);
    auto leave = connect(graph, "leave", hover, rest, 0.2f);
    when(leave, v.hovered, false);
    auto release = connect(graph, "release", pressed, hover, 0.15f);
    when(release, v.pressed, false);
    when(release, v.hovered, true);
    auto slip = connect(graph, "slip off", pressed, rest, 0.2f);
    when(slip, v.pressed, false);
    when(slip, v.hovered, false);
}

}  // namespace

void add_machine(Document& document, const Moves& moves) {
    auto library = document.begin_change(content(document).library(), "Machine");
    auto definition = library.machines_append();
    definition.set_name("card");
    const Id id = definition.object().id();
    const Variables variables = add_variables(definition);
    auto machine = definition.machine_change();
    add_card_layer(machine, id, moves, variables);
    add_button_layer(machine, id, moves, variables);
    const Result<Done> done = library.commit();
    MOTUS_ASSERT(done.has_value());
    (void)done;
}

}  // namespace card

std::unique_ptr<Document> make_card_document() {
    std::unique_ptr<Document> document = new_document({.id_seed = 0x63617264});
    {
        auto change = document->begin_change(content(*document), "Name");
        change.set_name("card");
        (void)change.commit().has_value();
    }
    const card::Cast cast = card::add_scene(*document);
    const card::Moves moves = card::add_timelines(*document, cast);
    card::add_machine(*document, moves);
    document->clear_history();
    document->mark_saved();
    return document;
}

}  // namespace motus::scenes
