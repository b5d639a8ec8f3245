// SPDX-License-Identifier: MIT
#include "random_edits.h"

#include <motus/document/access.h>

#include <cmath>
#include <cstring>

namespace motus::test {
namespace {

constexpr std::size_t kMostObjects = 300;

std::vector<const Object*> all_objects(const Document& document) {
    std::vector<const Object*> objects;
    visit_objects(document.root(), [&](const Object& object) { objects.push_back(&object); });
    return objects;
}

float random_float(Random& random) {
    switch (random.below(4)) {
        case 0:
            return static_cast<float>(random.below(5));
        case 1:
            return random.range(-1.0f, 1.0f);
        case 2:
            return random.range(-1000.0f, 1000.0f);
        default: {
            const auto bits = static_cast<std::uint32_t>(random.bits());
            float any = 0.0f;
            std::memcpy(&any, &bits, sizeof(any));
            return std::isfinite(any) ? any : 0.5f;
        }
    }
}

std::string random_text(Random& random) {
    constexpr const char* pieces[] = {"a",  "Walk", "/", "~",    "\"",       "\\",
                                      "\n", "\t",   " ", "\x01", "\xc3\xa9", "\xf0\x9f\x98\x80",
                                      ".",  "@1"};
    std::string text;
    for (std::uint32_t i = random.below(6); i > 0; --i)
        text += pieces[random.below(std::size(pieces))];
    return text;
}

std::uint64_t random_id(const Document& document, Random& random) {
    const auto objects = all_objects(document);
    return objects[random.below(static_cast<std::uint32_t>(objects.size()))]->stable_id();
}

/// The properties of `object` that hold children, or that do not.
std::vector<const PropertyInfo*> properties(const Object& object, bool children) {
    std::vector<const PropertyInfo*> found;
    for (const PropertyInfo& property : object.type().properties)
        if (holds_children(property.kind) == children) found.push_back(&property);
    return found;
}

}  // namespace

Value random_value(const Document& document, const PropertyInfo& property, Random& random) {
    switch (property.kind) {
        case PropertyKind::boolean:
            return random.below(2) == 0;
        case PropertyKind::int32:
            return static_cast<int>(random.bits());
        case PropertyKind::uint32:
            return static_cast<unsigned>(random.bits());
        case PropertyKind::int64:
            return static_cast<double>(random.bits() >> 11) * (random.below(2) == 0 ? 1 : -1);
        case PropertyKind::float32:
            return random_float(random);
        case PropertyKind::enumeration: {
            const auto& items = property.enumeration->items;
            return static_cast<int>(
                items[random.below(static_cast<std::uint32_t>(items.size()))].value);
        }
        case PropertyKind::string:
            return random_text(random);
        case PropertyKind::id:
        case PropertyKind::reference:
            return Reference{random_id(document, random)};
        case PropertyKind::value:
            switch (random.below(6)) {
                case 0:
                    return {};
                case 1:
                    return random.below(2) == 0;
                case 2:
                    return random_float(random);
                case 3:
                    return random_text(random);
                case 4:
                    return Reference{random_id(document, random)};
                default:
                    return Float3{random_float(random), random_float(random), -0.0f};
            }
        default: {
            const Float4 four{random_float(random), random_float(random), random_float(random),
                              random_float(random)};
            const auto size = static_cast<std::size_t>(tuple_size(property.kind));
            return Value::tuple(std::span<const float>(four).first(size));
        }
    }
}

void random_edit(Document& document, Random& random) {
    const auto objects = all_objects(document);
    const auto pick = [&](std::size_t size) {
        return random.below(static_cast<std::uint32_t>(size));
    };
    const Object& object = *objects[pick(objects.size())];
    const std::uint32_t what = random.below(10);
    if (what < 5) {
        const auto values = properties(object, false);
        if (values.empty()) return;
        const PropertyInfo& property = *values[pick(values.size())];
        (void)document
            .set(object.handle(), property.number, random_value(document, property, random))
            .has_value();
        return;
    }
    const auto slots = properties(object, true);
    if (slots.empty()) return;
    const PropertyInfo& slot = *slots[pick(slots.size())];
    const std::size_t size = children_of(object, slot).size();
    if (what < 8 && objects.size() < kMostObjects) {
        const TypeInfo& type = *slot.child_types[pick(slot.child_types.size())];
        (void)document.insert(object.handle(), slot.number, pick(size + 1), create_object(type))
            .has_value();
    } else if (what == 8 && size > 0) {
        (void)document.remove(object.handle(), slot.number, pick(size)).has_value();
    } else if (size > 0) {
        // Mostly within the list; sometimes to another owner, which may refuse.
        const Object& to = random.below(2) == 0 ? object : *objects[pick(objects.size())];
        const auto other = properties(to, true);
        const PropertyInfo& to_slot = &to == &object  ? slot
                                      : other.empty() ? slot
                                                      : *other[pick(other.size())];
        (void)document
            .move(object.handle(), slot.number, pick(size), to.handle(), to_slot.number, pick(4))
            .has_value();
    }
}

}  // namespace motus::test
