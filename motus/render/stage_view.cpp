// motus/render/stage_view.cpp - makes what is on the GPU, and draws a studio's frame with it.
// SPDX-License-Identifier: MIT
#include "stage_view_data.h"

#include <motus/math/ops.h>

#include <algorithm>
#include <cmath>

namespace motus::render {
namespace {

constexpr std::uint32_t kMostGhosts = 4;

}  // namespace

StageView::StageView(std::unique_ptr<Context> context)
    : context_(std::move(context)), generation_(context_->generation()) {}

StageView::~StageView() {
    context_->make_current();
}

void StageView::set_size(std::uint32_t width, std::uint32_t height) noexcept {
    width_ = std::clamp(width, 1u, 8192u);
    height_ = std::clamp(height, 1u, 8192u);
}

FrameStats StageView::stats() const noexcept {
    return renderer_ ? renderer_->stats() : FrameStats{};
}

// Everything on the GPU is there, or there is an error that says why not.
Result<bool> StageView::ready() {
    if (context_->lost()) {
        renderer_.reset();
        if (loaded_) loaded_->model.reset();
        return context_lost();
    }
    context_->make_current();
    if (generation_ != context_->generation()) {
        renderer_.reset();
        if (loaded_) loaded_->model.reset();
        (void)check_gl("names of the lost context");  // Which this one does not know.
        generation_ = context_->generation();
    }
    if (!renderer_) {
        Result<Renderer> made = Renderer::make();
        if (!made) return context_->lost() ? context_lost() : made.error();
        renderer_.emplace(std::move(*made));
    }
    if (loaded_ && !loaded_->model) {
        Diagnostics repeated;
        Result<Model> made = Model::make(*loaded_->asset, loaded_->rig, repeated);
        if (!made) return context_->lost() ? context_lost() : made.error();
        loaded_->model.emplace(std::move(*made));
    }
    return true;
}

Result<bool> StageView::load(const Asset* asset, Diagnostics& diagnostics) {
    context_->make_current();
    loaded_.reset();
    framed_ = false;
    selection = kNoJoint;
    if (asset == nullptr) return true;
    Result<AssetRig> rig = make_rig(*asset);
    if (!rig) return rig.error();
    auto loaded = std::make_unique<Loaded>(*asset, std::move(*rig), kMostGhosts);
    if (!context_->lost()) {
        Result<Model> model = Model::make(*asset, loaded->rig, diagnostics);
        if (!model) return context_->lost() ? context_lost() : model.error();
        loaded->rest = model->bounds(loaded->poses.view());
        loaded->model.emplace(std::move(*model));
    }
    loaded_ = std::move(loaded);
    return true;
}

Result<bool> StageView::draw(const StageFrame& frame) {
    if (auto ok = ready(); !ok) return ok;
    canvas_.clear();
    canvas_.set_transform({});
    is_board_ = frame.board != nullptr;
    Result<bool> drawn = is_board_ ? draw_flat(frame) : draw_figure(frame);
    if (drawn || !context_->lost()) return drawn;
    renderer_.reset();
    if (loaded_) loaded_->model.reset();
    return context_lost();
}

Result<bool> StageView::draw_figure(const StageFrame& frame) {
    Scene scene;
    std::vector<Draw> draws;
    Instance instance;
    std::vector<Instance> ghosts(std::min<std::size_t>(frame.ghosts.size(), kMostGhosts));
    scene.look = look;
    if (loaded_) {
        Loaded& d = *loaded_;
        const Skeleton skeleton = d.rig.skeleton.view();
        const bool fits = frame.pose.joint_count() == skeleton.joint_count();
        (void)d.poses.set(0, fits ? frame.pose : rest_pose(skeleton), frame.place);
        place_ = {frame.place.m[3], 0.0f, frame.place.m[11]};
        scene.subject = d.model->bounds(d.poses.view());
        if (scene.subject.empty()) {
            for (const Mat34& joint : d.poses.joints(0))
                extend(scene.subject, Vec3{joint.m[3], joint.m[7], joint.m[11]});
        }
        d.bounds = scene.subject;
        if (d.rest.empty()) d.rest = transform(inverse(frame.place), scene.subject);
        const float size = radius(d.rest);
        const float low = transform(frame.place, d.rest).lo.y;
        scene.look.ground_height = low < -0.06f * size || low > 1.2f * size ? low : 0.0f;
        if (!framed_) frame_all();
        Draw& figure = draws.emplace_back();
        figure.model = &*d.model;
        figure.poses = d.poses.view();
        figure.instances = {&instance, 1};
        if (overlays.heat) {
            figure.style = DrawStyle::heat;
            figure.heat_joint = d.skin_joint(selection);
        }
        for (std::uint32_t i = 0; overlays.onion && i < ghosts.size(); ++i) {
            const StageGhost& ghost = frame.ghosts[i];
            if (ghost.pose.joint_count() != skeleton.joint_count()) continue;
            if (d.ghosts.set(i, ghost.pose, ghost.place) != Status::ok) continue;
            ghosts[i].pose = i;
            Draw& draw = draws.emplace_back();
            draw.model = &*d.model;
            draw.style = DrawStyle::ghost;
            draw.instances = std::span(ghosts).subspan(i, 1);
            draw.ghost_color = ghost.before ? Vec4{0.10f, 0.35f, 0.90f, ghost.strength}
                                            : Vec4{0.90f, 0.32f, 0.08f, ghost.strength};
        }
        for (std::size_t i = 1; i < draws.size(); ++i)
            draws[i].poses = d.ghosts.view();
    } else {
        extend(scene.subject, Vec3{-0.5f, 0.0f, -0.5f});
        extend(scene.subject, Vec3{0.5f, 1.0f, 0.5f});
        place_ = {};
        if (!framed_) frame_all();
    }
    scene.draws = draws;
    scene.camera = real_camera();
    scene.width = width_;
    scene.height = height_;
    draw_marks(frame);
    scene.overlay = &canvas_;
    if (auto ok = renderer_->upload(scene); !ok) return ok;
    return renderer_->draw(scene);
}

Result<bool> StageView::draw_flat(const StageFrame& frame) {
    const auto width = static_cast<float>(width_), height = static_cast<float>(height_);
    const float edge = 0.04f * std::min(width, height);
    const Affine2 fit =
        fit_board(board_box(*frame.board), {edge, edge, width - 2.0f * edge, height - 2.0f * edge});
    const float z = board_zoom_;
    const Affine2 view{z,
                       0.0f,
                       0.0f,
                       z,
                       board_pan_.x + 0.5f * width * (1.0f - z),
                       board_pan_.y + 0.5f * height * (1.0f - z)};
    to_picture_ = multiply(view, fit);
    canvas_.set_transform(to_picture_);
    const Names none;
    draw_board(canvas_, *frame.board, frame.names != nullptr ? *frame.names : none);
    canvas_.set_transform({});
    Scene scene;
    scene.look = look;
    // A board has no floor: the wall alone, or nothing.
    scene.look.ground = false;
    scene.look.grid = 0.0f;
    if (look.backdrop) {
        const bool backdrop = look.backdrop;
        scene.look = plain_look(look.wall);
        scene.look.backdrop = backdrop;
    }
    scene.width = width_;
    scene.height = height_;
    extend(scene.subject, Vec3{-0.5f, 0.0f, -0.5f});
    extend(scene.subject, Vec3{0.5f, 1.0f, 0.5f});
    scene.camera = frame_bounds(scene.subject, {}, width / height);
    scene.overlay = &canvas_;
    if (auto ok = renderer_->upload(scene); !ok) return ok;
    return renderer_->draw(scene);
}

void StageView::present() {
    if (renderer_ && !context_->lost()) renderer_->present();
}

Result<Picture> StageView::read() {
    if (const auto ok = ready(); !ok) return ok.error();
    return renderer_->read();
}

}  // namespace motus::render
