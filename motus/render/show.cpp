// motus/render/show.cpp - evaluates, draws, reads.
// SPDX-License-Identifier: MIT
#include "show_data.h"

#include <motus/math/ops.h>

#include <algorithm>
#include <chrono>

namespace motus::render {
namespace {

double milliseconds() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Show::Show(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Show::Show(Show&&) noexcept = default;
Show& Show::operator=(Show&&) noexcept = default;
Show::~Show() = default;

const ShowTimes& Show::times() const noexcept {
    return data_->times;
}

const FrameStats& Show::stats() const noexcept {
    return data_->renderer.stats();
}

const Model& Show::model() const noexcept {
    return data_->model;
}

const ShowOptions& Show::options() const noexcept {
    return data_->options;
}

Ticks Show::duration() const noexcept {
    const bool twice = data_->options.mode == PlayMode::ping_pong && !data_->options.take;
    return twice ? data_->stage.duration * 2 : data_->stage.duration;
}

Result<Show> Show::make(const Asset& asset, const AssetRig& rig, const ShowOptions& options,
                        Diagnostics& diagnostics, std::span<const Clip> clips) {
    Result<Model> model = Model::make(asset, rig, diagnostics);
    if (!model) return model.error();
    Result<Renderer> renderer = Renderer::make();
    if (!renderer) return renderer.error();
    auto data = std::make_unique<Data>(asset, rig, std::move(*renderer), std::move(*model), clips);
    if (const auto ok = data->change(options); !ok) return ok.error();
    return Show(std::move(data));
}

Result<bool> Show::change(const ShowOptions& options) {
    return data_->change(options);
}

Result<bool> Show::Data::change(const ShowOptions& wanted) {
    if (!wanted.take && wanted.clip != kNone && wanted.clip >= asset.clips.size()) {
        return Error{"render-clip", "clips[" + std::to_string(wanted.clip) + "]",
                     "there is no such clip"};
    }
    if (wanted.overlays.packed &&
        (wanted.take || wanted.clip == kNone || !(wanted.overlays.error_m > 0.0f) ||
         !(wanted.overlays.units_per_m > 0.0f)))
        return Error{"render-error", "", "errors are those of one clip, and above 0 metres"};
    if (wanted.take && (wanted.take->frames.empty() || wanted.take->step.value <= 0))
        return Error{"render-take", "", "there is no frame to show"};
    options = wanted;
    if (options.take || options.overlays.packed) options.crowd = 1;
    // The second pose is what the first is compared with.
    const std::uint32_t figures = options.overlays.packed ? 2u : std::max(options.crowd, 1u);
    if (poses.view().count != figures) poses = FigurePoses(rig, figures, clips());
    const std::uint32_t around = std::max(2 * options.overlays.onion_skins, 1u);
    if (ghosts.view().count != around) ghosts = FigurePoses(rig, around, clips());
    stage = {};
    prepare_travel();
    prepare_bounds();
    prepare_camera();
    instances.assign(stage.crowd.size(), {});
    return true;
}

Result<bool> Show::Data::draw(Ticks time) {
    const double start = milliseconds();
    if (const Status status = evaluate(time); status != Status::ok)
        return Error{"render-pose", "", to_string(status)};
    std::vector<Draw> draws(1);
    draws[0].model = &model;
    draws[0].poses = poses.view();
    draws[0].instances = instances;
    const Overlays& wanted = options.overlays;
    if (wanted.heat) {
        draws[0].style = DrawStyle::heat;
        for (const SkinBuffer& skin : rig.skins) {
            const auto joints = skin.view().joints;
            const auto found = std::find(joints.begin(), joints.end(), wanted.heat_joint);
            if (found != joints.end())
                draws[0].heat_joint = static_cast<std::int32_t>(found - joints.begin());
        }
    }
    if (wanted.packed) {
        draws[0].style = DrawStyle::error;
        draws[0].error_m = wanted.error_m * wanted.units_per_m;
    }
    std::vector<Instance> around(2 * wanted.onion_skins);
    const std::int64_t apart =
        options.take ? ticks_of_seconds(0.2).value : stage.duration.value / 6;
    for (std::uint32_t i = 0; i < around.size(); ++i) {
        const bool before = i % 2 == 0;
        const std::int64_t away = std::int64_t{i / 2 + 1} * (before ? -1 : 1);
        (void)pose_at(ghosts, i, time + Ticks{apart * away});
        around[i].pose = i;
    }
    for (std::uint32_t i = 0; i < around.size(); ++i) {
        Draw& ghost = draws.emplace_back();
        ghost.model = &model;
        ghost.poses = ghosts.view();
        ghost.instances = std::span(around).subspan(i, 1);
        ghost.style = DrawStyle::ghost;
        const float strength = 0.75f / static_cast<float>(i / 2 + 1);
        ghost.ghost_color =
            i % 2 == 0 ? Vec4{0.10f, 0.35f, 0.90f, strength} : Vec4{0.90f, 0.32f, 0.08f, strength};
    }
    Canvas canvas;
    Scene scene;
    scene.draws = draws;
    scene.camera = camera_at(time);
    scene.look = stage.look;
    scene.subject = moved_by(stage.bounds, followed(time));
    scene.figure_m = stage.figure_size;
    scene.width = options.width;
    scene.height = options.height;
    scene.overlay = &canvas;
    draw_overlays(canvas, scene.camera, time);
    const double evaluated = milliseconds();
    if (auto ok = renderer.upload(scene); !ok) return ok;
    const double uploaded = milliseconds();
    if (auto ok = renderer.draw(scene); !ok) return ok;
    times = {evaluated - start, uploaded - evaluated, milliseconds() - uploaded, 0.0};
    return true;
}

Result<bool> Show::draw(Ticks time) {
    return data_->draw(time);
}

Result<Picture> Show::read() {
    return data_->renderer.read();
}

void Show::present() {
    data_->renderer.present();
}

Result<Picture> Show::picture(Ticks time) {
    const double start = milliseconds();
    if (const auto ok = draw(time); !ok) return ok.error();
    data_->renderer.finish();
    const double drawn = milliseconds();
    Result<Picture> picture = read();
    ShowTimes& times = data_->times;
    times.draw = drawn - start - times.evaluate - times.upload;
    times.read = milliseconds() - drawn;
    return picture;
}

}  // namespace motus::render
