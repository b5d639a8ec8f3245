// motus/render/renderer.cpp - the passes of a frame.
// SPDX-License-Identifier: MIT
#include <motus/render/renderer.h>

#include "bindings.h"
#include "frame_setup.h"
#include "programs.h"
#include "shapes.h"
#include "targets.h"

#include <algorithm>
#include <vector>

namespace motus::render {

struct Renderer::Data {
    ModelPrograms programs;
    GlProgram stage;
    ShapePainter shapes;
    PictureTarget target;
    DepthTarget key_map, contact_map;
    GlSampler compare;
    GlBuffer frame, key_frame, contact_frame;
    GlVertexArray no_vertices;
    std::vector<GpuPoses> poses;  ///< Per draw of the scene that was uploaded.
    FrameStats stats;

    explicit Data(ShapePainter painter) : shapes(std::move(painter)) {}
    Result<bool> draw_depth(const Scene& scene, const DepthTarget& map, const GlBuffer& block,
                            bool near_first);
    Result<bool> draw_lit(const Scene& scene, PartStyle::Which which);
    Result<bool> draw_ghosts(const Scene& scene);
    void draw_stage();
};

Renderer::Renderer(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

const FrameStats& Renderer::stats() const noexcept {
    return data_->stats;
}

Result<Renderer> Renderer::make() {
    Result<ShapePainter> painter = ShapePainter::make();
    if (!painter) return painter.error();
    auto data = std::make_unique<Data>(std::move(*painter));
    Result<GlProgram> stage =
        make_program({"stage", "", stage_vertex_text(), stage_fragment_text(), {}});
    if (!stage) return stage.error();
    data->stage = std::move(*stage);
    if (const auto ok = data->key_map.resize(kKeyMapSize); !ok) return ok.error();
    if (const auto ok = data->contact_map.resize(kContactMapSize); !ok) return ok.error();
    data->frame = GlBuffer::make();
    data->key_frame = GlBuffer::make();
    data->contact_frame = GlBuffer::make();
    data->no_vertices = GlVertexArray::make();
    data->compare = GlSampler::make();
    const GLuint sampler = data->compare.id();
    gl::SamplerParameteri(sampler, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    gl::SamplerParameteri(sampler, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    gl::SamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl::SamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    gl::SamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl::SamplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    if (const auto ok = check_gl("starting the renderer"); !ok) return ok.error();
    return Renderer(std::move(data));
}

Result<bool> Renderer::upload(const Scene& scene) {
    Data& d = *data_;
    d.stats = {};
    if (d.poses.size() < scene.draws.size()) d.poses.resize(scene.draws.size());
    for (std::size_t i = 0; i < scene.draws.size(); ++i) {
        const Draw& draw = scene.draws[i];
        const bool good =
            draw.model && draw.model->fits(draw.poses) &&
            std::all_of(
                draw.instances.begin(), draw.instances.end(),
                [&](const Instance& instance) { return instance.pose < draw.poses.count; }) &&
            (draw.style != DrawStyle::error ||
             (draw.poses.count == 2 && draw.instances.size() == 1 && draw.instances[0].pose == 0));
        if (!good) {
            return Error{
                "render-poses", "draws[" + std::to_string(i) + "]",
                "the poses do not fit the model, or an instance names one that is not there"};
        }
        const auto ok = d.poses[i].upload(draw.model->data(), draw.poses, draw.instances);
        if (!ok) return ok.error();
        d.stats.instances += static_cast<std::uint32_t>(draw.instances.size());
    }
    return check_gl("upload");
}

Result<bool> Renderer::Data::draw_depth(const Scene& scene, const DepthTarget& map,
                                        const GlBuffer& block, bool near_first) {
    gl::BindFramebuffer(GL_FRAMEBUFFER, map.framebuffer.id());
    gl::Viewport(0, 0, static_cast<GLsizei>(map.size), static_cast<GLsizei>(map.size));
    gl::Clear(GL_DEPTH_BUFFER_BIT);
    gl::BindBufferBase(GL_UNIFORM_BUFFER, block_frame, block.id());
    if (near_first) {
        gl::Enable(GL_POLYGON_OFFSET_FILL);
        gl::PolygonOffset(1.5f, 2.0f);
    }
    PartStyle style;
    style.pass = Pass::depth;
    style.cull = false;
    for (std::size_t i = 0; i < scene.draws.size(); ++i) {
        if (scene.draws[i].style == DrawStyle::ghost) continue;
        const auto drawn = programs.draw(scene.draws[i].model->data(), poses[i], style);
        if (!drawn) return drawn.error();
    }
    gl::Disable(GL_POLYGON_OFFSET_FILL);
    return true;
}

Result<bool> Renderer::Data::draw_lit(const Scene& scene, PartStyle::Which which) {
    for (std::size_t i = 0; i < scene.draws.size(); ++i) {
        const Draw& draw = scene.draws[i];
        if (draw.style == DrawStyle::ghost) continue;
        PartStyle style;
        style.pass = draw.style == DrawStyle::heat    ? Pass::heat
                     : draw.style == DrawStyle::error ? Pass::error
                                                      : Pass::surface;
        style.error_m = draw.error_m;
        style.heat_joint = draw.heat_joint;
        style.which = which;
        const auto drawn = programs.draw(draw.model->data(), poses[i], style);
        if (!drawn) return drawn.error();
        stats.draw_calls += *drawn;
    }
    return true;
}

// Depth first, then colour where it is nearest: a ghost shows its outside only.
Result<bool> Renderer::Data::draw_ghosts(const Scene& scene) {
    for (std::size_t i = 0; i < scene.draws.size(); ++i) {
        const Draw& draw = scene.draws[i];
        if (draw.style != DrawStyle::ghost) continue;
        PartStyle style;
        style.pass = Pass::ghost;
        const Vec4& c = draw.ghost_color;
        const float color[4] = {c.x, c.y, c.z, c.w};
        std::copy(std::begin(color), std::end(color), style.color);
        gl::ColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        gl::DepthMask(GL_TRUE);
        auto drawn = programs.draw(draw.model->data(), poses[i], style);
        gl::ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        if (!drawn) return drawn.error();
        gl::DepthMask(GL_FALSE);
        drawn = programs.draw(draw.model->data(), poses[i], style);
        gl::DepthMask(GL_TRUE);
        if (!drawn) return drawn.error();
        stats.draw_calls += *drawn;
    }
    return true;
}

void Renderer::Data::draw_stage() {
    gl::Disable(GL_DEPTH_TEST);
    gl::DepthMask(GL_FALSE);
    gl::UseProgram(stage.id());
    gl::BindVertexArray(no_vertices.id());
    gl::DrawArraysInstanced(GL_TRIANGLES, 0, 3, 1);
    gl::BindVertexArray(0);
    gl::DepthMask(GL_TRUE);
}

Result<bool> Renderer::draw(const Scene& scene) {
    Data& d = *data_;
    d.stats.draw_calls = 0;
    if (auto ok = d.target.resize(scene.width, scene.height); !ok) return ok;
    const FrameSetup setup = make_frame(scene);
    const auto fill = [](const GlBuffer& buffer, const FrameBlock& block) {
        refill(buffer, GL_UNIFORM_BUFFER, std::as_bytes(std::span(&block, 1)));
    };
    fill(d.frame, setup.picture);
    fill(d.key_frame, setup.key);
    fill(d.contact_frame, setup.contact);
    set_default_attributes();

    gl::Disable(GL_BLEND);
    gl::Enable(GL_DEPTH_TEST);
    gl::DepthFunc(GL_LEQUAL);
    gl::DepthMask(GL_TRUE);
    // Nothing may be read from a texture that is being drawn into.
    for (const GLuint unit : {unit_key_shadow, unit_key_depth, unit_sky_depth}) {
        gl::ActiveTexture(GL_TEXTURE0 + unit);
        gl::BindTexture(GL_TEXTURE_2D, 0);
    }
    // Nothing but an overlay: no light, no floor, no wall.
    const bool flat = scene.draws.empty() && !scene.look.backdrop && !scene.look.ground;
    if (!flat) {
        if (auto ok = d.draw_depth(scene, d.key_map, d.key_frame, true); !ok) return ok;
        if (auto ok = d.draw_depth(scene, d.contact_map, d.contact_frame, false); !ok) return ok;
    }
    gl::ActiveTexture(GL_TEXTURE0 + unit_key_shadow);
    gl::BindTexture(GL_TEXTURE_2D, d.key_map.texture.id());
    gl::BindSampler(unit_key_shadow, d.compare.id());
    gl::ActiveTexture(GL_TEXTURE0 + unit_key_depth);
    gl::BindTexture(GL_TEXTURE_2D, d.key_map.texture.id());
    gl::ActiveTexture(GL_TEXTURE0 + unit_sky_depth);
    gl::BindTexture(GL_TEXTURE_2D, d.contact_map.texture.id());

    gl::BindFramebuffer(GL_FRAMEBUFFER, d.target.sampled.id());
    gl::Viewport(0, 0, static_cast<GLsizei>(scene.width), static_cast<GLsizei>(scene.height));
    gl::ClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    gl::Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    gl::BindBufferBase(GL_UNIFORM_BUFFER, block_frame, d.frame.id());
    if (!flat) d.draw_stage();
    gl::Enable(GL_DEPTH_TEST);
    gl::BlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl::Enable(GL_BLEND);
    if (auto ok = d.draw_ghosts(scene); !ok) return ok;
    gl::Disable(GL_BLEND);
    // Ghosts stay behind what is there now, wherever they are.
    gl::Clear(GL_DEPTH_BUFFER_BIT);
    if (auto ok = d.draw_lit(scene, PartStyle::Which::opaque); !ok) return ok;
    gl::Enable(GL_BLEND);
    gl::DepthMask(GL_FALSE);
    if (auto ok = d.draw_lit(scene, PartStyle::Which::blended); !ok) return ok;
    gl::DepthMask(GL_TRUE);
    gl::Disable(GL_BLEND);
    gl::Disable(GL_CULL_FACE);
    if (scene.overlay) d.shapes.draw(*scene.overlay, scene.width, scene.height);
    gl::BindSampler(unit_key_shadow, 0);
    d.target.resolve();
    return check_gl("draw");
}

Result<Picture> Renderer::read() {
    const PictureTarget& target = data_->target;
    Picture picture{target.width, target.height, {}};
    std::vector<std::uint8_t> rows(picture.row_bytes() * picture.height);
    gl::BindFramebuffer(GL_FRAMEBUFFER, target.resolved.id());
    gl::ReadPixels(0, 0, static_cast<GLsizei>(target.width), static_cast<GLsizei>(target.height),
                   GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    if (const auto ok = check_gl("read"); !ok) return ok.error();
    picture.rgba.resize(rows.size());
    const std::size_t row = picture.row_bytes();
    for (std::size_t y = 0; y < picture.height; ++y) {
        std::copy_n(rows.data() + (picture.height - 1 - y) * row, row,
                    picture.rgba.data() + y * row);
    }
    // The GPU blends premultiplied; files want it straight.
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
        const unsigned alpha = picture.rgba[i + 3];
        if (alpha == 0 || alpha == 255) continue;
        for (std::size_t c = 0; c < 3; ++c) {
            picture.rgba[i + c] = static_cast<std::uint8_t>(
                std::min(255u, (picture.rgba[i + c] * 255u + alpha / 2) / alpha));
        }
    }
    return picture;
}

Result<Picture> Renderer::render(const Scene& scene) {
    if (const auto ok = upload(scene); !ok) return ok.error();
    if (const auto ok = draw(scene); !ok) return ok.error();
    return read();
}

void Renderer::present() {
    const PictureTarget& target = data_->target;
    const auto w = static_cast<GLint>(target.width), h = static_cast<GLint>(target.height);
    gl::BindFramebuffer(GL_READ_FRAMEBUFFER, target.resolved.id());
    gl::BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    gl::BlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void Renderer::finish() {
    gl::Finish();
}

Look dark_look() {
    Look look;
    look.wall = {0.13f, 0.14f, 0.17f};
    look.floor = {0.18f, 0.19f, 0.22f};
    look.rim = 1.6f;
    look.grid = -0.5f;
    return look;
}

Look plain_look(const Vec3& color) {
    Look look;
    look.wall = look.floor = color;
    look.ground = false;
    look.vignette = 0.0f;
    return look;
}

}  // namespace motus::render
