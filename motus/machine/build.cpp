// SPDX-License-Identifier: MIT
#include <motus/machine/build.h>
#include <motus/machine/build_parts.h>

#include <motus/machine/check.h>
#include <motus/machine/instance.h>
#include <motus/machine/read_machines.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace detail {

std::string Place::text() const {
    std::string path = above != nullptr ? above->text() : "";
    if (!path.empty()) path += '.';
    path += member;
    if (index != static_cast<std::size_t>(-1))
        path.append(1, '[').append(std::to_string(index)).append(1, ']');
    return path;
}

bool NameIndex::add(const std::string& name, std::uint32_t index) {
    const auto [at, is_new] = indices_.emplace(name, index);
    if (is_new) {
        order_.push_back(name);
    } else {
        at->second = kTwice;
    }
    return is_new;
}

std::uint32_t NameIndex::find(std::string_view name) const {
    const auto at = indices_.find(name);
    return at != indices_.end() ? at->second : kNoIndex;
}

std::string NameIndex::list() const {
    constexpr std::size_t kListed = 12;
    std::string text;
    for (std::size_t i = 0; i < order_.size() && i < kListed; ++i)
        text += (i == 0 ? "\"" : ", \"") + order_[i] + "\"";
    if (order_.size() > kListed)
        text += " and " + std::to_string(order_.size() - kListed) + " more";
    return text;
}

void MachineLayout::fail(const char* code, const Place& place, std::string cause) {
    if (!error_) error_ = Error{code, place.text(), std::move(cause)};
}

std::uint64_t MachineLayout::named(const std::string& text) {
    if (text.empty()) return 0;
    const auto hash = static_cast<std::uint64_t>(hash_name(text));
    texts_.emplace(hash, text);
    return hash;
}

std::uint32_t MachineLayout::find(const NameIndex& index, const char* kind, const std::string& name,
                                  const Place& place) {
    const std::uint32_t found = index.find(name);
    if (found < NameIndex::kTwice) return found;
    if (found == NameIndex::kTwice) {
        fail("machine-name", place, std::string("two ") + kind + "s are named \"" + name + "\"");
    } else {
        const std::string known = index.list();
        fail("machine-name", place,
             std::string("there is no ") + kind + " \"" + name + "\"" +
                 (known.empty() ? ", and there are none" : "; there are " + known));
    }
    return kNoIndex;
}

std::uint32_t MachineLayout::variable(const std::string& name, const Place& place,
                                      const char* member) {
    return name.empty() ? kNoIndex : find(variables_, "variable", name, {&place, member});
}

// A loop's own cycle offset: all that plays it starts there.
record::Link MachineLayout::motion(const std::string& name, const Place& place,
                                   float& cycle_offset) {
    if (name.empty()) return {0, kNoIndex};
    const std::uint32_t found = find(motions_, "motion", name, {&place, "motion"});
    if (found == kNoIndex) return {0, kNoIndex};
    const MotionDesc& played = motion_descs_[found];
    if (played.kind == MotionKind::timeline) {
        return {static_cast<std::uint32_t>(GraphRecord::timeline), found};
    }
    if (played.loops) cycle_offset += played.cycle_offset;
    return {static_cast<std::uint32_t>(GraphRecord::clip), found};
}

void MachineLayout::add_motions() {
    const auto ascend = [](const EventTime& a, const EventTime& b) { return a.time < b.time; };
    std::uint32_t counts[2] = {0, 0};
    for (std::uint32_t i = 0; i < motion_descs_.size(); ++i) {
        const MotionDesc& desc = motion_descs_[i];
        const Place place{nullptr, "motions", i};
        if (!desc.name.empty()) motions_.add(desc.name, i);
        static_cast<void>(named(desc.name));
        if (desc.duration < Ticks{} || desc.duration > kMaxDuration) {
            fail("machine-range", {&place, "duration"}, "a motion lasts from 0 s to 9 days");
        }
        if (!std::isfinite(desc.cycle_offset)) {
            fail("machine-number", {&place, "cycle_offset"}, "the number is not finite");
        }
        if (desc.kind == MotionKind::clip && counts[1] != 0) {
            fail("machine-order", {&place, "kind"}, "clips come before timelines");
        }
        MotionInfo info;
        info.kind = desc.kind;
        info.duration = desc.duration < kMinDuration ? Ticks{} : desc.duration;
        info.loops = desc.loops;
        info.index = counts[desc.kind == MotionKind::timeline]++;
        std::vector<EventTime> events = desc.events, markers = desc.markers;
        std::stable_sort(events.begin(), events.end(), ascend);
        // The end of a loop is its start: a ring of markers has each once.
        for (EventTime& marker : markers) {
            if (info.loops && marker.time == info.duration) marker.time = {};
        }
        std::stable_sort(markers.begin(), markers.end(), ascend);
        markers.erase(std::unique(markers.begin(), markers.end()), markers.end());
        if ((!events.empty() && events[0].time < Ticks{}) ||
            (!markers.empty() && markers[0].time < Ticks{})) {
            fail("machine-range", place, "an event or marker has a negative time");
        }
        info.events = {count_of(out_.events), count_of(events)};
        info.markers = {count_of(out_.markers), count_of(markers)};
        out_.events.insert(out_.events.end(), events.begin(), events.end());
        out_.markers.insert(out_.markers.end(), markers.begin(), markers.end());
        out_.motions.push_back(info);
    }
}

void MachineLayout::add_variables() {
    for (std::uint32_t i = 0; i < desc_.variables.size(); ++i) {
        const VariableDesc& desc = desc_.variables[i];
        const Place place{nullptr, "variables", i};
        if (desc.name.empty()) {
            fail("machine-name", {&place, "name"}, "a variable needs a name");
        } else if (!variables_.add(desc.name, i)) {
            fail("machine-name", {&place, "name"}, "two variables are named \"" + desc.name + "\"");
        }
        const bool whole = desc.kind == VariableKind::int_ || desc.kind == VariableKind::enum_;
        const bool truth = desc.kind == VariableKind::bool_ || desc.kind == VariableKind::trigger;
        if (!std::isfinite(desc.value)) {
            fail("machine-number", {&place, "value"}, "the number is not finite");
        } else if (whole && !(desc.value >= -0x1p31f && desc.value < 0x1p31f)) {
            fail("machine-range", {&place, "value"}, "the value is beyond 32-bit integers");
        } else if (truth && desc.value != 0.0f && desc.value != 1.0f) {
            fail("machine-range", {&place, "value"}, "the value of a truth is 0 or 1");
        }
        if (!desc.choices.empty() && desc.kind != VariableKind::enum_) {
            fail("machine-kind", {&place, "choices"}, "only an enum variable has choices");
        }
        auto& out = ZeroedRecord<record::StateMachineVariable>().append_to(out_.variables);
        out.name = named(desc.name);
        out.kind = desc.kind;
        out.default_value = desc.value;
        out.choices = {count_of(out_.choices), count_of(desc.choices)};
        for (const ChoiceDesc& choice : desc.choices) {
            auto& record = ZeroedRecord<record::VariableChoice>().append_to(out_.choices);
            record.name = named(choice.name);
            record.value = choice.value;
        }
    }
}

void MachineLayout::add_layers() {
    if (desc_.layers.size() > kMaxLayers) {
        fail("machine-size", {nullptr, "layers"},
             "a machine has at most " + std::to_string(kMaxLayers) + " layers");
        return;
    }
    for (std::uint32_t i = 0; i < mask_names_.size(); ++i)
        if (!mask_names_[i].empty()) masks_.add(mask_names_[i], i);
    for (std::uint32_t i = 0; i < desc_.layers.size(); ++i) {
        const LayerDesc& desc = desc_.layers[i];
        const Place place{nullptr, "layers", i};
        if (desc.name.empty() && desc_.layers.size() > 1) {
            fail("machine-name", {&place, "name"}, "one of several layers needs a name");
        } else if (!layers_.add(desc.name, i)) {
            fail("machine-name", {&place, "name"}, "two layers are named \"" + desc.name + "\"");
        }
        if (!(desc.weight >= 0.0f && desc.weight <= 1.0f)) {
            fail("machine-range", {&place, "weight"}, "the weight of a layer is from 0 to 1");
        }
        auto& out = ZeroedRecord<record::StateMachineLayer>().append_to(out_.layers);
        out.name = named(desc.name);
        out.weight = desc.weight;
        out.blending = desc.blending;
        out.sync_timing = desc.sync_timing;
        out.mask = desc.mask.empty() ? kNoIndex : find(masks_, "mask", desc.mask, {&place, "mask"});
        out_.layer_links.emplace_back().root = count_of(graphs_);
        add_graph(desc.graph, {&place, "graph"}, kNoIndex, i, 1, "");
    }
}

void MachineLayout::follow_layers() {
    for (std::uint32_t i = 0; i < desc_.layers.size(); ++i) {
        const LayerDesc& desc = desc_.layers[i];
        const Place place{nullptr, "layers", i};
        LayerLink& link = out_.layer_links[i];
        link.synced = {count_of(out_.synced), 0};
        if (desc.follows.empty()) {
            if (!desc.synced.empty() || desc.sync_timing) {
                fail("machine-kind", {&place, "follows"},
                     "a layer with motions for the states of another says which one it follows");
            }
            continue;
        }
        const std::uint32_t base = find(layers_, "layer", desc.follows, {&place, "follows"});
        if (base == kNoIndex) continue;
        if (base == i || !desc_.layers[base].follows.empty() || !desc.graph.states.empty()) {
            fail("machine-kind", {&place, "follows"},
                 "a layer without states can follow another one that follows none");
            continue;
        }
        link.follows = base;
        link.synced.count = count_of(desc.synced);
        for (std::size_t s = 0; s < desc.synced.size(); ++s) {
            const SyncedMotionDesc& synced = desc.synced[s];
            const Place at{&place, "synced", s};
            SyncedLink& out = out_.synced.emplace_back();
            out.state = find_path(out_.layer_links[base].root, synced.state);
            if (out.state == kNoState) {
                fail("machine-name", {&at, "state"},
                     "layer \"" + desc.follows + "\" has no state \"" + synced.state +
                         "\"; there are " + graphs_[out_.layer_links[base].root].names.list());
            }
            if (synced.blend && !synced.motion.empty()) {
                fail("machine-kind", at, "a motion and a blend cannot both be played");
            }
            float ignored = 0.0f;
            out.motion = motion(synced.motion, at, ignored).index;
            if (synced.blend) out.blend = queue_blend(*synced.blend, {&at, "blend"}, 1);
        }
    }
}

void MachineLayout::add_names() {
    for (const auto& [hash, text] : texts_) {
        out_.names.push_back({NameHash{hash}, count_of(out_.text), count_of(text)});
        out_.text.insert(out_.text.end(), text.begin(), text.end());
    }
}

void MachineLayout::show() {
    Machine& view = out_.view;
    view.variables = out_.variables;
    view.layers = out_.layers;
    view.states = out_.states;
    view.transitions = out_.transitions;
    view.conditions = out_.conditions;
    view.blends = out_.blends;
    view.children = out_.children;
    view.state_events = out_.state_events;
    view.event_names = out_.event_names;
    view.state_links = out_.state_links;
    view.graphs = out_.graphs;
    view.layer_links = out_.layer_links;
    view.synced = out_.synced;
    view.curves = out_.curves;
    view.curve_keys = out_.curve_keys;
    view.motions = out_.motions;
    view.events = out_.events;
    view.markers = out_.markers;
    view.choices = out_.choices;
    view.start = desc_.start;
    view.trigger_reset = desc_.trigger_reset;
}

std::optional<Error> MachineLayout::run() {
    add_motions();
    add_variables();
    add_layers();
    if (error_) return error_;  // what follows refers to states and layers by index
    follow_layers();
    set_starts();
    add_blends();
    lay_transitions();
    if (error_) return error_;
    add_names();
    show();
    const Machine& view = out_.view;
    if (check_motions(view.motions, view.events, view.markers) != Status::ok ||
        check(view, count_of(mask_names_)) != Status::ok) {
        return Error{"machine-check", "", "an enumerator is out of range"};
    }
    out_.view.shape = shape_of(view);
    return std::nullopt;
}

}  // namespace detail

MachineBuffer::MachineBuffer(std::unique_ptr<Tables> tables) noexcept
    : tables_(std::move(tables)) {}
MachineBuffer::MachineBuffer(MachineBuffer&&) noexcept = default;
MachineBuffer& MachineBuffer::operator=(MachineBuffer&&) noexcept = default;
MachineBuffer::~MachineBuffer() = default;

const Machine& MachineBuffer::view() const noexcept {
    return tables_->view;
}

Names MachineBuffer::names() const noexcept {
    return {tables_->names, tables_->text};
}

std::string_view MachineBuffer::state_name(std::uint32_t state) const noexcept {
    MOTUS_ASSERT(state < tables_->states.size());
    return find_name(names(), NameHash{tables_->states[state].name});
}

Result<MachineBuffer> build_machine(const MachineDesc& machine, std::span<const MotionDesc> motions,
                                    std::span<const std::string> masks) {
    auto tables = std::make_unique<MachineBuffer::Tables>();
    if (auto error = detail::MachineLayout(machine, motions, masks, *tables).run()) return *error;
    return MachineBuffer(std::move(tables));
}

}  // namespace motus
