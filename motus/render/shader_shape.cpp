// motus/render/shader_shape.cpp - 2D shapes by their distance to the edge.
// SPDX-License-Identifier: MIT
#include "shaders.h"

namespace motus::render {

std::string shape_vertex_text() {
    return R"glsl(
precision highp float;
precision highp int;
layout(location = 0) in vec4 a_matrix;
layout(location = 1) in vec4 a_place;  // translation, centre
layout(location = 2) in vec2 a_half;
layout(location = 3) in vec4 a_shape;  // kind, radius, stroke width, softness
layout(location = 4) in vec4 a_fill;
layout(location = 5) in vec4 a_stroke;
layout(location = 6) in vec4 a_texture;
uniform vec4 u_size;  // of the picture, and its inverse
out vec2 v_at;
out vec2 v_uv;
flat out vec2 v_half;
flat out vec4 v_shape;
flat out vec4 v_fill;
flat out vec4 v_stroke;
flat out vec4 v_texture;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float scale = sqrt(max(abs(a_matrix.x * a_matrix.w - a_matrix.y * a_matrix.z), 1e-8));
    // Room for the outline, the soft edge and one pixel of antialiasing; glyphs have their own.
    float pad = a_shape.x > 2.5 ? 0.0 : 0.5 * a_shape.z + a_shape.w + 1.5 / scale;
    v_at = corner * (a_half + pad);
    v_uv = a_texture.xy + (corner * 0.5 + 0.5) * a_texture.zw;
    v_half = a_half;
    v_shape = a_shape;
    v_fill = a_fill;
    v_stroke = a_stroke;
    v_texture = a_texture;
    vec2 local = a_place.zw + v_at;
    vec2 pixel = mat2(a_matrix.xy, a_matrix.zw) * local + a_place.xy;
    gl_Position = vec4(pixel.x * u_size.z * 2.0 - 1.0, 1.0 - pixel.y * u_size.w * 2.0, 0.0, 1.0);
}
)glsl";
}

std::string shape_fragment_text() {
    return R"glsl(
precision highp float;
precision highp sampler2D;
in vec2 v_at;
in vec2 v_uv;
flat in vec2 v_half;
flat in vec4 v_shape;
flat in vec4 v_fill;
flat in vec4 v_stroke;
flat in vec4 v_texture;
uniform sampler2D u_font;
out vec4 o_color;

float rectangle(vec2 p, vec2 half_size, float radius) {
    vec2 q = abs(p) - half_size + radius;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

// To first order: exact on the edge.
float ellipse(vec2 p, vec2 radii) {
    float k0 = length(p / radii), k1 = length(p / (radii * radii));
    return k1 > 1e-6 ? k0 * (k0 - 1.0) / k1 : -min(radii.x, radii.y);
}

// A round line from -x to x whose radius changes from r.x to r.y.
float line(vec2 p, float x, vec2 r) {
    float t = x > 0.0 ? clamp((p.x + x) / (2.0 * x), 0.0, 1.0) : 0.5;
    return length(p - vec2((2.0 * t - 1.0) * x, 0.0)) - mix(r.x, r.y, t);
}

// Share of the pixel on the inner side of an edge at distance d.
float inside(float d, float width) { return clamp(0.5 - d / width, 0.0, 1.0); }

void main() {
    float d;
    if (v_shape.x < 0.5) d = rectangle(v_at, v_half, v_shape.y);
    else if (v_shape.x < 1.5) d = ellipse(v_at, v_half);
    else if (v_shape.x < 2.5) d = line(v_at, v_shape.y, v_texture.xy);
    else d = (1.0 - texture(u_font, v_uv).r) * 16.0 * v_shape.y - (4.6 + v_shape.z) * v_shape.y;
    vec2 dx = dFdx(v_at), dy = dFdy(v_at);
    float pixel = sqrt(max(0.5 * (dot(dx, dx) + dot(dy, dy)), 1e-12));
    float width = max(pixel, v_shape.w * 2.0);
    float fill;
    if (v_shape.w > 0.0) fill = 1.0 - smoothstep(-v_shape.w, v_shape.w, d);
    else fill = inside(d, width);
    vec4 color = vec4(v_fill.rgb, 1.0) * (v_fill.a * fill);
    if (v_shape.x < 2.5 && v_shape.z > 0.0) {
        float edge = inside(abs(d) - 0.5 * v_shape.z, width) * v_stroke.a;
        color = color * (1.0 - edge) + vec4(v_stroke.rgb, 1.0) * edge;
    }
    o_color = color;
}
)glsl";
}

}  // namespace motus::render
