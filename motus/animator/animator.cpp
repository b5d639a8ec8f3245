// motus/animator/animator.cpp - a frame of an Animator: nothing here allocates.
// SPDX-License-Identifier: MIT
#include <motus/animator/parts.h>
#include <motus/core/assert.h>
#include <motus/crowd/frame_task.h>
#include <motus/skinning/palette.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <utility>

namespace motus {
namespace detail {

EvaluateScratch Workspace::evaluate() noexcept {
    return {frame->floats().last(evaluate_floats), shown};
}

Status pose_character(const Cast& cast, const Playlist& playlist, std::span<float> carry,
                      Workspace& workspace, RootDelta& root) noexcept {
    MOTUS_ASSERT(carry.empty() || carry.size() == cast.carry_floats);
    root = {};
    if (!cast.has_rig()) return Status::ok;
    EvaluateJob job{cast.rig, &playlist};
    job.carry = carry;
    job.scratch = workspace.evaluate();
    job.out = workspace.pose;
    job.root = &root;
    return run(job);
}

Status frame_character(const Cast& cast, const CrowdCharacter& character, Workspace& workspace,
                       const FrameOutput& out) noexcept {
    const std::span<float> scratch = workspace.frame->floats();
    CrowdFrameJob job;
    job.rig = cast.rig;
    job.characters = {&character, 1};
    job.palettes = out.palettes;
    job.weights = out.weights;
    if (character.playlist != nullptr) job.roots = {out.root, 1};
    job.scratch = {&scratch, 1};
    job.scratch_items = workspace.shown;
    job.batch = 1;
    return run(job);
}

Status frame_pose(const Cast& cast, Workspace& workspace, const FrameOutput& out) noexcept {
    if (!cast.has_rig()) return Status::ok;
    const ConstPoseView pose = std::as_const(workspace.pose).view();
    CrowdCharacter character;
    character.pose = &pose;
    return frame_character(cast, character, workspace, out);
}

Event event_of(const Library& library, const MachineEvent& event) noexcept {
    Event out;
    out.name = library.text(event.name);
    out.hash = event.name;
    out.kind = event.kind;
    out.layer = event.layer;
    out.state = event.state;
    out.motion = event.motion;
    out.transition = event.transition;
    out.payload = event.event;
    out.weight = event.weight;
    return out;
}

LayerInfo layer_of(const Cast& cast, std::span<std::byte> instance, std::size_t layer) noexcept {
    LayerInfo info;
    const Machine& graph = cast.graph;
    const InstanceView view = view_of(graph, instance);
    if (layer >= view.layers.size()) return info;
    const std::uint32_t follows = graph.layer_links[layer].follows;
    const LayerState& state = view.layers[follows == kNoIndex ? layer : follows];
    const auto name = [&](std::uint32_t index) {
        return cast.library->text(NameHash{graph.states[index].name});
    };
    info.weight = view.layers[layer].weight;
    if (state.state == kNoState) return info;
    info.state = name(state.state);
    info.time = static_cast<float>(count_of(state.clock.at));
    if (state.next == kNoState) return info;
    info.next = name(state.next);
    info.next_time = static_cast<float>(count_of(state.next_clock.at));
    info.blend = transition_weight(graph, state);
    return info;
}

bool is_change(MachineEventKind kind) noexcept {
    return kind != MachineEventKind::motion && kind != MachineEventKind::state;
}

}  // namespace detail

namespace {

constexpr Ticks kNoStep{-1};

void copy_bytes(std::byte*& to, const void* from, std::size_t size) noexcept {
    if (size != 0) std::memcpy(to, from, size);
    to += size;
}

void read_bytes(void* to, const std::byte*& from, std::size_t size) noexcept {
    if (size != 0) std::memcpy(to, from, size);
    from += size;
}

}  // namespace

/// What an update does, beside the class: it needs its parts alone.
struct AnimatorStep {
    Animator::Parts& parts;

    Status decide(float dt_s, Ticks dt) noexcept {
        MachineEvents events{parts.workspace.events, 0, 0};
        Explanation reasons{parts.considered, 0, 0};
        TickJob job{parts.cast->graph, parts.instance(), dt_s, &parts.playlist, &events};
        job.explain = parts.considered.empty() ? nullptr : &reasons;
        job.can_carry = parts.cast->interrupts && parts.may_interrupt;
        job.exact_dt = dt;
        const Status status = run(job);
        if (status != Status::ok) return status;
        parts.considered_count = reasons.count;
        parts.lost_reasons = reasons.total - reasons.count;
        parts.event_count = parts.change_count = 0;
        parts.machine_event_count = events.count;
        parts.lost = events.total - events.count;
        for (const MachineEvent& event : events.events.first(events.count)) {
            const bool change = detail::is_change(event.kind);
            std::vector<Event>& list = change ? parts.changes : parts.events;
            std::uint32_t& count = change ? parts.change_count : parts.event_count;
            if (count == list.size()) {
                ++parts.lost;
            } else {
                list[count++] = detail::event_of(*parts.cast->library, event);
            }
        }
        return Status::ok;
    }

    Status show() noexcept {
        const detail::Cast& cast = *parts.cast;
        const bool direct = cast.has_rig() && !parts.timelines &&
                            detail::plays_in_registers(cast.rig, parts.playlist, parts.carry);
        if (direct) {
            CrowdCharacter character;
            character.playlist = &parts.playlist;
            character.carry = parts.carry;
            parts.ready = Made::palettes;
            return detail::frame_character(cast, character, parts.workspace, parts.output());
        }
        Status status =
            detail::pose_character(cast, parts.playlist, parts.carry, parts.workspace, parts.root);
        if (status == Status::ok && parts.timelines) status = write_properties(*parts.timelines);
        if (status != Status::ok) return status;
        parts.ready = Made::pose;
        if (!parts.timelines) return detail::frame_pose(cast, parts.workspace, parts.output());
        // Properties may scale joints that no clip does: then matrices are made one by one.
        const std::span<const float> weights = std::as_const(parts.workspace.pose).view().weights;
        std::copy(weights.begin(), weights.end(), parts.weights.begin());
        need_model();
        std::size_t first = 0;
        for (const Skin& skin : cast.rig.skins) {
            const std::span<Mat34> out = std::span(parts.palettes).subspan(first);
            status = run(PaletteJob{skin, parts.workspace.model, out});
            if (status != Status::ok) return status;
            first += skin.joints.size();
        }
        return Status::ok;
    }

    /// The pose of the last update, where its palettes needed none.
    void need_pose() noexcept {
        if (parts.ready != Made::palettes) return;
        RootDelta root;
        const Status status =
            detail::pose_character(*parts.cast, parts.playlist, {}, parts.workspace, root);
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
        parts.ready = Made::pose;
    }

    void need_model() noexcept {
        if (parts.ready == Made::model || !parts.cast->has_rig()) return;
        need_pose();
        LocalToModelJob job;
        job.skeleton = parts.cast->rig.skeleton;
        job.local = parts.workspace.pose;
        job.model = parts.workspace.model;
        const Status status = run(job);
        MOTUS_ASSERT(status == Status::ok);
        (void)status;
        parts.ready = Made::model;
    }

    Status write_properties(TimelineParts& timelines) noexcept {
        PropertyEvaluateJob job;
        job.set = timelines.set;
        job.playlist = &parts.playlist;
        job.base = timelines.base;
        job.carry = {timelines.carried, timelines.layers};
        job.scratch = timelines.workspace.scratch();
        job.out = {timelines.values, timelines.written};
        if (const Status status = run(job); status != Status::ok) return status;
        if (timelines.nodes) {
            const Status status = timelines.nodes->load(parts.workspace.pose);
            if (status != Status::ok) return status;
        }
        const Status written = run(WriteJob{timelines.set, timelines.bound, timelines.base,
                                            timelines.values, timelines.written});
        if (written != Status::ok || !timelines.nodes) return written;
        return timelines.nodes->store(parts.workspace.pose);
    }

    void record() noexcept {
        if (!parts.record) return;
        RecordParts& ring = *parts.record;
        put(ring.memory.data() + ring.next * ring.stride);
        ring.next = (ring.next + 1) % ring.capacity;
        ring.count = std::min(ring.count + 1, ring.capacity);
    }

    bool update(float dt_s, Ticks dt) noexcept {
        if (dt == kNoStep && !(dt_s >= 0.0f && std::isfinite(dt_s))) return false;
        if (dt != kNoStep && (dt < Ticks{} || dt > kMaxTicks)) return false;
        record();
        Status status = decide(dt_s, dt);
        if (status == Status::ok) status = show();
        MOTUS_ASSERT(status == Status::ok);  // create() and restore() have seen to that
        return status == Status::ok;
    }

    [[nodiscard]] std::size_t size() const noexcept {
        std::size_t bytes = parts.cast->instance_bytes + parts.carry.size() * sizeof(float);
        if (parts.timelines) {
            bytes += parts.timelines->carried.size() * sizeof(CarriedProperty) +
                     parts.timelines->layers.size() * sizeof(CarriedLayer) +
                     parts.timelines->written.size();
        }
        return bytes;
    }

    void put(std::byte* out) const noexcept {
        copy_bytes(out, parts.words.data(), parts.cast->instance_bytes);
        copy_bytes(out, parts.carry.data(), parts.carry.size() * sizeof(float));
        if (!parts.timelines) return;
        const TimelineParts& timelines = *parts.timelines;
        copy_bytes(out, timelines.carried.data(),
                   timelines.carried.size() * sizeof(CarriedProperty));
        copy_bytes(out, timelines.layers.data(), timelines.layers.size() * sizeof(CarriedLayer));
        copy_bytes(out, timelines.written.data(), timelines.written.size());
    }

    void take(const std::byte* from) noexcept {
        read_bytes(parts.words.data(), from, parts.cast->instance_bytes);
        read_bytes(parts.carry.data(), from, parts.carry.size() * sizeof(float));
        if (!parts.timelines) return;
        TimelineParts& timelines = *parts.timelines;
        read_bytes(timelines.carried.data(), from,
                   timelines.carried.size() * sizeof(CarriedProperty));
        read_bytes(timelines.layers.data(), from, timelines.layers.size() * sizeof(CarriedLayer));
        read_bytes(timelines.written.data(), from, timelines.written.size());
    }

    /// Whether all but the instance is what an update may have left: bytes may come from anywhere.
    [[nodiscard]] bool fits(std::span<const std::byte> snapshot) const noexcept {
        const std::size_t first = parts.cast->instance_bytes;
        const auto layers = static_cast<std::uint32_t>(parts.cast->graph.layers.size());
        if (!parts.carry.empty() &&
            !is_carry(parts.cast->rig, layers, snapshot.subspan(first, carry_end() - first))) {
            return false;
        }
        if (!parts.timelines) return true;
        const std::byte* from = snapshot.data() + carry_end();
        for (std::size_t i = 0; i < parts.timelines->carried.size(); ++i) {
            if (!is_carried(from + i * sizeof(CarriedProperty))) return false;
        }
        const std::span<const std::byte> written = snapshot.last(parts.timelines->written.size());
        return std::all_of(written.begin(), written.end(),
                           [](std::byte b) { return b <= std::byte{1}; });
    }
    [[nodiscard]] static bool is_carried(const std::byte* bytes) noexcept {
        if (bytes[offsetof(CarriedProperty, wrote)] > std::byte{1} ||
            bytes[offsetof(CarriedProperty, frozen_wrote)] > std::byte{1}) {
            return false;
        }
        CarriedProperty carried;
        std::memcpy(&carried, bytes, sizeof carried);
        const auto finite = [](const float* numbers, std::size_t count) {
            return std::all_of(numbers, numbers + count, [](float n) { return std::isfinite(n); });
        };
        return finite(carried.shown.v, 4) && finite(carried.frozen.v, 4) &&
               finite(carried.offset.position, 4) && finite(carried.offset.velocity, 4);
    }
    [[nodiscard]] std::size_t carry_end() const noexcept {
        return parts.cast->instance_bytes + parts.carry.size() * sizeof(float);
    }
};

bool Animator::update(float dt_s) noexcept {
    return AnimatorStep{*parts_}.update(dt_s, kNoStep);
}

bool Animator::update(Ticks dt) noexcept {
    return AnimatorStep{*parts_}.update(0.0f, dt < Ticks{} ? Ticks{-2} : dt);
}

std::span<const Mat34> Animator::palette(std::size_t skin) const noexcept {
    if (skin + 1 >= parts_->first_of_skin.size()) return {};
    const std::uint32_t first = parts_->first_of_skin[skin];
    return palettes().subspan(first, parts_->first_of_skin[skin + 1] - first);
}

std::span<const Mat34> Animator::palettes() const noexcept {
    return parts_->palettes;
}

std::span<const Event> Animator::events() const noexcept {
    return {parts_->events.data(), parts_->event_count};
}

std::span<const Event> Animator::changes() const noexcept {
    return {parts_->changes.data(), parts_->change_count};
}

std::uint32_t Animator::lost_events() const noexcept {
    return parts_->lost;
}

const RootDelta& Animator::root_delta() const noexcept {
    return parts_->root;
}

std::span<const float> Animator::morph_weights() const noexcept {
    return parts_->weights;
}

ConstPoseView Animator::pose() const noexcept {
    AnimatorStep{*parts_}.need_pose();
    return static_cast<const PoseBuffer&>(parts_->workspace.pose).view();
}

std::span<const Mat34> Animator::model() const noexcept {
    AnimatorStep{*parts_}.need_model();
    return parts_->workspace.model;
}

Mat34 Animator::attachment(std::string_view joint, const Mat34& offset) const noexcept {
    Mat34 out = offset;
    const Attachment held{find_joint(parts_->cast->rig.skeleton, hash_name(joint)), offset};
    return attach(held, model(), out) == Status::ok ? out : offset;
}

std::size_t Animator::layer_count() const noexcept {
    return parts_->cast->graph.layers.size();
}

LayerInfo Animator::layer(std::size_t layer) const noexcept {
    return detail::layer_of(*parts_->cast, parts_->instance(), layer);
}

bool Animator::set_layer_weight(std::size_t layer, float weight) noexcept {
    return motus::set_layer_weight(parts_->cast->graph, parts_->instance(),
                                   static_cast<std::uint32_t>(layer), weight) == Status::ok;
}

std::size_t Animator::snapshot_size() const noexcept {
    return AnimatorStep{*parts_}.size();
}

Status Animator::snapshot(std::span<std::byte> out) const noexcept {
    if (out.size() != snapshot_size()) return Status::bad_size;
    AnimatorStep{*parts_}.put(out.data());
    return Status::ok;
}

Status Animator::restore(std::span<const std::byte> snapshot) noexcept {
    if (snapshot.size() != snapshot_size()) return Status::bad_size;
    AnimatorStep step{*parts_};
    if (!step.fits(snapshot)) return Status::bad_data;
    // The instance is checked where it is aligned: behind the one that counts, there is room.
    const std::size_t bytes = parts_->cast->instance_bytes;
    const auto room = std::as_writable_bytes(std::span(parts_->words));
    const std::span<std::byte> trial = room.subspan(room.size() / 2, bytes);
    std::memcpy(trial.data(), snapshot.data(), bytes);
    const InstanceView view = view_of(parts_->cast->graph, trial);
    if (view.header == nullptr || view.header->graph != shape_of(parts_->cast->graph) ||
        !contents_fit(parts_->cast->graph, view)) {
        return Status::bad_data;
    }
    step.take(snapshot.data());
    return Status::ok;
}

std::uint32_t Animator::recorded() const noexcept {
    return parts_->record ? parts_->record->count : 0;
}

bool Animator::rewind(std::uint32_t updates) noexcept {
    if (updates == 0 || updates > recorded()) return false;
    RecordParts& ring = *parts_->record;
    ring.next = (ring.next + ring.capacity - updates) % ring.capacity;
    ring.count -= updates;
    AnimatorStep{*parts_}.take(ring.memory.data() + ring.next * ring.stride);
    return true;
}

std::span<const Considered> Animator::explain() const noexcept {
    return {parts_->considered.data(), parts_->considered_count};
}

void Animator::set_curves(std::span<const record::Range> curves,
                          std::span<const CurveKey> keys) noexcept {
    MOTUS_ASSERT(curves.empty() || curves.size() == machine().transitions.size());
    parts_->cast->graph.curves = curves;
    parts_->cast->graph.curve_keys = keys;
}

std::span<const MachineEvent> Animator::machine_events() const noexcept {
    return {parts_->workspace.events.data(), parts_->machine_event_count};
}

InstanceView Animator::before() noexcept {
    if (recorded() == 0) return view();
    RecordParts& ring = *parts_->record;
    const std::size_t last = (ring.next + ring.capacity - 1) % ring.capacity;
    return view_of(parts_->cast->graph,
                   {ring.memory.data() + last * ring.stride, parts_->cast->instance_bytes});
}

const Library& Animator::library() const noexcept {
    return *parts_->cast->library;
}

const Machine& Animator::machine() const noexcept {
    return parts_->cast->graph;
}

const Rig& Animator::rig() const noexcept {
    return parts_->cast->rig;
}

std::uint32_t Animator::machine_index() const noexcept {
    return parts_->cast->machine;
}

std::uint32_t Animator::rig_index() const noexcept {
    return parts_->cast->rig_index;
}

std::span<std::byte> Animator::instance() noexcept {
    return parts_->instance();
}

std::span<const std::byte> Animator::instance() const noexcept {
    return std::as_const(*parts_).instance();
}

std::span<const float> Animator::carry() const noexcept {
    return parts_->carry;
}

PropertyFrame Animator::timeline_values() const noexcept {
    if (!parts_->timelines) return {};
    return {parts_->timelines->values, parts_->timelines->written};
}

InstanceView Animator::view() noexcept {
    return view_of(parts_->cast->graph, parts_->instance());
}

const Playlist& Animator::playlist() const noexcept {
    return parts_->playlist;
}

}  // namespace motus
