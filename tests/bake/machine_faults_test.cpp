// Faults of machines, each with its place in the document.
// SPDX-License-Identifier: MIT
#include "small_machine.h"

#include <motus/document/validate.h>

#include <set>

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
    const auto with = [](auto&& edit, const char* code, const std::string& path_end) {
        SmallMachine small(2);
        auto graph = small.document->begin_change(small.graph(), "Fault");
        auto transition = graph.transitions_append();
        transition.set_from(small.states[0]).set_to(small.states[1]).set_has_exit_time(true);
        edit(small, graph, transition);
        ASSERT_TRUE(graph.commit());
        small.expect_fault(code, path_end);
        Diagnostics validated;
        validate(*small.document, validated);
        EXPECT_TRUE(validated.has_errors()) << code;
    };
    using G = doc::StateGraphChange;
    using T = doc::StateMachineTransitionChange;
    with([](SmallMachine&, G&, T& t) { t.set_to(12345); }, "missing-target", "/to");
    with([](SmallMachine&, G&, T& t) { t.set_to(0); }, "missing-target", "/to");
    with([](SmallMachine&, G&, T& t) { t.set_from(12345); }, "wrong-target", "/from");
    with([](SmallMachine&, G&, T& t) { t.set_from_kind(doc::TransitionFrom::machine); },
         "wrong-type", "/from");
    with([](SmallMachine& s, G& g, T&) { g.set_entry(s.go); }, "wrong-target", "/entry");
    with(
        [](SmallMachine&, G& g, T&) {
            auto state = g.states_append();
            state.set_name("X").set_kind(doc::StateKind::clip).set_motion(999);
        },
        "missing-target", "/motion");
    with(
        [](SmallMachine&, G&, T& t) {
            auto curve = t.curve_make();
            curve.keys_append().set_time(0).set_value(1).set_out_tangent(70000);
            curve.keys_append().set_time(1).set_value(0);
        },
        "out-of-range", "/curve/keys");
}

// What plays, though not as it looks, is named by validation alone.
TEST(BakedMachine, HasNoWarningsOfItsOwn) {
    SmallMachine small(2);
    auto graph = small.document->begin_change(small.graph(), "Odd");
    graph.transitions_append().set_from(small.states[0]).set_to(small.states[1]);
    graph.transitions_append()
        .set_from(small.states[0])
        .set_to(small.states[1])
        .conditions_append()
        .set_variable(777);
    auto entry = graph.transitions_append();
    entry.set_from_kind(doc::TransitionFrom::entry).set_to(small.states[1]).set_duration(2);
    entry.curve_make().keys_append().set_value(1);
    auto state = graph.states_append();
    state.set_name("S0").set_mirror(true).set_foot_ik(true).set_speed_variable(small.go);
    ASSERT_TRUE(graph.commit());
    Diagnostics faults, validated;
    const LoweredMachines lowered = small.lower(faults);
    EXPECT_TRUE(faults.faults().empty());
    EXPECT_EQ(lowered.dropped_transitions, 2u);
    validate(*small.document, validated);
    std::set<std::string> codes;
    for (const Fault& fault : validated.faults())
        codes.insert(fault.code);
    for (const char* code : {"never-fires", "unknown-variable", "curve-not-used", "timing-not-used",
                             "mirror-not-used", "ik-not-used", "name-clash", "wrong-type"}) {
        EXPECT_EQ(codes.count(code), 1u) << code;
    }
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
