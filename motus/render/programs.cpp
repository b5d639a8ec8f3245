// motus/render/programs.cpp - picks the variant for a part, binds, draws.
// SPDX-License-Identifier: MIT
#include "programs.h"

#include "bindings.h"

namespace motus::render {

ModelVariant variant_of(Pass pass, const Model::Data& model, const GpuPoses& poses,
                        const Part& part) {
    const Geometry& geometry = model.geometry[part.geometry];
    ModelVariant variant;
    variant.pass = pass;
    variant.influences = part.skin != kNone ? geometry.influences : 0;
    variant.morph = geometry.targets > 0 && part.weights >= geometry.targets;
    variant.pose_texture = poses.in_texture();
    return variant;
}

Result<const ModelProgram*> ModelPrograms::get(const ModelVariant& variant) {
    ModelProgram& entry = programs_[variant.key()];
    if (entry.program) return &std::as_const(entry);
    constexpr const char* kCaptured[] = {"v_world", "v_normal"};
    ProgramSource source;
    source.name = "model";
    source.defines = defines_of(variant);
    source.vertex = model_vertex_text();
    source.fragment = model_fragment_text();
    if (variant.pass == Pass::capture) source.captured = kCaptured;
    Result<GlProgram> made = make_program(source);
    if (!made) return made.error();
    entry.program = std::move(*made);
    const auto uniform = [&entry](const char* name) {
        return gl::GetUniformLocation(entry.program.id(), name);
    };
    entry.targets = uniform("u_targets");
    entry.first_weight = uniform("u_first_weight");
    entry.vertices = uniform("u_vertices");
    entry.layout = uniform("u_layout");
    entry.style = uniform("u_style");
    entry.heat_joint = uniform("u_heat_joint");
    entry.flat = uniform("u_flat");
    entry.error_m = uniform("u_error_m");
    entry.reference_pose = uniform("u_reference_pose");
    entry.reference[0] = uniform("u_reference0");
    entry.reference[1] = uniform("u_reference1");
    entry.reference[2] = uniform("u_reference2");
    return &std::as_const(entry);
}

void set_default_attributes() {
    gl::VertexAttrib4f(at_normal, 0.0f, 1.0f, 0.0f, 0.0f);
    gl::VertexAttrib4f(at_color, 1.0f, 1.0f, 1.0f, 1.0f);
    gl::VertexAttrib4f(at_texcoord0, 0.0f, 0.0f, 0.0f, 1.0f);
    gl::VertexAttrib4f(at_texcoord1, 0.0f, 0.0f, 0.0f, 1.0f);
}

void bind_part(const ModelProgram& program, const Model::Data& model, const GpuPoses& poses,
               std::size_t part) {
    const Part& p = model.parts[part];
    const Geometry& geometry = model.geometry[p.geometry];
    gl::UseProgram(program.program.id());
    gl::BindVertexArray(geometry.array.id());
    poses.bind(model, part);
    if (program.targets >= 0) {
        gl::Uniform1i(program.targets, static_cast<GLint>(geometry.targets));
        gl::Uniform1i(program.first_weight, static_cast<GLint>(p.first_weight));
        gl::Uniform1i(program.vertices, static_cast<GLint>(geometry.vertex_count));
        gl::ActiveTexture(GL_TEXTURE0 + unit_deltas);
        gl::BindTexture(GL_TEXTURE_2D, geometry.deltas.id());
    }
    if (program.layout >= 0) {
        const GpuPoses::Layout layout = poses.layout(model, p);
        gl::Uniform4i(program.layout, layout.v[0], layout.v[1], layout.v[2], layout.v[3]);
    }
}

namespace {

void set_reference(const ModelProgram& program, const GpuPoses& poses, std::size_t part,
                   float error_m) {
    const GpuPoses::Reference reference = poses.reference(part);
    gl::Uniform1f(program.error_m, error_m);
    if (program.reference_pose >= 0) gl::Uniform1i(program.reference_pose, reference.ahead);
    for (int row = 0; row < 3; ++row) {
        const float* m = reference.place.m + row * 4;
        gl::Uniform4f(program.reference[row], m[0], m[1], m[2], m[3]);
    }
}

void bind_material(const Model::Data& model, const Material& material) {
    gl::BindBufferBase(GL_UNIFORM_BUFFER, block_material, material.block.id());
    for (std::size_t i = 0; i < material.textures.size(); ++i) {
        gl::ActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit_base_color + i));
        gl::BindTexture(GL_TEXTURE_2D, model.textures[material.textures[i]].id());
    }
}

void set_culling(const PartStyle& style, const Material& material, int facing) {
    if (!style.cull || material.double_sided || facing == 0) {
        gl::Disable(GL_CULL_FACE);
        return;
    }
    gl::Enable(GL_CULL_FACE);
    gl::CullFace(facing > 0 ? GL_BACK : GL_FRONT);
}

}  // namespace

Result<std::uint32_t> ModelPrograms::draw(const Model::Data& model, const GpuPoses& poses,
                                          const PartStyle& style) {
    std::uint32_t calls = 0;
    if (poses.instance_count() == 0) return calls;
    for (std::size_t i = 0; i < model.parts.size(); ++i) {
        const Part& part = model.parts[i];
        const Material& material = model.materials[part.material];
        if (style.which == PartStyle::Which::opaque && material.blended) continue;
        if (style.which == PartStyle::Which::blended && !material.blended) continue;
        const Geometry& geometry = model.geometry[part.geometry];
        const Result<const ModelProgram*> program = get(variant_of(style.pass, model, poses, part));
        if (!program) return program.error();
        bind_part(**program, model, poses, i);
        if ((*program)->style >= 0) {
            gl::Uniform4f((*program)->style, style.color[0], style.color[1], style.color[2],
                          style.color[3]);
        }
        if ((*program)->heat_joint >= 0) gl::Uniform1i((*program)->heat_joint, style.heat_joint);
        if ((*program)->error_m >= 0) set_reference(**program, poses, i, style.error_m);
        if ((*program)->flat >= 0) gl::Uniform1i((*program)->flat, geometry.has_normals ? 0 : 1);
        bind_material(model, material);
        set_culling(style, material, poses.facing(i));
        if (geometry.index_type != GL_NONE) {
            gl::DrawElementsInstanced(geometry.mode, geometry.count, geometry.index_type, nullptr,
                                      poses.instance_count());
        } else {
            gl::DrawArraysInstanced(geometry.mode, 0, geometry.count, poses.instance_count());
        }
        ++calls;
    }
    gl::BindVertexArray(0);
    return calls;
}

}  // namespace motus::render
