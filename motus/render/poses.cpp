// motus/render/poses.cpp - palettes, weights and instances to the GPU.
// SPDX-License-Identifier: MIT
#include "poses.h"

#include "bindings.h"

#include <motus/math/ops.h>

#include <algorithm>
#include <cstddef>

namespace motus::render {
namespace {

constexpr std::size_t kPaletteBlockBytes = kBlockJoints * sizeof(Mat34);
constexpr std::size_t kWeightBlockBytes = kBlockWeights * sizeof(float);

std::span<const float> floats_of(std::span<const Mat34> matrices) {
    if (matrices.empty()) return {};
    return {matrices.front().m, matrices.size() * 12};
}

// A block must be backed by as many bytes as the shader declares, whatever is used of them.
void refill_block(GlBuffer& buffer, std::size_t size, std::span<const std::byte> bytes) {
    if (!buffer) buffer = GlBuffer::make();
    gl::BindBuffer(GL_UNIFORM_BUFFER, buffer.id());
    gl::BufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(size), nullptr, GL_STREAM_DRAW);
    gl::BufferSubData(GL_UNIFORM_BUFFER, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
}

std::size_t row_up(std::size_t texels) {
    return (texels + kDataTextureWidth - 1) / kDataTextureWidth * kDataTextureWidth;
}

bool mirrors(const Mat34& m) {
    const Vec3 x{m.m[0], m.m[1], m.m[2]}, y{m.m[4], m.m[5], m.m[6]}, z{m.m[8], m.m[9], m.m[10]};
    return dot(x, cross(y, z)) < 0.0f;
}

// 1, -1, or 0 where the matrices differ.
int common_facing(std::span<const Mat34> matrices) {
    if (matrices.empty()) return 1;
    const bool first = mirrors(matrices.front());
    for (const Mat34& m : matrices) {
        if (mirrors(m) != first) return 0;
    }
    return first ? -1 : 1;
}

}  // namespace

bool needs_texture(const Model::Data& model, std::uint32_t pose_count) noexcept {
    const bool large = std::any_of(model.skin_joints.begin(), model.skin_joints.end(),
                                   [](std::uint32_t joints) { return joints > kBlockJoints; });
    return pose_count > 1 || large || model.weight_count > kBlockWeights;
}

Result<bool> GpuPoses::upload(const Model::Data& model, const PoseSet& poses,
                              std::span<const Instance> instances) {
    in_texture_ = needs_texture(model, poses.count);
    if (in_texture_) {
        if (auto ok = upload_texture(model, poses); !ok) return ok;
    } else {
        upload_blocks(model, poses);
    }
    upload_instances(model, poses, instances);
    place_references(model, poses, instances);
    return true;
}

void GpuPoses::place_references(const Model::Data& model, const PoseSet& poses,
                                std::span<const Instance> instances) {
    references_.assign(model.parts.size(), {});
    if (instances.empty()) return;
    const std::uint32_t ahead = poses.count / 2, pose = instances[0].pose + ahead;
    if (pose >= poses.count) return;
    for (std::size_t p = 0; p < model.parts.size(); ++p) {
        const Part& part = model.parts[p];
        Reference& reference = references_[p];
        reference.ahead = static_cast<GLint>(ahead);
        reference.place = instances[0].place;
        if (part.skin != kNone) continue;
        const std::size_t joint = std::size_t{pose} * model.joint_count + part.joint;
        reference.place = multiply(instances[0].place, poses.joints[joint]);
    }
}

void GpuPoses::upload_blocks(const Model::Data& model, const PoseSet& poses) {
    palettes_.resize(model.skin_joints.size());
    for (std::size_t s = 0; s < palettes_.size(); ++s) {
        refill_block(palettes_[s], kPaletteBlockBytes,
                     std::as_bytes(poses.palettes[s].first(model.skin_joints[s])));
    }
    if (model.weight_count > 0) {
        refill_block(weights_, kWeightBlockBytes,
                     std::as_bytes(poses.weights.first(model.weight_count)));
    }
}

Result<bool> GpuPoses::upload_texture(const Model::Data& model, const PoseSet& poses) {
    // Each skin's palettes and all weights begin a row, so that they go up as they are.
    std::size_t texels = 0;
    skin_first_.clear();
    for (const std::uint32_t joints : model.skin_joints) {
        skin_first_.push_back(texels);
        texels = row_up(texels + std::size_t{poses.count} * joints * 3);
    }
    weights_first_ = texels;
    const std::size_t weight_texels = (model.weight_count + 3) / 4;
    texels = row_up(texels + poses.count * weight_texels);
    if (!texture_ || texture_rows_ < texels / kDataTextureWidth) {
        Result<GlTexture> made = make_data_texture(texels, "poses");
        if (!made) return made.error();
        texture_ = std::move(*made);
        texture_rows_ = texels / kDataTextureWidth;
    }
    gl::BindTexture(GL_TEXTURE_2D, texture_.id());
    for (std::size_t s = 0; s < skin_first_.size(); ++s) {
        const std::size_t matrices = std::size_t{poses.count} * model.skin_joints[s];
        write_data_texture(skin_first_[s], floats_of(poses.palettes[s].first(matrices)));
    }
    if (weight_texels > 0) {
        std::vector<float> padded(poses.count * weight_texels * 4, 0.0f);
        for (std::size_t p = 0; p < poses.count; ++p) {
            std::copy_n(poses.weights.data() + p * model.weight_count, model.weight_count,
                        padded.data() + p * weight_texels * 4);
        }
        write_data_texture(weights_first_, padded);
    }
    return true;
}

void GpuPoses::upload_instances(const Model::Data& model, const PoseSet& poses,
                                std::span<const Instance> instances) {
    instance_count_ = static_cast<GLsizei>(instances.size());
    records_.clear();
    part_first_.assign(model.parts.size(), 0);
    facing_.assign(model.parts.size(), 1);
    const auto append = [&](const Mat34* joints) {
        for (const Instance& instance : instances) {
            InstanceRecord& record = records_.emplace_back();
            record.place = joints ? multiply(instance.place,
                                             joints[std::size_t{instance.pose} * model.joint_count])
                                  : instance.place;
            record.tint[0] = instance.tint.x;
            record.tint[1] = instance.tint.y;
            record.tint[2] = instance.tint.z;
            record.tint[3] = instance.tint.w;
            record.pose = instance.pose;
        }
    };
    append(nullptr);  // Shared by all parts that have a skin.
    for (std::size_t p = 0; p < model.parts.size(); ++p) {
        const Part& part = model.parts[p];
        int facing = 1;
        if (part.skin == kNone) {
            part_first_[p] = records_.size();
            append(poses.joints.data() + part.joint);
        } else {
            facing = common_facing(poses.palettes[part.skin].first(model.skin_joints[part.skin]));
        }
        for (std::size_t i = 0; i < instances.size(); ++i) {
            const int placed = mirrors(records_[part_first_[p] + i].place) ? -1 : 1;
            if (i == 0)
                facing *= placed;
            else if (placed != (mirrors(records_[part_first_[p]].place) ? -1 : 1))
                facing = 0;
        }
        facing_[p] = facing;
    }
    if (!instances_) instances_ = GlBuffer::make();
    refill(instances_, GL_ARRAY_BUFFER, std::as_bytes(std::span(records_)));
}

GpuPoses::Layout GpuPoses::layout(const Model::Data& model, const Part& part) const {
    Layout out{};
    if (!in_texture_) return out;
    if (part.skin != kNone) {
        out.v[0] = static_cast<GLint>(skin_first_[part.skin]);
        out.v[1] = static_cast<GLint>(model.skin_joints[part.skin]);
    }
    out.v[2] = static_cast<GLint>(weights_first_);
    out.v[3] = static_cast<GLint>((model.weight_count + 3) / 4);
    return out;
}

void GpuPoses::bind(const Model::Data& model, std::size_t part) const {
    const Part& p = model.parts[part];
    if (in_texture_) {
        gl::ActiveTexture(GL_TEXTURE0 + unit_poses);
        gl::BindTexture(GL_TEXTURE_2D, texture_.id());
    } else {
        if (p.skin != kNone)
            gl::BindBufferBase(GL_UNIFORM_BUFFER, block_palette, palettes_[p.skin].id());
        if (weights_) gl::BindBufferBase(GL_UNIFORM_BUFFER, block_morph, weights_.id());
    }
    gl::BindBuffer(GL_ARRAY_BUFFER, instances_.id());
    const std::size_t base = part_first_[part] * sizeof(InstanceRecord);
    const auto pointer = [base](std::size_t offset) {
        return reinterpret_cast<const void*>(base + offset);
    };
    constexpr GLsizei kStride = sizeof(InstanceRecord);
    for (GLuint row = 0; row < 3; ++row) {
        gl::VertexAttribPointer(at_place0 + row, 4, GL_FLOAT, GL_FALSE, kStride, pointer(row * 16));
    }
    gl::VertexAttribPointer(at_tint, 4, GL_FLOAT, GL_FALSE, kStride,
                            pointer(offsetof(InstanceRecord, tint)));
    gl::VertexAttribIPointer(at_pose, 1, GL_UNSIGNED_INT, kStride,
                             pointer(offsetof(InstanceRecord, pose)));
    for (GLuint at = at_place0; at <= at_tint; ++at) {
        gl::EnableVertexAttribArray(at);
        gl::VertexAttribDivisor(at, 1);
    }
}

}  // namespace motus::render
