// SPDX-License-Identifier: MIT
#include <motus/session/machine_playback.h>

#include <motus/bake/motions.h>
#include <motus/document/new_document.h>

#include <cmath>

namespace motus {
namespace {

constexpr std::size_t kMaxEvents = 256;

/// A clip without its file: as long as the document says.
void add_clip_motion(const doc::AnimationClip& clip, const Document& document,
                     LoweredMachines& out) {
    const auto ticks = [](float seconds) { return ticks_of_seconds(static_cast<double>(seconds)); };
    const Ticks start = ticks(clip.start_s());
    const Ticks stop = ticks(clip.stop_s() > 0.0f ? clip.stop_s() : clip.length_s());
    const Ticks length = stop > start ? stop - start : Ticks{};
    std::vector<EventTime> events, markers;
    const auto add = [&](std::vector<EventTime>& to, float time_s, const std::string& name) {
        const Ticks at = ticks(time_s) - start;
        if (at >= Ticks{} && at <= length && !name.empty()) to.push_back({at, hash_name(name)});
    };
    for (const doc::ClipEvent& event : clip.events()) {
        const auto* named = object_cast<doc::EventDefinition>(document.find_id(event.event()));
        if (named != nullptr) add(events, event.time_s(), named->name());
    }
    for (const doc::SyncMarker& marker : clip.markers())
        add(markers, marker.time_s(), marker.name());
    out.add_motion(MotionKind::clip, length, clip.loop(), std::move(events), std::move(markers));
}

Error bad_step() {
    return {"bad-step", "", "a step of time is a finite number of seconds, not below 0"};
}

}  // namespace

Result<Done> MachinePlayback::play(std::uint64_t machine) {
    stop();
    machine_ = machine;
    revision_ = 0;
    paused_ = false;
    Result<Done> done = refresh();
    if (done) done = decide(0.0f);
    if (done) done = evaluate(false);
    if (done) done = show();
    if (!done) stop();
    return done;
}

Result<Done> MachinePlayback::refresh() {
    if (const Result<Done> done = timelines_.refresh(); !done) return done;
    if (revision_ == timelines_.revision()) return Done{};
    if (const Result<Done> done = lay_out(); !done) return done;
    revision_ = timelines_.revision();
    return Done{};
}

Result<Done> MachinePlayback::lay_out() {
    Document& document = timelines_.document();
    Result<RecordSet> records = make_records(document);
    if (!records) return records.error();
    Diagnostics faults;
    LoweredMachines lowered = lower_machines(document, *records, faults);
    if (faults.has_errors()) return faults.first_error();
    if (const RecordTable* clips = records->find(doc::AnimationClip::static_type().number)) {
        for (const Object* object : clips->objects)
            add_clip_motion(*object_cast<doc::AnimationClip>(object), document, lowered);
    }
    add_timeline_motions(timelines_.set(), lowered);
    check_machines(document, *records, lowered, faults);
    if (faults.has_errors()) return faults.first_error();
    std::uint32_t index = 0;
    while (index < lowered.machines.size() && lowered.machines[index].id != machine_)
        ++index;
    if (index == lowered.machines.size()) {
        return Error{"no-machine", "", "the machine is not in the document"};
    }
    // The old tables live until the variables have been read from the old instance.
    std::swap(lowered_, lowered);
    const Machine old = graph_;
    graph_ = machine_at(lowered_.tables(), index);
    if (instance_.empty() || shape_of(old) != shape_of(graph_)) {
        std::vector<std::uint64_t> before((instance_size(graph_) + 7) / 8);
        std::swap(before, instance_);
        if (start(graph_, instance().first(instance_size(graph_))) != Status::ok) {
            return Error{"no-machine", "", "the machine cannot be started"};
        }
        if (!before.empty()) keep_variables(old, std::as_writable_bytes(std::span(before)));
        carried_.clear();
    }
    const PlaylistLimits limits = playlist_limits(graph_);
    items_.resize(limits.items);
    layers_.resize(limits.layers);
    playlist_.items = items_;
    playlist_.layers = layers_;
    event_memory_.resize(kMaxEvents);
    const std::size_t channels = timelines_.set().channels.size();
    workspace_ = std::make_unique<PropertyWorkspace>(timelines_.set(), 64);
    // Where other properties are animated now, what was carried is of other ones.
    std::vector<PropertyKey> keys;
    for (const Channel& c : timelines_.set().channels) {
        const bool known = c.entity != kNoRecord;
        keys.push_back({known ? timelines_.set().timelines.entities[c.entity].id : 0, c.component,
                        c.property, c.array_index});
    }
    if (carried_.size() != limits.layers * channels || keys != keys_) {
        carried_.assign(limits.layers * channels, {});
        carried_layers_.assign(limits.layers, {});
    }
    keys_ = std::move(keys);
    values_.assign(channels, {});
    written_.assign(channels, 0);
    return Done{};
}

void MachinePlayback::keep_variables(const Machine& old, std::span<std::byte> old_bytes) {
    const InstanceView from = view_of(old, old_bytes.first(instance_size(old)));
    const InstanceView to = view_of(graph_, instance().first(instance_size(graph_)));
    for (std::size_t i = 0; i < from.variables.size(); ++i) {
        const std::uint32_t at = find_variable(graph_, NameHash{old.variables[i].name});
        if (at != kNoIndex && graph_.variables[at].kind == old.variables[i].kind) {
            to.variables[at] = from.variables[i];
        }
    }
}

Result<Done> MachinePlayback::set(std::string_view variable, double value) {
    const Error missing{"no-variable", std::string(variable), "the machine has no such variable"};
    if (!is_running()) return missing;
    if (const Result<Done> done = refresh(); !done) return done;
    const std::uint32_t index = find_variable(graph_, hash_name(variable));
    if (index == kNoIndex) return missing;
    const std::span<std::byte> bytes = instance().first(instance_size(graph_));
    Status status = Status::bad_argument;
    switch (graph_.variables[index].kind) {
        case record::VariableKind::float_:
            status = set_float(graph_, bytes, index, static_cast<float>(value));
            break;
        case record::VariableKind::int_:
        case record::VariableKind::enum_:
            if (std::fabs(value) <= 2147483647.0) {
                status = set_int(graph_, bytes, index, static_cast<std::int32_t>(value));
            }
            break;
        case record::VariableKind::bool_:
            status = set_bool(graph_, bytes, index, value != 0.0);
            break;
        case record::VariableKind::trigger:
            status = set_trigger(graph_, bytes, index, value != 0.0);
            break;
    }
    if (status == Status::ok) return Done{};
    return Error{"bad-value", std::string(variable), "the variable does not take that value"};
}

Result<Done> MachinePlayback::tick(float dt_s) {
    if (!is_running()) return Done{};
    const std::uint64_t before = revision_;
    if (const Result<Done> done = refresh(); !done) return done;
    // A step of 0 shows again what is there: it must leave no trace in what is carried.
    const float step_s = paused_ ? 0.0f : dt_s;
    const bool again = step_s == 0.0f && before == revision_;
    if (!again) {
        if (const Result<Done> done = decide(step_s); !done) return done;
    }
    if (const Result<Done> done = evaluate(again); !done) return done;
    return show();
}

Result<Done> MachinePlayback::decide(float dt_s) {
    events_ = {event_memory_};
    TickJob job{.graph = graph_, .dt_s = dt_s, .playlist = &playlist_, .events = &events_};
    job.instance = instance().first(instance_size(graph_));
    job.can_carry = true;
    return run(job) == Status::ok ? Result<Done>(Done{}) : bad_step();
}

Result<Done> MachinePlayback::evaluate(bool again) {
    // What was evaluated before: on a copy, and nothing is to be kept a second time.
    std::vector<CarriedProperty> carried_copy;
    std::vector<CarriedLayer> carried_layers_copy;
    std::vector<PlaylistLayer> layers_copy;
    Playlist playlist = playlist_;
    PropertyEvaluateJob job{.set = timelines_.set(), .playlist = &playlist};
    job.carry = {carried_, carried_layers_};
    if (again) {
        carried_copy = carried_;
        carried_layers_copy = carried_layers_;
        layers_copy = layers_;
        for (PlaylistLayer& layer : layers_copy)
            layer.keep = false;
        playlist.layers = layers_copy;
        job.carry = {carried_copy, carried_layers_copy};
    }
    job.base = timelines_.base();
    job.scratch = workspace_->scratch();
    job.out = {values_, written_};
    if (run(job) != Status::ok) {
        return Error{"bad-step", "", "what the machine plays cannot be evaluated"};
    }
    return Done{};
}

Result<Done> MachinePlayback::show() {
    preview_.reset();
    preview_.emplace(timelines_.document().begin_preview());
    return timelines_.show(*preview_, values_, written_);
}

void MachinePlayback::stop() {
    preview_.reset();
    machine_ = 0;
    instance_.clear();
    carried_.clear();
    values_.clear();
    written_.clear();
    playlist_ = {};
    events_ = {};
}

std::span<const MachineEvent> MachinePlayback::events() const noexcept {
    return events_.events.first(events_.count);
}

TimelinePosition MachinePlayback::position() const {
    if (!is_running() || active_layer_ >= playlist_.layer_count) return {};
    const PlaylistLayer& layer = playlist_.layers[active_layer_];
    const PlaylistItem* heaviest = nullptr;
    for (const PlaylistItem& item : playlist_.items.subspan(layer.first, layer.count)) {
        if (item.kind != MotionKind::timeline || item.passed) continue;
        if (heaviest == nullptr || item.weight >= heaviest->weight) heaviest = &item;
    }
    if (heaviest == nullptr) return {};
    const record::AnimationTimeline& timeline =
        timelines_.set().timelines.timelines[heaviest->source];
    const Ticks time = timeline_time(timeline, heaviest->to, heaviest->loops);
    return {timeline.id, key_frame_at(timeline, time)};
}

}  // namespace motus
