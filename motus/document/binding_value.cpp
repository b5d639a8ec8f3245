// SPDX-License-Identifier: MIT
#include <motus/document/binding_value.h>

#include <motus/core/property_map.h>
#include <motus/document/access.h>

#include <cmath>

namespace motus {
namespace {

static_assert(static_cast<int>(doc::BindingMap::invert) == static_cast<int>(PropertyMap::invert));

/// The numbers in `value`; size 0 where there are none.
Value::Tuple tuple_of(const Value& value) {
    if (const bool* truth = value.as_bool()) return {1, {*truth ? 1.0f : 0.0f}};
    if (const double* number = value.as_number()) return {1, {static_cast<float>(*number)}};
    if (const Value::Tuple* tuple = value.as_tuple()) return *tuple;
    return {};
}

Value whole(float x) {
    return Value(std::floor(static_cast<double>(x) + 0.5));
}

}  // namespace

Value bound_value(const doc::PropertyBinding& binding, const Value& source,
                  const PropertyInfo& from, const Value& base, const PropertyInfo& to) {
    const Value::Tuple numbers = tuple_of(source);
    if (numbers.size == 0) {
        if (from.kind != to.kind) return base;
        Result<Value> copied = conform(to, source);
        return copied ? *copied : base;
    }
    const PropertyMapRange range{binding.a(), binding.b(), binding.c(), binding.d()};
    const auto map = static_cast<PropertyMap>(binding.map());
    const double* number = source.as_number();
    if (number != nullptr && from.kind != PropertyKind::float32 && tuple_size(to.kind) == 0 &&
        to.kind != PropertyKind::float32) {
        const double mapped = map_whole(map, range, *number);
        Result<Value> value =
            to.kind == PropertyKind::boolean ? Value(mapped >= 0.5) : conform(to, Value(mapped));
        return value && std::isfinite(mapped) ? *value : base;
    }
    const auto source_numbers = std::span<const float>(numbers.v).first(numbers.size);
    const Value::Tuple* kept = base.as_tuple();
    const int width = tuple_size(to.kind);
    const auto size = static_cast<std::size_t>(width != 0 ? width : 1);
    Float4 mapped{};
    map_numbers(map, range, source_numbers, kept != nullptr ? kept->v : mapped,
                std::span<float>(mapped).first(size));

    Result<Value> value = Error{};
    if (width != 0) {
        value = conform(to, Value::tuple(std::span<const float>(mapped).first(size)));
    } else if (to.kind == PropertyKind::boolean) {
        value = Value(mapped[0] >= 0.5f);
    } else if (to.kind == PropertyKind::float32) {
        value = conform(to, Value(mapped[0]));
    } else {
        value = conform(to, whole(mapped[0]));
    }
    return value ? *value : base;
}

}  // namespace motus
