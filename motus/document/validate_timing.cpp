// validate_timing.cpp - curves and times of transitions that nothing reads, or nothing reaches.
// SPDX-License-Identifier: MIT
#include <motus/document/access.h>
#include <motus/document/validate_check.h>

#include <algorithm>
#include <unordered_map>

namespace motus::validation {
namespace {

using doc::StateGraph;
using doc::StateKind;
using doc::StateMachineLayer;
using doc::StateMachineState;
using doc::StateMachineTransition;
using doc::TransitionFrom;
using doc::TransitionTo;

/// Whether what is played starts over at its end. A blend does where one of its motions does.
bool motion_loops(const Check& check, std::uint64_t id) {
    if (const auto* clip = check.find<doc::AnimationClip>(id)) return clip->loop();
    const auto* timeline = check.find<doc::AnimationTimeline>(id);
    return timeline != nullptr && timeline->playback_mode() != doc::PlaybackMode::one_shot;
}

bool blend_loops(const Check& check, ChildList<doc::BlendChild> children) {
    return std::any_of(children.begin(), children.end(), [&](const doc::BlendChild& child) {
        return child.blend() != nullptr ? blend_loops(check, child.blend()->children())
                                        : motion_loops(check, child.motion());
    });
}

bool state_loops(const Check& check, const StateMachineState& state) {
    switch (state.loop()) {
        case doc::LoopMode::loop:
            return true;
        case doc::LoopMode::once:
            return false;
        case doc::LoopMode::from_motion:
            break;
    }
    switch (state.kind()) {
        case StateKind::clip:
        case StateKind::timeline:
            return motion_loops(check, state.motion());
        case StateKind::empty:
        case StateKind::sub_machine:
            return false;
        default:
            return blend_loops(check, state.children());
    }
}

/// Where ways into a state may start it, in its lengths.
struct Starts {
    float least = 0.0f, greatest = 0.0f;
    float least_to_end = 0.0f;  ///< From the end, for a state that runs backwards and ends.

    void add(const Starts& other) {
        least = std::min(least, other.least);
        greatest = std::max(greatest, other.greatest);
        least_to_end = std::min(least_to_end, other.least_to_end);
    }
};

Starts starts_of(const StateMachineTransition& t) {
    const float offset = t.offset();
    // Anywhere in a cycle that begins there.
    if (t.sync() != doc::MotionSync::none) return {offset, offset + 1.0f, -offset};
    return {offset, offset, offset == 0.0f ? 0.0f : 1.0f - offset};
}

class Timing {
  public:
    Timing(Check& check, const StateMachineLayer& layer) : check_(check), transitions_(layer) {
        for (const StateMachineTransition* t : transitions_.all()) {
            if (t->from_kind() == TransitionFrom::machine && t->conditions().empty() &&
                !transitions_.is_silent(*t)) {
                open_ways_.emplace(t->from(), t);
            }
            anywhere_.add(starts_of(*t));
        }
        for (const StateMachineTransition* t : transitions_.all()) {
            // What an entry leads to begins where the way into the graph says.
            const bool own = t->from_kind() != TransitionFrom::entry && !t->inherit();
            add_start(t->to(), own ? starts_of(*t) : anywhere_);
        }
        add_defaults(layer.graph());
    }

    void run() {
        for (const StateMachineTransition* t : transitions_.all()) {
            check_curve_use(*t);
            check_timing_use(*t);
            check_exit(*t);
        }
    }

  private:
    void add_defaults(const StateGraph& graph) {
        add_start(graph.entry(), anywhere_);
        for (const StateMachineState& state : graph.states())
            if (state.graph() != nullptr) add_defaults(*state.graph());
    }

    void add_start(std::uint64_t state, const Starts& starts) {
        const auto [at, is_new] = starts_.emplace(state, starts);
        if (!is_new) at->second.add(starts);
    }

    /// The transition out of the sub-machine that an exit always takes; null: there is none.
    [[nodiscard]] const StateMachineTransition* way_out(const StateMachineTransition& exit) const {
        const auto* machine = object_cast<StateMachineState>(exit.parent()->parent());
        if (machine == nullptr || exit.from_kind() != TransitionFrom::state) return nullptr;
        const auto at = open_ways_.find(machine->id());
        return at != open_ways_.end() ? at->second : nullptr;
    }

    void check_curve_use(const StateMachineTransition& t) {
        if (t.curve() == nullptr) return;
        const char* why = nullptr;
        if (t.from_kind() == TransitionFrom::entry) {
            why = "an entry takes no time: its curve is not used";
        } else if (t.inherit()) {
            why = "takes the timing of the exit, which is linear: its curve is not used";
        } else if (t.to_kind() == TransitionTo::exit && t.from_kind() == TransitionFrom::machine) {
            return;  // it has the timing of a way out of the graph above
        } else if (t.to_kind() == TransitionTo::exit && way_out(t) != nullptr) {
            why =
                "the transition out of the sub-machine has the timing: "
                "the curve of the exit is not used";
        } else if (t.duration() == 0.0f) {
            why = "takes no time: its curve is not used";
        }
        if (why != nullptr) check_.warn("curve-not-used", t, StateMachineTransition::kCurve, why);
    }

    void check_timing_use(const StateMachineTransition& t) {
        if (t.from_kind() != TransitionFrom::entry) return;
        for (const std::uint16_t property :
             {StateMachineTransition::kHasExitTime, StateMachineTransition::kDuration,
              StateMachineTransition::kOffset}) {
            if (is_default(t, *t.type().find(property))) continue;
            // No time is what an entry takes.
            if (property == StateMachineTransition::kDuration && t.duration() == 0.0f) continue;
            check_.warn("timing-not-used", t, property, "an entry takes no time: this is not used");
        }
    }

    /// A state that stands passes no place, and one that ends passes each once: what is only open
    /// there must lie ahead.
    void check_exit(const StateMachineTransition& t) {
        if (!t.has_exit_time() || t.from_kind() != TransitionFrom::state) return;
        const auto* from = check_.find<StateMachineState>(t.from());
        if (from == nullptr || from->time_variable() != 0) return;
        const auto found = starts_.find(from->id());
        const Starts starts = found != starts_.end() ? found->second : anywhere_;
        const bool crosses = t.exit_time_mode() == doc::ExitTimeMode::at_crossing;
        const auto warn = [&](const char* why) {
            check_.warn("never-fires", t, StateMachineTransition::kExitTime,
                        quoted(from->name(), "the state") + why);
        };
        if (from->speed() == 0.0f) {
            if (crosses || t.exit_time() > starts.greatest)
                warn(" has the speed 0: the exit time is not reached");
            return;
        }
        // A variable may turn the state round, and have it pass the place once more.
        if (!crosses || from->speed_variable() != 0 || state_loops(check_, *from)) return;
        const float passed = from->speed() > 0.0f ? starts.least : starts.least_to_end;
        if (t.exit_time() <= passed) {
            warn(
                " does not loop and begins at this time or behind it: the exit time is never "
                "crossed");
        }
    }

    Check& check_;
    LayerTransitions transitions_;
    Starts anywhere_;                                   ///< Of all ways, and at the beginning.
    std::unordered_map<std::uint64_t, Starts> starts_;  ///< By state; of its ways in.
    std::unordered_map<std::uint64_t, const StateMachineTransition*> open_ways_;  ///< By machine.
};

}  // namespace

void check_timing(Check& check, const StateMachineLayer& layer) {
    if (layer.sync_layer() == 0) Timing(check, layer).run();
}

}  // namespace motus::validation
