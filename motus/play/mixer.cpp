// SPDX-License-Identifier: MIT
#include <motus/play/mixer.h>

#include <motus/pose/pose_buffer.h>

#include <utility>
#include <vector>

namespace motus {

struct MixerWorkspace::Parts {
    explicit Parts(const Rig& rig)
        : evaluate(rig.skeleton, static_cast<std::uint32_t>(rig.clips.size())),
          target(rig.skeleton),
          items(rig.clips.size()),
          layers(2 * rig.clips.size() + 1),
          references(rig.clips.size()) {}

    EvaluateWorkspace evaluate;
    PoseBuffer target;
    std::vector<PlaylistItem> items;
    std::vector<PlaylistLayer> layers;
    std::vector<AdditiveReference> references;
};

MixerWorkspace::MixerWorkspace(const Rig& rig) : parts_(std::make_unique<Parts>(rig)) {}
MixerWorkspace::~MixerWorkspace() = default;
MixerWorkspace::MixerWorkspace(MixerWorkspace&&) noexcept = default;
MixerWorkspace& MixerWorkspace::operator=(MixerWorkspace&&) noexcept = default;

MixerScratch MixerWorkspace::scratch() noexcept {
    return {parts_->evaluate.scratch(), parts_->items, parts_->layers, parts_->references,
            parts_->target};
}

struct Mixer::Parts {
    Rig rig{};
    MixerState state{};
    std::vector<ActionState> actions;
    std::vector<float> carry;
    std::unique_ptr<MixerWorkspace> own;
    MixerScratch scratch{};
    PoseBuffer local;
    std::vector<Mat34> model, palettes;
    std::vector<MixerEvent> events;
    std::vector<MixerNotice> notices;
    MixerReport report{};
    ActionState nobody{};  // behind handles of clips that are not there
    Clip nothing{};

    Parts(const Rig& shared, const MixerOptions& options)
        : rig(shared),
          actions(shared.clips.size()),
          local(shared.skeleton),
          events(options.events),
          notices(2 * shared.clips.size()) {
        state.strict = options.strict;
        if (options.inertial) carry.resize(mixer_carry_floats(rig.skeleton));
        model.resize(rig.skeleton.joint_count());
        palettes.resize(palette_size(rig));
        pose_at_rest();
    }

    // So that what is read before the first update is right already.
    void pose_at_rest() noexcept {
        (void)run(LocalToModelJob{rig.skeleton, local, {}, model});
        std::size_t first = 0;
        for (const Skin& skin : rig.skins) {
            const std::size_t count = skin.joints.size();
            (void)run(PaletteJob{skin, model, std::span(palettes).subspan(first, count)});
            first += count;
        }
    }

    MixerView view() noexcept { return {rig, &state, actions, carry}; }
};

Mixer::Mixer(const Rig& rig, const MixerOptions& options)
    : parts_(std::make_unique<Parts>(rig, options)) {
    parts_->own = std::make_unique<MixerWorkspace>(rig);
    parts_->scratch = parts_->own->scratch();
}
Mixer::Mixer(const Rig& rig, MixerWorkspace& shared, const MixerOptions& options)
    : parts_(std::make_unique<Parts>(rig, options)) {
    parts_->scratch = shared.scratch();
}
Mixer::~Mixer() = default;
Mixer::Mixer(Mixer&&) noexcept = default;
Mixer& Mixer::operator=(Mixer&&) noexcept = default;

Action Mixer::clip_action(ClipId clip) noexcept {
    if (static_cast<std::size_t>(clip) >= parts_->actions.size()) {
        if (parts_->state.fault == Status::ok) parts_->state.fault = Status::missing;
        return {parts_->nobody, parts_->nothing, 0, parts_->state};
    }
    return parts_->view().action(clip);
}

Status Mixer::cross_fade(ClipId from, ClipId to, float seconds, FadeMode mode) noexcept {
    return motus::cross_fade(parts_->view(), from, to, seconds, mode);
}

Status Mixer::cross_fade(ClipId from, ClipId to, Ticks length, FadeMode mode) noexcept {
    return motus::cross_fade(parts_->view(), from, to, length, mode);
}

void Mixer::stop_all() noexcept {
    for (std::size_t i = 0; i < parts_->actions.size(); ++i)
        parts_->view().action(static_cast<ClipId>(i)).stop();
}

Status Mixer::set_time_scale(float scale) noexcept {
    Ticks unused{};
    TickRemainder none{};
    const Status status = scale_ticks({}, scale, none, unused);
    if (status == Status::ok) parts_->state.time_scale = scale;
    return status;
}

void Mixer::set_strict(bool strict) noexcept {
    parts_->state.strict = strict;
}

Status Mixer::update(float dt_s) noexcept {
    const TickRemainder before = parts_->state.step;
    Ticks dt{};
    Status status = step_of(parts_->state, dt_s, dt);
    if (status == Status::ok) status = update(dt);
    if (status != Status::ok) parts_->state.step = before;
    return status;
}

Status Mixer::update(Ticks dt) noexcept {
    return run(MixerJob{.mixer = parts_->view(),
                        .dt = dt,
                        .scratch = parts_->scratch,
                        .local = parts_->local,
                        .model = parts_->model,
                        .palettes = parts_->palettes,
                        .events = parts_->events,
                        .notices = parts_->notices,
                        .report = &parts_->report});
}

ConstPoseView Mixer::pose() const noexcept {
    return std::as_const(parts_->local).view();
}

std::span<const Mat34> Mixer::model() const noexcept {
    return parts_->model;
}

std::span<const Mat34> Mixer::palette(std::size_t skin) const noexcept {
    if (skin >= parts_->rig.skins.size()) return {};
    std::size_t first = 0;
    for (std::size_t i = 0; i < skin; ++i)
        first += parts_->rig.skins[i].joints.size();
    return std::span(parts_->palettes).subspan(first, parts_->rig.skins[skin].joints.size());
}

std::span<const MixerEvent> Mixer::events() const noexcept {
    return std::span(parts_->events).first(parts_->report.events);
}

std::span<const MixerNotice> Mixer::notices() const noexcept {
    return std::span(parts_->notices).first(parts_->report.notices);
}

bool Mixer::dropped() const noexcept {
    return parts_->report.dropped;
}

Status Mixer::take_fault() noexcept {
    return std::exchange(parts_->state.fault, Status::ok);
}

MixerView Mixer::view() noexcept {
    return parts_->view();
}

}  // namespace motus
