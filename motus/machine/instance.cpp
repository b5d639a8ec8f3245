// SPDX-License-Identifier: MIT
#include <motus/machine/instance.h>

#include <cmath>
#include <cstring>

namespace motus {
namespace {

constexpr std::size_t aligned(std::size_t bytes) noexcept {
    return (bytes + 7) / 8 * 8;
}

std::size_t variables_offset() noexcept {
    return aligned(sizeof(InstanceHeader));
}

std::size_t layers_offset(const Machine& graph) noexcept {
    return variables_offset() + aligned(graph.variables.size() * sizeof(std::uint32_t));
}

std::uint32_t bits_of(float value) noexcept {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

std::uint32_t default_of(const record::StateMachineVariable& variable) noexcept {
    const float value = variable.default_value;
    switch (variable.kind) {
        case record::VariableKind::float_:
            return bits_of(value);
        case record::VariableKind::int_:
        case record::VariableKind::enum_:
            return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::round(value)));
        default:
            return value != 0.0f ? 1u : 0u;
    }
}

bool is_aligned(const void* data) noexcept {
    return reinterpret_cast<std::uintptr_t>(data) % alignof(InstanceHeader) == 0;
}

Status store(const Machine& graph, std::span<std::byte> instance, std::uint32_t variable,
             std::uint32_t bits, bool kind_fits) noexcept {
    const InstanceView view = view_of(graph, instance);
    if (view.header == nullptr) return Status::bad_data;
    if (!kind_fits) return Status::bad_argument;
    view.variables[variable] = bits;
    return Status::ok;
}

bool has_index(std::uint32_t index, std::size_t count) noexcept {
    return index == kNoIndex || index < count;
}

// Looks at the byte: a bool that is neither would not be one.
bool is_bool(const bool& value) noexcept {
    unsigned char byte = 0;
    std::memcpy(&byte, &value, sizeof byte);
    return byte < 2;
}

bool is_age(Ticks age) noexcept {
    return age >= Ticks{} && age < kMaxTicks;
}

// Clocks fold at 2^30 cycles; an offset on entry may stand that far out, and its phase is added.
bool is_clock(const StateClock& clock) noexcept {
    constexpr std::int64_t kFarthest = (std::int64_t{1} << 62) + 2 * kCycle;
    return clock.at.value >= -kFarthest && clock.at.value <= kFarthest && clock.rest >= 0;
}

bool is_one_shot(const Machine& graph, const OneShot& shot) noexcept {
    if (shot.motion == kNoIndex) return true;
    return shot.motion < graph.motions.size() && is_age(shot.age) && shot.end > 0.0f &&
           shot.end <= 1.0f;
}

bool is_variable(record::VariableKind kind, std::uint32_t bits) noexcept {
    switch (kind) {
        case record::VariableKind::float_:
            return (bits & 0x7f800000u) != 0x7f800000u;  // neither NaN nor infinite
        case record::VariableKind::int_:
        case record::VariableKind::enum_:
            return true;
        default:
            return bits < 2;
    }
}

bool is_fade(float seconds) noexcept {
    return seconds >= 0.0f && seconds <= kMaxFade;
}

// What runs was taken from a list of the graph, or asked for by the host.
bool is_transition(const Machine& graph, const LayerState& layer) noexcept {
    if (layer.source == TransitionSource::host)
        return layer.transition == kNoIndex && layer.timing == kNoIndex;
    return layer.transition < graph.transitions.size() && layer.timing < graph.transitions.size();
}

bool are_values(const LayerState& layer) noexcept {
    return is_clock(layer.clock) && is_clock(layer.before) && is_clock(layer.next_clock) &&
           is_clock(layer.next_before) && is_clock(layer.fade) && layer.fade.at >= Cycles{} &&
           layer.fade.at <= Cycles{2 * kCycle} && is_age(layer.carry_age) && layer.weight >= 0.0f &&
           layer.weight <= 1.0f && layer.source <= TransitionSource::host &&
           layer.carry <= Carry::inertial && is_bool(layer.fresh) && is_bool(layer.next_fresh) &&
           is_bool(layer.linear) && is_bool(layer.kept) && is_fade(layer.fade_s) &&
           is_fade(layer.entering_fade_s) && std::fabs(layer.entering_at) <= kMaxEntry;
}

}  // namespace

std::uint64_t shape_of(const Machine& graph) noexcept {
    if (graph.shape != 0) return graph.shape;
    std::uint64_t hash = hash_u64(kHashSeed, graph.layers.size());
    for (const record::StateMachineVariable& variable : graph.variables) {
        hash = hash_u64(hash, variable.name);
        hash = hash_byte(hash, static_cast<std::uint8_t>(variable.kind));
    }
    hash = hash_u64(hash, graph.states.size());
    return hash_u64(hash, graph.transitions.size());
}

std::size_t instance_size(const Machine& graph) noexcept {
    return layers_offset(graph) + graph.layers.size() * sizeof(LayerState);
}

Status start(const Machine& graph, std::span<std::byte> instance) noexcept {
    if (instance.size() != instance_size(graph)) return Status::bad_size;
    if (!is_aligned(instance.data())) return Status::bad_argument;
    std::memset(instance.data(), 0, instance.size());
    InstanceHeader header;
    header.graph = shape_of(graph);
    header.variables = static_cast<std::uint32_t>(graph.variables.size());
    header.layers = static_cast<std::uint32_t>(graph.layers.size());
    std::memcpy(instance.data(), &header, sizeof header);
    const InstanceView view = view_of(graph, instance);
    for (std::size_t i = 0; i < view.variables.size(); ++i) {
        view.variables[i] = default_of(graph.variables[i]);
    }
    for (std::size_t i = 0; i < view.layers.size(); ++i) {
        LayerState layer;
        layer.weight = i == 0 ? 1.0f : graph.layers[i].weight;
        std::memcpy(&view.layers[i], &layer, sizeof layer);
    }
    return Status::ok;
}

InstanceView view_of(const Machine& graph, std::span<std::byte> instance) noexcept {
    if (instance.size() != instance_size(graph) || !is_aligned(instance.data())) return {};
    auto* header = reinterpret_cast<InstanceHeader*>(instance.data());
    if (header->variables != graph.variables.size() || header->layers != graph.layers.size()) {
        return {};
    }
    auto* variables = reinterpret_cast<std::uint32_t*>(instance.data() + variables_offset());
    auto* layers = reinterpret_cast<LayerState*>(instance.data() + layers_offset(graph));
    return {header, {variables, graph.variables.size()}, {layers, graph.layers.size()}};
}

bool contents_fit(const Machine& graph, const InstanceView& view) noexcept {
    if (!is_bool(view.header->started)) return false;
    for (std::size_t i = 0; i < view.variables.size(); ++i) {
        if (!is_variable(graph.variables[i].kind, view.variables[i])) return false;
    }
    for (const OneShot& shot : view.header->one_shots) {
        if (!is_one_shot(graph, shot)) return false;
    }
    for (std::size_t i = 0; i < view.layers.size(); ++i) {
        const LayerState& layer = view.layers[i];
        if (!has_index(layer.state, graph.states.size()) || !are_values(layer)) return false;
        if (layer.entering != kNoState && (layer.entering >= graph.states.size() ||
                                           graph.state_links[layer.entering].layer != i)) {
            return false;
        }
        if (layer.next == kNoState) {
            if (layer.carry != Carry::none) return false;  // a transition carries it
            continue;
        }
        if (layer.state == kNoState || layer.next >= graph.states.size() ||
            !is_transition(graph, layer)) {
            return false;
        }
    }
    return true;
}

std::uint32_t find_variable(const Machine& graph, NameHash name) noexcept {
    for (std::uint32_t i = 0; i < graph.variables.size(); ++i) {
        if (NameHash{graph.variables[i].name} == name) return i;
    }
    return kNoIndex;
}

Status set_float(const Machine& graph, std::span<std::byte> instance, std::uint32_t variable,
                 float value) noexcept {
    if (variable >= graph.variables.size()) return Status::missing;
    const bool fits = graph.variables[variable].kind == record::VariableKind::float_;
    return store(graph, instance, variable, bits_of(value), fits && std::isfinite(value));
}

Status set_int(const Machine& graph, std::span<std::byte> instance, std::uint32_t variable,
               std::int32_t value) noexcept {
    if (variable >= graph.variables.size()) return Status::missing;
    const record::VariableKind kind = graph.variables[variable].kind;
    const bool fits = kind == record::VariableKind::int_ || kind == record::VariableKind::enum_;
    return store(graph, instance, variable, static_cast<std::uint32_t>(value), fits);
}

Status set_bool(const Machine& graph, std::span<std::byte> instance, std::uint32_t variable,
                bool value) noexcept {
    if (variable >= graph.variables.size()) return Status::missing;
    const bool fits = graph.variables[variable].kind == record::VariableKind::bool_;
    return store(graph, instance, variable, value ? 1u : 0u, fits);
}

Status set_trigger(const Machine& graph, std::span<std::byte> instance, std::uint32_t variable,
                   bool value) noexcept {
    if (variable >= graph.variables.size()) return Status::missing;
    const bool fits = graph.variables[variable].kind == record::VariableKind::trigger;
    return store(graph, instance, variable, value ? 1u : 0u, fits);
}

Status set_layer_weight(const Machine& graph, std::span<std::byte> instance, std::uint32_t layer,
                        float weight) noexcept {
    const InstanceView view = view_of(graph, instance);
    if (view.header == nullptr) return Status::bad_data;
    if (layer >= view.layers.size()) return Status::missing;
    if (!(weight >= 0.0f && weight <= 1.0f)) return Status::bad_argument;
    if (layer != 0) view.layers[layer].weight = weight;
    return Status::ok;
}

Status play_one_shot(const Machine& graph, std::span<std::byte> instance, std::uint32_t motion,
                     float blend_in_s, float blend_out_s, float end) noexcept {
    const InstanceView view = view_of(graph, instance);
    if (view.header == nullptr) return Status::bad_data;
    if (motion >= graph.motions.size()) return Status::missing;
    if (!(blend_in_s >= 0.0f && blend_in_s <= 6.0f && blend_out_s >= 0.0f && blend_out_s <= 6.0f &&
          end > 0.0f && end <= 1.0f)) {
        return Status::bad_argument;
    }
    const auto ticks = [](float time_s) {
        return static_cast<std::uint32_t>(ticks_of_seconds(time_s).value);
    };
    OneShot(&shots)[kOneShots] = view.header->one_shots;
    if (shots[1].motion != kNoIndex) shots[0] = shots[1];
    shots[1] = {{}, motion, ticks(blend_in_s), ticks(blend_out_s), end};
    return Status::ok;
}

Status set_float(const Machine& graph, std::span<std::byte> instance, NameHash name,
                 float value) noexcept {
    return set_float(graph, instance, find_variable(graph, name), value);
}

Status set_int(const Machine& graph, std::span<std::byte> instance, NameHash name,
               std::int32_t value) noexcept {
    return set_int(graph, instance, find_variable(graph, name), value);
}

Status set_bool(const Machine& graph, std::span<std::byte> instance, NameHash name,
                bool value) noexcept {
    return set_bool(graph, instance, find_variable(graph, name), value);
}

Status set_trigger(const Machine& graph, std::span<std::byte> instance, NameHash name,
                   bool value) noexcept {
    return set_trigger(graph, instance, find_variable(graph, name), value);
}

}  // namespace motus
