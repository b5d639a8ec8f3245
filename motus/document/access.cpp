// SPDX-License-Identifier: MIT
#include <motus/document/access.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motus {
namespace {

template <typename T>
T& member(const Object& object, const PropertyInfo& property) noexcept {
    return *static_cast<T*>(property.field(ObjectAccess::writable(object)));
}

Error wrong(const PropertyInfo& property, std::string cause) {
    return {"wrong-type", std::string(property.name), std::move(cause)};
}

/// "TextAlign: left, center, right".
std::string values_of(const EnumInfo& enumeration) {
    std::string text(enumeration.name);
    for (const EnumInfo::Item& item : enumeration.items) {
        text += &item == enumeration.items.data() ? ": " : ", ";
        text += item.name;
    }
    return text;
}

Result<Value> conform_integer(const PropertyInfo& property, double number, double low,
                              double high) {
    if (!(number >= low && number <= high) || number != std::floor(number)) {
        return wrong(property,
                     "needs a whole number that fits " + std::string(to_string(property.kind)));
    }
    return Value(number);
}

Result<Value> conform_number(const PropertyInfo& property, double number) {
    switch (property.kind) {
        case PropertyKind::int32:
            return conform_integer(property, number, std::numeric_limits<std::int32_t>::min(),
                                   std::numeric_limits<std::int32_t>::max());
        case PropertyKind::uint32:
            return conform_integer(property, number, 0.0,
                                   std::numeric_limits<std::uint32_t>::max());
        case PropertyKind::int64:
            return conform_integer(property, number, -static_cast<double>(kMaxId),
                                   static_cast<double>(kMaxId));
        case PropertyKind::enumeration:
            if (!(number >= 0.0 && number <= 255.0) || number != std::floor(number) ||
                property.enumeration->find(static_cast<std::uint8_t>(number)) == nullptr) {
                return wrong(property, "is not a value of " + values_of(*property.enumeration));
            }
            return Value(number);
        default: {
            const float narrow = static_cast<float>(number);
            if (!std::isfinite(narrow)) return wrong(property, "needs a number that fits a float");
            return Value(narrow);
        }
    }
}

bool finite(const Value& value) {
    if (const double* number = value.as_number()) return std::isfinite(*number);
    if (const Value::Tuple* tuple = value.as_tuple()) {
        return std::all_of(tuple->v.begin(), tuple->v.end(),
                           [](float x) { return std::isfinite(x); });
    }
    return true;
}

/// The id that `value` names; more than kMaxId where it names none.
double id_in(const Value& value) {
    if (const Reference* reference = value.as_reference()) {
        return static_cast<double>(reference->id);
    }
    if (const double* number = value.as_number()) return *number;
    return std::numeric_limits<double>::infinity();
}

}  // namespace

Value get_property(const Object& object, const PropertyInfo& property) {
    switch (property.kind) {
        case PropertyKind::boolean:
            return member<bool>(object, property);
        case PropertyKind::int32:
            return member<std::int32_t>(object, property);
        case PropertyKind::uint32:
            return member<std::uint32_t>(object, property);
        case PropertyKind::int64:
            return member<std::int64_t>(object, property);
        case PropertyKind::float32:
            return member<float>(object, property);
        case PropertyKind::enumeration:
            return static_cast<int>(member<std::uint8_t>(object, property));
        case PropertyKind::string:
            return member<std::string>(object, property);
        case PropertyKind::vec2:
            return member<Float2>(object, property);
        case PropertyKind::vec3:
            return member<Float3>(object, property);
        case PropertyKind::vec4:
        case PropertyKind::quat:
        case PropertyKind::color:
            return member<Float4>(object, property);
        case PropertyKind::id:
        case PropertyKind::reference:
            return Reference{member<std::uint64_t>(object, property)};
        case PropertyKind::value:
            return member<Value>(object, property);
        case PropertyKind::child:
        case PropertyKind::children:
            break;
    }
    return {};
}

Result<Value> conform(const PropertyInfo& property, Value value) {
    if (!finite(value)) return wrong(property, "needs numbers that are finite");
    if (value.as_text() != nullptr && !is_utf8(*value.as_text())) {
        return wrong(property, "needs text in UTF-8");
    }
    const PropertyKind kind = property.kind;
    switch (kind) {
        case PropertyKind::boolean:
            if (value.as_bool() != nullptr) return value;
            break;
        case PropertyKind::int32:
        case PropertyKind::uint32:
        case PropertyKind::int64:
        case PropertyKind::float32:
        case PropertyKind::enumeration:
            if (const double* number = value.as_number()) return conform_number(property, *number);
            if (kind == PropertyKind::enumeration && value.as_text() != nullptr) {
                if (const auto* item = property.enumeration->find(*value.as_text())) {
                    return Value(static_cast<int>(item->value));
                }
                return wrong(property, "\"" + *value.as_text() + "\" is not a value of " +
                                           values_of(*property.enumeration));
            }
            break;
        case PropertyKind::string:
            if (value.as_text() != nullptr) return value;
            break;
        case PropertyKind::vec2:
        case PropertyKind::vec3:
        case PropertyKind::vec4:
        case PropertyKind::quat:
        case PropertyKind::color:
            if (value.as_tuple() != nullptr && value.as_tuple()->size == tuple_size(kind)) {
                return value;
            }
            break;
        case PropertyKind::id:
        case PropertyKind::reference: {
            const double id = id_in(value);
            if (id >= 0.0 && id <= static_cast<double>(kMaxId) && id == std::floor(id)) {
                return Value(Reference{static_cast<std::uint64_t>(id)});
            }
            break;
        }
        case PropertyKind::value:
            return value;
        case PropertyKind::child:
        case PropertyKind::children:
            return wrong(property, "holds objects, not a value");
    }
    return wrong(property, "needs a value of kind " + std::string(to_string(kind)) + ", not " +
                               value.kind_name());
}

void set_property_raw(Object& object, const PropertyInfo& property, const Value& value) {
    const auto number = [&] { return *value.as_number(); };
    const auto tuple = [&](auto& out) {
        std::copy_n(value.as_tuple()->v.begin(), out.size(), out.begin());
    };
    switch (property.kind) {
        case PropertyKind::boolean:
            member<bool>(object, property) = *value.as_bool();
            break;
        case PropertyKind::int32:
            member<std::int32_t>(object, property) = static_cast<std::int32_t>(number());
            break;
        case PropertyKind::uint32:
            member<std::uint32_t>(object, property) = static_cast<std::uint32_t>(number());
            break;
        case PropertyKind::int64:
            member<std::int64_t>(object, property) = static_cast<std::int64_t>(number());
            break;
        case PropertyKind::float32:
            member<float>(object, property) = static_cast<float>(number());
            break;
        case PropertyKind::enumeration:
            member<std::uint8_t>(object, property) = static_cast<std::uint8_t>(number());
            break;
        case PropertyKind::string:
            member<std::string>(object, property) = *value.as_text();
            break;
        case PropertyKind::vec2:
            tuple(member<Float2>(object, property));
            break;
        case PropertyKind::vec3:
            tuple(member<Float3>(object, property));
            break;
        case PropertyKind::vec4:
        case PropertyKind::quat:
        case PropertyKind::color:
            tuple(member<Float4>(object, property));
            break;
        case PropertyKind::id:
        case PropertyKind::reference:
            member<std::uint64_t>(object, property) = value.as_reference()->id;
            break;
        case PropertyKind::value:
            member<Value>(object, property) = value;
            break;
        case PropertyKind::child:
        case PropertyKind::children:
            break;
    }
}

bool is_default(const Object& object, const PropertyInfo& property) {
    switch (property.kind) {
        case PropertyKind::string:
            return member<std::string>(object, property) == property.default_text;
        case PropertyKind::value:
            return member<Value>(object, property).is_none();
        case PropertyKind::id:
        case PropertyKind::reference:
            return member<std::uint64_t>(object, property) == 0;
        case PropertyKind::child:
        case PropertyKind::children:
            return children_of(object, property).empty();
        default:
            return get_property(object, property) == property.default_value();
    }
}

std::uint64_t id_of(const Object& object, const PropertyInfo& property) noexcept {
    return member<std::uint64_t>(object, property);
}

ChildArray& writable_children(Object& object, const PropertyInfo& property) noexcept {
    return member<ChildArray>(object, property);
}

}  // namespace motus
