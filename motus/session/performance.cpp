// SPDX-License-Identifier: MIT
#include <motus/session/performance.h>

#include <motus/core/assert.h>
#include <motus/math/ops.h>
#include <motus/palette/palette.h>
#include <motus/sample/sample.h>
#include <motus/timeline/clock.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace motus {
namespace {

constexpr std::size_t kMostEvents = 1000;
constexpr Ticks kFrame = ticks_of_frames(1, 60);

double number_of(record::VariableKind kind, std::uint32_t bits) {
    if (kind != record::VariableKind::float_) {
        return static_cast<double>(static_cast<std::int32_t>(bits));
    }
    float value = 0.0f;
    std::memcpy(&value, &bits, sizeof value);
    return static_cast<double>(value);
}

}  // namespace

Status Performance::play(const BakedFile& file, PlayKind kind, std::uint32_t index) {
    std::uint32_t rig = file.rigs.rigs.empty() ? kNoItem : 0;
    switch (kind) {
        case PlayKind::none:
            break;
        case PlayKind::clip:
            if (index >= file.clips.clips.size()) return Status::missing;
            rig = file.clips.clips[index].rig;
            break;
        case PlayKind::machine:
            if (index >= file.machines.machines.size()) return Status::missing;
            rig = rig_of_machine(file, index);
            break;
        case PlayKind::timeline:
            if (index >= file.timelines.timelines.size()) return Status::missing;
            break;
    }
    const bool again = kind_ == kind && index_ == index;
    file_ = file;
    kind_ = kind;
    index_ = index;
    machine_.reset();
    properties_.reset();
    names_ = {};
    head_ = {};
    begin_ = length_ = {};
    own_speed_ = 1.0f;
    loop_delta_ = {};
    set_up_rig(rig);
    if (kind == PlayKind::machine) {
        machine_.emplace(file_, index);
        machine_->explain(true);
        names_ = machine_names(file_, index);
        mode_ = PlayMode::loop;
    }
    if (!file_.timelines.timelines.empty() || !file_.scene.entities.empty()) {
        const std::size_t layers =
            machine_ ? playlist_limits(machine_->graph()).layers : std::size_t{0};
        properties_ = std::make_unique<PropertyRun>(file_, layers);
    }
    if (kind == PlayKind::clip) {
        const ClipEntry& clip = file_.clips.clips[index];
        length_ = clip.duration;
        if (!again) mode_ = clip.loops != 0 ? PlayMode::loop : PlayMode::once;
        if (clip.root_motion != 0 && rig_) {
            PlaylistItem pass;
            pass.wraps = 1;
            pass.loops = true;
            const PoseRig view = *rig_;
            RootMotion root = view.root;
            if (root.joint != kNoJoint) {
                const Transform rest = joint_transform(rest_pose(view.skeleton), root.joint);
                loop_delta_ = root_delta(root, view.clips[index], pass, rest);
            }
        }
    } else if (kind == PlayKind::timeline) {
        const WorkArea area = work_area(file_.timelines.timelines[index]);
        begin_ = area.begin;
        length_ = area.length;
        own_speed_ = file_.timelines.timelines[index].playback_speed;
        if (!again) mode_ = area.mode;
    }
    recording_ = Recording(machine_ ? kRecordedTicks : 0);
    restart();
    return Status::ok;
}

void Performance::restart() {
    tick_ = 0;
    time_ = {};
    remainder_ = {};
    ended_ = false;
    entered_ = true;
    root_ = place_ = {};
    scrubbed_ = previews_ = false;
    recording_.clear();
    events_.clear();
    head_ = {};
    standing_.reset();
    if (machine_) {
        // A fresh instance; graph and memory stay.
        machine_.emplace(file_, index_);
        machine_->explain(true);
        if (properties_) {
            properties_ =
                std::make_unique<PropertyRun>(file_, playlist_limits(machine_->graph()).layers);
        }
        finish_pose();
        return;
    }
    if (own_speed_ * speed < 0.0f && mode_ == PlayMode::once) head_.phase = length_;
    const Status shown = show_line();
    MOTUS_ASSERT(shown == Status::ok);
    (void)shown;
}

std::vector<std::string> Performance::reload(const BakedFile& file, std::uint32_t index) {
    std::vector<std::string> losses;
    if (kind_ != PlayKind::machine) {
        const Ticks was = time_of(head_, mode_, length_);
        const PlayMode mode = mode_;
        const RootDelta place = place_;
        const std::optional<Ticks> standing = standing_;
        if (play(file, kind_, index) != Status::ok) return losses;
        mode_ = mode;
        motus::seek(head_, was, mode_, length_);
        place_ = place;
        standing_ = standing;
        (void)show_line();
        return losses;
    }
    MachineRun run = std::move(*machine_);
    const RootDelta place = place_;
    const std::uint64_t tick = tick_;
    const Ticks time = time_;
    std::deque<StageEvent> events = std::move(events_);
    losses = run.reload(file, index);
    if (play(file, PlayKind::machine, index) != Status::ok) return losses;
    machine_.emplace(std::move(run));
    place_ = place;
    tick_ = tick;
    time_ = time;
    events_ = std::move(events);
    // Shows the state it is in with the new file. A step of 0 takes what is ready and moves no
    // clock.
    (void)show_machine({});
    return losses;
}

void Performance::set_up_rig(std::uint32_t rig) {
    rig_index_ = rig;
    rig_.reset();
    locals_.clear();
    models_.clear();
    palettes_.clear();
    pose_ = {};
    if (rig == kNoItem) return;
    rig_.emplace(file_, rig);
    const Skeleton skeleton = rig_->view().skeleton;
    pose_ = PoseBuffer(skeleton);
    locals_.resize(std::size_t{skeleton.joint_count()} * 10);
    models_.resize(skeleton.joint_count());
    for (std::uint32_t i = 0; i < file_.rigs.rigs[rig].skin_count; ++i)
        palettes_.emplace_back(skin_at(file_.rigs, rig, i).joints.size());
}

Skeleton Performance::skeleton() const noexcept {
    return rig_ ? rig_->view().skeleton : Skeleton{};
}

ConstPoseView Performance::pose() const noexcept {
    return machine_ && machine_->has_rig() ? machine_->pose() : pose_.view();
}

Ticks Performance::time() const noexcept {
    if (standing_) return *standing_;
    return machine_ ? time_ : begin_ + time_of(head_, mode_, length_);
}

void Performance::finish_pose() {
    if (!rig_) return;
    const ConstPoseView local = pose();
    for (JointIndex j = 0; j < local.joint_count(); ++j) {
        const Transform t = joint_transform(local, j);
        float* out = locals_.data() + std::size_t{j} * 10;
        const float numbers[10] = {t.translation.x, t.translation.y, t.translation.z, t.rotation.x,
                                   t.rotation.y,    t.rotation.z,    t.rotation.w,    t.scale.x,
                                   t.scale.y,       t.scale.z};
        std::memcpy(out, numbers, sizeof numbers);
    }
    const Skeleton skeleton = rig_->view().skeleton;
    Status status = run(LocalToModelJob{.skeleton = skeleton, .local = local, .model = models_});
    for (std::uint32_t i = 0; i < palettes_.size() && status == Status::ok; ++i) {
        status = run(PaletteJob{
            .skin = skin_at(file_.rigs, rig_index_, i), .model = models_, .palette = palettes_[i]});
    }
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
}

// ---- Clips and timelines ------------------------------------------------------------------------

Status Performance::show_line() {
    if (kind_ == PlayKind::clip && rig_) {
        const PoseRig rig = *rig_;
        const Status status = run(SampleJob{.clip = rig.clips[index_],
                                            .time = time_of(head_, mode_, length_),
                                            .rest = rest_pose(rig.skeleton),
                                            .out = pose_});
        if (status != Status::ok) return status;
    } else if (kind_ == PlayKind::timeline && properties_) {
        const Status status = properties_->show(index_, time());
        if (status != Status::ok) return status;
    }
    finish_pose();
    return Status::ok;
}

Status Performance::advance_line(Ticks dt, float by) {
    if (kind_ == PlayKind::none) return Status::ok;
    standing_.reset();
    Advance step;
    if (const Status status = motus::advance(head_, dt, by * own_speed_, mode_, length_, step);
        status != Status::ok) {
        return status;
    }
    const RootDelta back{
        rotate(conjugate(loop_delta_.rotation), multiply(loop_delta_.translation, -1.0f)),
        conjugate(loop_delta_.rotation)};
    const bool passes = mode_ == PlayMode::loop && kind_ == PlayKind::clip;
    for (std::int64_t i = 0; passes && i < std::min<std::int64_t>(std::abs(step.wraps), 1000); ++i)
        place_ = compose(place_, step.wraps > 0 ? loop_delta_ : back);
    ++tick_;
    add_line_events(step, dt.value != 0);
    ended_ = step.finished;
    entered_ = false;
    return show_line();
}

void Performance::add_line_events(const Advance& step, bool stepped) {
    std::span<const EventTime> times;
    std::string motion;
    if (kind_ == PlayKind::clip) {
        motion = name_text(file_, file_.clips.clips[index_].name);
        for (const MotionInfo& info : file_.machines.motions) {
            if (info.kind != MotionKind::clip || info.index != index_) continue;
            times = file_.machines.events.subspan(info.events.start, info.events.count);
            break;
        }
    } else if (properties_) {
        motion = name_text(file_, NameHash{file_.timelines.timelines[index_].name});
        const record::Range range = properties_->set().event_ranges[index_];
        times = properties_->set().events.subspan(range.start, range.count);
    }
    EventWalk walk = event_walk(times, step, mode_, length_, entered_);
    walk.begin = begin_;
    walk.stepped = stepped;
    for_each_event(walk, [&](const EventTime& event) {
        if (events_.size() >= kMostEvents) events_.pop_front();
        StageEvent& out = events_.emplace_back();
        out.tick = tick_;
        out.seconds = seconds_of(time());
        out.name = name_text(file_, event.name);
        out.clip = motion;
    });
}

void Performance::set_mode(PlayMode mode) {
    if (machine_ || mode == mode_) return;
    const Ticks at = time_of(head_, mode_, length_);
    mode_ = mode;
    ended_ = false;
    motus::seek(head_, at, mode_, length_);
}

Status Performance::seek(Ticks time) {
    if (machine_ || kind_ == PlayKind::none) return Status::ok;
    const Ticks at{std::clamp<std::int64_t>((time - begin_).value, 0, length_.value)};
    motus::seek(head_, at, mode_, length_);
    standing_.reset();
    entered_ = true;
    ended_ = false;
    place_ = {};
    return show_line();
}

Status Performance::stand(Ticks time) {
    if (kind_ != PlayKind::timeline) return Status::missing;
    if (const Status status = seek(time); status != Status::ok) return status;
    standing_ = time;
    return show_line();
}

// ---- Transport ----------------------------------------------------------------------------------

Status Performance::advance(Ticks dt, bool& moved) {
    moved = false;
    if (paused || scrubbed_ || previews_ || kind_ == PlayKind::none) return Status::ok;
    if (!machine_) {
        moved = true;
        return advance_line(dt, speed);
    }
    if (!(speed > 0.0f)) return Status::ok;
    Ticks scaled = dt;
    if (speed != 1.0f) {
        if (const Status status = scale_ticks(dt, speed, remainder_, scaled);
            status != Status::ok) {
            return status;
        }
    }
    moved = true;
    return tick_machine(scaled);
}

Status Performance::step(std::int32_t frames) {
    if (kind_ == PlayKind::none) return Status::ok;
    end_preview();
    if (!machine_) return advance_line(kFrame * frames, own_speed_ < 0.0f ? -1.0f : 1.0f);
    for (; frames > 0; --frames) {
        Status status = Status::ok;
        if (scrubbed_ && tick_ < recording_.newest()) {
            status = scrub(tick_ + 1);
            if (tick_ == recording_.newest()) resume(false);
        } else {
            if (scrubbed_) resume(false);
            status = tick_machine(kFrame);
        }
        if (status != Status::ok) return status;
    }
    for (; frames < 0; ++frames) {
        if (tick_ <= recording_.oldest()) break;
        if (const Status status = scrub(tick_ - 1); status != Status::ok) return status;
    }
    return Status::ok;
}

// ---- Machines -----------------------------------------------------------------------------------

Status Performance::show_machine(Ticks dt) {
    if (const Status status = machine_->tick(dt); status != Status::ok) return status;
    root_ = machine_->root();
    if (properties_) {
        const Status status =
            properties_->show(machine_->playlist(), static_cast<float>(seconds_of(dt)));
        if (status != Status::ok) return status;
    }
    finish_pose();
    return Status::ok;
}

Status Performance::tick_machine(Ticks dt) {
    RecordedFrame& frame = recording_.next();
    machine_->save(frame.before);
    if (properties_) properties_->save(frame.properties);
    frame.place = place_;
    frame.dt = dt;
    if (const Status status = show_machine(dt); status != Status::ok) {
        recording_.drop_newest();
        return status;
    }
    place_ = compose(place_, root_);
    time_ = time_ + dt;
    frame.tick = ++tick_;
    frame.time = time_;
    frame.place_after = place_;
    if (rig_) {
        if (frame.pose.view().joint_count() != pose().joint_count())
            frame.pose = PoseBuffer(skeleton());
        (void)copy_pose(pose(), frame.pose);
    }
    collect_events();
    return Status::ok;
}

void Performance::collect_events() {
    for (const GraphEvent& event : machine_->events()) {
        if (events_.size() >= kMostEvents) events_.pop_front();
        StageEvent& out = events_.emplace_back();
        out.tick = tick_;
        out.seconds = seconds_of(time_);
        out.kind = event.kind;
        out.name = name_text(file_, event.name);
        if (event.layer < names_.layers.size()) out.layer = names_.layers[event.layer];
        if (event.state < names_.states.size()) out.state = names_.states[event.state];
        if (event.motion < names_.motions.size()) out.clip = names_.motions[event.motion];
        out.weight = event.weight;
    }
}

Status Performance::scrub(std::uint64_t tick) {
    const RecordedFrame* frame = machine_ ? recording_.find(tick) : nullptr;
    if (frame == nullptr) return Status::missing;
    end_preview();
    if (!scrubbed_) live_ = machine_->save();
    scrubbed_ = true;
    machine_->restore(frame->before);
    if (properties_) properties_->restore(frame->properties);
    if (const Status status = show_machine(frame->dt); status != Status::ok) return status;
    place_ = frame->place_after;
    tick_ = frame->tick;
    time_ = frame->time;
    return Status::ok;
}

void Performance::resume(bool here) {
    end_preview();
    if (!scrubbed_) return;
    if (here) {
        recording_.forget_after(tick_);
    } else {
        const Status status = scrub(recording_.newest());
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
        machine_->restore(live_);  // With what was set since.
    }
    scrubbed_ = false;
}

Status Performance::set(std::uint32_t variable, double value) {
    if (!machine_) return Status::missing;
    if (scrubbed_) return Status::bad_argument;
    end_preview();
    const Graph& graph = machine_->graph();
    if (variable >= graph.variables.size()) return Status::missing;
    switch (graph.variables[variable].kind) {
        case record::VariableKind::float_:
            return set_float(graph, machine_->instance(), variable, static_cast<float>(value));
        case record::VariableKind::int_:
        case record::VariableKind::enum_:
            if (!(std::fabs(value) <= 2147483647.0)) return Status::bad_argument;
            return set_int(graph, machine_->instance(), variable,
                           static_cast<std::int32_t>(std::round(value)));
        case record::VariableKind::bool_:
            return set_bool(graph, machine_->instance(), variable, value != 0.0);
        case record::VariableKind::trigger:
            return set_trigger(graph, machine_->instance(), variable, value != 0.0);
    }
    return Status::bad_argument;
}

Status Performance::preview_blend(const BlendStart& start, Ticks into, Ticks& length) {
    if (!machine_) return Status::missing;
    if (scrubbed_) resume(false);
    const bool first = !previews_;
    if (first) {
        machine_->save(live_);
        if (properties_) properties_->save(live_properties_);
    }
    machine_->restore(live_);
    if (properties_) properties_->restore(live_properties_);
    // Before its first tick a machine is in no state.
    Status status = Status::ok;
    if (!machine_->view().header->started) status = machine_->tick({});
    if (status == Status::ok) status = machine_->begin_blend(start, length);
    if (status != Status::ok) {
        if (first) {
            machine_->restore(live_);
        } else {
            end_preview();
        }
        return status;
    }
    previews_ = true;
    into = std::clamp(into, Ticks{}, length - Ticks{1});
    if (status = machine_->tick_uninterrupted(into); status != Status::ok) return status;
    if (properties_) {
        status = properties_->show(machine_->playlist(), static_cast<float>(seconds_of(into)));
        if (status != Status::ok) return status;
    }
    finish_pose();
    return Status::ok;
}

void Performance::end_preview() {
    if (!previews_) return;
    previews_ = false;
    const MachineRun::Snapshot live = std::move(live_);
    PropertyRun::Snapshot properties = std::move(live_properties_);
    const RootDelta place = place_;
    if (recording_.size() != 0) {
        // The newest tick again: its pose, reasons and properties.
        const Status status = scrub(recording_.newest());
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
        scrubbed_ = false;
    } else if (machine_->restore(live); machine_->view().header->started) {
        (void)show_machine({});  // after a reload: as it does
    } else {
        machine_.emplace(file_, index_);
        machine_->explain(true);
        finish_pose();
    }
    machine_->restore(live);
    if (properties_) properties_->restore(properties);
    place_ = place;
}

double Performance::get(std::uint32_t variable) {
    if (!machine_ || variable >= machine_->graph().variables.size()) return 0.0;
    return number_of(machine_->graph().variables[variable].kind,
                     machine_->view().variables[variable]);
}

bool Performance::pose_at(Ticks away, const PoseView& out, RootDelta& place) const {
    if (kind_ == PlayKind::clip && rig_) {
        Playhead head = head_;
        Advance step;
        if (motus::advance(head, away, 1.0f, mode_, length_, step) != Status::ok) return false;
        const PoseRig rig = *rig_;
        place = place_;
        if (mode_ == PlayMode::loop && step.wraps > 0) place = compose(place, loop_delta_);
        if (mode_ == PlayMode::loop && step.wraps < 0) {
            place = compose(place, {rotate(conjugate(loop_delta_.rotation),
                                           multiply(loop_delta_.translation, -1.0f)),
                                    conjugate(loop_delta_.rotation)});
        }
        return run(SampleJob{.clip = rig.clips[index_],
                             .time = time_of(head, mode_, length_),
                             .rest = rest_pose(rig.skeleton),
                             .out = out}) == Status::ok;
    }
    if (!machine_ || !rig_) return false;
    const Ticks wanted = time_ + away;
    for (std::size_t i = recording_.size(); i-- > 0;) {
        const RecordedFrame& frame = recording_[i];
        if (frame.time > wanted) continue;
        if (frame.time + frame.dt < wanted || frame.tick == tick_) return false;
        place = frame.place_after;
        return copy_pose(frame.pose, out) == Status::ok;
    }
    return false;
}

std::uint64_t Performance::hash() const noexcept {
    std::uint64_t hash = hash_u64(kHashSeed, static_cast<std::uint64_t>(kind_));
    if (machine_) {
        const MachineRun::Snapshot state = machine_->save();
        hash = hash_u64(hash, checksum_bytes(state.instance));
        hash = hash_floats(hash, state.carry);
    } else {
        hash = hash_u64(hash, static_cast<std::uint64_t>(head_.phase.value));
    }
    hash = hash_floats(hash, locals_);
    for (const auto& palette : palettes_) {
        for (const Mat34& matrix : palette)
            hash = hash_floats(hash, matrix.floats());
    }
    return properties_ ? properties_->hash(hash) : hash;
}

}  // namespace motus
