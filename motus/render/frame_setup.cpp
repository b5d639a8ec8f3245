// motus/render/frame_setup.cpp - fits shadow maps to the subject and fills the Frame block.
// SPDX-License-Identifier: MIT
#include "frame_setup.h"

#include <motus/math/ops.h>

#include <algorithm>
#include <cmath>

namespace motus::render {
namespace {

// From clip space to texture coordinates and depth in [0, 1].
Mat4 to_unit(const Mat4& m) {
    Mat4 half;
    for (int i = 0; i < 3; ++i) {
        half.m[i * 5] = 0.5f;
        half.m[12 + i] = 0.5f;
    }
    return multiply(half, m);
}

struct Fit {
    Mat4 matrix;
    float width, height, depth;
};

// A parallel view along `towards` (pointing at the light) that holds the box and, behind it, the
// floor it falls on.
Fit fit_view(const Bounds& box, const Vec3& towards, float floor_height, float margin) {
    const Vec3 middle = center(box);
    const Mat4 view = look_at(add(middle, towards), middle, {0.0f, 1.0f, 0.0f});
    Bounds seen;
    float deepest = 1e30f;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p{corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                     corner & 4 ? box.hi.z : box.lo.z};
        const Vec4 v = transform(view, Vec4{p.x, p.y, p.z, 1.0f});
        extend(seen, Vec3{v.x, v.y, v.z});
        const float drop = std::max(p.y - floor_height, 0.0f) / std::max(towards.y, 0.2f);
        deepest = std::min(deepest, v.z - drop);
    }
    const float half_x = std::max(std::max(seen.hi.x, -seen.lo.x) + margin, 1e-4f);
    const float half_y = std::max(std::max(seen.hi.y, -seen.lo.y) + margin, 1e-4f);
    const float near_z = -seen.hi.z - margin, far_z = -std::min(deepest, seen.lo.z) + margin;
    Fit fit{multiply(orthographic(half_x, half_y, near_z, far_z), view), 2.0f * half_x,
            2.0f * half_y, far_z - near_z};
    return fit;
}

void set_vector(float (&to)[4], const Vec3& v, float w) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
    to[3] = w;
}

// 1, 2 or 5 times a power of ten, near a fifth of the subject.
float round_cell(float size) {
    float cell = 1.0f;
    while (cell > size)
        cell *= 0.1f;
    while (cell * 10.0f <= size)
        cell *= 10.0f;
    if (cell * 5.0f <= size) return cell * 5.0f;
    return cell * 2.0f <= size ? cell * 2.0f : cell;
}

}  // namespace

FrameSetup make_frame(const Scene& scene) {
    FrameSetup out;
    FrameBlock& f = out.picture;
    const Look& look = scene.look;
    const float aspect = static_cast<float>(scene.width) / static_cast<float>(scene.height);
    f.view_projection = view_projection(scene.camera, aspect);
    f.inverse_view_projection = inverse(f.view_projection);

    Bounds subject = scene.subject;
    if (subject.empty()) extend(subject, scene.camera.target);
    const float size = std::max(radius(subject), 1e-3f);
    Vec3 light = normalize(look.key_direction);
    if (!(length(light) > 0.5f)) light = {0.0f, 1.0f, 0.0f};

    const Fit key = fit_view(subject, light, look.ground_height, 0.04f * size);
    f.key_matrix = to_unit(key.matrix);
    set_vector(f.key_extent, {key.width, key.height, key.depth},
               2.0f * std::max(key.width, key.height) / static_cast<float>(kKeyMapSize));
    out.key.view_projection = key.matrix;

    // From below the light comes up: the nearest surface is the lowest.
    Bounds shell = subject;
    shell.lo.y = std::min(shell.lo.y, look.ground_height);
    const float reach = 0.22f * (scene.figure_m > 0.0f ? scene.figure_m : size);
    const Fit contact = fit_view(shell, {0.0f, -1.0f, 0.0f}, 1e30f, reach);
    f.contact_matrix = to_unit(contact.matrix);
    set_vector(f.contact_extent, {contact.width, contact.height, contact.depth}, reach);
    out.contact.view_projection = contact.matrix;

    set_vector(f.eye, scene.camera.eye, look.exposure);
    set_vector(f.key_direction, light, look.light_size);
    set_vector(f.key_color, look.key_color, look.shadow);
    set_vector(f.sky_color, look.sky_color, look.reflections);
    set_vector(f.bounce_color, look.bounce_color, look.rim);
    set_vector(f.floor_color, look.floor, look.ground_height);
    set_vector(f.wall_color, look.wall, look.backdrop ? 1.0f : 0.0f);
    set_vector(f.subject, center(subject), size);
    const float cell = look.grid_cell > 0.0f ? look.grid_cell : round_cell(0.25f * size);
    set_vector(f.grid, {cell, look.grid, look.vignette}, look.ground ? 1.0f : 0.0f);
    const auto w = static_cast<float>(scene.width), h = static_cast<float>(scene.height);
    set_vector(f.viewport, {w, h, 1.0f / w}, 1.0f / h);
    return out;
}

}  // namespace motus::render
