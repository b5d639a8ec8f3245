// motus/render/shaders.h - the shader texts, GLSL ES 3.00: the same for OpenGL ES and WebGL 2.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace motus::render {

/// What is drawn of a model's surface.
enum class Pass : std::uint8_t {
    surface,  ///< Lit.
    heat,     ///< Lit, coloured by skin weights.
    ghost,    ///< A see-through figure: onion skin.
    depth,    ///< Shadow maps.
    capture,  ///< World positions and normals for transform feedback.
    error     ///< Lit, coloured by the distance from another pose.
};

/// One member of the family of model programs.
struct ModelVariant {
    Pass pass = Pass::surface;
    std::uint32_t influences = 0;  ///< 0, 4 or 8.
    bool pose_texture = false;     ///< Palettes and weights from a texture, not from blocks.
    bool morph = false;

    [[nodiscard]] std::uint32_t key() const noexcept {
        return static_cast<std::uint32_t>(pass) * 16 + influences / 4 * 4 + (pose_texture ? 2 : 0) +
               (morph ? 1 : 0);
    }
};
inline constexpr std::uint32_t kModelVariants = 6 * 16;

/// #define lines of a variant.
[[nodiscard]] std::string defines_of(const ModelVariant& variant);

[[nodiscard]] std::string model_vertex_text();
[[nodiscard]] std::string model_fragment_text();
[[nodiscard]] std::string stage_vertex_text();
[[nodiscard]] std::string stage_fragment_text();
[[nodiscard]] std::string shape_vertex_text();
[[nodiscard]] std::string shape_fragment_text();

/// Parts that several of them begin with.
extern const char* const kShaderHead;      ///< Precisions and the Frame block.
extern const char* const kShaderLighting;  ///< Shadows, tone curve, encoding.

}  // namespace motus::render
