// motus/render/model.h - an asset on the GPU, and how its poses are handed to it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/asset/asset_rig.h>
#include <motus/core/diagnostics.h>
#include <motus/core/result.h>
#include <motus/render/bounds.h>

#include <cstdint>
#include <memory>
#include <span>

namespace motus::render {

/// Poses of one model, as the runtime wrote them: the spans go to the GPU without a change.
struct PoseSet {
    std::uint32_t count = 1;
    /// count x joints of the skeleton, in model space. What hangs on nodes without a skin needs it.
    std::span<const Mat34> joints{};
    /// One span per skin: count x joints of the skin, pose after pose.
    std::span<const std::span<const Mat34>> palettes{};
    /// count x morph weights of the skeleton.
    std::span<const float> weights{};
};

/// One figure of a draw.
struct Instance {
    Mat34 place{};  ///< From model to world.
    Vec4 tint{1.0f, 1.0f, 1.0f, 1.0f};
    std::uint32_t pose = 0;  ///< Which of the PoseSet.
};

/// Meshes, materials and textures of one asset in GPU memory. Needs a current Context to be made
/// and to go. Move-only.
class Model {
  public:
    /// Uploads what the asset's scene shows. Images that cannot be decoded are replaced by white
    /// and reported as warnings. Codes: "gl-limit" where a mesh is larger than GL allows, those of
    /// check_gl; "render-asset" where asset and rig do not belong together.
    [[nodiscard]] static Result<Model> make(const Asset& asset, const AssetRig& rig,
                                            Diagnostics& diagnostics);

    /// Box around the drawn vertices in pose `pose`, before an instance's place. Vertices moved by
    /// several joints are counted with each that has at least 5 % of them, so the box is close, not
    /// exact. Empty where there is nothing to draw, or where the poses do not fit.
    [[nodiscard]] Bounds bounds(const PoseSet& poses, std::uint32_t pose = 0) const;

    /// True where `poses` has everything that this model reads.
    [[nodiscard]] bool fits(const PoseSet& poses) const;

    [[nodiscard]] std::uint32_t part_count() const noexcept;  ///< Draw calls for one look.

    Model(Model&&) noexcept;
    Model& operator=(Model&&) noexcept;
    ~Model();

    struct Data;
    [[nodiscard]] const Data& data() const noexcept { return *data_; }

  private:
    explicit Model(std::unique_ptr<Data> data);
    std::unique_ptr<Data> data_;
};

}  // namespace motus::render
