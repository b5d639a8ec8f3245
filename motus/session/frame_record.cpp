// SPDX-License-Identifier: MIT
#include <motus/session/frame_record.h>
#include <motus/session/unreached.h>

#include <cstring>

namespace motus {
namespace {

double number_of(record::VariableKind kind, std::uint32_t bits) {
    if (kind == record::VariableKind::float_) {
        float value = 0.0f;
        std::memcpy(&value, &bits, sizeof value);
        return static_cast<double>(value);
    }
    return static_cast<double>(static_cast<std::int32_t>(bits));
}

class RecordMaker {
  public:
    RecordMaker(Animator& run, const MachineNames& names)
        : run_(run), graph_(run.machine()), names_(names) {}

    FrameRecord make(bool explain) {
        const Playlist& playlist = run_.playlist();
        for (std::uint32_t i = 0; i < playlist.layer_count; ++i)
            add_layer(i, playlist.layers[i]);
        for (const MachineEvent& event : run_.machine_events())
            add_event(event);
        if (explain) {
            for (const Considered& considered : run_.explain())
                add_candidate(considered);
            for (const UnreachedTransition& unreached : unreached_transitions(run_))
                add_unreached(unreached);
        }
        record_.root = run_.root_delta();
        return std::move(record_);
    }

  private:
    std::string_view state(std::uint32_t index) const {
        return index < names_.states.size() ? std::string_view(names_.states[index])
                                            : std::string_view();
    }
    std::string_view layer(std::uint32_t index) const {
        return index < names_.layers.size() ? std::string_view(names_.layers[index])
                                            : std::string_view("one-shot");
    }

    void add_layer(std::uint32_t index, const PlaylistLayer& shown) {
        FrameLayer& out = record_.layers.emplace_back();
        out.name = layer(index);
        out.weight = shown.weight;
        out.one_shot = shown.over;
        if (index < graph_.layers.size()) add_state(index, out);
        // An inertial blend shows its motions in full and lets the difference to the kept pose die
        // away; as shares of what is seen, both together are 1, as they are for a frozen pose.
        const bool carried = shown.carry != Carry::none;
        const float share = shown.carry == Carry::inertial ? 1.0f - shown.carry_weight : 1.0f;
        for (const PlaylistItem& item : run_.playlist().items.subspan(shown.first, shown.count)) {
            if (item.passed) continue;
            FrameClip& clip = out.clips.emplace_back();
            clip.clip = names_.motions[item.motion];
            clip.time_s = seconds_of(item.to);
            clip.weight = item.weight * share;
        }
        if (carried) {
            FrameClip& clip = out.clips.emplace_back();
            clip.is_pose = true;
            clip.time_s = seconds_of(shown.carry_age);
            clip.weight = shown.carry_weight;
        }
        if (out.one_shot && out.clips.empty()) record_.layers.pop_back();  // it has just ended
    }

    double time_of(std::uint32_t index, const StateClock& clock) {
        const std::uint32_t variable = graph_.states[index].time_variable;
        if (variable >= graph_.variables.size()) return count_of(clock.at);
        return number_of(graph_.variables[variable].kind, run_.view().variables[variable]);
    }

    void add_state(std::uint32_t index, FrameLayer& out) {
        const std::uint32_t follows = graph_.layer_links[index].follows;
        const LayerState& at = run_.view().layers[follows == kNoIndex ? index : follows];
        if (at.state == kNoState) return;
        out.state = state(at.state);
        out.normalized_time = time_of(at.state, at.clock);
        if (at.next == kNoState) return;
        out.next = state(at.next);
        FrameTransition transition;
        transition.place = at.source == TransitionSource::host
                               ? TransitionPlace{TransitionSource::host}
                               : place_of(graph_, at.timing);
        transition.progress = count_of(at.fade.at);
        transition.weight = transition_weight(graph_, at);
        out.transition = transition;
    }

    void add_event(const MachineEvent& event) {
        FrameEvent& out = record_.events.emplace_back();
        out.name = name_text(run_.library().file(), event.name);
        out.kind = event.kind;
        out.layer = layer(event.layer);
        out.state = state(event.state);
        if (event.motion < names_.motions.size()) out.clip = names_.motions[event.motion];
        out.weight = event.weight;
    }

    void add_candidate(const Considered& considered) {
        const record::StateMachineTransition& transition =
            graph_.transitions[considered.transition];
        FrameCandidate& out = record_.considered.emplace_back();
        out.layer = layer(considered.layer);
        const bool leaves = transition.to_kind == record::TransitionTo::exit;
        const std::uint32_t aim = leaves ? kNoState : transition.to;
        out.to = state(considered.to != kNoState ? considered.to : aim);
        out.place = place_of(graph_, considered.transition);
        // While a transition runs, that of the state being entered may be looked at too.
        const std::uint32_t owner = out.place.owner;
        out.from = state(owner != kNoState ? owner : considered.from);
        out.has_exit_time = transition.has_exit_time;
        out.exit_time = static_cast<double>(transition.exit_time);
        out.mode = transition.exit_time_mode;
        out.crossed = considered.crossed;
        if (considered.blocked != Blocked::no) out.blocked_by = to_string(considered.blocked);
        const auto conditions =
            graph_.conditions.subspan(transition.conditions.start, transition.conditions.count);
        for (std::size_t i = 0; i < conditions.size(); ++i) {
            const bool met = i < 64
                                 ? (considered.met >> i & 1) != 0
                                 : condition_holds(graph_, run_.before().variables, conditions[i]);
            out.conditions.push_back(condition(conditions[i], met));
        }
    }

    void add_unreached(const UnreachedTransition& unreached) {
        Considered considered;
        considered.layer = unreached.layer;
        considered.transition = unreached.transition;
        considered.from = run_.before().layers[unreached.layer].state;
        add_candidate(considered);
        FrameCandidate& out = record_.considered.back();
        out.blocked_by = to_string(unreached.reason);
        const record::Range list = graph_.transitions[unreached.transition].conditions;
        for (std::uint32_t i = 0; i < list.count; ++i) {
            const record::StateMachineCondition& from = graph_.conditions[list.start + i];
            const bool met = condition_holds(graph_, run_.before().variables, from);
            out.conditions[i] = condition(from, met);
        }
    }

    FrameCondition condition(const record::StateMachineCondition& from, bool met) {
        FrameCondition out;
        out.op = from.op;
        out.met = met;
        out.value = static_cast<double>(from.compare_value);
        if (from.variable >= graph_.variables.size()) return out;
        out.parameter = names_.variables[from.variable];
        out.kind = graph_.variables[from.variable].kind;
        out.actual = number_of(out.kind, run_.before().variables[from.variable]);
        // A trigger that an earlier transition of the tick has used up is not set any more.
        if (out.kind == record::VariableKind::trigger) {
            out.actual = met == (from.op == record::ConditionOperator::is_true) ? 1.0 : 0.0;
        }
        return out;
    }

    Animator& run_;
    const Machine& graph_;
    const MachineNames& names_;
    FrameRecord record_;
};

}  // namespace

FrameRecord record_frame(Animator& run, const MachineNames& names, bool explain) {
    return RecordMaker(run, names).make(explain);
}

}  // namespace motus
