// Two machines side by side: what they decide in every frame must be the same, by name.
// SPDX-License-Identifier: MIT
#include <tests/support/random.h>
#include <tests/unity/running.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace motus::test {
namespace {

/// Where each item of one list is in another; every name must be there.
std::vector<std::uint32_t> positions(const std::vector<std::string>& from,
                                     const std::vector<std::string>& in) {
    std::vector<std::uint32_t> out;
    for (const std::string& name : from) {
        const auto at = std::find(in.begin(), in.end(), name);
        EXPECT_NE(at, in.end()) << name;
        out.push_back(static_cast<std::uint32_t>(at - in.begin()));
    }
    return out;
}

class Pair {
  public:
    Pair(Running& a, Running& b) : a_(a), b_(b), states_(positions(a.states(), b.states())) {
        // Placeholders may be called otherwise: what counts is how long they are, and their order.
        EXPECT_EQ(a.motions().size(), b.motions().size());
        for (std::size_t i = 0; i < a.motions().size() && i < b.motions().size(); ++i) {
            const MotionInfo &from = a.graph().motions[i], &to = b.graph().motions[i];
            // A timeline is whole frames long, a clip's length in Unity's file is a float.
            const std::int64_t apart = from.duration.value - to.duration.value;
            EXPECT_LE(std::abs(apart), from.duration.value / 10'000'000) << a.motions()[i];
            exact_ = exact_ && apart == 0;
            EXPECT_EQ(from.loops, to.loops) << a.motions()[i];
            EXPECT_EQ(from.events.count, to.events.count) << a.motions()[i];
        }
    }

    [[nodiscard]] bool same() {
        const InstanceView a = a_.view(), b = b_.view();
        bool equal = std::equal(a.variables.begin(), a.variables.end(), b.variables.begin(),
                                b.variables.begin() + std::ptrdiff_t(a.variables.size()));
        for (std::size_t i = 0; i < a.layers.size(); ++i)
            equal = equal && same_layer(a.layers[i], b.layers[i]);
        const Playlist &p = a_.playlist(), &q = b_.playlist();
        equal = equal && p.item_count == q.item_count && p.layer_count == q.layer_count;
        for (std::uint32_t i = 0; equal && i < p.item_count; ++i)
            equal = same_item(p.items[i], q.items[i]);
        for (std::uint32_t i = 0; equal && i < p.layer_count; ++i)
            equal = same_placing(p.layers[i], q.layers[i]);
        equal = equal && a_.events().size() == b_.events().size();
        for (std::size_t i = 0; equal && i < a_.events().size(); ++i)
            equal = same_event(a_.events()[i], b_.events()[i]);
        return equal;
    }

  private:
    [[nodiscard]] bool same_state(std::uint32_t a, std::uint32_t b) const {
        return a == kNoState ? b == kNoState : states_[a] == b;
    }
    [[nodiscard]] bool same_layer(const LayerState& a, const LayerState& b) const {
        const bool clocks = a.clock == b.clock && a.next_clock == b.next_clock && a.fade == b.fade;
        return same_state(a.state, b.state) && same_state(a.next, b.next) && a.source == b.source &&
               a.carry == b.carry && a.weight == b.weight && (clocks || !exact_);
    }
    [[nodiscard]] bool close(Ticks a, Ticks b) const {
        return exact_ ? a == b : std::abs(a.value - b.value) <= kTicksPerSecond / 1'000'000;
    }
    [[nodiscard]] bool same_item(const PlaylistItem& a, const PlaylistItem& b) const {
        return close(a.from, b.from) && close(a.to, b.to) && a.wraps == b.wraps &&
               a.motion == b.motion && same_state(a.state, b.state) &&
               std::fabs(a.weight - b.weight) <= (exact_ ? 0.0f : 1e-5f) && a.loops == b.loops &&
               (a.kind == b.kind || !exact_) && a.backward == b.backward &&
               a.entered == b.entered && a.passed == b.passed;
    }
    [[nodiscard]] static bool same_placing(const PlaylistLayer& a, const PlaylistLayer& b) {
        return a.first == b.first && a.count == b.count && a.weight == b.weight &&
               a.mode == b.mode && a.mask == b.mask && a.carry == b.carry && a.keep == b.keep &&
               a.unanimated == b.unanimated && a.carry_weight == b.carry_weight &&
               a.carry_age == b.carry_age && a.carry_length == b.carry_length;
    }
    [[nodiscard]] bool same_event(const MachineEvent& a, const MachineEvent& b) const {
        return a.name == b.name && a.kind == b.kind && a.layer == b.layer &&
               same_state(a.state, b.state) && a.weight == b.weight;
    }

    Running &a_, &b_;
    std::vector<std::uint32_t> states_;
    bool exact_ = true;
};

/// Values that matter to a machine: those its conditions compare with, and around them.
std::vector<std::vector<float>> telling_values(const motus::Machine& graph) {
    std::vector<std::vector<float>> out(graph.variables.size());
    for (auto& values : out)
        values = {0.0f, 1.0f, 0.35f, -1.0f};
    for (const record::StateMachineCondition& condition : graph.conditions) {
        const float with = condition.compare_value;
        auto& values = out[condition.variable];
        values.insert(values.end(), {with, with + 1.0f, with - 1.0f});
    }
    return out;
}

}  // namespace

std::size_t expect_same_behaviour(Running& a, Running& b, std::uint32_t scripts,
                                  std::uint64_t seed) {
    EXPECT_EQ(a.graph().layers.size(), b.graph().layers.size());
    EXPECT_EQ(a.graph().variables.size(), b.graph().variables.size());
    if (a.graph().layers.size() != b.graph().layers.size() ||
        a.graph().variables.size() != b.graph().variables.size() ||
        a.states().size() != b.states().size() || a.motions().size() != b.motions().size()) {
        ADD_FAILURE() << "of another shape";
        return 0;
    }
    Pair pair(a, b);
    const auto values = telling_values(a.graph());
    const auto variables = static_cast<std::uint32_t>(values.size());
    constexpr float kSteps[] = {0.0f, 1.0f / 60, 1.0f / 30, 0.1f, 0.5f, 3.0f};
    constexpr std::uint32_t kFrames = 40;
    std::size_t taken = 0;
    for (std::uint32_t script = 0; script < scripts; ++script) {
        Random random(seed + script);
        a.restart();
        b.restart();
        for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
            for (std::uint32_t i = variables == 0 ? 0 : random.below(3); i > 0; --i) {
                const std::uint32_t variable = random.below(variables);
                const auto& choices = values[variable];
                const float value =
                    choices[random.below(static_cast<std::uint32_t>(choices.size()))];
                a.set(variable, value);
                b.set(variable, value);
            }
            const float dt = kSteps[random.below(6)];
            a.tick(dt);
            b.tick(dt);
            for (const MachineEvent& event : a.events())
                taken += event.kind == MachineEventKind::transition_start;
            if (!pair.same()) {
                ADD_FAILURE() << "script " << script << ", frame " << frame << ": "
                              << a.layer(0).state << " and " << b.layer(0).state;
                return taken;
            }
        }
    }
    return taken;
}

}  // namespace motus::test
