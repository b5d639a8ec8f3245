// SPDX-License-Identifier: MIT
#include <scenes/support/geometry.h>

namespace motus::scenes {

Quatd turn(double pitch_deg, double yaw_deg, double roll_deg) {
    return axis_angle({0, 1, 0}, yaw_deg * kDegrees) *
           (axis_angle({1, 0, 0}, pitch_deg * kDegrees) *
            axis_angle({0, 0, 1}, roll_deg * kDegrees));
}

Quatd frame(Vec3d along, Vec3d side) {
    const Vec3d y = normalize(along);
    const Vec3d z = normalize(cross(side, y));
    const Vec3d x = cross(y, z);
    // The largest of the four components first: no division by a small number.
    const double trace = x.x + y.y + z.z;
    if (trace > 0.0) {
        const double s = 2.0 * std::sqrt(trace + 1.0);
        return {(y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s, 0.25 * s};
    }
    if (x.x > y.y && x.x > z.z) {
        const double s = 2.0 * std::sqrt(1.0 + x.x - y.y - z.z);
        return {0.25 * s, (x.y + y.x) / s, (z.x + x.z) / s, (y.z - z.y) / s};
    }
    if (y.y > z.z) {
        const double s = 2.0 * std::sqrt(1.0 + y.y - x.x - z.z);
        return {(x.y + y.x) / s, 0.25 * s, (y.z + z.y) / s, (z.x - x.z) / s};
    }
    const double s = 2.0 * std::sqrt(1.0 + z.z - x.x - y.y);
    return {(z.x + x.z) / s, (y.z + z.y) / s, 0.25 * s, (x.y - y.x) / s};
}

}  // namespace motus::scenes
