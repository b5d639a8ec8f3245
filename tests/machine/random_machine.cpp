// SPDX-License-Identifier: MIT
#include "random_machine.h"

#include <string>

namespace motus::test {
namespace {

std::string numbered(const char* prefix, std::size_t number) {
    std::string name = prefix;
    name += std::to_string(number);
    return name;
}

// The same machine from every compiler and library: own distributions, and of dice in one call
// each is named first, since arguments are evaluated in any order.
class Maker {
  public:
    Maker(std::uint32_t seed, const RandomOptions& options, RandomMachine& out)
        : options_(options), out_(out), b_(out.builder), random_(seed) {}

    void make() {
        const auto variable = [&](Kind kind, std::vector<std::uint32_t>& list, int count) {
            for (int i = 0; i < count; ++i) {
                list.push_back(b_.variable(numbered("v", variables_++), kind, 0.0f));
            }
        };
        variable(Kind::float_, out_.floats, 3);
        variable(Kind::int_, out_.ints, 1);
        variable(Kind::bool_, out_.bools, 2);
        variable(Kind::trigger, out_.triggers, 3);
        for (std::uint32_t i = 0; i < options_.clips; ++i) {
            const float length =
                options_.lengths != nullptr ? options_.lengths[i] : 0.2f + 2.0f * unit();
            out_.clips.push_back(b_.clip(length, chance(0.6f),
                                         {{ticks_of_seconds(length * 0.25f), hash_name("a")},
                                          {ticks_of_seconds(length), hash_name("b")}}));
        }
        const std::uint32_t layers = 1 + below(3);
        for (std::uint32_t l = 1; l < layers; ++l) {
            const float weight = unit();
            b_.layer(weight, chance(0.3f));
        }
        for (std::uint32_t l = 0; l < layers; ++l) {
            if (l > 0 && chance(0.2f)) {
                b_.sync(l, 0, chance(0.5f));
                for (std::size_t i = 0; i < base_states_; ++i)
                    if (chance(0.7f)) b_.synced_motion(l, states_[i], clip());
                continue;
            }
            fill(b_.root(l), 0);
            if (l == 0) base_states_ = states_.size();
        }
        b_.start = chance(0.5f) ? record::LayerStart::default_state
                                : record::LayerStart::entry_transitions;
        b_.trigger_reset = chance(0.5f) ? record::TriggerReset::after_all_layers
                                        : record::TriggerReset::first_consumer;
    }

  private:
    float unit() { return static_cast<float>(random_() >> 8) * 0x1p-24f; }
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
    bool chance(float p) { return unit() < p; }
    std::uint32_t clip() {
        return out_.clips[below(static_cast<std::uint32_t>(out_.clips.size()))];
    }
    std::uint32_t pick(const std::vector<std::uint32_t>& list) {
        return list[below(static_cast<std::uint32_t>(list.size()))];
    }

    std::uint32_t add_state(std::uint32_t graph) {
        const std::string name = numbered("s", count_++);
        const float kind = unit();
        std::uint32_t state = kNoState;
        if (kind < 0.1f && options_.empty) {
            state = b_.state(name, kNoIndex, graph);
            out_.has_empty = true;
        } else if (kind < 0.5f) {
            state = b_.state(name, clip(), graph);
        } else {
            using K = record::StateKind;
            const K kinds[] = {K::blend_1d, K::blend_simple_directional,
                               K::blend_freeform_directional, K::blend_freeform_cartesian,
                               K::blend_direct};
            // The length of a direct blend follows its weights: it races where they are small.
            K chosen = options_.smooth ? K::blend_1d : kinds[below(options_.direct ? 5 : 4)];
            out_.has_direct = out_.has_direct || chosen == K::blend_direct;
            const std::uint32_t x = pick(out_.floats), y = pick(out_.floats);
            state = b_.blend(name, chosen, x, y, graph);
            const std::uint32_t children = 2 + below(3);
            for (std::uint32_t i = 0; i < children; ++i) {
                const std::uint32_t motion = clip();
                const float y_at = unit() * 4.0f - 2.0f;
                BlendChildDesc& child =
                    b_.child(state, motion, -1.0f + static_cast<float>(i), y_at);
                const float x_at = chance(0.2f) ? 0.0f : unit() * 4.0f - 2.0f;
                if (chosen != K::blend_1d) child.x = x_at;
                const std::uint32_t weight = pick(out_.floats);
                if (chosen == K::blend_direct) child.weight = b_.variable_name(weight);
                child.time_scale = chance(0.2f) ? -1.5f : 0.5f + unit();
                child.cycle_offset = chance(0.3f) ? unit() : 0.0f;
            }
        }
        StateDesc& s = b_.edit(state);
        s.speed = chance(0.2f) ? -unit() : 0.25f + (options_.smooth ? 1.0f : 2.0f) * unit();
        if (chance(0.1f)) s.speed = 0.0f;
        if (chance(0.2f)) s.speed_variable = b_.variable_name(pick(out_.floats));
        if (chance(0.1f)) s.time_variable = b_.variable_name(pick(out_.floats));
        if (chance(0.2f)) s.cycle_offset = unit();
        if (chance(0.3f)) s.loop = chance(0.5f) ? record::LoopMode::loop : record::LoopMode::once;
        states_.push_back(state);
        return state;
    }

    void fill(std::uint32_t graph, int depth) {
        std::vector<std::uint32_t> here;
        const std::uint32_t count = 2 + below(4);
        for (std::uint32_t i = 0; i < count; ++i)
            here.push_back(add_state(graph));
        std::vector<std::uint32_t> targets = here;
        if (depth < 2 && chance(0.5f)) {
            const std::uint32_t machine = b_.machine(numbered("m", count_++), graph);
            fill(b_.graph_of(machine), depth + 1);
            targets.push_back(machine);
            if (chance(0.7f)) dress(b_.leave(machine, pick(here)), false);
            if (chance(0.3f)) dress(b_.entry(graph, machine), false);
        }
        for (const std::uint32_t state : here) {
            for (std::uint32_t i = 0, n = below(4); i < n; ++i) {
                dress(depth > 0 && chance(0.2f) ? b_.to_exit(state)
                                                : b_.from_state(state, pick(targets)),
                      true);
            }
        }
        for (std::uint32_t i = 0, n = below(3); i < n; ++i) {
            TransitionSpec& any = dress(b_.any(pick(targets), graph), true);
            if (chance(0.5f)) any.not_to_self();
        }
        if (chance(0.4f)) dress(b_.entry(graph, pick(here)), false);
    }

    TransitionSpec& dress(TransitionSpec& t, bool timed) {
        for (std::uint32_t i = 0, n = below(3); i < n; ++i) {
            const std::uint32_t kind = below(4);
            const bool first = chance(0.5f);
            switch (kind) {
                case 0: {
                    const std::uint32_t variable = pick(out_.floats);
                    t.when(variable, first ? Op::greater : Op::less_equal, unit() * 2.0f - 1.0f);
                    break;
                }
                case 1: {
                    const std::uint32_t variable = pick(out_.ints);
                    t.when(variable, first ? Op::equal : Op::not_equal,
                           static_cast<float>(below(3)));
                    break;
                }
                case 2:
                    t.when(pick(out_.bools), first ? Op::is_true : Op::is_false);
                    break;
                default:
                    t.when(pick(out_.triggers), Op::is_true);
                    break;
            }
        }
        if (timed && chance(0.5f)) {
            const float at = chance(0.8f) ? unit() : 1.0f + unit();
            t.exit_at(at, chance(0.3f));
        }
        if (timed && t.desc.when.empty() && !t.desc.exit_time) {
            t.when(out_.floats[0], Op::greater, 1e30f);  // it is looked at, and never taken
        }
        if (options_.smooth) {
            t.lasts(0.2f + unit() * 0.6f);
        } else if (chance(0.15f)) {
            t.lasts(0.0f);
        } else if (chance(0.3f)) {
            t.lasts_normalized(0.05f + unit() * 0.5f);
        } else {
            t.lasts(0.02f + unit() * 0.6f);
        }
        if (chance(0.3f)) t.starts_at(unit());
        t.desc.sync = static_cast<record::MotionSync>(below(3));
        const auto source = static_cast<record::InterruptionSource>(below(5));
        t.interrupted_by(source, chance(0.5f));
        if (options_.frozen && chance(0.5f)) t.frozen();
        if (chance(0.3f)) {
            t.shaped({{half_of(0), half_of(0), half_of(0), half_of(2 * unit())},
                      {half_of(1), half_of(1), half_of(2 * unit()), half_of(0)}});
        }
        return t;
    }

    const RandomOptions& options_;
    RandomMachine& out_;
    Sketch& b_;
    std::mt19937 random_;
    std::vector<std::uint32_t> states_;
    std::size_t count_ = 0, variables_ = 0, base_states_ = 0;
};

}  // namespace

std::unique_ptr<RandomMachine> random_machine(std::uint32_t seed, const RandomOptions& options) {
    auto machine = std::make_unique<RandomMachine>();
    Maker(seed, options, *machine).make();
    return machine;
}

}  // namespace motus::test
