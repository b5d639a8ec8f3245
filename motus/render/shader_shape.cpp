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
layout(location = 7) in vec4 a_fill_end;
layout(location = 8) in vec3 a_gradient;
uniform vec4 u_size;  // of the picture, and its inverse
out vec2 v_at;
out vec2 v_uv;
flat out vec2 v_half;
flat out vec4 v_shape;
flat out vec4 v_fill;
flat out vec4 v_stroke;
flat out vec4 v_texture;
flat out vec4 v_fill_end;
flat out vec3 v_gradient;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec2 scale = max(vec2(length(a_matrix.xy), length(a_matrix.zw)), 1e-4);
    // Room for the outline, the soft edge and one pixel of antialiasing; glyphs have their own.
    vec2 pad = a_shape.x > 2.5 ? vec2(0.0) : 0.5 * a_shape.z + a_shape.w + 1.5 / scale;
    v_at = corner * (a_half + pad);
    v_uv = a_texture.xy + (corner * 0.5 + 0.5) * a_texture.zw;
    v_half = a_half;
    v_shape = a_shape;
    v_fill = a_fill;
    v_stroke = a_stroke;
    v_texture = a_texture;
    v_fill_end = a_fill_end;
    v_gradient = a_gradient;
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
flat in vec4 v_fill_end;
flat in vec3 v_gradient;
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

// How far it is from one side of a pixel to the other, across the edge, in the shape's own units.
// A shape that is squeezed, like a card edge-on, has pixels of two sizes.
float pixel_across(float d) {
    vec2 dx = dFdx(v_at), dy = dFdy(v_at);
    float large = sqrt(max(max(dot(dx, dx), dot(dy, dy)), 1e-12));
    float small = abs(dx.x * dy.y - dx.y * dy.x) / large;
    return clamp(length(vec2(dFdx(d), dFdy(d))), max(0.8 * small, 1e-6), large);
}

// Of the fill here, premultiplied. Eight bits are too few for a slow gradient: noise of less than
// one step hides the bands.
vec4 filling() {
    vec4 from = vec4(v_fill.rgb, 1.0) * v_fill.a;
    if (v_gradient.x < 0.5) return from;
    float t = v_gradient.x < 1.5 ? dot(v_at, v_gradient.yz) + 0.5 : length(v_at / v_half);
    vec4 color = mix(from, vec4(v_fill_end.rgb, 1.0) * v_fill_end.a, clamp(t, 0.0, 1.0));
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    color.rgb += (noise - 0.5) / 255.0 * color.a;
    return clamp(color, 0.0, 1.0);
}

void main() {
    float d;
    if (v_shape.x < 0.5) d = rectangle(v_at, v_half, v_shape.y);
    else if (v_shape.x < 1.5) d = ellipse(v_at, v_half);
    else if (v_shape.x < 2.5) d = line(v_at, v_shape.y, v_texture.xy);
    else d = (1.0 - texture(u_font, v_uv).r) * 16.0 * v_shape.y - (4.6 + v_shape.z) * v_shape.y;
    float width = max(pixel_across(d), v_shape.w * 2.0);
    float fill;
    if (v_shape.w > 0.0) fill = 1.0 - smoothstep(-v_shape.w, v_shape.w, d);
    else fill = inside(d, width);
    vec4 color = filling() * fill;
    if (v_shape.x < 2.5 && v_shape.z > 0.0) {
        float edge = inside(abs(d) - 0.5 * v_shape.z, width) * v_stroke.a;
        color = color * (1.0 - edge) + vec4(v_stroke.rgb, 1.0) * edge;
    }
    o_color = color;
}
)glsl";
}

}  // namespace motus::render
