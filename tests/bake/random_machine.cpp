// SPDX-License-Identifier: MIT
#include "random_machine.h"

#include <iterator>

namespace motus::test {
namespace {

class Maker {
  public:
    Maker(Random& random, Sketch& builder) : random_(random), b_(builder) {}

    void run() {
        const Kind kinds[] = {Kind::float_, Kind::int_, Kind::bool_, Kind::trigger, Kind::enum_};
        for (std::uint32_t i = 0; i < 8; ++i) {
            const Kind kind = i < 2 ? Kind::float_ : kinds[random_.below(5)];
            const bool truth = kind == Kind::bool_ || kind == Kind::trigger;
            const std::uint32_t value = random_.below(3);
            b_.variable(numbered("v", i), kind, static_cast<float>(truth ? value % 2 : value));
        }
        for (std::uint32_t i = 0; i < 6; ++i)
            add_clip();
        add_graph(b_.root(0), 1);
        const std::uint32_t base_states = count_;
        if (random_.below(2) == 0) {
            const std::uint32_t layer = b_.layer(random_.range(0, 1), random_.below(2) == 0);
            made_.clear();
            add_graph(b_.root(layer), 2);
        }
        if (random_.below(2) == 0) {
            const std::uint32_t layer = b_.layer(random_.range(0, 1));
            b_.sync(layer, 0, random_.below(2) == 0);
            for (std::uint32_t state = 0; state < base_states; ++state) {
                if (random_.below(2) == 0) b_.synced_motion(layer, state, random_.below(6));
            }
        }
        b_.start = random_.below(2) == 0 ? record::LayerStart::default_state
                                         : record::LayerStart::entry_transitions;
        b_.trigger_reset = random_.below(2) == 0 ? record::TriggerReset::after_all_layers
                                                 : record::TriggerReset::first_consumer;
    }

  private:
    bool coin() { return random_.below(2) == 0; }
    float quarter() { return static_cast<float>(random_.below(9)) / 4; }

    void add_clip() {
        std::vector<EventTime> events;
        double at = 0.0;
        for (std::uint32_t i = random_.below(4); i > 0; --i) {
            at += random_.unit() * 0.3;
            events.push_back({ticks_of_seconds(at), hash_name(numbered("e", i))});
        }
        b_.clip(random_.below(8) == 0 ? 0.0f : random_.range(0.2f, 2.0f), coin(),
                std::move(events));
    }

    std::uint32_t add_state(std::uint32_t graph) {
        const std::string name = numbered("s", count_++);
        const std::uint32_t motion = random_.below(7) == 0 ? kNoIndex : random_.below(6);
        const std::uint32_t what = random_.below(8);
        std::uint32_t state = 0;
        if (what >= 5) {
            state = b_.state(name, motion, graph);
        } else {
            const auto kind = static_cast<record::StateKind>(
                static_cast<std::uint32_t>(record::StateKind::blend_1d) + what);
            state = b_.blend(name, kind, 0, 1, graph);
            float threshold = 0.0f;
            for (std::uint32_t i = random_.below(5); i > 0; --i) {
                auto& child =
                    b_.child(state, random_.below(6), threshold, random_.range(-2.0f, 2.0f));
                threshold += quarter();
                child.time_scale = coin() ? 1.0f : random_.range(-2.0f, 2.0f);
                child.cycle_offset = quarter();
                if (kind == record::StateKind::blend_direct) child.weight = b_.variable_name(i % 2);
            }
            b_.edit(state).blend->normalized = coin();
        }
        StateDesc& s = b_.edit(state);
        s.speed = coin() ? 1.0f : random_.range(-2.0f, 2.0f);
        s.cycle_offset = coin() ? 0.0f : quarter();
        if (random_.below(6) == 0) s.speed_variable = b_.variable_name(random_.below(2));
        if (random_.below(6) == 0) s.time_variable = b_.variable_name(random_.below(2));
        if (random_.below(6) == 0) s.cycle_offset_variable = b_.variable_name(random_.below(2));
        s.loop = static_cast<record::LoopMode>(random_.below(3));
        s.write_defaults = coin();
        return state;
    }

    void add_graph(std::uint32_t graph, std::uint32_t depth) {
        std::vector<std::uint32_t> here, machines, targets;
        for (std::uint32_t i = 1 + random_.below(5); i > 0; --i) {
            if (here.empty() || depth == 4 || random_.below(3) != 0) {
                here.push_back(add_state(graph));
                made_.push_back(here.back());
                targets.push_back(here.back());
            } else {
                machines.push_back(b_.machine(numbered("m", count_++), graph));
                made_.push_back(machines.back());
                targets.push_back(machines.back());
                add_graph(b_.graph_of(machines.back()), depth + 1);
            }
        }
        const auto pick = [&] {
            return targets[random_.below(static_cast<std::uint32_t>(targets.size()))];
        };
        for (const std::uint32_t state : here) {
            for (std::uint32_t i = random_.below(4); i > 0; --i) {
                TransitionSpec& spec = depth > 1 && random_.below(4) == 0
                                           ? b_.to_exit(state)
                                           : b_.from_state(state, pick());
                time_it(spec);
                if (spec.desc.when.empty() && !spec.desc.exit_time) add_condition(spec);
            }
        }
        for (const std::uint32_t machine : machines) {
            for (std::uint32_t i = random_.below(3); i > 0; --i) {
                TransitionSpec& spec = depth > 1 && random_.below(4) == 0
                                           ? b_.leave_to_exit(machine)
                                           : b_.leave(machine, pick());
                time_it(spec);
                if (coin()) spec.inherits().shaped({});
            }
        }
        for (std::uint32_t i = random_.below(3); i > 0; --i)
            add_condition(b_.entry(graph, pick()));
        for (std::uint32_t i = random_.below(3); i > 0; --i) {
            const std::uint32_t to = made_[random_.below(static_cast<std::uint32_t>(made_.size()))];
            TransitionSpec& spec = b_.any(to, graph);
            time_it(spec);
            add_condition(spec);
            if (coin()) spec.not_to_self();
        }
    }

    void add_condition(TransitionSpec& spec) {
        const std::uint32_t variable = random_.below(8), op = random_.below(6);
        const Kind kind = b_.desc.variables[variable].kind;
        const bool truth = kind == Kind::bool_ || kind == Kind::trigger;
        spec.when(variable, static_cast<Op>(truth ? op % 2 : 2 + op),
                  static_cast<float>(random_.below(3)));
    }

    void time_it(TransitionSpec& spec) {
        for (std::uint32_t i = random_.below(3); i > 0; --i)
            add_condition(spec);
        spec.lasts(coin() ? 0.0f : random_.range(0.0f, 0.5f));
        if (random_.below(4) == 0) spec.lasts_normalized(random_.range(0.0f, 1.0f));
        if (random_.below(3) == 0) spec.exit_at(quarter(), coin());
        if (random_.below(3) == 0) spec.starts_at(quarter());
        spec.interrupted_by(static_cast<record::InterruptionSource>(random_.below(5)), coin());
        if (coin()) spec.frozen();
        spec.desc.sync = static_cast<record::MotionSync>(random_.below(3));
        if (random_.below(3) == 0) {
            // Numbers that halves hold exactly, so that authored and baked keys agree.
            spec.shaped({{half_of(0), half_of(0), half_of(0), half_of(quarter())},
                         {half_of(0.5f), half_of(0.25f), half_of(1), half_of(-1)},
                         {half_of(1), half_of(1), half_of(quarter()), half_of(0)}});
        }
    }

    Random& random_;
    Sketch& b_;
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> made_;  ///< In this layer, so far.
};

}  // namespace

std::string numbered(const char* stem, std::uint64_t number) {
    std::string text(stem);
    text += std::to_string(number);
    return text;
}

void random_machine(Random& random, Sketch& builder) {
    Maker(random, builder).run();
}

}  // namespace motus::test
