// validate_state.cpp - states: their motions, the variables they follow, and blend spaces.
// SPDX-License-Identifier: MIT
#include <motus/document/limits.h>
#include <motus/document/validate_check.h>

#include <optional>

namespace motus::validation {
namespace {

using doc::BlendChild;
using doc::BlendKind;
using doc::StateKind;
using doc::StateMachineState;
using doc::StateMachineVariable;
using doc::VariableKind;

/// The blend of a state of that kind; nothing where it is no blend.
std::optional<BlendKind> blend_of(StateKind kind) {
    switch (kind) {
        case StateKind::blend_1d:
            return BlendKind::blend_1d;
        case StateKind::blend_simple_directional:
            return BlendKind::blend_simple_directional;
        case StateKind::blend_freeform_directional:
            return BlendKind::blend_freeform_directional;
        case StateKind::blend_freeform_cartesian:
            return BlendKind::blend_freeform_cartesian;
        case StateKind::blend_direct:
            return BlendKind::blend_direct;
        default:
            return std::nullopt;
    }
}

enum class Needs : unsigned char { number, truth };

/// A variable that drives a number or a truth must be one.
void check_drive(Check& check, const Object& object, std::uint16_t property, std::uint64_t id,
                 Needs needs) {
    const auto* variable = check.find<StateMachineVariable>(id);
    if (variable == nullptr) return;
    const bool is_truth =
        variable->kind() == VariableKind::bool_ || variable->kind() == VariableKind::trigger;
    if (is_truth == (needs == Needs::truth)) {
        if (needs == Needs::number && variable->kind() != VariableKind::float_) {
            check.warn(
                "wrong-type", object, property,
                quoted(variable->name(), "the variable") + " is no float: it counts as not set");
        }
        return;
    }
    check.error("wrong-type", object, property,
                quoted(variable->name(), "the variable") +
                    (needs == Needs::number ? " is no number" : " is no bool"));
}

void check_axis(Check& check, const Object& object, std::uint16_t property, std::uint64_t id) {
    if (id == 0) {
        check.error("unknown-variable", object, property, "the blend has no variable to follow");
    }
    check_drive(check, object, property, id, Needs::number);
}

void check_children(Check& check, const Object& owner, std::uint16_t property, BlendKind kind,
                    ChildList<BlendChild> children) {
    if (children.empty()) {
        check.warn("no-motion", owner, property, "the blend has no motions");
    }
    if (children.size() > limits::kBlendChildren) {
        check.error("too-many", owner, 0,
                    "a blend has at most " + std::to_string(limits::kBlendChildren) + " motions");
    }
    const BlendChild* before = nullptr;
    std::map<Float2, const BlendChild*> positions;
    for (const BlendChild& child : children) {
        if (kind == BlendKind::blend_1d && before != nullptr) {
            if (child.threshold() < before->threshold()) {
                check.error("unsorted-children", child, BlendChild::kThreshold,
                            "thresholds must ascend");
            } else if (child.threshold() == before->threshold()) {
                check.warn("duplicate-position", child, BlendChild::kThreshold,
                           "has the threshold of the motion before it");
            }
        } else if (kind == BlendKind::blend_direct) {
            if (child.direct_variable() == 0) {
                check.error("unknown-variable", child, BlendChild::kDirectVariable,
                            "the motion has no variable for its weight");
            }
            check_drive(check, child, BlendChild::kDirectVariable, child.direct_variable(),
                        Needs::number);
        } else if (kind != BlendKind::blend_1d &&
                   !positions.emplace(child.position(), &child).second) {
            check.warn("duplicate-position", child, BlendChild::kPosition,
                       "another motion is at this place");
        }
        before = &child;
    }
}

void check_motion(Check& check, const StateMachineState& state) {
    const Object* motion = check.document().find_id(state.motion());
    if (state.motion() == 0) {
        check.warn("no-motion", state, StateMachineState::kMotion,
                   "plays nothing: it lasts one second; its kind may be \"empty\"");
    } else if (motion != nullptr) {
        const bool is_clip = object_cast<doc::AnimationClip>(motion) != nullptr;
        if (is_clip != (state.kind() == StateKind::clip)) {
            check.error("wrong-type", state, StateMachineState::kMotion,
                        std::string("the state plays a ") + (is_clip ? "clip" : "timeline") +
                            " and says that it is of another kind");
        }
    }
}

}  // namespace

void check_state(Check& check, const StateMachineState& state) {
    if (state.name().empty()) {
        check.warn("no-name", state, StateMachineState::kName, "the state has no name");
    }
    for (const doc::StateEvent& event : state.events())
        check.require(event.event(), event, doc::StateEvent::kEvent, "event");
    check_drive(check, state, StateMachineState::kSpeedVariable, state.speed_variable(),
                Needs::number);
    check_drive(check, state, StateMachineState::kCycleOffsetVariable,
                state.cycle_offset_variable(), Needs::number);
    check_drive(check, state, StateMachineState::kTimeVariable, state.time_variable(),
                Needs::number);
    check_drive(check, state, StateMachineState::kMirrorVariable, state.mirror_variable(),
                Needs::truth);
    if (state.kind() == StateKind::clip || state.kind() == StateKind::timeline) {
        check_motion(check, state);
    } else if (state.kind() == StateKind::sub_machine) {
        if (state.graph() == nullptr || state.graph()->states().empty()) {
            check.warn("no-motion", state, StateMachineState::kGraph,
                       "the sub-machine has no states: nothing can enter it");
        }
    } else if (const std::optional<BlendKind> blend = blend_of(state.kind())) {
        if (*blend != BlendKind::blend_direct) {
            check_axis(check, state, StateMachineState::kVariableX, state.variable_x());
        }
        if (*blend != BlendKind::blend_direct && *blend != BlendKind::blend_1d) {
            check_axis(check, state, StateMachineState::kVariableY, state.variable_y());
        }
        check_children(check, state, StateMachineState::kChildren, *blend, state.children());
    }
    const auto* mirror = check.find<StateMachineVariable>(state.mirror_variable());
    if (state.mirror() || (mirror != nullptr && mirror->kind() == VariableKind::bool_)) {
        check.warn("mirror-not-used", state,
                   state.mirror() ? StateMachineState::kMirror : StateMachineState::kMirrorVariable,
                   "states are not mirrored at run time");
    }
    if (state.foot_ik()) {
        check.warn("ik-not-used", state, StateMachineState::kFootIk,
                   "there is no inverse kinematics at run time");
    }
    if (state.kind() != StateKind::sub_machine && state.graph() != nullptr) {
        check.warn("ignored", state, StateMachineState::kGraph,
                   "only a sub-machine uses states of its own");
    }
}

void check_blend_child(Check& check, const BlendChild& child) {
    if (child.motion() == 0 && child.blend() == nullptr) {
        check.warn("no-motion", child, BlendChild::kMotion, "plays nothing where it has weight");
    } else if (child.motion() != 0 && child.blend() != nullptr) {
        check.warn("ignored", child, BlendChild::kMotion, "has a blend too, which is played");
    }
    if (child.mirror()) {
        check.warn("mirror-not-used", child, BlendChild::kMirror,
                   "motions of a blend are not mirrored at run time");
    }
}

void check_blend(Check& check, const doc::BlendNode& blend) {
    // A state that blends is the first level; a synced layer's motion has none above its own.
    const std::uint32_t most = limits::kBlendDepth + 2;
    std::uint32_t levels = levels_of(blend, most);
    const Object* above = blend.parent();
    for (std::uint32_t i = 0; i < 2 * most && above != nullptr; ++i, above = above->parent()) {
        if (object_cast<StateMachineState>(above) == nullptr) continue;
        ++levels;
        break;
    }
    if (levels == limits::kBlendDepth + 1) {
        check.error("too-deep", blend, 0,
                    "blends are nested deeper than " + std::to_string(limits::kBlendDepth));
    }
    if (blend.kind() != BlendKind::blend_direct) {
        check_axis(check, blend, doc::BlendNode::kVariableX, blend.variable_x());
    }
    if (blend.kind() != BlendKind::blend_direct && blend.kind() != BlendKind::blend_1d) {
        check_axis(check, blend, doc::BlendNode::kVariableY, blend.variable_y());
    }
    check_children(check, blend, doc::BlendNode::kChildren, blend.kind(), blend.children());
}

}  // namespace motus::validation
