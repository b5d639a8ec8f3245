// SPDX-License-Identifier: MIT
#include <motus/document/binding_value.h>

#include <motus/core/property_map.h>
#include <motus/document/access.h>

#include <cmath>

namespace motus {
namespace {

static_assert(static_cast<int>(doc::BindingMap::invert) == static_cast<int>(PropertyMap::invert));

/// The numbers in `value`; size 0 where there are none.
Value::Tuple numbers_of(const Value& value) {
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
    Value::Tuple numbers = numbers_of(source);
    if (numbers.size == 0) {
        if (from.kind != to.kind) return base;
        Result<Value> copied = conform(to, source);
        return copied ? *copied : base;
    }
    const PropertyMapRange range{binding.a(), binding.b(), binding.c(), binding.d()};
    for (std::size_t i = 0; i < numbers.size; ++i)
        numbers.v[i] = map_property(static_cast<PropertyMap>(binding.map()), range, numbers.v[i]);

    Result<Value> value = Error{};
    const auto width = static_cast<std::uint8_t>(tuple_size(to.kind));
    if (width != 0) {
        if (numbers.size == 1) numbers.v.fill(numbers.v[0]);
        const Value::Tuple* kept = base.as_tuple();
        for (std::size_t i = numbers.size == 1 ? width : numbers.size; i < width; ++i)
            numbers.v[i] = kept->v[i];
        value = conform(to, Value::tuple(std::span<const float>(numbers.v).first(width)));
    } else if (to.kind == PropertyKind::boolean) {
        value = Value(numbers.v[0] >= 0.5f);
    } else if (to.kind == PropertyKind::float32) {
        value = conform(to, Value(numbers.v[0]));
    } else {
        value = conform(to, whole(numbers.v[0]));
    }
    return value ? *value : base;
}

}  // namespace motus
