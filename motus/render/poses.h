// motus/render/poses.h - poses on their way to the shaders: uniform blocks, or a texture.
// SPDX-License-Identifier: MIT
#pragma once

#include "model_data.h"

#include <vector>

namespace motus::render {

/// Whether a model's poses need the texture: more poses than one, a skin of more joints or more
/// morph weights than a uniform block is sure to hold.
[[nodiscard]] bool needs_texture(const Model::Data& model, std::uint32_t pose_count) noexcept;

/// What the vertex shader reads of one instance.
struct InstanceRecord {
    Mat34 place;
    float tint[4];
    std::uint32_t pose;
    std::uint32_t unused[3];
};
static_assert(sizeof(InstanceRecord) == 80);

/// GPU memory for the poses and instances of one draw; reused from frame to frame.
class GpuPoses {
  public:
    /// Uploads. The poses fit the model. "gl-limit" where there are too many for one texture.
    [[nodiscard]] Result<bool> upload(const Model::Data& model, const PoseSet& poses,
                                      std::span<const Instance> instances);

    [[nodiscard]] bool in_texture() const noexcept { return in_texture_; }
    [[nodiscard]] GLsizei instance_count() const noexcept { return instance_count_; }

    /// Binds what `part` reads, instance attributes into the bound vertex array included.
    void bind(const Model::Data& model, std::size_t part) const;
    /// Value of the shader's u_layout for `part`.
    struct Layout {
        GLint v[4];
    };
    [[nodiscard]] Layout layout(const Model::Data& model, const Part& part) const;

    /// What the first instance is compared with: its pose in the second half of the set.
    struct Reference {
        GLint ahead = 0;  ///< From an instance's pose to that one.
        Mat34 place{};
    };
    [[nodiscard]] Reference reference(std::size_t part) const { return references_[part]; }

    /// Whether triangles of `part` face the wrong way round: -1 all do, 1 none does, 0 some do.
    [[nodiscard]] int facing(std::size_t part) const noexcept { return facing_[part]; }

  private:
    Result<bool> upload_texture(const Model::Data& model, const PoseSet& poses);
    void upload_blocks(const Model::Data& model, const PoseSet& poses);
    void place_references(const Model::Data& model, const PoseSet& poses,
                          std::span<const Instance> instances);
    void upload_instances(const Model::Data& model, const PoseSet& poses,
                          std::span<const Instance> instances);

    bool in_texture_ = false;
    GLsizei instance_count_ = 0;
    std::vector<GlBuffer> palettes_;  ///< Per skin.
    GlBuffer weights_, instances_;
    GlTexture texture_;
    std::size_t texture_rows_ = 0;
    std::vector<std::size_t> skin_first_;  ///< Per skin: its first texel.
    std::size_t weights_first_ = 0;
    std::vector<std::size_t> part_first_;  ///< Per part: its first instance record.
    std::vector<InstanceRecord> records_;
    std::vector<int> facing_;
    std::vector<Reference> references_;  ///< Per part.
};

}  // namespace motus::render
