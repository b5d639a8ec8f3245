// SPDX-License-Identifier: MIT
#include <motus/timeline/value.h>

#include <cmath>
#include <cstring>

namespace motus {

bool same_value(ValueKind kind, const PropertyValue& a, const PropertyValue& b) noexcept {
    const std::uint32_t width = width_of(kind);
    if (width == 0) return a.whole == b.whole;
    return std::memcmp(a.v, b.v, width * sizeof(float)) == 0;
}

PropertyValue number_value(double number) noexcept {
    PropertyValue value;
    value.v[0] = static_cast<float>(number);
    const double nearest = std::floor(number + 0.5);
    constexpr double kExact = 9007199254740992.0;
    if (nearest >= -kExact && nearest <= kExact) value.whole = static_cast<std::int64_t>(nearest);
    return value;
}

}  // namespace motus
