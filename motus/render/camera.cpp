// motus/render/camera.cpp - view and projection matrices, and framing.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/render/camera.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace motus::render {

Mat4 multiply(const Mat4& a, const Mat4& b) noexcept {
    Mat4 out;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) {
            float sum = 0.0f;
            for (int k = 0; k < 4; ++k)
                sum += a.m[k * 4 + r] * b.m[c * 4 + k];
            out.m[c * 4 + r] = sum;
        }
    }
    return out;
}

Mat4 inverse(const Mat4& m) noexcept {
    // Gauss-Jordan with row exchange on [m | identity], row by row.
    double a[4][8] = {};
    for (int r = 0; r < 4; ++r) {
        for (int c = 0; c < 4; ++c)
            a[r][c] = m.m[c * 4 + r];
        a[r][4 + r] = 1.0;
    }
    for (int k = 0; k < 4; ++k) {
        int best = k;
        for (int r = k + 1; r < 4; ++r) {
            if (std::fabs(a[r][k]) > std::fabs(a[best][k])) best = r;
        }
        if (!(std::fabs(a[best][k]) > 0.0)) return {};
        for (int c = 0; c < 8; ++c)
            std::swap(a[k][c], a[best][c]);
        const double pivot = a[k][k];
        for (int c = 0; c < 8; ++c)
            a[k][c] /= pivot;
        for (int r = 0; r < 4; ++r) {
            if (r == k) continue;
            const double f = a[r][k];
            for (int c = 0; c < 8; ++c)
                a[r][c] -= f * a[k][c];
        }
    }
    Mat4 out;
    for (int r = 0; r < 4; ++r) {
        for (int c = 0; c < 4; ++c)
            out.m[c * 4 + r] = static_cast<float>(a[r][4 + c]);
    }
    return out;
}

Vec4 transform(const Mat4& m, const Vec4& v) noexcept {
    const float in[4] = {v.x, v.y, v.z, v.w};
    float out[4];
    for (int r = 0; r < 4; ++r) {
        out[r] = 0.0f;
        for (int c = 0; c < 4; ++c)
            out[r] += m.m[c * 4 + r] * in[c];
    }
    return {out[0], out[1], out[2], out[3]};
}

Mat4 orthographic(float half_width, float half_height, float near_z, float far_z) {
    Mat4 out;
    out.m[0] = 1.0f / half_width;
    out.m[5] = 1.0f / half_height;
    out.m[10] = -2.0f / (far_z - near_z);
    out.m[14] = -(far_z + near_z) / (far_z - near_z);
    return out;
}

Mat4 look_at(const Vec3& eye, const Vec3& target, const Vec3& up) {
    const Vec3 back = normalize(subtract(eye, target));
    Vec3 side = cross(up, back);
    // Looking along `up`: any other direction will do.
    if (length(side) < 1e-5f) side = cross({0.0f, 0.0f, -1.0f}, back);
    if (length(side) < 1e-5f) side = cross({1.0f, 0.0f, 0.0f}, back);
    side = normalize(side);
    const Vec3 top = cross(back, side);
    Mat4 out;
    const Vec3 rows[3] = {side, top, back};
    for (int r = 0; r < 3; ++r) {
        out.m[r] = rows[r].x;
        out.m[4 + r] = rows[r].y;
        out.m[8 + r] = rows[r].z;
        out.m[12 + r] = -dot(rows[r], eye);
    }
    return out;
}

Mat4 view_projection(const Camera& camera, float aspect) {
    const SinCos half = sin_cos(0.5 * camera.yfov_rad);
    const auto focal = static_cast<float>(half.cos / half.sin);
    Mat4 projection;
    projection.m[0] = focal / aspect;
    projection.m[5] = focal;
    projection.m[10] = -(camera.far_m + camera.near_m) / (camera.far_m - camera.near_m);
    projection.m[11] = -1.0f;
    projection.m[14] = -2.0f * camera.far_m * camera.near_m / (camera.far_m - camera.near_m);
    projection.m[15] = 0.0f;
    return multiply(projection, look_at(camera.eye, camera.target, camera.up));
}

Vec4 project(const Mat4& view_projection, const Vec3& point, std::uint32_t width,
             std::uint32_t height) noexcept {
    const Vec4 clip = transform(view_projection, Vec4{point.x, point.y, point.z, 1.0f});
    const float w = clip.w > 1e-6f ? clip.w : 1e-6f;
    return {(clip.x / w * 0.5f + 0.5f) * static_cast<float>(width),
            (0.5f - clip.y / w * 0.5f) * static_cast<float>(height), clip.z / w * 0.5f + 0.5f,
            clip.w};
}

Camera frame_bounds(const Bounds& bounds, const OrbitView& view, float aspect) {
    Bounds box = bounds;
    if (box.empty()) {
        extend(box, Vec3{-0.5f, 0.0f, -0.5f});
        extend(box, Vec3{0.5f, 1.0f, 0.5f});
    }
    const SinCos yaw = sin_cos(view.yaw_rad), pitch = sin_cos(view.pitch_rad);
    const Vec3 back{static_cast<float>(yaw.sin * pitch.cos), static_cast<float>(pitch.sin),
                    static_cast<float>(yaw.cos * pitch.cos)};
    const Vec3 up{0.0f, 1.0f, 0.0f};
    const Vec3 side = normalize(cross(up, back)), top = cross(back, side);
    const SinCos half = sin_cos(0.5 * view.yfov_rad);
    const auto tan_y = static_cast<float>(half.sin / half.cos);
    const float tan_x = tan_y * aspect;
    const float size = std::max(radius(box), 1e-4f);
    Vec3 target = center(box);
    float distance = 3.0f * size / tan_y;
    // Each round moves the middle of what is seen to the middle of the frame, then the camera to
    // where the larger extent fills it. Perspective makes both depend on each other; few rounds do.
    for (int round = 0; round < 12; ++round) {
        float lo_x = 1e30f, hi_x = -1e30f, lo_y = 1e30f, hi_y = -1e30f, nearest = 1e30f;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 p =
                subtract({corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                          corner & 4 ? box.hi.z : box.lo.z},
                         target);
            const float depth = std::max(distance - dot(p, back), 0.02f * size);
            const float x = dot(p, side) / (depth * tan_x), y = dot(p, top) / (depth * tan_y);
            lo_x = std::min(lo_x, x);
            hi_x = std::max(hi_x, x);
            lo_y = std::min(lo_y, y);
            hi_y = std::max(hi_y, y);
            nearest = std::min(nearest, depth);
        }
        target = add(target, motus::multiply(side, 0.5f * (lo_x + hi_x) * nearest * tan_x));
        target = add(target, motus::multiply(top, 0.5f * (lo_y + hi_y) * nearest * tan_y));
        const float fill = 0.5f * std::max(hi_x - lo_x, hi_y - lo_y) * view.margin;
        distance = std::max(distance + (fill - 1.0f) * nearest, 0.05f * size);
    }
    Camera camera;
    camera.yfov_rad = view.yfov_rad;
    camera.target = target;
    camera.eye = add(camera.target, motus::multiply(back, distance));
    camera.near_m = std::max(distance - 3.0f * size, 0.02f * distance);
    camera.far_m = distance + 12.0f * size;
    return camera;
}

Camera moved(const Camera& camera, const Vec3& by) noexcept {
    Camera out = camera;
    out.eye = add(camera.eye, by);
    out.target = add(camera.target, by);
    return out;
}

}  // namespace motus::render
