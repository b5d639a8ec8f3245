// SPDX-License-Identifier: MIT
#include <motus/session/why.h>

#include <motus/core/assert.h>
#include <motus/machine/clock.h>
#include <motus/session/condition_text.h>
#include <motus/session/unreached.h>

#include <cstring>

#include <fmt/format.h>

namespace motus {
namespace {

const char* phrase_of(record::ConditionOperator op) {
    constexpr const char* kPhrases[] = {"on",       "off",     "greater than", "less than",
                                        "at least", "at most", "equal to",     "other than"};
    return kPhrases[static_cast<std::size_t>(op)];
}

class Explainer {
  public:
    Explainer(Performance& performance, const std::vector<TransitionInfo>& list,
              std::uint32_t index)
        : run_(*performance.machine()),
          names_(performance.names()),
          list_(list),
          graph_(run_.machine()),
          info_(list[index]),
          record_(graph_.transitions[index]) {
        why_.transition = index;
    }

    Why make() {
        find();
        why_.considered = seen_ != nullptr;
        why_.taken = seen_ != nullptr && seen_->blocked == Blocked::no;
        if (seen_ != nullptr && !why_.taken) why_.blocked_by = to_string(seen_->blocked);
        add_conditions();
        add_exit_time();
        if (run_.before().layers[info_.layer].state == kNoState && seen_ == nullptr) {
            why_.verdict = "Nothing has been decided yet: play, or step once.";
        } else {
            why_.verdict = seen_ != nullptr ? considered() : passed_over();
        }
        return std::move(why_);
    }

  private:
    /// Where a tick looked at it more than once, the time it was taken counts, else the last.
    void find() {
        for (const Considered& candidate : run_.explain()) {
            if (candidate.transition != why_.transition) continue;
            if (seen_ == nullptr || seen_->blocked != Blocked::no) seen_ = &candidate;
        }
    }

    void add_conditions() {
        const auto conditions =
            graph_.conditions.subspan(record_.conditions.start, record_.conditions.count);
        const std::span<const std::uint32_t> values = run_.before().variables;
        for (std::size_t i = 0; i < conditions.size(); ++i) {
            const record::StateMachineCondition& condition = conditions[i];
            WhyCondition& out = why_.conditions.emplace_back();
            out.op = condition.op;
            out.value = is_truth(condition.op)
                            ? (condition.op == record::ConditionOperator::is_true ? 1.0 : 0.0)
                            : static_cast<double>(condition.compare_value);
            if (condition.variable >= graph_.variables.size()) {
                out.text = condition_text({}, {}, condition.op, 0.0, 0.0);
                continue;
            }
            const record::VariableKind kind = graph_.variables[condition.variable].kind;
            out.parameter = names_.variables[condition.variable];
            out.actual = number_of(kind, values[condition.variable]);
            // What the tick found counts: an earlier layer may have used a trigger up.
            out.holds = seen_ != nullptr && i < 64 ? (seen_->met >> i & 1) != 0
                                                   : condition_holds(graph_, values, condition);
            out.text = condition_text(out.parameter, kind, out.op, out.value, out.actual);
        }
    }

    void add_exit_time() {
        if (!record_.has_exit_time) return;
        why_.has_exit_time = true;
        why_.exit_time = static_cast<double>(record_.exit_time);
        why_.mode = record_.exit_time_mode;
        why_.crossed = seen_ != nullptr && seen_->crossed;
        why_.now = count_of(run_.view().layers[info_.layer].clock.at);
    }

    std::string state(std::uint32_t index) const {
        return index < names_.states.size() ? names_.states[index] : std::string("no state");
    }

    /// "speed must be greater than 0.1 and is 0; jump must be set".
    std::string unmet() const {
        std::string out;
        for (const WhyCondition& condition : why_.conditions) {
            if (condition.holds) continue;
            if (!out.empty()) out += "; ";
            if (condition.parameter.empty()) {
                out += "a parameter it reads is gone";
            } else if (is_trigger(condition.parameter)) {
                out += condition.actual != 0.0
                           ? condition.parameter + " was used up by another transition"
                           : condition.parameter + " must be set";
            } else if (is_truth(condition.op)) {
                out += fmt::format("{} must be {}", condition.parameter, phrase_of(condition.op));
            } else {
                out += fmt::format("{} must be {} {} and is {}", condition.parameter,
                                   phrase_of(condition.op), shown_number(condition.value),
                                   shown_number(condition.actual));
            }
        }
        return out;
    }

    bool is_trigger(const std::string& parameter) const {
        for (std::size_t i = 0; i < names_.variables.size(); ++i) {
            if (names_.variables[i] == parameter)
                return graph_.variables[i].kind == record::VariableKind::trigger;
        }
        return false;
    }

    std::string considered() const {
        switch (seen_->blocked) {
            case Blocked::no:
                return "Fires in this tick.";
            case Blocked::conditions:
                return "Does not fire: " + unmet() + ".";
            case Blocked::exit_time:
                return fmt::format(
                    "Does not fire yet: its exit time {} is not reached, {} is at "
                    "{:.2f}.",
                    shown_number(why_.exit_time), state(seen_->from), why_.now);
            case Blocked::later:
                return "Could fire, but " + first_title() + " comes first.";
            default:
                return fmt::format("Does not fire: {}.", to_string(seen_->blocked));
        }
    }

    std::string first_title() const {
        for (const Considered& candidate : run_.explain()) {
            if (candidate.layer == seen_->layer && candidate.blocked == Blocked::no)
                return list_[candidate.transition].title;
        }
        return "another transition";
    }

    /// Not looked at: says what is active in its stead.
    std::string passed_over() const {
        const LayerState& at = run_.before().layers[info_.layer];
        const std::string layer = names_.layers[info_.layer];
        if (record_.mute) return "Never fires: it is muted.";
        if (info_.source == TransitionSource::entry)
            return "Entry transitions count when their machine is entered.";
        if (info_.source == TransitionSource::exit)
            return fmt::format("Counts when {} is left through its exit.", state(info_.from));
        if (at.next != kNoState) {
            const bool within = info_.source != TransitionSource::state || info_.from == at.state ||
                                info_.from == at.next;
            return fmt::format("Not looked at: {} is on its way from {} to {}, {}.", layer,
                               state(at.state), state(at.next),
                               within ? std::string("and ") +
                                            to_string(reason_unreached(graph_, at, why_.transition))
                                      : fmt::format("and this leaves {}", state(info_.from)));
        }
        if (info_.source == TransitionSource::state && at.state != info_.from) {
            return fmt::format("Not looked at: {} is in {}, and this leaves {}.", layer,
                               state(at.state), state(info_.from));
        }
        return "Not looked at in this tick.";
    }

    Animator& run_;
    const MachineNames& names_;
    const std::vector<TransitionInfo>& list_;
    const Machine& graph_;
    const TransitionInfo& info_;
    const record::StateMachineTransition& record_;
    const Considered* seen_ = nullptr;
    Why why_;
};

}  // namespace

double number_of(record::VariableKind kind, std::uint32_t bits) noexcept {
    if (kind != record::VariableKind::float_) {
        return static_cast<double>(static_cast<std::int32_t>(bits));
    }
    float value = 0.0f;
    std::memcpy(&value, &bits, sizeof value);
    return static_cast<double>(value);
}

Why explain_transition(Performance& performance, const std::vector<TransitionInfo>& transitions,
                       std::uint32_t transition) {
    MOTUS_ASSERT(performance.machine() != nullptr && transition < transitions.size());
    return Explainer(performance, transitions, transition).make();
}

const char* operator_word(record::ConditionOperator op) noexcept {
    constexpr const char* kNames[] = {"is_true",       "is_false",   "greater", "less",
                                      "greater_equal", "less_equal", "equal",   "not_equal"};
    return kNames[static_cast<std::size_t>(op)];
}

}  // namespace motus
