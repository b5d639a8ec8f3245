// tools/motus/render_figure.cpp - a figure for `motus render`: loads, records, shows.
// SPDX-License-Identifier: MIT
#include "figure_input.h"
#include "input.h"
#include "machine_input.h"
#include "render_options.h"
#include "render_subject.h"
#include "script.h"
#include "takes.h"

#include <motus/bake/pack.h>
#include <motus/load/machine_names.h>
#include <motus/render/show.h>

#include <optional>

#include <fmt/format.h>

namespace motus::tool {
namespace {

using render::Show;
using render::ShowOptions;

class FigureSubject final : public RenderSubject {
  public:
    FigureSubject(const RenderOptions& options, std::unique_ptr<BakedInput> baked)
        : file_(options.file), baked_(std::move(baked)), figure_(load(options)) {
        shown_ = show_options(options, figure_.asset, figure_.rig, figure_.names);
        if (options.sheet > 0) shown_.overlays.label = true;
        if (figure_.bones) shown_.overlays.skeleton = true;
        record(options);
        if (wants_error(options)) pack();
        Diagnostics diagnostics;
        auto show = Show::make(figure_.asset, figure_.rig, shown_, diagnostics, clips());
        if (!show) throw InputFault(file_, show.error());
        show_.emplace(std::move(*show));
        for (const Fault& fault : diagnostics.faults())
            print_message(fmt::format("{}: warning: {}: {}", file_, fault.path, fault.message));
    }

    [[nodiscard]] Name name() const override {
        if (shown_.take) return {"script", take_.name};
        if (shown_.clip == kNone) return {"clip", "rest pose", true};
        return {"clip", figure_.asset.clips[shown_.clip].name};
    }
    [[nodiscard]] std::uint32_t width() const override { return shown_.width; }
    [[nodiscard]] std::uint32_t height() const override { return shown_.height; }
    [[nodiscard]] Ticks duration() const override { return show_->duration(); }
    [[nodiscard]] bool ends() const override { return shown_.mode == PlayMode::once; }
    [[nodiscard]] double most_fps() const override {
        return shown_.take ? 1.0 / seconds_of(shown_.take->step) : 0.0;
    }
    [[nodiscard]] render::Picture picture(Ticks time) override {
        auto picture = show_->picture(time);
        if (!picture) throw InputFault(file_, picture.error());
        return std::move(*picture);
    }

  private:
    LoadedFigure load(const RenderOptions& options) {
        if (!baked_) return load_figure(file_);
        std::uint32_t rig = kNoItem;
        if (options.script.empty()) {
            const std::string& mix = options.mix;
            rig = find_figure(baked_->file(),
                              mix.empty() ? clip_key(options.clip) : first_clip_of_script(mix));
        } else {
            machine_ = find_machine_named(file_, baked_->file(), options.machine);
            rig = rig_of_machine(baked_->file(), machine_);
        }
        if (rig == kNoItem) throw InputFault(file_, "there is no figure in it");
        return baked_figure(file_, *baked_, rig);
    }

    [[nodiscard]] std::span<const Clip> clips() const { return figure_.clips; }

    void record(const RenderOptions& options) {
        if (!options.mix.empty()) {
            const Character character =
                character_of(figure_.asset, figure_.rig, figure_.clips, figure_.names);
            take_ = mix_take(file_, options.mix, figure_.asset, character);
        } else if (!options.script.empty()) {
            Animator animator = open_animator(file_, baked_->library, machine_);
            take_ = machine_take(options.script, animator);
        } else {
            return;
        }
        if (shown_.crowd > 1) throw UsageFault("render: --crowd: a script has one figure");
        shown_.take = &take_;
        shown_.mode = PlayMode::loop;
        shown_.overlays.label = true;
    }

    // The clip as bake would pack it, within the same bound.
    void pack() {
        if (shown_.clip == kNone || shown_.take || shown_.crowd > 1 || baked_)
            throw UsageFault("render: --overlay: error is that of one figure of a glTF file");
        const Skeleton skeleton = figure_.rig.skeleton.view();
        PackSettings settings;
        settings.error = settings_for(skeleton);
        auto packed = pack_fast(skeleton, figure_.rig.clips[shown_.clip].view(), settings);
        if (!packed) throw InputFault(file_, packed.error());
        packed_.emplace(std::move(*packed));
        clip_ = packed_->view();
        shown_.overlays.packed = &clip_;
        shown_.overlays.units_per_m = static_cast<float>(rig_unit(skeleton));
        if (shown_.overlays.error_m <= 0.0f)
            shown_.overlays.error_m = static_cast<float>(ErrorSettings{}.bound);
    }

    std::string file_;
    std::unique_ptr<BakedInput> baked_;
    std::uint32_t machine_ = 0;
    LoadedFigure figure_;
    render::Take take_;
    std::optional<PackedClipBuffer> packed_;
    Clip clip_{};
    ShowOptions shown_;
    std::optional<Show> show_;
};

}  // namespace

std::unique_ptr<RenderSubject> figure_subject(const RenderOptions& options,
                                              std::unique_ptr<BakedInput> baked) {
    return std::make_unique<FigureSubject>(options, std::move(baked));
}

}  // namespace motus::tool
