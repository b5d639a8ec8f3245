// SPDX-License-Identifier: MIT
#include <motus/import/unity/entity_tree.h>

#include <motus/document/new_document.h>
#include <motus/import/unity/node_tree.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

template <typename T>
std::uint32_t property_id(std::uint16_t number) {
    return static_cast<std::uint32_t>(T::static_type().number) << 16 | number;
}

}  // namespace

std::size_t EntityTree::child(std::size_t parent, const std::string& name) {
    if (places_.size() >= kMaxUnityNodes) {
        const auto known = by_name_.find({parent, name});
        full_ = full_ || known == by_name_.end();
        return known == by_name_.end() ? 0 : known->second;
    }
    const auto [at, is_new] = by_name_.emplace(std::make_pair(parent, name), places_.size());
    if (!is_new) return at->second;
    auto scene = document_.begin_change(content(document_).scene());
    auto entity = scene.entities_append();
    entity.set_name(name);
    if (parent != 0) entity.set_parent_entity(places_[parent - 1].id);
    Place place;
    place.id = entity.object().id();
    place.handle = entity.handle();
    places_.push_back(std::move(place));
    return at->second;
}

std::uint64_t EntityTree::root() {
    return places_[place("")].id;
}

std::size_t EntityTree::place(std::string_view path) {
    std::size_t at = child(0, root_.empty() ? "Root" : root_);
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        at = child(at + 1, std::string(path.substr(0, slash)));
        if (slash == path.npos) break;
        path.remove_prefix(slash + 1);
    }
    return at;
}

void EntityTree::bind_transform(const std::string& path, CurveTarget target,
                                doc::AnimationBindingChange binding) {
    using doc::Transform3D;
    const std::size_t at = place(path);
    if (!places_[at].has_transform) {
        doc::EntityChange(document_, places_[at].handle).components_append<Transform3D>();
        places_[at].has_transform = true;
    }
    const bool turn = target == CurveTarget::rotation || target == CurveTarget::euler;
    const std::uint16_t property = turn                              ? Transform3D::kRotation
                                   : target == CurveTarget::position ? Transform3D::kPosition
                                                                     : Transform3D::kScale;
    binding.set_target(places_[at].id)
        .set_component(Transform3D::static_type().number)
        .set_property(property_id<Transform3D>(property))
        .set_property_kind(turn ? doc::ValueKind::quat : doc::ValueKind::vec3);
}

// An entity has one component of a type: a second Unity component of an object has an entity of
// its own below it.
void EntityTree::bind_number(const ClipCurve& curve, doc::AnimationBindingChange binding) {
    const std::string name =
        curve.script.guid.empty()
            ? component_name(curve.class_id)
            : fmt::format("{} {}", component_name(curve.class_id), to_string(curve.script));
    std::size_t at = place(curve.path);
    if (!places_[at].host_name.empty() && places_[at].host_name != name) {
        at = child(at + 1, fmt::format("({})", name));
    }
    if (places_[at].host_name.empty()) {
        doc::EntityChange entity(document_, places_[at].handle);
        auto host = entity.components_append<doc::HostComponent>();
        host.set_name(name);
        places_[at].host = host.handle();
        places_[at].host_name = name;
    }
    Place& owner = places_[at];
    const auto [known, is_new] = owner.properties.emplace(curve.attribute, 0);
    if (is_new) {
        const float rest = static_cast<float>(curve.parts[0].keys.front().value);
        auto made = doc::HostComponentChange(document_, owner.host).properties_append();
        made.set_name(curve.attribute)
            .set_value_kind(doc::ValueKind::number)
            .set_value(Value(rest));
        known->second = made.object().id();
    }
    binding.set_target(owner.id)
        .set_component(doc::HostComponent::static_type().number)
        .set_property(property_id<doc::HostProperty>(doc::HostProperty::kValue))
        .set_property_kind(doc::ValueKind::number)
        .set_item(known->second);
}

}  // namespace motus::unity
