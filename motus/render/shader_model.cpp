// motus/render/shader_model.cpp - the vertex shader of models: morph, skin, place.
// SPDX-License-Identifier: MIT
#include "shaders.h"

namespace motus::render {

std::string defines_of(const ModelVariant& variant) {
    constexpr const char* kPasses[] = {"SURFACE", "HEAT", "GHOST", "DEPTH", "CAPTURE", "ERROR"};
    std::string text = "#define INFLUENCES " + std::to_string(variant.influences) + "\n";
    text += std::string("#define PASS_") + kPasses[static_cast<int>(variant.pass)] + "\n";
    if (variant.pose_texture) text += "#define POSE_TEXTURE\n";
    if (variant.morph) text += "#define MORPH\n";
    return text;
}

// The same arithmetic as motus/skinning/skinning.h, down to what counts as mirrored.
std::string model_vertex_text() {
    return std::string(kShaderHead) + R"glsl(
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec4 a_color;
layout(location = 3) in vec2 a_texcoord0;
layout(location = 4) in vec2 a_texcoord1;
layout(location = 5) in uvec4 a_joints0;
layout(location = 6) in vec4 a_weights0;
layout(location = 7) in uvec4 a_joints1;
layout(location = 8) in vec4 a_weights1;
layout(location = 9) in vec4 a_place0;
layout(location = 10) in vec4 a_place1;
layout(location = 11) in vec4 a_place2;
layout(location = 12) in uint a_pose;
layout(location = 13) in vec4 a_tint;

out vec3 v_world;
out vec3 v_normal;
#ifndef PASS_CAPTURE
out vec4 v_color;
out vec4 v_texcoords;
flat out float v_mirror;
#endif

uint which_pose;  // Of those in the texture: what the functions below read.

#ifdef POSE_TEXTURE
uniform sampler2D u_poses;
uniform ivec4 u_layout;  // first texel of the palettes, joints of one; of the weights, texels of one
vec4 pose_texel(uint i) { return texelFetch(u_poses, ivec2(int(i & 2047u), int(i >> 11u)), 0); }
vec4 palette_row(uint joint, uint row) {
    return pose_texel(uint(u_layout.x) + (which_pose * uint(u_layout.y) + joint) * 3u + row);
}
#elif INFLUENCES > 0  // Declared is used, for a browser: then it must also be bound.
layout(std140) uniform Palette { vec4 u_palette[1023]; };
vec4 palette_row(uint joint, uint row) { return u_palette[joint * 3u + row]; }
#endif

#ifdef MORPH
uniform int u_targets;
uniform int u_first_weight;
uniform int u_vertices;
uniform sampler2D u_deltas;
#ifdef POSE_TEXTURE
float morph_weight(int i) {
    return pose_texel(uint(u_layout.z) + which_pose * uint(u_layout.w) + uint(i >> 2))[i & 3];
}
#else
layout(std140) uniform Morph { vec4 u_weights[64]; };
float morph_weight(int i) { return u_weights[i >> 2][i & 3]; }
#endif
vec3 delta(int i) { return texelFetch(u_deltas, ivec2(i & 2047, i >> 11), 0).xyz; }
#endif

#if defined(PASS_HEAT) || defined(PASS_ERROR)
vec3 ramp(float w) {
    vec3 cold = mix(vec3(0.03, 0.05, 0.20), vec3(0.02, 0.45, 0.75), smoothstep(0.0, 0.35, w));
    vec3 warm = mix(vec3(0.10, 0.75, 0.30), vec3(1.00, 0.80, 0.05), smoothstep(0.4, 0.7, w));
    vec3 color = mix(cold, warm, smoothstep(0.25, 0.5, w));
    return mix(color, vec3(0.95, 0.10, 0.04), smoothstep(0.7, 1.0, w));
}
#endif

#ifdef PASS_ERROR
uniform float u_error_m;       // where the ramp ends
uniform int u_reference_pose;  // how many poses further the other one is
uniform vec4 u_reference0;     // its place
uniform vec4 u_reference1;
uniform vec4 u_reference2;
#endif

#ifdef PASS_HEAT
uniform int u_heat_joint;  // -1: every joint has a colour of its own

vec3 joint_color(uint joint) {
    float hue = fract(float(joint) * 0.61803399);
    vec3 rgb = clamp(abs(fract(hue + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
    return mix(vec3(0.7), rgb, 0.85) * (0.5 + 0.4 * fract(float(joint) * 0.4142));
}
vec3 heat(uvec4 joints, vec4 weights) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; ++i) {
        if (u_heat_joint < 0) sum += weights[i] * joint_color(joints[i]);
        else if (int(joints[i]) == u_heat_joint) sum.x += weights[i];
    }
    return sum;
}
#endif

struct Rows {
    vec4 x, y, z;
};

#if INFLUENCES > 0
void blend(inout Rows m, uint joint, float weight) {
    m.x += palette_row(joint, 0u) * weight;
    m.y += palette_row(joint, 1u) * weight;
    m.z += palette_row(joint, 2u) * weight;
}
#endif

vec3 moved(Rows m, vec3 p) {
    return vec3(dot(m.x.xyz, p) + m.x.w, dot(m.y.xyz, p) + m.y.w, dot(m.z.xyz, p) + m.z.w);
}

// Normals go by cofactors: the inverse transpose times the determinant, of which only the sign
// counts. Rows that are nearly dependent leave noise in it, and then it counts as positive.
vec3 normal_moved(Rows m, vec3 n, inout float mirror) {
    vec3 ax = abs(m.x.xyz), ay = abs(m.y.xyz), az = abs(m.z.xyz), a = max(ax, max(ay, az));
    float size = max(a.x, max(a.y, a.z));
    float inverse = size >= 1.17549435e-38 ? 1.0 / size : 0.0;
    vec3 x = m.x.xyz * inverse, y = m.y.xyz * inverse, z = m.z.xyz * inverse;
    vec3 cx = cross(y, z), cy = cross(z, x), cz = cross(x, y);
    float determinant = dot(x, cx);
    float full = sqrt(dot(x, x) * dot(y, y) * dot(z, z));
    float side = determinant < -3e-7 * full ? -1.0 : 1.0;
    mirror *= side;
    vec3 turned = vec3(dot(cx, n), dot(cy, n), dot(cz, n)) * side;
    float square = dot(turned, turned);
    return square >= 1.17549435e-38 ? turned * inversesqrt(square) : n;
}

// Morphed and skinned, in the pose that is chosen.
vec3 posed(inout vec3 normal, inout float mirror) {
    vec3 position = a_position;
#ifdef MORPH
    for (int i = 0; i < u_targets; ++i) {
        float weight = morph_weight(u_first_weight + i);
        if (weight != 0.0) {
            int at = (i * u_vertices + gl_VertexID) * 2;
            position += weight * delta(at);
            normal += weight * delta(at + 1);
        }
    }
#endif
#if INFLUENCES > 0
    Rows m = Rows(vec4(0.0), vec4(0.0), vec4(0.0));
    for (int i = 0; i < 4; ++i) blend(m, a_joints0[i], a_weights0[i]);
#if INFLUENCES > 4
    for (int i = 0; i < 4; ++i) blend(m, a_joints1[i], a_weights1[i]);
#endif
    position = moved(m, position);
    normal = normal_moved(m, normal, mirror);
#endif
    return position;
}

void main() {
    vec3 normal = a_normal;
    float mirror = 1.0;
    which_pose = a_pose;
    vec3 position = posed(normal, mirror);
    Rows place = Rows(a_place0, a_place1, a_place2);
    v_world = moved(place, position);
    v_normal = normal_moved(place, normal, mirror);
#ifndef PASS_CAPTURE
    v_mirror = mirror;
    v_texcoords = vec4(a_texcoord0, a_texcoord1);
#ifdef PASS_HEAT
    vec3 color = vec3(0.0);
#if INFLUENCES > 0
    color = heat(a_joints0, a_weights0);
#if INFLUENCES > 4
    color += heat(a_joints1, a_weights1);
#endif
#endif
    v_color = vec4(u_heat_joint < 0 ? color : ramp(color.x), 1.0);
#elif defined(PASS_ERROR)
    vec3 other_normal = a_normal;
    float other_mirror = 1.0;
    which_pose = a_pose + uint(u_reference_pose);
    vec3 other = posed(other_normal, other_mirror);
    Rows reference = Rows(u_reference0, u_reference1, u_reference2);
    v_color = vec4(ramp(clamp(distance(moved(reference, other), v_world) / u_error_m, 0.0, 1.0)), 1.0);
#else
    v_color = a_color * a_tint;
#endif
#endif
    gl_Position = u_view_projection * vec4(v_world, 1.0);
    gl_PointSize = 3.0;
}
)glsl";
}

}  // namespace motus::render
