// Faults of machines, each with its place in the document.
// SPDX-License-Identifier: MIT
#include "small_machine.h"

namespace motus {
namespace {

using test::SmallMachine;

TEST(BakedMachine, AnEntryOfNoTimeIsNoFault) {
    SmallMachine small(2);
    auto graph = small.document->begin_change(small.graph(), "Entry");
    auto transition = graph.transitions_append();
    transition.set_from_kind(doc::TransitionFrom::entry).set_to(small.states[1]).set_duration(0);
    ASSERT_TRUE(graph.commit());
    Diagnostics faults;
    (void)small.lower(faults);
    EXPECT_TRUE(faults.faults().empty());
}

TEST(BakedMachine, FaultsNameTheirPlace) {
    const auto with = [](auto&& edit, const char* code, const std::string& path_end,
                         Severity severity) {
        SmallMachine small(2);
        auto graph = small.document->begin_change(small.graph(), "Fault");
        auto transition = graph.transitions_append();
        transition.set_from(small.states[0]).set_to(small.states[1]).set_has_exit_time(true);
        edit(small, graph, transition);
        ASSERT_TRUE(graph.commit());
        small.expect_fault(code, path_end, severity);
    };
    using G = doc::StateGraphChange;
    using T = doc::StateMachineTransitionChange;
    with([](SmallMachine&, G&, T& t) { t.set_to(12345); }, "unknown-target", "/to",
         Severity::error);
    with([](SmallMachine&, G&, T& t) { t.set_to(0); }, "unknown-target", "/to", Severity::error);
    with([](SmallMachine&, G&, T& t) { t.set_from(12345); }, "unknown-source", "/from",
         Severity::error);
    with([](SmallMachine&, G&, T& t) { t.set_from_kind(doc::TransitionFrom::machine); },
         "wrong-source", "/from", Severity::error);
    with([](SmallMachine&, G&, T& t) { t.set_has_exit_time(false); }, "never-fires", "",
         Severity::warning);
    with([](SmallMachine&, G&, T& t) { t.conditions_append().set_variable(777); }, "never-fires",
         "/conditions/0/variable", Severity::warning);
    with([](SmallMachine&, G& g, T&) { g.set_entry(0); }, "no-default-state", "/entry",
         Severity::warning);
    with([](SmallMachine& s, G& g, T&) { g.set_entry(s.go); }, "unknown-default-state", "/entry",
         Severity::error);
    with(
        [](SmallMachine&, G& g, T&) {
            auto state = g.states_append();
            state.set_name("X").set_kind(doc::StateKind::clip).set_motion(999);
        },
        "unknown-motion", "/motion", Severity::error);
    with([](SmallMachine&, G& g, T&) { g.states_append().set_name("S0"); }, "duplicate-name",
         "/name", Severity::warning);
    with(
        [](SmallMachine& s, G& g, T&) { g.states_append().set_name("X").set_speed_variable(s.go); },
        "variable-kind", "/speed_variable", Severity::warning);
    with(
        [](SmallMachine&, G&, T& t) {
            auto curve = t.curve_make();
            curve.keys_append().set_time(0).set_value(1).set_out_tangent(70000);
            curve.keys_append().set_time(1).set_value(0);
        },
        "curve-range", "/curve/keys", Severity::error);
    with(
        [](SmallMachine&, G&, T& t) {
            auto curve = t.curve_make();
            curve.keys_append().set_time(0).set_value(0.5f);
            curve.keys_append().set_time(1).set_value(0);
        },
        "curve-ends", "/curve/keys", Severity::warning);
    with(
        [](SmallMachine&, G&, T& t) {
            auto curve = t.curve_make();
            for (int i = 0; i < 17; ++i) {
                curve.keys_append()
                    .set_time(static_cast<float>(i) / 16)
                    .set_value(1 - static_cast<float>(i) / 16);
            }
        },
        "curve-keys", "/curve/keys", Severity::warning);
    // What the runtime does not do is said.
    const auto entry = [](T& t) {
        t.set_from_kind(doc::TransitionFrom::entry).set_from(0).set_has_exit_time(false);
    };
    with(
        [&](SmallMachine&, G&, T& t) {
            entry(t);
            t.curve_make().keys_append().set_value(1);
        },
        "curve-not-used", "/curve", Severity::warning);
    with(
        [&](SmallMachine&, G&, T& t) {
            entry(t);
            t.set_duration(2);
        },
        "timing-not-used", "/duration", Severity::warning);
    with([](SmallMachine&, G& g, T&) { g.states_append().set_name("X").set_mirror(true); },
         "mirror-not-used", "/mirror", Severity::warning);
    with([](SmallMachine&, G& g, T&) { g.states_append().set_name("X").set_foot_ik(true); },
         "ik-not-used", "/foot_ik", Severity::warning);
}

TEST(BakedMachine, CurvesThatRestAreNamed) {
    SmallMachine small(2);
    auto graph = small.document->begin_change(small.graph(), "Inherit");
    auto sub = graph.states_append();
    sub.set_name("Sub").set_kind(doc::StateKind::sub_machine);
    auto inside = sub.graph_make();
    auto in = inside.states_append();
    in.set_name("In");
    inside.set_entry(in.object().id());
    auto t = graph.transitions_append();
    t.set_from_kind(doc::TransitionFrom::machine).set_from(sub.object().id());
    t.set_to(small.states[0]).set_inherit(true);
    t.curve_make().keys_append().set_value(1);
    ASSERT_TRUE(graph.commit());
    small.expect_fault("curve-not-used", "/curve", Severity::warning);
}

TEST(BakedMachine, EveryFaultIsListed) {
    SmallMachine small(2);
    auto graph = small.document->begin_change(small.graph(), "Faults");
    for (int i = 0; i < 5; ++i)
        graph.transitions_append()
            .set_from(small.states[0])
            .set_to(500u + static_cast<unsigned>(i));
    ASSERT_TRUE(graph.commit());
    Diagnostics faults;
    (void)small.lower(faults);
    EXPECT_EQ(faults.faults().size(), 5u);
    EXPECT_NE(faults.faults()[3].message.find("id 503"), std::string::npos);
}

}  // namespace
}  // namespace motus
