// SPDX-License-Identifier: MIT
#include <motus/document/bind.h>

namespace motus {
namespace {

/// The item of type `type` at `index` in one of the lists of `component`.
const Object* item_of(const Object& component, const TypeInfo& type, std::size_t index) {
    for (const PropertyInfo& slot : component.type().properties) {
        if (!holds_children(slot.kind)) continue;
        const ChildArray& items = children_of(component, slot);
        if (index < items.size() && &items[index]->type() == &type) return items[index].get();
    }
    return nullptr;
}

/// The entity's first component of that type.
const Object* component_of(const Document& document, std::uint64_t id, std::uint32_t number) {
    const auto* entity = object_cast<doc::Entity>(document.find_id(id));
    if (entity == nullptr || number == 0) return nullptr;
    for (const Object& component : entity->components())
        if (component.type().number == number) return &component;
    return nullptr;
}

/// Bindings and addresses say the same, in the same words.
template <typename Address>
PropertyKey resolved(const Document& document, const Address& address, std::uint64_t entity) {
    const std::uint32_t place =
        address.item() == 0 ? address.array_index()
                            : place_of_item(document, entity, address.component(), address.item());
    return {entity, address.component(), address.property(), place};
}

}  // namespace

std::uint32_t place_of_item(const Document& document, std::uint64_t entity, std::uint32_t component,
                            std::uint64_t item) {
    const Object* owner = component_of(document, entity, component);
    if (owner == nullptr) return kGoneItem;
    for (const PropertyInfo& slot : owner->type().properties) {
        if (slot.kind != PropertyKind::children) continue;
        const Object* found = document.find_id(item, *owner, slot);
        if (found != nullptr) return static_cast<std::uint32_t>(found->index());
    }
    return kGoneItem;
}

PropertyPlace find_property(const Document& document, const PropertyKey& key) {
    const TypeInfo* type =
        document.schema().find_type(static_cast<std::uint16_t>(key.property >> 16));
    const Object* component = component_of(document, key.entity, key.component);
    if (component == nullptr || type == nullptr) return {};
    const Object* object =
        &component->type() == type ? component : item_of(*component, *type, key.array_index);
    if (object == nullptr) return {};
    const PropertyInfo* property = type->find(static_cast<std::uint16_t>(key.property & 0xffff));
    return property != nullptr ? PropertyPlace{object, property} : PropertyPlace{};
}

PropertyKey key_of(const Object& object, const PropertyInfo& property) {
    PropertyKey key;
    const Object* component = &object;
    if (object_cast<doc::Entity>(component->parent()) == nullptr) {
        key.array_index = static_cast<std::uint32_t>(object.index());
        component = component->parent();
    }
    const auto* entity =
        component != nullptr ? object_cast<doc::Entity>(component->parent()) : nullptr;
    if (entity == nullptr || component->slot()->number != doc::Entity::kComponents) return {};
    key.entity = entity->id();
    key.component = component->type().number;
    key.property = property.id;
    return key;
}

PropertyKey key_of(const Document& document, const doc::PropertyAddress& address) {
    return resolved(document, address, address.entity());
}

PropertyKey key_of(const Document& document, const doc::AnimationBinding& binding) {
    return resolved(document, binding, binding.target());
}

doc::ValueKind value_kind(const PropertyInfo& property) noexcept {
    using doc::ValueKind;
    switch (property.kind) {
        case PropertyKind::boolean:
            return ValueKind::boolean;
        case PropertyKind::int32:
        case PropertyKind::uint32:
        case PropertyKind::int64:
            return ValueKind::integer;
        case PropertyKind::float32:
            return ValueKind::number;
        case PropertyKind::enumeration:
            return ValueKind::enumeration;
        case PropertyKind::string:
            return ValueKind::text;
        case PropertyKind::vec2:
            return ValueKind::vec2;
        case PropertyKind::vec3:
            return ValueKind::vec3;
        case PropertyKind::vec4:
            return ValueKind::vec4;
        case PropertyKind::quat:
            return ValueKind::quat;
        case PropertyKind::color:
            return ValueKind::color;
        case PropertyKind::reference:
            return ValueKind::reference;
        case PropertyKind::id:
        case PropertyKind::value:
        case PropertyKind::child:
        case PropertyKind::children:
            break;
    }
    return ValueKind::none;
}

doc::ValueKind value_kind(const Object& object, const PropertyInfo& property) noexcept {
    const auto* host = object_cast<doc::HostProperty>(&object);
    const bool is_value = host != nullptr && property.number == doc::HostProperty::kValue;
    return is_value ? host->value_kind() : value_kind(property);
}

std::string describe(const Object& object, const PropertyInfo& property) {
    std::string text(property.name);
    const auto put_before = [&](std::string name) {
        name += '.';
        text.insert(0, name);
    };
    for (const Object* o = &object; o != nullptr; o = o->parent()) {
        if (const auto* entity = object_cast<doc::Entity>(o)) {
            put_before(entity->name());
            return text;
        }
        std::string name(o->type_name());
        if (o->slot() != nullptr && object_cast<doc::Entity>(o->parent()) == nullptr) {
            name += '[';
            name += std::to_string(o->index());
            name += ']';
        }
        put_before(std::move(name));
    }
    return text;
}

}  // namespace motus
