// Machines: ticks that are recorded, the past, and a transition by itself.
// SPDX-License-Identifier: MIT
#include <motus/session/performance.h>

#include <motus/core/assert.h>
#include <motus/session/why.h>

#include <algorithm>
#include <cmath>

namespace motus {

void Performance::save(std::vector<std::byte>& into) const {
    into.resize(machine_->snapshot_size());
    const Status status = machine_->snapshot(into);
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
}

void Performance::restore(const std::vector<std::byte>& snapshot) {
    const Status status = machine_->restore(snapshot);
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
}

Status Performance::show_machine(Ticks dt) {
    if (!machine_->update_fully(dt)) return Status::bad_argument;
    root_ = machine_->root_delta();
    if (properties_) properties_->take(machine_->timeline_values());
    finish_pose();
    return Status::ok;
}

Status Performance::tick_machine(Ticks dt) {
    RecordedFrame& frame = recording_.next();
    save(frame.before);
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
    for (const MachineEvent& event : machine_->machine_events()) {
        StageEvent& out = new_event();
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
    if (!scrubbed_) save(live_);
    scrubbed_ = true;
    restore(frame->before);
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
        restore(live_);  // With what was set since.
    }
    scrubbed_ = false;
}

Status Performance::set(std::uint32_t variable, double value) {
    if (!machine_) return Status::missing;
    if (scrubbed_) return Status::bad_argument;
    end_preview();
    const Machine& graph = machine_->machine();
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
    if (first) save(live_);
    restore(live_);
    // Before its first tick a machine is in no state.
    Status status = Status::ok;
    if (!machine_->view().header->started && !machine_->update_fully({}))
        status = Status::bad_argument;
    if (status == Status::ok)
        status = begin_blend(machine_->machine(), machine_->instance(), start, length);
    if (status != Status::ok) {
        if (first) {
            restore(live_);
        } else {
            end_preview();
        }
        return status;
    }
    previews_ = true;
    into = std::clamp(into, Ticks{}, length - Ticks{1});
    // What has begun goes on to its end.
    if (!machine_->update_fully(into, false)) return Status::bad_argument;
    if (properties_) properties_->take(machine_->timeline_values());
    finish_pose();
    return Status::ok;
}

void Performance::end_preview() {
    if (!previews_) return;
    previews_ = false;
    const std::vector<std::byte> live = std::move(live_);
    const RootDelta place = place_;
    if (recording_.size() != 0) {
        // The newest tick again: its pose, reasons and properties.
        const Status status = scrub(recording_.newest());
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
        scrubbed_ = false;
    } else if (restore(live); machine_->view().header->started) {
        (void)show_machine({});  // after a reload: as it does
    } else {
        renew();
        finish_pose();
    }
    restore(live);
    place_ = place;
}

void Performance::show_curve(std::uint32_t transition, std::span<const CurveKey> keys) {
    const Machine baked = library_->machine(index_);
    MOTUS_ASSERT(machine_ && transition < baked.curves.size());
    shown_curves_.assign(baked.curves.begin(), baked.curves.end());
    shown_keys_.assign(baked.curve_keys.begin(), baked.curve_keys.end());
    shown_curves_[transition] = {static_cast<std::uint32_t>(shown_keys_.size()),
                                 static_cast<std::uint32_t>(keys.size())};
    shown_keys_.insert(shown_keys_.end(), keys.begin(), keys.end());
    machine_->set_curves(shown_curves_, shown_keys_);
}

void Performance::bake_curves() {
    const Machine baked = library_->machine(index_);
    machine_->set_curves(baked.curves, baked.curve_keys);
}

double Performance::get(std::uint32_t variable) {
    if (!machine_ || variable >= machine_->machine().variables.size()) return 0.0;
    return number_of(machine_->machine().variables[variable].kind,
                     machine_->view().variables[variable]);
}

}  // namespace motus
