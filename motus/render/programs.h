// motus/render/programs.h - the model programs, compiled when first needed, and drawing with them.
// SPDX-License-Identifier: MIT
#pragma once

#include "gl_objects.h"
#include "poses.h"
#include "shaders.h"

#include <array>

namespace motus::render {

/// A compiled variant and where its uniforms are (-1 where it has none of that name).
struct ModelProgram {
    GlProgram program;
    GLint targets = -1, first_weight = -1, vertices = -1, layout = -1, style = -1, heat_joint = -1;
    GLint flat = -1, error_m = -1, reference_pose = -1, reference[3] = {-1, -1, -1};
};

/// How the parts of a model are drawn in one pass.
struct PartStyle {
    Pass pass = Pass::surface;
    float color[4] = {1, 1, 1, 1};  ///< Ghost.
    std::int32_t heat_joint = -1;   ///< Heat.
    float error_m = 1.0f;           ///< Error.
    enum class Which { opaque, blended, all } which = Which::all;
    bool cull = true;
};

class ModelPrograms {
  public:
    /// The program of a variant. "gl-shader" with the driver's log where it does not compile.
    [[nodiscard]] Result<const ModelProgram*> get(const ModelVariant& variant);

    /// Draws the parts; one call each, whatever the number of instances. Frame is bound.
    [[nodiscard]] Result<std::uint32_t> draw(const Model::Data& model, const GpuPoses& poses,
                                             const PartStyle& style);

  private:
    std::array<ModelProgram, kModelVariants> programs_{};
};

/// Binds the attributes that a part may lack to what stands for them.
void set_default_attributes();

/// Sets the uniforms of `part`, binds its vertices, deltas and poses.
void bind_part(const ModelProgram& program, const Model::Data& model, const GpuPoses& poses,
               std::size_t part);

/// The variant that draws `part`.
[[nodiscard]] ModelVariant variant_of(Pass pass, const Model::Data& model, const GpuPoses& poses,
                                      const Part& part);

}  // namespace motus::render
