// motus/render/camera.h - where the picture is taken from.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/render/bounds.h>

#include <cstdint>

namespace motus::render {

/// Column-major 4x4, as GL takes it: element (row, column) is m[column * 4 + row].
struct Mat4 {
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};
[[nodiscard]] Mat4 multiply(const Mat4& a, const Mat4& b) noexcept;
/// Computed in double. A singular matrix gives the identity.
[[nodiscard]] Mat4 inverse(const Mat4& m) noexcept;
[[nodiscard]] Vec4 transform(const Mat4& m, const Vec4& v) noexcept;
/// Parallel projection of [-x, x] x [-y, y] x [near, far] in front of a view.
[[nodiscard]] Mat4 orthographic(float half_width, float half_height, float near_z, float far_z);
[[nodiscard]] Mat4 look_at(const Vec3& eye, const Vec3& target, const Vec3& up);

/// A camera that sees in perspective.
struct Camera {
    Vec3 eye{0.0f, 1.0f, 4.0f};
    Vec3 target{0.0f, 1.0f, 0.0f};
    Vec3 up{0.0f, 1.0f, 0.0f};
    float yfov_rad = 0.5f;  ///< Of the whole height.
    float near_m = 0.05f, far_m = 100.0f;
};

[[nodiscard]] Mat4 view_projection(const Camera& camera, float aspect);

/// Where a point is on a picture of that size: pixels from the top left, depth in [0, 1] where it
/// is between near and far; `w` is its distance along the view, <= 0 behind the camera.
[[nodiscard]] Vec4 project(const Mat4& view_projection, const Vec3& point, std::uint32_t width,
                           std::uint32_t height) noexcept;

/// A direction to look from. Yaw 0 looks at the front (+Z side); positive yaw goes to the left of
/// someone facing the camera, +X.
struct OrbitView {
    float yaw_rad = 0.5f;
    float pitch_rad = 0.16f;
    float yfov_rad = 0.44f;
    float margin = 1.12f;  ///< 1: the box touches the frame.
};

/// The camera that shows all of `bounds` from that direction, as large as it can.
[[nodiscard]] Camera frame_bounds(const Bounds& bounds, const OrbitView& view, float aspect);

/// The same camera moved with its target: follows a walking figure.
[[nodiscard]] Camera moved(const Camera& camera, const Vec3& by) noexcept;

}  // namespace motus::render
