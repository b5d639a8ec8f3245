// SPDX-License-Identifier: MIT
#include <motus/session/performance.h>

#include <motus/core/assert.h>
#include <motus/timeline/clock.h>

namespace motus {
namespace {

constexpr Ticks kFrame = ticks_of_frames(1, 60);

Result<Animator> new_machine(const Library& library, std::uint32_t machine) {
    AnimatorOptions options;
    options.reasons = 64;
    return Animator::create(library, machine, options);
}

}  // namespace

Status Performance::play(const Library& library, PlayKind kind, std::uint32_t index) {
    const BakedFile& file = library.file();
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
            if (!new_machine(library, index)) return Status::bad_data;
            rig = library.rig_of(index);
            break;
        case PlayKind::timeline:
            if (index >= file.timelines.timelines.size()) return Status::missing;
            break;
    }
    const bool again = kind_ == kind && index_ == index;
    library_ = &library;
    file_ = file;
    kind_ = kind;
    index_ = index;
    machine_.reset();
    names_ = {};
    head_ = {};
    begin_ = length_ = {};
    own_speed_ = 1.0f;
    loop_delta_ = {};
    set_up_rig(rig);
    if (kind == PlayKind::machine) {
        names_ = machine_names(file_, index);
        mode_ = PlayMode::loop;
    } else {
        renew();  // restart() does so for machines
    }
    if (kind == PlayKind::clip) {
        const ClipEntry& clip = file_.clips.clips[index];
        length_ = clip.duration;
        if (!again) mode_ = clip.loops != 0 ? PlayMode::loop : PlayMode::once;
        if (clip.root_motion != 0 && rig_) {
            PlaylistItem pass;
            pass.wraps = 1;
            pass.loops = true;
            const Rig& view = *rig_;
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
    recording_ = Recording(kind == PlayKind::machine ? kRecordedTicks : 0);
    restart();
    return Status::ok;
}

void Performance::renew() {
    properties_.reset();
    if (!file_.timelines.timelines.empty() || !file_.scene.entities.empty())
        properties_ = std::make_unique<PropertyRun>(file_);
    if (kind_ != PlayKind::machine) return;
    machine_.emplace(*new_machine(*library_, index_));
    if (properties_) (void)machine_->bind(properties_->host());
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
    if (kind_ == PlayKind::machine) {
        renew();
        finish_pose();
        return;
    }
    if (own_speed_ * speed < 0.0f && mode_ == PlayMode::once) head_.phase = length_;
    const Status shown = show_line();
    MOTUS_ASSERT(shown == Status::ok);
    (void)shown;
}

std::vector<std::string> Performance::reload(const Library& library, std::uint32_t index) {
    if (kind_ != PlayKind::machine) {
        const Ticks was = time_of(head_, mode_, length_);
        const PlayMode mode = mode_;
        const RootDelta place = place_;
        const std::optional<Ticks> standing = standing_;
        if (play(library, kind_, index) != Status::ok) return {};
        mode_ = mode;
        motus::seek(head_, was, mode_, length_);
        place_ = place;
        standing_ = standing;
        (void)show_line();
        return {};
    }
    Animator run = std::move(*machine_);
    const RootDelta place = place_;
    const std::uint64_t tick = tick_;
    const Ticks time = time_;
    std::deque<StageEvent> events = std::move(events_);
    Result<std::vector<std::string>> losses = run.reload(library, index);
    if (!losses || play(library, PlayKind::machine, index) != Status::ok) {
        (void)play(library, PlayKind::none, kNoItem);
        return {losses ? "the machine is gone" : losses.error().cause};
    }
    machine_.emplace(std::move(run));
    if (properties_) (void)machine_->bind(properties_->host());
    place_ = place;
    tick_ = tick;
    time_ = time;
    events_ = std::move(events);
    // Shows the state it is in with the new file. A step of 0 takes what is ready and moves no
    // clock.
    (void)show_machine({});
    return *std::move(losses);
}

Ticks Performance::time() const noexcept {
    if (standing_) return *standing_;
    return machine_ ? time_ : begin_ + time_of(head_, mode_, length_);
}

StageEvent& Performance::new_event() {
    if (events_.size() >= kMostEvents) events_.pop_front();
    StageEvent& event = events_.emplace_back();
    event.tick = tick_;
    event.seconds = seconds_of(time());
    return event;
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

}  // namespace motus
