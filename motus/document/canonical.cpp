// SPDX-License-Identifier: MIT
#include <motus/document/canonical.h>

#include <motus/document/access.h>

namespace motus {
namespace {

using doc::AnimationBinding;
using doc::AnimationKeyframe;
using doc::AnimationTrack;
using doc::PropertyAddress;
using Fields = std::vector<CanonicalField>;

/// The id that the place is bound by; 0 where it is bound by its position, or is no item.
std::uint64_t item_id(const PropertyPlace& place, std::uint32_t component) {
    if (!place || place.object->type().number == component) return 0;
    return place.object->stable_id();
}

template <typename Address>
PropertyPlace fields_of_item(const Document& document, const Address& address, PropertyKey key,
                             bool by_place, Fields& out) {
    if (by_place || address.item() == 0) key.array_index = address.array_index();
    const PropertyPlace place = find_property(document, key);
    const std::uint64_t item = item_id(place, address.component());
    if (item == 0) return place;
    if (item != address.item()) out.push_back({Address::kItem, Reference{item}});
    if (address.array_index() != 0) out.push_back({Address::kArrayIndex, Value(0)});
    return place;
}

Fields fields_of(const Document& document, const AnimationBinding& binding, bool by_place) {
    Fields out;
    // Nodes of a rig are no objects: their items have no ids.
    const PropertyPlace place =
        binding.path().empty()
            ? fields_of_item(document, binding, key_of(document, binding), by_place, out)
            : PropertyPlace{};
    if (binding.property_kind() != doc::ValueKind::none) return out;
    const PropertyInfo* property = document.schema().find_property(binding.property());
    const doc::ValueKind kind = place                 ? value_kind(*place.object, *place.property)
                                : property != nullptr ? value_kind(*property)
                                                      : doc::ValueKind::none;
    if (kind != doc::ValueKind::none)
        out.push_back({AnimationBinding::kPropertyKind, Value(static_cast<int>(kind))});
    return out;
}

Fields fields_of(const Document& document, const AnimationKeyframe& key, const Object* owner) {
    const auto* track = object_cast<AnimationTrack>(owner);
    if (track == nullptr || key.value().is_none()) return {};
    const PropertyInfo* property = document.schema().find_property(track->binding().property());
    if (property == nullptr) return {};
    Result<Value> fitting = conform(*property, key.value());
    if (!fitting || *fitting == key.value()) return {};
    return {{AnimationKeyframe::kValue, *std::move(fitting)}};
}

}  // namespace

bool has_canonical_form(const TypeInfo& type) noexcept {
    return &type == &AnimationKeyframe::static_type() ||
           &type == &AnimationBinding::static_type() || &type == &PropertyAddress::static_type();
}

Fields canonical_fields(const Document& document, const Object& object, const Object* above,
                        bool by_place) {
    if (const auto* key = object_cast<AnimationKeyframe>(&object))
        return fields_of(document, *key, object.parent() != nullptr ? object.parent() : above);
    if (const auto* binding = object_cast<AnimationBinding>(&object))
        return fields_of(document, *binding, by_place);
    Fields out;
    if (const auto* address = object_cast<PropertyAddress>(&object))
        fields_of_item(document, *address, key_of(document, *address), by_place, out);
    return out;
}

bool is_unresolved(const Document& document, const Object& object) {
    if (const auto* binding = object_cast<AnimationBinding>(&object)) {
        if (binding->property_kind() == doc::ValueKind::none) return true;
        return binding->path().empty() && binding->item() == 0 &&
               !find_property(document, key_of(document, *binding));
    }
    const auto* address = object_cast<PropertyAddress>(&object);
    return address != nullptr && address->item() == 0 &&
           !find_property(document, key_of(document, *address));
}

std::uint64_t id_of_place(std::uint64_t entity, std::uint32_t slot, std::size_t place,
                          std::uint64_t attempt) noexcept {
    // SplitMix64, as of ids that documents make.
    std::uint64_t z = attempt;
    for (const std::uint64_t part : {entity, std::uint64_t{slot}, std::uint64_t{place}}) {
        z = (z + part) * 0xd1342543de82ef95u + 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
    }
    return z & 0xffffffffffffu;
}

}  // namespace motus
