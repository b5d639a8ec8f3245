// motus/document/fold.h - one transition from any state for the same one drawn from every state.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/document/model.h>

#include <string>
#include <vector>

namespace motus {

/// Transitions that are equal but for the state they leave: one from every state of a layer, or
/// from every state but the one they lead to.
struct RepeatedTransitions {
    std::vector<const doc::StateMachineTransition*> transitions;  ///< In the order of the states.
    /// One leaves the target too: it restarts.
    bool from_target = false;
    /// Why one any-state transition would not do the same; empty where it would. While another
    /// transition runs, an any-state transition may interrupt it, and these could not: that alone
    /// is no obstacle, since it is what any-state transitions are for.
    std::string obstacle;
    /// It would do the same once those before it in the list, which are `in_turn` too, are folded.
    bool in_turn = false;
};

/// All of a layer with at least three states, sub-machines' states included, in an order in which
/// they can be folded; those that cannot come last. Names and annotations are not compared. Cost:
/// linear, times the sets that wait for each other.
[[nodiscard]] std::vector<RepeatedTransitions> find_repeated(const Document& document,
                                                             const doc::StateMachineLayer& layer);

/// Removes them and appends one any-state transition to the layer's graph, as one step, or part of
/// the one that is open. It keeps the id, the name and all else of the first. Where they left
/// every state but their target, it may not lead to itself. Code: "fold-differs", with the
/// obstacle; then nothing changed.
Result<Handle> fold_repeated(Document& document, const RepeatedTransitions& repeated);

/// The same as operations of a patch (patch.h), one line of JSON: a list that is one step.
[[nodiscard]] std::string fold_patch(const Document& document, const RepeatedTransitions& repeated);

}  // namespace motus
