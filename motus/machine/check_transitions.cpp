// SPDX-License-Identifier: MIT
#include <motus/machine/check_parts.h>

namespace motus::detail {
namespace {

using From = record::TransitionFrom;
using To = record::TransitionTo;

/// The records themselves; where they stand is looked at by list.
bool check_records(const Machine& graph) noexcept {
    Tiles conditions, keys;
    for (std::size_t i = 0; i < graph.transitions.size(); ++i) {
        const record::StateMachineTransition& t = graph.transitions[i];
        if (!is_enum(t.from_kind, From::machine) || !is_enum(t.to_kind, To::exit) ||
            !is_enum(t.duration_unit, record::DurationUnit::normalized) ||
            !is_enum(t.exit_time_mode, record::ExitTimeMode::at_crossing) ||
            !is_enum(t.interruption_source, record::InterruptionSource::destination_then_source) ||
            !is_enum(t.interruption_blend, record::InterruptionBlend::frozen) ||
            !is_enum(t.sync, record::MotionSync::none)) {
            return false;
        }
        if (!is_truth(t.has_exit_time) || !is_truth(t.inherit) || !is_truth(t.ordered) ||
            !is_truth(t.can_transition_to_self) || !is_truth(t.mute) || !is_truth(t.solo)) {
            return false;
        }
        if (t.mute || t.solo || t.curve != 0 || !(t.duration >= 0.0f) || !(t.exit_time >= 0.0f) ||
            !is_number(t.duration) || !is_number(t.exit_time) || !is_number(t.offset)) {
            return false;
        }
        if (!conditions.take(t.conditions) || !keys.take(graph.curves[i])) return false;
    }
    return conditions.end(graph.conditions.size()) && keys.end(graph.curve_keys.size());
}

bool check_conditions(const Machine& graph) noexcept {
    for (const record::StateMachineCondition& condition : graph.conditions) {
        if (condition.variable >= graph.variables.size() || !is_number(condition.compare_value) ||
            !is_enum(condition.op, record::ConditionOperator::not_equal)) {
            return false;
        }
    }
    return true;
}

bool check_curves(const Machine& graph) noexcept {
    for (const record::Range& curve : graph.curves) {
        float last = -65504.0f;
        for (const CurveKey& key : graph.curve_keys.subspan(curve.start, curve.count)) {
            const float time = float_of(key.time);
            if (!(time >= last) || !is_number(time) || !is_number(float_of(key.value)) ||
                !is_number(float_of(key.in)) || !is_number(float_of(key.out))) {
                return false;
            }
            last = time;
        }
    }
    return true;
}

class Lists {
  public:
    explicit Lists(const Machine& graph) noexcept : graph_(graph) {}

    /// The next list: what it holds starts at `kind`, from `from`, and stays under `root`.
    bool take(record::Range list, From kind, std::uint32_t from, std::uint32_t root) noexcept {
        if (!tiles_.take(list) || !in_range(list, graph_.transitions.size())) return false;
        for (const record::StateMachineTransition& t :
             graph_.transitions.subspan(list.start, list.count)) {
            if (t.from_kind != kind || !starts_at(t, kind, from) || !leads_under(t, root)) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] bool end() const noexcept { return tiles_.end(graph_.transitions.size()); }

    [[nodiscard]] std::uint32_t root_of(std::uint32_t at) const noexcept {
        while (graph_.graphs[at].above != kNoIndex)
            at = graph_.graphs[at].above;
        return at;
    }

  private:
    [[nodiscard]] bool starts_at(const record::StateMachineTransition& t, From kind,
                                 std::uint32_t from) const noexcept {
        if (kind != From::machine) return t.from == from;
        return t.from < graph_.states.size() && graph_.state_links[t.from].inside == from;
    }
    [[nodiscard]] bool leads_under(const record::StateMachineTransition& t,
                                   std::uint32_t root) const noexcept {
        if (t.to_kind == To::exit) return t.to == kNoState && t.from_kind != From::entry;
        if (t.to >= graph_.states.size()) return false;
        const StateLink& link = graph_.state_links[t.to];
        if (t.to_kind == To::machine && link.inside == kNoIndex) return false;
        return root_of(link.graph) == root;
    }

    const Machine& graph_;
    Tiles tiles_;
};

}  // namespace

bool check_transitions(const Machine& graph) noexcept {
    if (!check_records(graph) || !check_conditions(graph) || !check_curves(graph)) return false;
    Lists lists(graph);
    for (const LayerLink& layer : graph.layer_links) {
        if (!lists.take(layer.any, From::any, kNoState, layer.root)) return false;
    }
    for (std::uint32_t i = 0; i < graph.graphs.size(); ++i) {
        const GraphLink& link = graph.graphs[i];
        const std::uint32_t root = lists.root_of(i);
        if (!lists.take(link.entry, From::entry, kNoState, root)) return false;
        if (!lists.take(link.leave, From::machine, i, root)) return false;
        if (link.above == kNoIndex && link.leave.count != 0) return false;
    }
    for (std::uint32_t i = 0; i < graph.states.size(); ++i) {
        const StateLink& link = graph.state_links[i];
        if (!lists.take(link.out, From::state, i, lists.root_of(link.graph))) return false;
    }
    return lists.end();
}

}  // namespace motus::detail
