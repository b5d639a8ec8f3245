// tests/timeline/property_play.h - an instance of two small timelines, evaluated layer by layer.
// SPDX-License-Identifier: MIT
#pragma once

#include "stage.h"

#include <motus/timeline/evaluate.h>

#include <gtest/gtest.h>

namespace motus::test {

inline constexpr std::uint32_t kType = 1000;
constexpr std::uint32_t prop(std::uint32_t number) {
    return kType << 16 | number;
}

/// A set, and an instance whose base values are 100 for every channel (identity for rotations).
struct Play {
    explicit Play(Stage from, std::uint32_t layers = 2)
        : stage(std::move(from)), index(stage.view()), set(index.set()), workspace(set, 8) {
        EXPECT_EQ(check(stage.view()), Status::ok);
        for (const Channel& channel : set.channels) {
            base.push_back(channel.kind == ValueKind::quat ? float_value(0, 0, 0, 1)
                           : width_of(channel.kind) != 0   ? float_value(100, 100, 100, 100)
                                                           : whole_value(100));
        }
        values.resize(base.size());
        written.resize(base.size());
        carried.resize(base.size() * layers);
        carried_layers.resize(layers);
        layer_list.resize(layers);
        item_list.resize(16);
    }

    struct Item {
        std::uint32_t timeline;
        double frame;
        float weight = 1.0f;
        double from = -1.0;
    };

    /// Plays items on a layer, from the layers set so far.
    PlaylistLayer& layer(std::uint32_t index_of_layer, const std::vector<Item>& items) {
        if (index_of_layer == 0) playlist = {item_list, layer_list, 0, 0};
        PlaylistLayer& l = layer_list[index_of_layer];
        l = {};
        l.first = playlist.item_count;
        l.count = static_cast<std::uint32_t>(items.size());
        for (const Item& item : items) {
            PlaylistItem& out = item_list[playlist.item_count++];
            out = {};
            const auto& t = set.timelines.timelines[item.timeline];
            out.to = time_of_frame(t, item.frame);
            out.from = item.from < 0 ? out.to : time_of_frame(t, item.from);
            out.motion = out.source = item.timeline;
            out.weight = item.weight;
            out.kind = MotionKind::timeline;
        }
        playlist.layer_count = index_of_layer + 1;
        return l;
    }

    /// What the last layer leaves, at a frame of timeline 0 and where it would be, behind its
    /// items.
    void probes(std::uint32_t index_of_layer, double frame, double frame_ahead) {
        for (const CutProbe probe : {CutProbe::left, CutProbe::left_ahead, CutProbe::ahead}) {
            PlaylistItem& out = item_list[playlist.item_count++];
            const bool comes = probe == CutProbe::ahead;
            out = comes ? item_list[layer_list[index_of_layer].first] : PlaylistItem{};
            if (!comes) {
                out.to = time_of_frame(set.timelines.timelines[0],
                                       probe == CutProbe::left ? frame : frame_ahead);
                out.weight = 1.0f;
                out.kind = MotionKind::timeline;
            }
            out.from = out.to;
            out.passed = true;
            out.probe = probe;
            ++layer_list[index_of_layer].count;
        }
    }

    Status evaluate() {
        return run(PropertyEvaluateJob{set,
                                       &playlist,
                                       base,
                                       {carried, carried_layers},
                                       workspace.scratch(),
                                       {values, written}});
    }
    [[nodiscard]] float operator[](std::uint32_t number) const {
        return values[channel(number)].v[0];
    }
    [[nodiscard]] std::uint32_t channel(std::uint32_t number) const {
        return find_channel(set, 0, kType, prop(number));
    }

    Stage stage;
    TimelineIndex index;
    TimelineSet set;
    PropertyWorkspace workspace;
    std::vector<PropertyValue> base, values;
    std::vector<std::uint8_t> written;
    std::vector<CarriedProperty> carried;
    std::vector<CarriedLayer> carried_layers;
    std::vector<PlaylistLayer> layer_list;
    std::vector<PlaylistItem> item_list;
    Playlist playlist;
};

/// A: 1 goes 0..10, 2 is 20. B: 1 is 40, 3 is 60. All over 10 frames.
inline Stage two() {
    Stage s;
    s.entity(1);
    s.timeline("A", 10);
    s.track({0, kType, prop(1)}, {{0, float_value(0)}, {10, float_value(10)}});
    s.track({0, kType, prop(2)}, {{0, float_value(20)}});
    s.timeline("B", 10);
    s.track({0, kType, prop(1)}, {{0, float_value(40)}});
    s.track({0, kType, prop(3)}, {{0, float_value(60)}});
    return s;
}

}  // namespace motus::test
