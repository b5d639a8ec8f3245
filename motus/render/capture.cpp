// motus/render/capture.cpp - transform feedback of the same vertex shader that draws. Native only.
// SPDX-License-Identifier: MIT
#include "bindings.h"
#include "frame_block.h"
#include "programs.h"
#include "targets.h"

#include <motus/render/capture.h>

#include <cstring>

namespace motus::render {
namespace {

// One vertex, as the program's captured outputs are interleaved.
struct Captured {
    Vec3 position, normal;
};

Result<bool> capture_part(const ModelProgram& program, const Model::Data& model,
                          const GpuPoses& poses, std::size_t part, CapturedPart& out) {
    const std::size_t count =
        std::size_t{out.vertices} * static_cast<std::size_t>(poses.instance_count());
    const auto bytes = static_cast<GLsizeiptr>(count * sizeof(Captured));
    const GlBuffer buffer = GlBuffer::make();
    gl::BindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer.id());
    gl::BufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, nullptr, GL_STATIC_DRAW);
    bind_part(program, model, poses, part);
    gl::BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id());
    gl::Enable(GL_RASTERIZER_DISCARD);
    gl::BeginTransformFeedback(GL_POINTS);
    gl::DrawArraysInstanced(GL_POINTS, 0, static_cast<GLsizei>(out.vertices),
                            poses.instance_count());
    gl::EndTransformFeedback();
    gl::Disable(GL_RASTERIZER_DISCARD);
    gl::BindVertexArray(0);

    const void* mapped =
        gl::MapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, GL_MAP_READ_BIT);
    if (!mapped) return Error{"gl-memory", "capture", "the captured vertices cannot be read"};
    std::vector<Captured> vertices(count);
    std::memcpy(vertices.data(), mapped, count * sizeof(Captured));
    gl::UnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
    gl::BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    out.positions.reserve(count);
    out.normals.reserve(count);
    for (const Captured& vertex : vertices) {
        out.positions.push_back(vertex.position);
        out.normals.push_back(vertex.normal);
    }
    return check_gl("capture");
}

}  // namespace

Result<std::vector<CapturedPart>> capture(const Model& model, const PoseSet& poses,
                                          std::span<const Instance> instances) {
    if (!model.fits(poses)) return Error{"render-poses", "", "the poses do not fit the model"};
    const Model::Data& data = model.data();
    GpuPoses uploaded;
    if (const auto ok = uploaded.upload(data, poses, instances); !ok) return ok.error();
    const FrameBlock frame;
    const GlBuffer frame_buffer =
        make_buffer(GL_UNIFORM_BUFFER, std::as_bytes(std::span(&frame, 1)));
    gl::BindBufferBase(GL_UNIFORM_BUFFER, block_frame, frame_buffer.id());
    set_default_attributes();
    // Nothing is drawn, but without a surface GL wants something that could be drawn into.
    DepthTarget target;
    if (const auto ok = target.resize(1); !ok) return ok.error();

    ModelPrograms programs;
    std::vector<CapturedPart> out;
    for (std::size_t i = 0; i < data.parts.size(); ++i) {
        const Part& part = data.parts[i];
        const ModelVariant variant = variant_of(Pass::capture, data, uploaded, part);
        const Result<const ModelProgram*> program = programs.get(variant);
        if (!program) return program.error();
        CapturedPart captured;
        captured.joint = part.joint;
        captured.mesh = part.mesh;
        captured.primitive = part.primitive;
        captured.skin = part.skin;
        captured.vertices = data.geometry[part.geometry].vertex_count;
        captured.pose_texture = variant.pose_texture && variant.influences > 0;
        if (const auto ok = capture_part(**program, data, uploaded, i, captured); !ok)
            return ok.error();
        out.push_back(std::move(captured));
    }
    return out;
}

}  // namespace motus::render
