// SPDX-License-Identifier: MIT
#include <tests/unity/describe.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace motus::unity {
namespace {

class Describer {
  public:
    explicit Describer(const Controller& controller) : c_(controller) {}

    std::string run() {
        out_ += fmt::format("controller {} start {}\n", c_.name, c_.entry_on_start);
        for (const Parameter& p : c_.parameters) {
            out_ += fmt::format("parameter {} {} {}\n", p.name, static_cast<int>(p.type),
                                static_cast<float>(p.default_value));
        }
        for (std::size_t i = 0; i < c_.layers.size(); ++i) {
            const Layer& l = c_.layers[i];
            out_ += fmt::format("layer {} mask {} {} sync {} {} weight {} ik {}\n", l.name,
                                to_string(l.mask), l.additive && i > 0, l.sync_layer, l.sync_timing,
                                i == 0 ? 1.0f : l.weight, l.ik_pass);
            for (const SyncedState& s : l.synced) {
                if (s.motion.is_none() && s.behaviours.empty()) continue;
                out_ += fmt::format("  synced {} ", c_.states[s.state].name);
                motion(s.motion, 2);
                behaviours(s.behaviours);
            }
            if (l.machine != kNoItem && l.sync_layer < 0) machine(l.machine, 1);
        }
        return std::move(out_);
    }

  private:
    void machine(std::uint32_t index, int depth) {
        const Machine& m = c_.machines[index];
        const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
        out_ += fmt::format("{}machine {} default {} at {} {} {} {}\n", indent,
                            depth == 1 ? "root" : m.name, name(m.default_state), m.any_position,
                            m.entry_position, m.exit_position, m.parent_position);
        behaviours(m.behaviours);
        for (const Transition& t : m.any)
            transition("any", t, depth, true);
        for (const Transition& t : m.entry)
            transition("entry", t, depth, false);
        for (const std::uint32_t s : m.states)
            state(c_.states[s], depth + 1);
        for (const ChildMachine& child : m.children) {
            out_ += fmt::format("{}child at {}\n", indent, child.position);
            for (const Transition& t : child.leave)
                transition("leave", t, depth, false);
            machine(child.machine, depth + 1);
        }
    }

    void state(const State& s, int depth) {
        out_ += fmt::format(
            "{:>{}}state {} speed {} {} offset {} {} time {} mirror {} {} ik {} wd "
            "{} tag {} at {} plays ",
            "", 2 * depth, s.name, s.speed, s.speed_parameter, s.cycle_offset,
            s.cycle_offset_parameter, s.time_parameter, s.mirror, s.mirror_parameter, s.ik_on_feet,
            s.write_defaults, s.tag, s.position);
        motion(s.motion, depth);
        behaviours(s.behaviours);
        for (const Transition& t : s.transitions)
            transition("to", t, depth + 1, true);
    }

    void transition(const char* kind, const Transition& t, int depth, bool timed) {
        const std::string to = t.to_kind == Target::state     ? "state " + name(t.to)
                               : t.to_kind == Target::machine ? "machine " + c_.machines[t.to].name
                                                              : "exit";
        out_ += fmt::format("{:>{}}{} {} '{}' mute {} solo {}", "", 2 * depth, kind, to, t.name,
                            t.mute, t.solo);
        if (timed) {
            out_ += fmt::format(" duration {} {} offset {} exit {} {} by {} {} self {}", t.duration,
                                t.fixed_duration, t.offset, t.has_exit_time,
                                std::max(0.0f, t.exit_time), t.interruption_source, t.ordered,
                                t.can_self);
        }
        for (const Condition& c : t.conditions) {
            const float with = c.mode <= 2 ? 0.0f : static_cast<float>(c.threshold);
            out_ += fmt::format(" if {} {} {}", c.parameter, c.mode, with);
        }
        out_ += '\n';
    }

    void motion(const Motion& m, int depth) {
        if (m.tree != kNoItem) return tree(c_.trees[m.tree], depth, true);
        out_ += m.clip.is_none() ? "nothing" : m.clip.is_local() ? "local" : to_string(m.clip);
        out_ += '\n';
    }

    void tree(const BlendTree& t, int depth, bool top) {
        const bool direct = t.type == TreeType::direct, flat = t.type == TreeType::one_d;
        out_ += fmt::format("tree {} type {} x {} y {} normalized {}\n", top ? "" : t.name,
                            static_cast<int>(t.type), direct ? "" : t.parameter_x,
                            direct || flat ? "" : t.parameter_y, t.normalized);
        for (const TreeChild& c : t.children) {
            out_ += fmt::format("{:>{}}child {} {} scale {} offset {} {} mirror {} ", "",
                                2 * (depth + 1), c.threshold, c.position, c.time_scale,
                                c.cycle_offset, direct ? c.direct_parameter : "", c.mirror);
            if (c.motion.tree != kNoItem) {
                tree(c_.trees[c.motion.tree], depth + 1, false);
            } else {
                motion(c.motion, depth);
            }
        }
    }

    void behaviours(const std::vector<Behaviour>& list) {
        for (const Behaviour& b : list) {
            out_ += fmt::format("    behaviour {} {} '{}' '{}'\n", to_string(b.script),
                                b.script.type, b.name, b.class_identifier);
            for (const auto& [key, value] : b.fields)
                out_ += fmt::format("      {} = {}\n", key, value);
            for (const std::string& key : b.texts)
                out_ += fmt::format("      {} is a text\n", key);
        }
    }

    std::string name(std::uint32_t state) const {
        return state == kNoItem ? std::string("none") : c_.states[state].name;
    }

    const Controller& c_;
    std::string out_;
};

}  // namespace
}  // namespace motus::unity

namespace motus::test {

std::string describe(const unity::Controller& controller) {
    return unity::Describer(controller).run();
}

}  // namespace motus::test
