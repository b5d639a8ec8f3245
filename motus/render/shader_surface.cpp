// motus/render/shader_surface.cpp - the fragment shader of models: material and light.
// SPDX-License-Identifier: MIT
#include "shaders.h"

namespace motus::render {

std::string model_fragment_text() {
    return std::string(kShaderHead) + R"glsl(
#if defined(PASS_DEPTH) || defined(PASS_CAPTURE)
out vec4 o_color;
void main() { o_color = vec4(1.0); }
#else
)glsl" + kShaderLighting +
           R"glsl(
in vec3 v_world;
in vec3 v_normal;
in vec4 v_color;
in vec4 v_texcoords;
flat in float v_mirror;
out vec4 o_color;

// MaterialBlock of mesh.h.
layout(std140) uniform Material {
    vec4 u_base_color;
    vec4 u_emissive;   // rgb, alpha cutoff
    vec4 u_surface;    // metallic, roughness, normal scale, occlusion strength
    ivec4 u_texcoord;  // of base colour, metallic-roughness, normal, occlusion
    ivec4 u_kind;      // texcoord of emissive, alpha mode, flags: 1 unlit, 2 normal map
};
uniform sampler2D u_base_color_map;
uniform sampler2D u_metallic_roughness_map;
uniform sampler2D u_normal_map;
uniform sampler2D u_occlusion_map;
uniform sampler2D u_emissive_map;
uniform vec4 u_style;  // ghost: rgb, alpha
uniform int u_flat;    // 1 where the mesh has no normals

vec2 texcoord(int set) { return set == 0 ? v_texcoords.xy : v_texcoords.zw; }

// Tangent frame from derivatives (Schueler): needs no tangents, and is right where texture
// coordinates are mirrored.
vec3 bumped(vec3 n, vec2 uv) {
    vec3 texel = texture(u_normal_map, uv).xyz * 2.0 - 1.0;
    texel.xy *= u_surface.z;
    vec3 px = dFdx(v_world), py = dFdy(v_world);
    vec2 tx = dFdx(uv), ty = dFdy(uv);
    vec3 across = cross(py, n), along = cross(n, px);
    vec3 t = across * tx.x + along * ty.x, b = across * tx.y + along * ty.y;
    float size = max(dot(t, t), dot(b, b));
    if (!(size > 0.0)) return n;
    float inverse = inversesqrt(size);
    return normalize(t * (inverse * texel.x) - b * (inverse * texel.y) + n * texel.z);
}

// The studio around the subject, as a mirror of that roughness would show it: light above, a warm
// floor, a large soft box where the key light stands and a strip behind.
vec3 studio(vec3 direction, float roughness) {
    float blur = 0.12 + roughness;
    vec3 color = mix(u_bounce_color.rgb, u_sky_color.rgb, smoothstep(-blur, blur, direction.y));
    float sharp = mix(60.0, 3.0, sqrt(roughness));
    float box = exp2(sharp * (dot(direction, u_key_direction.xyz) - 1.0)) * sharp;
    vec3 behind = normalize(vec3(-u_key_direction.x, 0.35, -u_key_direction.z));
    float strip = exp2(sharp * (dot(direction, behind) - 1.0)) * sharp;
    return color + u_key_color.rgb * (0.025 * box) + u_sky_color.rgb * (0.05 * strip);
}

// What a rough mirror gives back of its surroundings (fit after Lazarov, Karis).
vec3 environment_response(vec3 f0, float roughness, float nv) {
    vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
    vec2 ab = vec2(-1.04, 1.04) * a + r.zw;
    return f0 * ab.x + ab.y;
}

void main() {
    bool front = gl_FrontFacing == (v_mirror > 0.0);
    vec3 n = u_flat != 0 ? normalize(cross(dFdx(v_world), dFdy(v_world)))
                         : normalize(v_normal) * (front ? 1.0 : -1.0);
    vec3 geometric = n;
    vec3 v = normalize(u_eye.xyz - v_world);
#ifdef PASS_GHOST
    float rim = 1.0 - abs(dot(n, v));
    float alpha = u_style.a * (0.4 + 0.6 * rim * rim);
    o_color = vec4(encoded(u_style.rgb * (0.75 + 0.5 * rim)) * alpha, alpha);
#else
#if defined(PASS_HEAT) || defined(PASS_ERROR)
    vec4 base = v_color;
    float metallic = 0.0, roughness = 0.75, open = 1.0;
    vec3 glow = vec3(0.0);
#else
    vec4 base = u_base_color * v_color * texture(u_base_color_map, texcoord(u_texcoord.x));
    if (u_kind.y == 1) {
        if (base.a < u_emissive.w) discard;
        base.a = 1.0;
    }
    if (u_kind.y == 0) base.a = 1.0;
    vec3 glow = u_emissive.rgb * texture(u_emissive_map, texcoord(u_kind.x)).rgb;
    if ((u_kind.z & 1) != 0) {
        o_color = vec4(encoded(base.rgb) * base.a, base.a);
        return;
    }
    vec3 mr = texture(u_metallic_roughness_map, texcoord(u_texcoord.y)).rgb;
    float metallic = clamp(u_surface.x * mr.b, 0.0, 1.0);
    float roughness = clamp(u_surface.y * mr.g, 0.06, 1.0);
    float open = mix(1.0, texture(u_occlusion_map, texcoord(u_texcoord.w)).r, u_surface.w);
    if ((u_kind.z & 2) != 0) n = bumped(n, texcoord(u_texcoord.z));
#endif
    // Where highlights are finer than pixels, roughness takes their place.
    vec3 bend = dFdx(n) * dFdx(n) + dFdy(n) * dFdy(n);
    float a = roughness * roughness;
    a = sqrt(clamp(a * a + min(0.5 * (bend.x + bend.y + bend.z), 0.18), 0.0, 1.0));

    vec3 f0 = mix(vec3(0.04), base.rgb, metallic);
    vec3 diffuse = base.rgb * (1.0 - metallic);
    vec3 l = u_key_direction.xyz, h = normalize(l + v);
    float nl = dot(n, l), nv = max(dot(n, v), 1e-3), nh = max(dot(n, h), 0.0);

    // The light is wide: its terminator is soft.
    float facing = smoothstep(-0.12, 1.0, nl) * (0.9 + 0.1 * nl);
    float lit = facing;
    if (lit > 0.0) lit *= mix(1.0, key_light(v_world, geometric), u_key_color.w);
    float d = nh * nh * (a * a - 1.0) + 1.0;
    float distribution = a * a / (3.14159265 * d * d);
    float k = 0.5 * a;
    float masking = 0.25 / ((max(nl, 1e-3) * (1.0 - k) + k) * (nv * (1.0 - k) + k));
    vec3 fresnel = f0 + (1.0 - f0) * exp2((-5.55473 * max(dot(v, h), 0.0) - 6.98316) *
                                          max(dot(v, h), 0.0));
    vec3 key = u_key_color.rgb * lit * (diffuse + fresnel * min(distribution * masking, 8.0));

    // From everywhere: brighter above and a little towards the key light's side.
    float up = n.y * 0.5 + 0.5;
    vec3 around = mix(u_bounce_color.rgb, u_sky_color.rgb, up * up * (3.0 - 2.0 * up));
    around *= 0.9 + 0.25 * dot(n.xz, u_key_direction.xz);
    float mirror_open = clamp(open + (nv + open) * 0.3 - 0.3, 0.0, 1.0);
    vec3 ambient = around * diffuse * open +
                   studio(reflect(-v, n), roughness) * u_sky_color.w * mirror_open *
                       environment_response(f0, roughness, nv);

    vec3 behind = normalize(vec3(-u_key_direction.x, 0.45, -u_key_direction.z));
    float edge = 1.0 - nv;
    float rim = edge * edge * edge * smoothstep(-0.3, 0.7, dot(n, behind)) * u_bounce_color.w * open;
    vec3 color = key + ambient + rim * u_sky_color.rgb * (0.5 + base.rgb) + glow;
    o_color = vec4(encoded(tone(color)) * base.a, base.a);
#endif
}
#endif
)glsl";
}

}  // namespace motus::render
