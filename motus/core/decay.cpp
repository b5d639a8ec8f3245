// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/core/decay.h>

namespace motus {

float decayed_value(double s) noexcept {
    if (!(s < 1.0)) return 0.0f;
    if (!(s > 0.0)) return 1.0f;
    const double value = 1.0 - s * s * s * (10.0 - s * (15.0 - s * 6.0));
    MOTUS_ASSERT(value <= 1.0);
    return value > 0.0 ? static_cast<float>(value) : 0.0f;  // rounding near the end
}

float decayed_slope(double s) noexcept {
    if (!(s > 0.0 && s < 1.0)) return 0.0f;
    return static_cast<float>(s - s * s * s * (6.0 - s * (8.0 - s * 3.0)));
}

}  // namespace motus
