// motus/animator/create.cpp - what an Animator does before its first frame, or between frames.
// SPDX-License-Identifier: MIT
#include <motus/animator/parts.h>
#include <motus/core/assert.h>
#include <motus/load/machine_names.h>
#include <motus/load/reload.h>
#include <motus/machine/delta.h>

#include <utility>

namespace motus {
TimelineParts::TimelineParts(const TimelineSet& timelines, std::size_t layer_count,
                             std::uint32_t shown)
    : set(timelines),
      bound(set.channels.size()),
      base(bound.size()),
      values(bound.size()),
      written(bound.size()),
      workspace(set, shown),
      carried(layer_count * bound.size()),
      layers(layer_count) {}

Animator::Parts::Parts(std::unique_ptr<detail::Cast> made, const AnimatorOptions& given)
    : cast(std::move(made)),
      options(given),
      layers(given.layers.begin(), given.layers.end()),
      words(2 * ((cast->instance_bytes + 7) / 8)),
      carry(cast->carry_floats),
      workspace(*cast, 2 * given.events),
      considered(given.reasons),
      events(given.events),
      changes(given.events),
      weights(cast->rig.skeleton.rest_weights.begin(), cast->rig.skeleton.rest_weights.end()),
      palettes(cast->palette_size) {
    options.layers = {};
    joint_names.reserve(layers.size());
    for (ClipLayer& layer : layers)
        layer.joint = joint_names.emplace_back(layer.joint);
    const Status started = start(cast->graph, instance());
    MOTUS_ASSERT(started == Status::ok);
    (void)started;
    playlist = {workspace.items, workspace.layers, 0, 0};
    first_of_skin.push_back(0);
    for (const Skin& skin : cast->rig.skins)
        first_of_skin.push_back(first_of_skin.back() +
                                static_cast<std::uint32_t>(skin.joints.size()));
    const Status posed = detail::frame_pose(*cast, workspace, output());  // at rest
    MOTUS_ASSERT(posed == Status::ok);
    (void)posed;
}

Animator::Animator(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}
Animator::Animator(Animator&&) noexcept = default;
Animator& Animator::operator=(Animator&&) noexcept = default;
Animator::~Animator() = default;

Animator Animator::of(std::unique_ptr<detail::Cast> cast, const AnimatorOptions& options) {
    Animator made(std::make_unique<Parts>(std::move(cast), options));
    // Timelines that animate nodes of the rig need nobody's help.
    if (detail::plays_timelines(*made.parts_->cast)) (void)made.bind({});
    made.start_recording();
    return made;
}

Result<Animator> Animator::create(const Library& library, std::string_view name,
                                  const AnimatorOptions& options) {
    auto cast = detail::make_cast(library, name, options);
    if (!cast) return cast.error();
    Animator made = of(*std::move(cast), options);
    made.parts_->name = name;
    return made;
}

Result<Animator> Animator::create(const Library& library, std::uint32_t machine,
                                  const AnimatorOptions& options) {
    auto cast = detail::make_cast(library, machine, options);
    if (!cast) return cast.error();
    Animator made = of(*std::move(cast), options);
    made.parts_->name = library.text(library.file().machines.machines[machine].name);
    return made;
}

Result<Animator> Animator::create(const Library& library, const Machine& machine,
                                  std::string_view rig, const AnimatorOptions& options) {
    auto cast = detail::make_cast(library, machine, rig, options);
    if (!cast) return cast.error();
    Animator made = of(*std::move(cast), options);
    made.parts_->name = rig;
    return made;
}

void Animator::start_recording() {
    parts_->record.reset();
    if (parts_->options.recorded == 0) return;
    RecordParts& ring = parts_->record.emplace();
    ring.capacity = parts_->options.recorded;
    ring.stride = (snapshot_size() + 7) / 8 * 8;  // instances are looked at in it
    ring.memory.resize(ring.stride * ring.capacity);
}

std::uint32_t* Animator::find_parameter(std::string_view name,
                                        bool (*fits)(record::VariableKind) noexcept) {
    const Result<std::uint32_t> found = detail::find_parameter(*parts_->cast, name, fits);
    if (found) return &view().variables[*found];
    parts_->fault = found.error().cause;
    return nullptr;
}

bool Animator::fail(std::string why) {
    if (why.empty()) return true;
    parts_->fault = std::move(why);
    return false;
}

bool Animator::enter(std::string_view state, std::size_t layer, float fade_s, float at) {
    return fail(detail::enter_by_name(*parts_->cast, parts_->instance(), state, layer, fade_s, at));
}

bool Animator::play(std::string_view state, std::size_t layer, float at) {
    return enter(state, layer, 0.0f, at);
}

bool Animator::cross_fade(std::string_view state, float fade_s, std::size_t layer, float at) {
    return enter(state, layer, fade_s, at);
}

bool Animator::stop(float fade_s, std::size_t layer) {
    if (parts_->cast->clips.layers.empty()) return fail("a machine has no state that is empty");
    return enter({}, layer, fade_s, 0.0f);
}

bool Animator::play_once(std::string_view clip, float blend_in_s, float blend_out_s, float end) {
    return fail(detail::play_once_by_name(*parts_->cast, parts_->instance(), clip, blend_in_s,
                                          blend_out_s, end));
}

std::vector<std::byte> Animator::snapshot() const {
    std::vector<std::byte> out(snapshot_size());
    const Status status = snapshot(out);
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
    return out;
}

std::vector<std::byte> Animator::delta(std::span<const std::byte> from) const {
    const std::vector<std::byte> now = snapshot();
    std::vector<std::byte> out(delta_bound(now.size()));
    std::size_t size = 0;
    if (encode_delta(from, now, out, size) != Status::ok) return {};
    out.resize(size);
    return out;
}

Status Animator::restore(std::span<const std::byte> from, std::span<const std::byte> delta) {
    std::vector<std::byte> next(from.size());
    if (const Status status = apply_delta(from, delta, next); status != Status::ok) return status;
    return restore(next);
}

bool Animator::update_fully(Ticks dt, bool interrupts) {
    Parts& p = *parts_;
    if (!p.record) {
        p.options.recorded = 1;
        start_recording();
    }
    p.may_interrupt = interrupts;
    bool done = update(dt);
    if (done && p.lost + p.lost_reasons != 0) {
        p.options.events += p.lost;
        p.options.reasons += p.lost_reasons;
        p.events.resize(p.options.events);
        p.changes.resize(p.options.events);
        p.workspace.events.resize(std::size_t{2} * p.options.events);
        p.considered.resize(p.options.reasons);
        done = rewind(1) && update(dt);
    }
    p.may_interrupt = true;
    return done;
}

AnimatorOptions Animator::options() const noexcept {
    AnimatorOptions options = parts_->options;
    options.layers = parts_->layers;
    return options;
}

Result<std::vector<std::string>> Animator::reload(const Library& library) {
    if (parts_->cast->machine == kNoItem && parts_->cast->clips.layers.empty()) {
        return Error{"machine-in-code", "", "a machine made in code is not in the file"};
    }
    return go_on_as(detail::make_cast(library, parts_->name, options()));
}

Result<std::vector<std::string>> Animator::reload(const Library& library, std::uint32_t machine) {
    auto losses = go_on_as(detail::make_cast(library, machine, options()));
    if (losses) parts_->name = library.text(library.file().machines.machines[machine].name);
    return losses;
}

Result<std::vector<std::string>> Animator::go_on_as(Result<std::unique_ptr<detail::Cast>> cast) {
    if (!cast) return cast.error();
    Parts& was = *parts_;
    const Library& library = *(*cast)->library;
    Animator next = of(*std::move(cast), options());
    Parts& now = *next.parts_;
    now.name = was.name;
    MachineReload reload(was.cast->library->file(), was.cast->graph, was.cast->rig_index,
                         library.file(), now.cast->graph, now.cast->rig_index);
    std::vector<ReloadLoss> memory(was.cast->graph.variables.size() +
                                   4 * was.cast->graph.layers.size() + kOneShots);
    ReloadReport report{memory, 0, 0};
    if (was.cast->has_rig()) {
        (void)pose();
        (void)settle_carry(was.cast->rig, was.carry, was.workspace.evaluate());
    }
    const Status status =
        reload.run({was.instance(), was.carry, now.instance(), now.carry}, &report);
    if (status != Status::ok) return Error{"reload", "", to_string(status)};
    const MachineNames names = machine_names(was.cast->library->file(), was.cast->graph);
    std::vector<std::string> losses;
    for (const ReloadLoss& loss : report.losses.first(report.count)) {
        const std::string name = loss.kind == LossKind::one_shot ? names.motions[loss.index]
                                 : loss.kind == LossKind::state
                                     ? names.states[loss.index]
                                     : name_text(was.cast->library->file(), loss.name);
        losses.push_back(name + ": " + to_string(loss.kind));
    }
    if (reload.keeps_pose() && was.cast->has_rig()) {
        now.workspace.pose = std::move(was.workspace.pose);
        (void)detail::frame_pose(*now.cast, now.workspace, now.output());
    }
    if (was.timelines && now.timelines) (void)next.bind(was.host);
    *this = std::move(next);
    return losses;
}

BindReport Animator::bind(const PropertyHost& host) {
    Parts& p = *parts_;
    p.host = host;
    const TimelineSet set = p.cast->library->timelines();
    p.timelines = std::make_unique<TimelineParts>(set, p.cast->limits.layers, p.cast->shown);
    PropertyHost wanted = host;
    if (p.cast->has_rig()) {
        p.timelines->nodes.emplace(p.cast->library->file(), p.cast->rig_index);
        wanted = p.timelines->nodes->host(host);
    }
    BindReport report;
    const Status status = run(BindJob{set, wanted, p.timelines->bound, p.timelines->base, &report});
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
    start_recording();
    return report;
}

std::string Animator::take_fault() {
    return std::exchange(parts_->fault, {});
}

}  // namespace motus
