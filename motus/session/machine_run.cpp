// SPDX-License-Identifier: MIT
#include <motus/session/machine_run.h>

#include <motus/core/assert.h>
#include <motus/load/machine_names.h>
#include <motus/load/reload.h>

#include <algorithm>
#include <cstring>

namespace motus {

MachineRun::MachineRun(const Library& library, std::uint32_t machine)
    : library_(&library),
      machine_(machine),
      rig_index_(library.rig_of(machine)),
      graph_(library.machine(machine)),
      instance_(instance_size(graph_)),
      events_(64),
      considered_(64) {
    const Status started = start(graph_, instance_);
    MOTUS_ASSERT(started == Status::ok);
    (void)started;
    before_ = instance_;
    const PlaylistLimits limits = playlist_limits(graph_);
    items_.resize(limits.items);
    layers_.resize(limits.layers);
    playlist_ = {items_, layers_, 0, 0};
    if (rig_index_ == kNoItem) return;
    rig_ = library.rig(rig_index_);
    pose_ = PoseBuffer(rig_->skeleton);
    carry_.resize(carry_floats(rig_->skeleton, static_cast<std::uint32_t>(graph_.layers.size())));
}

Status MachineRun::tick(Ticks dt) {
    before_ = instance_;
    if (const Status status = decide(dt); status != Status::ok) return status;
    root_ = {};
    return rig_ ? evaluate() : Status::ok;
}

Status MachineRun::tick_uninterrupted(Ticks dt) {
    may_interrupt_ = false;
    const Status status = tick(dt);
    may_interrupt_ = true;
    return status;
}

Status MachineRun::begin_blend(const BlendStart& start, Ticks& length) {
    return motus::begin_blend(graph_, instance_, start, length);
}

void MachineRun::show_curve(std::uint32_t transition, std::span<const CurveKey> keys) {
    bake_curves();
    MOTUS_ASSERT(transition < graph_.curves.size());
    shown_curves_.assign(graph_.curves.begin(), graph_.curves.end());
    shown_keys_.assign(graph_.curve_keys.begin(), graph_.curve_keys.end());
    shown_curves_[transition] = {static_cast<std::uint32_t>(shown_keys_.size()),
                                 static_cast<std::uint32_t>(keys.size())};
    shown_keys_.insert(shown_keys_.end(), keys.begin(), keys.end());
    graph_.curves = shown_curves_;
    graph_.curve_keys = shown_keys_;
}

void MachineRun::bake_curves() {
    const Machine baked = library_->machine(machine_);
    graph_.curves = baked.curves;
    graph_.curve_keys = baked.curve_keys;
}

Status MachineRun::decide(Ticks dt) {
    for (;;) {
        MachineEvents events{events_, 0, 0};
        Explanation explanation{considered_, 0, 0};
        TickJob job{graph_, instance_, 0.0f, &playlist_, &events};
        job.explain = explains_ ? &explanation : nullptr;
        job.can_carry = may_interrupt_;
        job.exact_dt = dt;
        const Status status = run(job);
        event_count_ = events.count;
        considered_count_ = explanation.count;
        if (status != Status::ok) return status;
        if (events.total == events.count && explanation.total == explanation.count) return status;
        // Nothing is left out: once more, with room.
        events_.resize(std::max<std::size_t>(events_.size(), events.total));
        considered_.resize(std::max<std::size_t>(considered_.size(), explanation.total));
        std::memcpy(instance_.data(), before_.data(), instance_.size());
    }
}

Status MachineRun::evaluate() {
    std::uint32_t most = 8;
    for (const PlaylistLayer& layer : playlist_.layers.first(playlist_.layer_count))
        most = std::max(most, layer.count);
    const Rig& rig = *rig_;
    if (!workspace_ || most > workspace_items_) {
        workspace_.emplace(rig.skeleton, most);
        workspace_items_ = most;
    }
    EvaluateJob job{rig, &playlist_};
    job.carry = carry_;
    job.scratch = workspace_->scratch();
    job.out = pose_;
    job.root = &root_;
    return run(job);
}

void MachineRun::restore(const Snapshot& snapshot) {
    MOTUS_ASSERT(snapshot.instance.size() == instance_.size());
    instance_ = snapshot.instance;
    carry_ = snapshot.carry;
}

std::vector<std::string> MachineRun::reload(const Library& library, std::uint32_t machine) {
    MachineRun next(library, machine);
    next.explains_ = explains_;
    MachineReload reload(file(), graph_, rig_index_, library.file(), next.graph_, next.rig_index_);
    std::vector<ReloadLoss> memory(graph_.variables.size() + 4 * graph_.layers.size() + kOneShots);
    ReloadReport report{memory, 0, 0};
    const Status status = reload.run({instance_, carry_, next.instance_, next.carry_}, &report);
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
    const MachineNames names = machine_names(file(), machine_);
    std::vector<std::string> losses;
    for (const ReloadLoss& loss : report.losses.first(report.count)) {
        const std::string name = loss.kind == LossKind::one_shot ? names.motions[loss.index]
                                 : loss.kind == LossKind::state  ? names.states[loss.index]
                                                                 : name_text(file(), loss.name);
        losses.push_back(name + ": " + to_string(loss.kind));
    }
    next.before_ = next.instance_;
    if (reload.keeps_pose() && has_rig()) next.pose_ = std::move(pose_);
    *this = std::move(next);
    return losses;
}

bool operator==(const MachineRun::Snapshot& a, const MachineRun::Snapshot& b) noexcept {
    // By bytes: equal is what goes on equally.
    return a.instance == b.instance && a.carry.size() == b.carry.size() &&
           (a.carry.empty() ||
            std::memcmp(a.carry.data(), b.carry.data(), a.carry.size() * sizeof(float)) == 0);
}

}  // namespace motus
