// tools/motus/render_board.cpp - a 2D scene for `motus render`: a timeline, or a machine's work.
// SPDX-License-Identifier: MIT
#include "input.h"
#include "machine_input.h"
#include "render_options.h"
#include "render_subject.h"
#include "takes.h"

#include <motus/render/board_player.h>
#include <motus/render/hud.h>
#include <motus/render/overlay.h>
#include <motus/render/renderer.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace motus::tool {
namespace {

using render::Box2;
using render::Canvas;

class BoardSubject final : public RenderSubject {
  public:
    BoardSubject(const RenderOptions& options, std::unique_ptr<BakedInput> baked)
        : options_(options), baked_(std::move(baked)), board_(render::board_box(file().scene)) {
        if (!(board_.width > 0.0f))
            throw InputFault(options.file, "there is nothing in it that can be drawn");
        refuse_what_is_for_figures();
        if (!options.script.empty())
            record();
        else if (!options.rest && !file().timelines.timelines.empty())
            choose_timeline();
        set_size();
        const render::Look look = background_look(options, "dark");
        margin_ = {look.wall.x, look.wall.y, look.wall.z, look.backdrop ? 1.0f : 0.0f};
        auto renderer = render::Renderer::make();
        if (!renderer) throw InputFault(options.file, renderer.error());
        renderer_.emplace(std::move(*renderer));
    }

    [[nodiscard]] Name name() const override {
        if (!scenes_.empty()) return {"script", take_.name};
        if (timeline_ == kNoRecord) return {"timeline", "as authored", true};
        return {"timeline", text_of(file(), NameHash{timeline().name})};
    }
    [[nodiscard]] std::uint32_t width() const override { return width_; }
    [[nodiscard]] std::uint32_t height() const override { return height_; }
    [[nodiscard]] Ticks duration() const override {
        if (!scenes_.empty()) return take_.duration();
        return timeline_ == kNoRecord ? Ticks{} : motion_of(timeline()).duration;
    }
    [[nodiscard]] bool ends() const override {
        return scenes_.empty() && timeline_ != kNoRecord && !motion_of(timeline()).loops;
    }
    [[nodiscard]] double most_fps() const override {
        return scenes_.empty() ? 0.0 : 1.0 / seconds_of(take_.step);
    }

    [[nodiscard]] render::Picture picture(Ticks time) override {
        Canvas canvas;
        const auto w = static_cast<float>(width_), h = static_cast<float>(height_);
        render::HudMargins hud;
        if (!scenes_.empty()) hud = render::hud_margins(take_, width_, height_);
        const Box2 room{hud.left * w, 0.0f, (1.0f - hud.left - hud.right) * w, h};
        canvas.set_transform(render::fit_board(board_, room));
        draw_board(canvas, scene_at(time), file().names);
        const render::Affine2 fit = canvas.transform();
        canvas.set_transform({});
        if (margin_.w > 0.0f) draw_margins(canvas, fit);
        if (!scenes_.empty()) render::draw_hud(canvas, take_, time, width_, height_);
        draw_label(canvas, time);

        render::Scene scene;
        scene.width = width_;
        scene.height = height_;
        scene.look.backdrop = scene.look.ground = false;
        scene.overlay = &canvas;
        auto picture = renderer_->render(scene);
        if (!picture) throw InputFault(options_.file, picture.error());
        return std::move(*picture);
    }

  private:
    [[nodiscard]] const BakedFile& file() const { return baked_->file(); }
    [[nodiscard]] const record::AnimationTimeline& timeline() const {
        return file().timelines.timelines[timeline_];
    }

    void refuse_what_is_for_figures() const {
        const auto refuse = [this](bool used, const char* option) {
            if (used)
                throw UsageFault(fmt::format("render: {}: {} is a 2D scene, which has no figure",
                                             option, options_.file));
        };
        refuse(!options_.clip.empty(), "--clip");
        refuse(!options_.mix.empty(), "--mix");
        refuse(options_.skeleton, "--skeleton");
        refuse(options_.crowd != "1", "--crowd");
        refuse(!options_.overlay.empty() && options_.overlay != "label", "--overlay");
    }

    void choose_timeline() {
        timeline_ = 0;
        if (!options_.timeline.empty()) {
            std::vector<std::string> names;
            for (const record::AnimationTimeline& each : file().timelines.timelines)
                names.push_back(text_of(file(), NameHash{each.name}));
            timeline_ = find_timeline_named(options_.file, names, options_.timeline);
        }
        player_ = std::make_unique<render::BoardPlayer>(file().timelines, file().scene);
    }

    void record() {
        const std::uint32_t machine = find_machine_named(options_.file, file(), options_.machine);
        Animator animator = open_animator(options_.file, baked_->library, machine);
        SceneBuffer scene(file().scene);
        (void)animator.bind(scene.host());
        play_machine(options_.script, animator, take_,
                     [&](render::TakeFrame&) { scenes_.push_back(scene); });
    }

    void must(Status status) const {
        if (status != Status::ok)
            throw InputFault(options_.file, fmt::format("cannot be shown: {}", to_string(status)));
    }

    void set_size() {
        if (!options_.size.empty()) {
            read_size(options_.size, width_, height_);
            return;
        }
        const auto pixels = [](float x) {
            return static_cast<std::uint32_t>(std::lround(std::clamp(x, 16.0f, 4096.0f)));
        };
        height_ = pixels(board_.height);
        width_ = pixels(board_.width);
        if (scenes_.empty()) return;
        // The HUD stands beside the scene, not on it.
        const float panel = render::panel_width(render::hud_text(8192, height_)) * 1.1f;
        width_ = pixels(board_.width + 2.0f * panel);
    }

    // Values of the moment, or of the file where nothing plays.
    [[nodiscard]] SceneRecords scene_at(Ticks time) {
        if (!scenes_.empty()) return scenes_[take_.frame_at(time)].records();
        if (!player_) return file().scene;
        must(player_->show(timeline_, render::film_time(timeline(), time)));
        return player_->scene();
    }

    // What the picture has beside the scene: things may stick out of a scene's backdrop.
    void draw_margins(Canvas& canvas, const render::Affine2& fit) const {
        const float left = fit.a * board_.x + fit.tx, top = fit.d * board_.y + fit.ty;
        const float right = left + fit.a * board_.width, bottom = top + fit.d * board_.height;
        const auto w = static_cast<float>(width_), h = static_cast<float>(height_);
        const render::Paint paint = render::filled(margin_);
        canvas.rectangle(0, 0, w, top, 0, paint);
        canvas.rectangle(0, bottom, w, h - bottom, 0, paint);
        canvas.rectangle(0, top, left, bottom - top, 0, paint);
        canvas.rectangle(right, top, w - right, bottom - top, 0, paint);
    }

    void draw_label(Canvas& canvas, Ticks time) const {
        const bool wanted = options_.sheet > 0 || options_.overlay == "label" || !scenes_.empty();
        if (!wanted) return;
        render::OverlayView view;
        view.width = width_;
        view.height = height_;
        const float text = std::max(static_cast<float>(height_) / 34.0f, 11.0f);
        std::string label = name().text;
        if (duration().value > 0) label += fmt::format("  {:.2f} s", seconds_of(time));
        render::draw_label(canvas, view, label, text);
    }

    RenderOptions options_;
    std::unique_ptr<BakedInput> baked_;
    Box2 board_;
    std::uint32_t timeline_ = kNoRecord;
    std::unique_ptr<render::BoardPlayer> player_;  ///< Of a timeline.
    render::Take take_;                            ///< Of a machine: its HUD,
    std::vector<SceneBuffer> scenes_;              ///< and the scene, frame by frame.
    std::uint32_t width_ = 640, height_ = 480;
    Vec4 margin_{};
    std::optional<render::Renderer> renderer_;
};

}  // namespace

std::unique_ptr<RenderSubject> board_subject(const RenderOptions& options,
                                             std::unique_ptr<BakedInput> baked) {
    return std::make_unique<BoardSubject>(options, std::move(baked));
}

}  // namespace motus::tool
