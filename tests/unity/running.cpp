// SPDX-License-Identifier: MIT
#include <tests/unity/running.h>

#include <motus/bake/bake.h>
#include <motus/document/validate.h>
#include <motus/import/gltf/gltf.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace motus::test {

Running::Running(const unity::Controller& controller, unity::ImportOptions options) {
    Diagnostics diagnostics;
    options.clips_path = "clips.glb";
    Result<unity::UnityImport> made = unity::import_controller(controller, options, diagnostics);
    EXPECT_TRUE(made) << to_string(made.error());
    if (!made) return;
    import_ = *std::move(made);
    Diagnostics found;
    validate(*import_.document, found);
    for (const Fault& fault : found.faults()) {
        EXPECT_NE(fault.severity, Severity::error) << fault.path << ": " << fault.message;
    }
    bake_document();
    if (!ok_) return;
    name_states();
    instance_.resize(instance_size(graph_));
    const PlaylistLimits limits = playlist_limits(graph_);
    items_.resize(limits.items);
    layers_.resize(limits.layers);
    event_room_.resize(1024);
    restart();
}

void Running::bake_document() {
    Diagnostics diagnostics;
    Asset clips;
    std::vector<BakeAsset> assets;
    if (!import_.clips_glb.empty()) {
        Result<Asset> asset = import_gltf(import_.clips_glb, {}, diagnostics);
        ASSERT_TRUE(asset) << to_string(asset.error());
        clips = *std::move(asset);
    }
    for (const doc::Source& source : content(*import_.document).sources())
        assets.push_back({source.id(), &clips});
    Result<AlignedBytes> baked = bake(*import_.document, assets, diagnostics);
    for (const Fault& fault : diagnostics.faults()) {
        EXPECT_NE(fault.severity, Severity::error) << fault.path << ": " << fault.message;
    }
    ASSERT_TRUE(baked) << to_string(baked.error());
    bytes_ = *std::move(baked);
    ASSERT_EQ(open_baked(bytes_, file_), Status::ok);
    ASSERT_EQ(file_.machines.machines.size(), 1u);
    graph_ = machine_at(file_.machines, 0);
    ok_ = true;
}

// Paths with the layer's name in front; what repeats gets a number.
void Running::name_states() {
    const auto name = [this](auto hash) {
        return std::string(find_name(file_.names, static_cast<NameHash>(hash)));
    };
    for (std::uint32_t i = 0; i < graph_.states.size(); ++i) {
        std::string path = name(graph_.states[i].name);
        std::uint32_t at = graph_.state_links[i].graph;
        while (graph_.graphs[at].above != kNoIndex) {
            for (std::uint32_t s = 0; s < graph_.states.size(); ++s) {
                if (graph_.state_links[s].inside == at) {
                    path = name(graph_.states[s].name) + "/" + path;
                }
            }
            at = graph_.graphs[at].above;
        }
        path = name(graph_.layers[graph_.state_links[i].layer].name) + "/" + path;
        while (std::find(states_.begin(), states_.end(), path) != states_.end())
            path += "'";
        states_.push_back(std::move(path));
    }
    for (const MotionInfo& motion : graph_.motions) {
        motions_.push_back(motion.kind == MotionKind::clip
                               ? name(file_.clips.clips[motion.index].name)
                               : name(file_.timelines.timelines[motion.index].name));
    }
}

void Running::restart() {
    ASSERT_EQ(start(graph_, instance_), Status::ok);
    playlist_ = {items_, layers_, 0, 0};
    events_ = {event_room_, 0, 0};
}

void Running::set(std::uint32_t variable, float value) {
    Status status = Status::missing;
    switch (graph_.variables[variable].kind) {
        case record::VariableKind::float_:
            status = set_float(graph_, instance_, variable, value);
            break;
        case record::VariableKind::bool_:
            status = set_bool(graph_, instance_, variable, value != 0.0f);
            break;
        case record::VariableKind::trigger:
            status = set_trigger(graph_, instance_, variable, value != 0.0f);
            break;
        default:
            status =
                set_int(graph_, instance_, variable, static_cast<std::int32_t>(std::lround(value)));
            break;
    }
    ASSERT_EQ(status, Status::ok);
}

void Running::set(const std::string& name, float value) {
    const std::uint32_t index = find_variable(graph_, hash_name(name));
    ASSERT_NE(index, kNoIndex) << name;
    set(index, value);
}

void Running::tick(float dt_s) {
    playlist_ = {items_, layers_, 0, 0};
    events_ = {event_room_, 0, 0};
    TickJob job;
    job.graph = graph_;
    job.instance = instance_;
    job.dt_s = dt_s;
    job.playlist = &playlist_;
    job.events = &events_;
    job.can_carry = true;
    ASSERT_EQ(run(job), Status::ok);
}

LayerView Running::layer(std::uint32_t index) const {
    const LayerState& layer = view_of(graph_, instance_).layers[index];
    LayerView out;
    if (layer.state != kNoState) out.state = states_[layer.state];
    if (layer.next != kNoState) out.next = states_[layer.next];
    out.weight = transition_weight(graph_, layer);
    return out;
}

std::vector<std::string> Running::shown() const {
    std::vector<std::string> out;
    for (std::uint32_t i = 0; i < playlist_.item_count; ++i) {
        if (!playlist_.items[i].passed) out.push_back(motions_[playlist_.items[i].motion]);
    }
    return out;
}

}  // namespace motus::test
