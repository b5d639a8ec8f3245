// Machines: ticks that are recorded, the past, and a transition by itself.
// SPDX-License-Identifier: MIT
#include <motus/session/performance.h>

#include <motus/core/assert.h>
#include <motus/session/why.h>

#include <algorithm>
#include <cmath>

namespace motus {
Status Performance::show_machine(Ticks dt) {
    if (const Status status = machine_->tick(dt); status != Status::ok) return status;
    root_ = machine_->root();
    if (properties_) {
        const Status status = properties_->show(machine_->playlist());
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
    for (const MachineEvent& event : machine_->events()) {
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
    const Machine& graph = machine_->graph();
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
        status = properties_->show(machine_->playlist());
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
        machine_.emplace(*library_, index_);
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

}  // namespace motus
