// motus/render/shader_stage.cpp - the studio: a floor that runs into the wall without an edge.
// SPDX-License-Identifier: MIT
#include "shaders.h"

namespace motus::render {

std::string stage_vertex_text() {
    return R"glsl(
precision highp float;
out vec2 v_ndc;
void main() {
    v_ndc = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(v_ndc, 0.0, 1.0);
}
)glsl";
}

std::string stage_fragment_text() {
    return std::string(kShaderHead) + kShaderLighting + R"glsl(
in vec2 v_ndc;
out vec4 o_color;

// Lines of one width on the screen, that fade where they would be closer than pixels.
float lines(vec2 at, float cell) {
    vec2 uv = at / cell;
    vec2 width = fwidth(uv);
    vec2 away = abs(fract(uv - 0.5) - 0.5) / max(width, vec2(1e-6));
    vec2 line = 1.0 - smoothstep(0.4, 1.3, away);
    line *= 1.0 - smoothstep(0.08, 0.35, width);
    return max(line.x, line.y);
}

void main() {
    vec4 far = u_inverse_view_projection * vec4(v_ndc, 1.0, 1.0);
    vec3 direction = normalize(far.xyz / far.w - u_eye.xyz);
    // The wall: lighter around the subject, darker to the corners.
    vec2 screen = v_ndc * vec2(max(u_viewport.x / u_viewport.y, 1.0) * 0.85,
                               max(u_viewport.y / u_viewport.x, 1.0));
    float corner = u_grid.z * smoothstep(0.1, 2.0, length(screen));
    vec3 wall = decoded(u_wall_color.rgb) * (1.0 + 0.10 * u_grid.z - 0.26 * corner);

    float drop = u_eye.y - u_floor_color.w;
    float steep = max(-direction.y, 1e-4);
    vec3 at = u_eye.xyz + direction * (drop / steep);
    float grid = max(lines(at.xz, u_grid.x) * 0.45, lines(at.xz, u_grid.x * 5.0));
    float reach = length(at.xz - u_subject.xz) / u_subject.w;
    bool on_floor = u_grid.w > 0.5 && -direction.y > 1e-4 && drop > 0.0;
    float floor_here = on_floor ? 1.0 - smoothstep(0.8, 5.0, reach) : 0.0;

    float open = 1.0, lit = 1.0;
    if (floor_here > 0.0) {
        lit = mix(1.0, key_light(at, vec3(0.0)), u_key_color.w);
        open = floor_openness(at);
    }
    // What is left in the shadow is bluish, as the sky is what still lights it.
    vec3 shade = mix(vec3(0.46, 0.49, 0.56), vec3(1.0), lit) *
                 mix(vec3(0.30, 0.30, 0.33), vec3(1.0), open);
    shade = mix(vec3(1.0), shade, clamp(floor_here * 2.0, 0.0, 1.0));
    if (u_wall_color.w < 0.5) {
        o_color = vec4(vec3(0.0), 1.0 - dot(shade, vec3(0.33333)));
        return;
    }
    float pool = 1.0 - smoothstep(0.0, 3.0, reach);
    vec3 ground = mix(wall, decoded(u_floor_color.rgb) * (0.97 + 0.09 * pool), floor_here);
    float strength = u_grid.y * (on_floor ? 1.0 - smoothstep(0.5, 4.0, reach) : 0.0);
    ground *= 1.0 - grid * strength * (strength > 0.0 ? 0.6 : 1.2);
    // Half a step of noise: no bands in the gradients.
    float noise = u_grid.z > 0.0 ? (pixel_noise() - 0.5) / 255.0 : 0.0;
    o_color = vec4(encoded(ground * shade) + noise, 1.0);
}
)glsl";
}

}  // namespace motus::render
