// Motions of states: clips, timelines and blend trees; behaviours as annotations.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/convert.h>

#include <motus/machine/machine.h>

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::array kStateKinds = {
    doc::StateKind::blend_1d, doc::StateKind::blend_simple_directional,
    doc::StateKind::blend_freeform_directional, doc::StateKind::blend_freeform_cartesian,
    doc::StateKind::blend_direct};
constexpr std::array kBlendKinds = {
    doc::BlendKind::blend_1d, doc::BlendKind::blend_simple_directional,
    doc::BlendKind::blend_freeform_directional, doc::BlendKind::blend_freeform_cartesian,
    doc::BlendKind::blend_direct};
constexpr std::size_t kChildrenPerBlend = 16;  // that count as one blend more
constexpr std::array kTreeNames = {"1D blend trees", "2D simple directional blend trees",
                                   "2D freeform directional blend trees",
                                   "2D freeform cartesian blend trees", "direct blend trees"};

// A number stays one where its text would come out the same again.
Value value_of(const std::string& text) {
    if (const auto number = parse_integer(text)) {
        if (*number > -1000000 && *number < 1000000 && fmt::to_string(*number) == text) {
            return Value(static_cast<double>(*number));
        }
    }
    return Value(text);
}

}  // namespace

void Converter::set_motion(const Motion& motion, doc::StateMachineStateChange& change,
                           const std::string& place) {
    if (motion.tree != kNoItem) {
        change.set_kind(kStateKinds[static_cast<std::size_t>(controller_.trees[motion.tree].type)]);
        if (!fill_tree(motion.tree, change, place, 0)) change.set_loop(doc::LoopMode::loop);
        return;
    }
    const MotionEntry& entry = motions_.get(motion.clip, place, change.object().name());
    if (entry.id == 0) {  // an empty state: in Unity it lasts one second, and loops
        change.set_loop(doc::LoopMode::loop);
        return;
    }
    change.set_kind(entry.is_timeline ? doc::StateKind::timeline : doc::StateKind::clip);
    change.set_motion(entry.id);
}

// Whether it has a motion anywhere.
template <typename Owner>
bool Converter::fill_tree(std::uint32_t index, Owner& owner, const std::string& place,
                          std::uint32_t depth) {
    const BlendTree& tree = controller_.trees[index];
    blends_ += 1 + tree.children.size() / kChildrenPerBlend;
    if (blends_ > kMaxBlends) {
        too_large_ = true;
        return false;
    }
    if (depth == kMaxBlendDepth) {  // that of the state is 0
        note_limit("blend trees too deep to bake",
                   fmt::format("trees are inside each other more than {} deep", kMaxBlendDepth),
                   place);
    }
    if (tree.children.size() > kMaxBlendChildren) {
        note_limit("blend trees too wide to bake",
                   fmt::format("a tree has {} children, more than {}", tree.children.size(),
                               kMaxBlendChildren),
                   place);
    }
    const auto type = static_cast<std::size_t>(tree.type);
    if constexpr (std::is_same_v<Owner, doc::BlendNodeChange>) {
        owner.set_kind(kBlendKinds[type]).set_name(tree.name);
    }
    report_.use(kTreeNames[type], Support::supported, "blend spaces", place);
    if (tree.type == TreeType::freeform_directional) report_.touch(1, place);
    if (tree.children.size() > 1) report_.touch(6, place);
    if (tree.type != TreeType::direct) {
        owner.set_variable_x(number_variable(tree.parameter_x, place));
    }
    if (tree.type != TreeType::direct && tree.type != TreeType::one_d) {
        owner.set_variable_y(number_variable(tree.parameter_y, place));
    }
    owner.set_normalized(tree.normalized);
    std::vector<const TreeChild*> children;
    for (const TreeChild& child : tree.children)
        children.push_back(&child);
    const auto below = [](const TreeChild* a, const TreeChild* b) {
        return a->threshold < b->threshold;
    };
    if (tree.type == TreeType::one_d && !std::is_sorted(children.begin(), children.end(), below)) {
        std::stable_sort(children.begin(), children.end(), below);
        report_.use("1D children out of order", Support::approximated, "sorted by threshold",
                    place);
    }
    bool plays = false;
    for (std::size_t i = 0; i < children.size(); ++i) {
        const TreeChild& child = *children[i];
        const std::string where = fmt::format("{}, {} child {}", place,
                                              tree.name.empty() ? "blend" : shown(tree.name), i);
        auto change = owner.children_append();
        change.set_threshold(child.threshold)
            .set_position(child.position)
            .set_time_scale(child.time_scale)
            .set_cycle_offset(child.cycle_offset)
            .set_mirror(child.mirror);
        if (tree.type == TreeType::direct) {
            change.set_direct_variable(number_variable(child.direct_parameter, where));
        }
        if (child.mirror) {
            report_.use("mirror", Support::not_supported,
                        "the mark is kept; poses are not mirrored", where);
        }
        plays |= set_child_motion(
            child.motion, change, where,
            fmt::format("{} {}", tree.name.empty() ? "Blend" : shown(tree.name), i), depth);
        if (too_large_) return false;
    }
    return plays;
}

template <typename Owner>
bool Converter::set_child_motion(const Motion& motion, Owner& child, const std::string& place,
                                 const std::string& hint, std::uint32_t depth) {
    if (motion.tree != kNoItem) {
        auto blend = child.blend_make();
        return fill_tree(motion.tree, blend, place, depth + 1);
    }
    const MotionEntry& entry = motions_.get(motion.clip, place, hint);
    if (entry.id != 0) child.set_motion(entry.id);
    return entry.id != 0;
}

template <typename Owner>
void Converter::annotate(const std::vector<Behaviour>& behaviours, Owner& owner,
                         const std::string& place) {
    for (const Behaviour& behaviour : behaviours) {
        ++behaviours_;
        auto note = owner.annotations_append();
        note.set_name("unity.behaviour").set_source(to_string(behaviour.script));
        const auto field = [&note](const std::string& name, Value value) {
            note.fields_append().set_name(name).set_value(std::move(value));
        };
        field("m_Name", Value(behaviour.name));
        field("m_EditorClassIdentifier", Value(behaviour.class_identifier));
        field("m_Script.type", Value(static_cast<double>(behaviour.script.type)));
        for (const auto& [name, text] : behaviour.fields)
            field(name, value_of(text));
        for (const std::string& name : behaviour.texts)
            field(kTextField, Value(name));
        report_.use("state machine behaviours", Support::not_supported,
                    "kept as annotations with their fields; scripts do not run", place);
    }
}

template bool Converter::set_child_motion(const Motion&, doc::SyncedMotionChange&,
                                          const std::string&, const std::string&, std::uint32_t);
template void Converter::annotate(const std::vector<Behaviour>&, doc::StateGraphChange&,
                                  const std::string&);
template void Converter::annotate(const std::vector<Behaviour>&, doc::StateMachineStateChange&,
                                  const std::string&);
template void Converter::annotate(const std::vector<Behaviour>&, doc::SyncedMotionChange&,
                                  const std::string&);

}  // namespace motus::unity
