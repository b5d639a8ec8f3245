// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/core/property_map.h>
#include <motus/timeline/evaluate.h>

#include <cmath>

namespace motus {
namespace {

static_assert(static_cast<int>(record::BindingMap::invert) ==
              static_cast<int>(PropertyMap::invert));

/// The numbers in a value; 0 where there are none.
std::size_t numbers_of(ValueKind kind, const PropertyValue& value, float (&out)[4]) noexcept {
    switch (kind) {
        case ValueKind::boolean:
            out[0] = value.whole != 0 ? 1.0f : 0.0f;
            return 1;
        case ValueKind::integer:
        case ValueKind::enumeration:
            out[0] = static_cast<float>(value.whole);
            return 1;
        default:
            break;
    }
    const std::uint32_t width = width_of(kind);
    for (std::uint32_t i = 0; i < width; ++i)
        out[i] = value.v[i];
    return width;
}

bool is_number(ValueKind kind) noexcept {
    return kind == ValueKind::boolean || kind == ValueKind::enumeration || can_interpolate(kind);
}

bool is_whole(ValueKind kind) noexcept {
    return kind == ValueKind::integer || kind == ValueKind::enumeration;
}

/// As document/binding_value.h does it for editors: the same maps, the same rules.
PropertyValue bound_value(const record::PropertyBinding& binding, ValueKind from,
                          const PropertyValue& source, ValueKind to,
                          const PropertyValue& base) noexcept {
    float numbers[4] = {};
    const std::size_t count = numbers_of(from, source, numbers);
    if (count == 0) return from == to ? source : base;
    if (!is_number(to)) return base;
    const PropertyMapRange range{binding.a, binding.b, binding.c, binding.d};
    if (is_whole(from) && width_of(to) == 0) {
        const double whole = map_whole(static_cast<PropertyMap>(binding.map), range,
                                       static_cast<double>(source.whole));
        if (!std::isfinite(whole)) return base;
        return to == ValueKind::boolean ? bool_value(whole >= 0.5) : number_value(whole);
    }
    const std::uint32_t width = width_of(to) != 0 ? width_of(to) : 1;
    PropertyValue out;
    map_numbers(static_cast<PropertyMap>(binding.map), range, {numbers, count}, {base.v, width},
                {out.v, width});
    for (std::uint32_t i = 0; i < width; ++i)
        if (!std::isfinite(out.v[i])) return base;
    if (to == ValueKind::boolean) return bool_value(out.v[0] >= 0.5f);
    if (width_of(to) == 0) return number_value(static_cast<double>(out.v[0]));
    return out;
}

}  // namespace

Status run(const WriteJob& job) noexcept {
    const std::size_t channels = job.set.channels.size();
    if (job.bound.size() < channels || job.base.size() < channels ||
        (!job.values.empty() && (job.values.size() < channels || job.written.size() < channels))) {
        return Status::bad_size;
    }
    if (!job.values.empty()) {
        for (std::size_t c = 0; c < channels; ++c) {
            const BoundProperty& to = job.bound[c];
            if (job.written[c] != 0 && to.object != nullptr) {
                to.property->set(to.object, job.values[c]);
            }
        }
    }
    for (const ChannelLink& link : job.set.links) {
        MOTUS_ASSERT(link.from < channels && link.to < channels);
        MOTUS_ASSERT(link.binding < job.set.timelines.property_bindings.size());
        const BoundProperty& from = job.bound[link.from];
        const BoundProperty& to = job.bound[link.to];
        if (from.object == nullptr || to.object == nullptr) continue;
        to.property->set(
            to.object,
            bound_value(job.set.timelines.property_bindings[link.binding], from.property->kind,
                        from.property->get(from.object), to.property->kind, job.base[link.to]));
    }
    // Channels of one object stand next to each other, so that comparing with the last one will do.
    const void* last = nullptr;
    for (const BoundProperty& property : job.bound.first(channels)) {
        if (property.object == nullptr || property.compute == nullptr) continue;
        if (property.object != last) property.compute(property.object);
        last = property.object;
    }
    return Status::ok;
}

}  // namespace motus
