// SPDX-License-Identifier: MIT
#include "random_machine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace motus::test {
namespace {

auto fields(const PlaylistItem& i) {
    return std::tuple(i.from, i.to, i.wraps, i.motion, i.source, i.state, i.weight, i.kind, i.loops,
                      i.backward, i.entered, i.passed);
}
auto fields(const PlaylistLayer& l) {
    return std::tuple(l.first, l.count, l.mask, l.weight, l.mode, l.carry, l.keep, l.unanimated,
                      l.carry_weight, l.carry_age, l.carry_length);
}
auto fields(const MachineEvent& e) {
    return std::tuple(e.name, e.layer, e.state, e.motion, e.transition, e.weight, e.kind);
}

/// A graph with an instance and room for what a tick writes.
class Runner {
  public:
    explicit Runner(const Machine& graph) : graph_(graph), bytes_(instance_size(graph)) {
        EXPECT_EQ(start(graph, bytes_), Status::ok);
        const PlaylistLimits limits = playlist_limits(graph);
        items_.resize(limits.items);
        layers_.resize(limits.layers);
        events_.resize(4096);
        considered_.resize(64);
    }

    Status tick(float dt_s, bool can_carry, bool explains) {
        playlist_ = {items_, layers_, 0, 0};
        count_ = {events_, 0, 0};
        Explanation explanation{considered_, 0, 0};
        return run({graph_, bytes_, dt_s, &playlist_, &count_, explains ? &explanation : nullptr,
                    can_carry});
    }

    void set(std::uint32_t variable, float value) {
        Status status = Status::ok;
        switch (graph_.variables[variable].kind) {
            case record::VariableKind::float_:
                status = set_float(graph_, bytes_, variable, value);
                break;
            case record::VariableKind::bool_:
                status = set_bool(graph_, bytes_, variable, value > 0.5f);
                break;
            case record::VariableKind::trigger:
                status = set_trigger(graph_, bytes_, variable);
                break;
            default:
                status = set_int(graph_, bytes_, variable, static_cast<int>(value));
                break;
        }
        EXPECT_EQ(status, Status::ok);
    }

    void shoot(std::uint32_t motion) {
        EXPECT_EQ(play_one_shot(graph_, bytes_, motion), Status::ok);
    }

    void expect_same(const Runner& other) const {
        const auto differ = std::mismatch(bytes_.begin(), bytes_.end(), other.bytes_.begin());
        EXPECT_EQ(differ.first - bytes_.begin(), static_cast<std::ptrdiff_t>(bytes_.size()));
        ASSERT_EQ(playlist_.item_count, other.playlist_.item_count);
        for (std::uint32_t i = 0; i < playlist_.item_count; ++i)
            EXPECT_EQ(fields(items_[i]), fields(other.items_[i]));
        for (std::uint32_t i = 0; i < playlist_.layer_count; ++i)
            EXPECT_EQ(fields(layers_[i]), fields(other.layers_[i]));
        ASSERT_EQ(count_.count, other.count_.count);
        for (std::uint32_t i = 0; i < count_.count; ++i)
            EXPECT_EQ(fields(events_[i]), fields(other.events_[i]));
    }

  private:
    const Machine& graph_;
    std::vector<std::byte> bytes_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<MachineEvent> events_;
    std::vector<Considered> considered_;
    Playlist playlist_;
    MachineEvents count_;
};

float random_dt(Random& random) {
    const float steps[] = {0.0f, 1.0f / 60, 1.0f / 30, 0.1f, 0.5f, 3.0f};
    return steps[random.below(6)];
}

}  // namespace

void expect_same_run(const Machine& a, const Machine& b, std::uint32_t frames, Random& random) {
    ASSERT_EQ(instance_size(a), instance_size(b));
    ASSERT_EQ(shape_of(a), shape_of(b));
    Runner first(a), second(b);
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        if (!a.variables.empty()) {
            for (std::uint32_t i = random.below(3); i > 0; --i) {
                const auto variable = random.below(static_cast<std::uint32_t>(a.variables.size()));
                const float value = random.range(-1.0f, 3.0f);
                first.set(variable, value);
                second.set(variable, value);
            }
        }
        const float dt = random_dt(random);
        const bool carry = random.below(4) != 0;
        ASSERT_EQ(first.tick(dt, carry, false), Status::ok);
        ASSERT_EQ(second.tick(dt, carry, false), Status::ok);
        first.expect_same(second);
        if (::testing::Test::HasFailure()) {
            ADD_FAILURE() << "in frame " << frame;
            return;
        }
    }
}

void run_wild(const Machine& graph, std::uint32_t frames, Random& random) {
    Runner runner(graph);
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        if (!graph.variables.empty()) {
            const auto variable = random.below(static_cast<std::uint32_t>(graph.variables.size()));
            const float wild[] = {0.0f, 1.0f, -3.5f, 1e9f, -1e9f, 1e-30f};
            runner.set(variable, wild[random.below(6)]);
        }
        if (!graph.motions.empty() && random.below(16) == 0) {
            runner.shoot(random.below(static_cast<std::uint32_t>(graph.motions.size())));
        }
        (void)runner.tick(random_dt(random), random.below(4) != 0, random.below(4) == 0);
    }
}

LoweredMachines lower(const Document& document, const Machine& motions_of) {
    Diagnostics faults;
    const Result<RecordSet> records = make_records(document);
    EXPECT_TRUE(records);
    LoweredMachines out = lower_machines(document, *records, faults);
    for (const Fault& fault : faults.faults()) {
        EXPECT_NE(fault.severity, Severity::error) << fault.path << ": " << fault.message;
    }
    out.motions.assign(motions_of.motions.begin(), motions_of.motions.end());
    out.events.assign(motions_of.events.begin(), motions_of.events.end());
    out.markers.assign(motions_of.markers.begin(), motions_of.markers.end());
    return out;
}

}  // namespace motus::test
