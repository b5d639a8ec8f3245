// motus/render/shader_head.cpp - what the shaders share: the frame, shadows, tone and encoding.
// SPDX-License-Identifier: MIT
#include "shaders.h"

namespace motus::render {

// The block is FrameBlock of frame_block.h.
const char* const kShaderHead = R"glsl(
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DShadow;

layout(std140) uniform Frame {
    mat4 u_view_projection;
    mat4 u_inverse_view_projection;
    mat4 u_key_matrix;
    mat4 u_contact_matrix;
    vec4 u_eye;             // xyz, exposure
    vec4 u_key_direction;   // towards the light, tangent of its angular radius
    vec4 u_key_color;       // rgb, how dark its shadow is
    vec4 u_sky_color;       // rgb, strength of reflections
    vec4 u_bounce_color;    // rgb from below, strength of the rim light
    vec4 u_key_extent;      // width, height, depth in metres, normal offset
    vec4 u_contact_extent;  // width, height, depth in metres, radius of contact shadows
    vec4 u_floor_color;     // sRGB, height of the floor
    vec4 u_wall_color;      // sRGB, opacity of the backdrop
    vec4 u_subject;         // centre, radius
    vec4 u_grid;            // cell, strength, vignette, 1 where there is a floor
    vec4 u_viewport;        // width, height and their inverses
};
)glsl";

const char* const kShaderLighting = R"glsl(
uniform sampler2DShadow u_key_shadow_map;
uniform sampler2D u_key_depth_map;
uniform sampler2D u_sky_depth_map;

// A Vogel spiral: even over the disc at any count.
const vec2 kDisc[16] = vec2[16](
    vec2(0.1768, 0.0000), vec2(-0.2258, 0.2068), vec2(0.0346, -0.3938), vec2(0.2846, 0.3712),
    vec2(-0.5222, -0.0924), vec2(0.4949, -0.3147), vec2(-0.1655, 0.6155), vec2(-0.3155, -0.6076),
    vec2(0.6846, 0.2500), vec2(-0.7123, 0.2940), vec2(0.3434, -0.7337), vec2(0.2534, 0.8089),
    vec2(-0.7647, -0.4432), vec2(0.8972, -0.1970), vec2(-0.5472, 0.7787), vec2(-0.1263, -0.9760));

// Gradient noise that changes evenly from pixel to pixel (Jimenez 2014): hides the disc's pattern.
float pixel_noise() {
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
}

mat2 turned(float angle) {
    float s = sin(angle), c = cos(angle);
    return mat2(c, s, -s, c);
}

// How much of the key light arrives: 0 to 1. Penumbrae widen with the distance from what casts
// them, so that shadows are crisp where feet touch the floor.
float key_light(vec3 position, vec3 normal) {
    vec3 at = (u_key_matrix * vec4(position + normal * u_key_extent.w, 1.0)).xyz;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
    mat2 turn = turned(pixel_noise() * 6.2831853);
    vec2 texels = 1.0 / u_key_extent.xy;
    float nearest = 1.5 * u_key_extent.x / float(textureSize(u_key_depth_map, 0).x);
    float search = min(0.15 * u_key_direction.w * u_key_extent.z, 0.25 * u_contact_extent.w);
    search = max(search, 2.0 * nearest);
    float depth = 0.0, blockers = 0.0;
    for (int i = 0; i < 16; ++i) {
        float d = textureLod(u_key_depth_map, at.xy + turn * kDisc[i] * search * texels, 0.0).r;
        if (d < at.z) {
            depth += d;
            blockers += 1.0;
        }
    }
    if (blockers == 0.0) return 1.0;
    if (blockers == 16.0) return 0.0;
    float gap = (at.z - depth / blockers) * u_key_extent.z;
    float radius = clamp(gap * u_key_direction.w, nearest, search);
    mat2 spread = turn * mat2(radius * texels.x, 0.0, 0.0, radius * texels.y);
    mat2 turn_between = turned(0.7);
    float lit = 0.0;
    for (int i = 0; i < 16; ++i) {
        vec2 inner = spread * kDisc[i], outer = spread * (turn_between * kDisc[i]) * 0.93;
        lit += textureLod(u_key_shadow_map, vec3(at.xy + inner, at.z), 0.0) +
               textureLod(u_key_shadow_map, vec3(at.xy + outer, at.z), 0.0);
    }
    return lit / 32.0;
}

// How open the floor is to the light from everywhere: 0 to 1. Looks up, at the height of the
// lowest thing above each point around.
float floor_openness(vec3 position) {
    vec3 at = (u_contact_matrix * vec4(position, 1.0)).xyz;
    if (any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) return 1.0;
    mat2 turn = turned(pixel_noise() * 6.2831853);
    float radius = u_contact_extent.w;
    vec2 texels = 1.0 / u_contact_extent.xy;
    float closed = 0.0;
    for (int i = 0; i < 16; ++i) {
        vec2 away = turn * kDisc[i];
        // Denser towards the middle, where contact is.
        for (int ring = 0; ring < 2; ++ring) {
            float reach = ring == 0 ? 1.0 : 0.3;
            float d = textureLod(u_sky_depth_map, at.xy + away * reach * radius * texels, 0.0).r;
            float height = max(d - at.z, 0.0) * u_contact_extent.z;
            if (d < 1.0) closed += exp2(-height * 4.0 / (radius * reach + 0.02)) / 32.0;
        }
    }
    vec2 edge = min(at.xy, 1.0 - at.xy) * 8.0;
    return 1.0 - closed * clamp(min(edge.x, edge.y), 0.0, 1.0);
}

vec3 encoded(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

vec3 decoded(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}

// A filmic curve: a short toe, straight through the middle, a long shoulder. Bright colours move
// towards white, as on film, but keep their hue longer than by curving each channel alone.
float curve(float x) {
    return x * (2.2 * x + 0.08) / (x * (2.1 * x + 0.62) + 0.16);
}

vec3 tone(vec3 c) {
    c = max(c, 0.0) * u_eye.w;
    float peak = max(max(c.r, c.g), max(c.b, 1e-5));
    vec3 by_peak = c * (curve(peak) / peak);
    vec3 by_channel = vec3(curve(c.r), curve(c.g), curve(c.b));
    return mix(by_peak, by_channel, 0.55);
}
)glsl";

}  // namespace motus::render
