// SPDX-License-Identifier: MIT
#include <motus/asset/gltf_export.h>
#include <motus/asset/gltf_parts.h>
#include <motus/asset/pointer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace motus {
namespace {

const char* path_of(TrackKind kind) {
    switch (kind) {
        case TrackKind::translation:
            return "translation";
        case TrackKind::rotation:
            return "rotation";
        case TrackKind::scale:
            return "scale";
        case TrackKind::weights:
            break;
    }
    return "weights";
}

const char* name_of(Interpolation interpolation) {
    switch (interpolation) {
        case Interpolation::step:
            return "STEP";
        case Interpolation::linear:
            return "LINEAR";
        case Interpolation::cubic_spline:
            break;
    }
    return "CUBICSPLINE";
}

std::uint8_t width_of(TrackKind kind) {
    if (kind == TrackKind::weights) return 1;
    return kind == TrackKind::rotation ? 4 : 3;
}

/// Key times as glTF stores them, and what each lost by it. Times that fall on one float are moved
/// apart: glTF demands that they ascend.
struct Input {
    std::uint32_t accessor = 0;
    std::vector<std::int64_t> offsets;  ///< Empty where nothing was lost.
};

Input make_input(const std::vector<Ticks>& times, GltfBuffer& buffer) {
    std::vector<float> seconds;
    std::vector<std::int64_t> offsets;
    seconds.reserve(times.size());
    bool exact = true;
    for (const Ticks time : times) {
        auto second = static_cast<float>(seconds_of(time));
        if (!seconds.empty() && !(second > seconds.back())) {
            second = std::nextafter(seconds.back(), std::numeric_limits<float>::infinity());
        }
        seconds.push_back(second);
        offsets.push_back((time - ticks_of_seconds(second)).value);
        exact = exact && offsets.back() == 0;
    }
    if (exact) offsets.clear();
    return {buffer.add(seconds, {.bounds = true}), std::move(offsets)};
}

using Inputs = std::map<std::vector<Ticks>, Input>;

std::uint32_t add_values(const AssetTrack& track, GltfBuffer& buffer) {
    return buffer.add(track.values, {.width = width_of(track.kind)});
}

std::uint32_t add_values(const AssetPointerTrack& track, GltfBuffer& buffer) {
    if (track.kind != PointerKind::boolean) {
        return buffer.add(track.values, {.width = width_of(track.kind)});
    }
    std::vector<std::uint8_t> truths;
    for (const float value : track.values)
        truths.push_back(value != 0.0f ? 1 : 0);
    return buffer.add(truths, {.component = GltfComponent::u8});
}

template <class Track>
void write_sampler(const Track& track, Inputs& inputs, JsonWriter& json, GltfBuffer& buffer) {
    auto found = inputs.find(track.times);
    if (found == inputs.end()) {
        found = inputs.emplace(track.times, make_input(track.times, buffer)).first;
    }
    const Input& input = found->second;
    json.begin_object().key("input").value(input.accessor);
    json.key("output").value(add_values(track, buffer));
    json.key("interpolation").value(name_of(track.interpolation));
    if (!input.offsets.empty()) {
        json.key("extras").begin_object().key("motus").begin_object();
        json.key("tickOffsets").begin_array();
        for (const std::int64_t offset : input.offsets)
            json.value(offset);
        json.end_array().end_object().end_object();
    }
    json.end_object();
}

Ticks last_key(const AssetClip& clip) {
    Ticks last{0};
    for (const AssetTrack& track : clip.tracks)
        last = std::max(last, track.times.back());
    for (const AssetPointerTrack& track : clip.pointers)
        if (is_exported(track)) last = std::max(last, track.times.back());
    return last;
}

void write_extras(const AssetClip& clip, JsonWriter& json) {
    const bool longer = clip.duration != last_key(clip);
    if (clip.loop && !clip.root_motion && clip.events.empty() && !longer) return;
    json.key("extras").begin_object().key("motus").begin_object();
    json.key("loop").value(clip.loop).key("rootMotion").value(clip.root_motion);
    if (longer) json.key("duration").value(seconds_of(clip.duration));
    json.key("events").begin_array();
    for (const AssetEvent& event : clip.events) {
        json.begin_object().key("time").value(seconds_of(event.time));
        json.key("name").value(event.name).end_object();
    }
    json.end_array().end_object().end_object();
}

void write_animation(const AssetClip& clip, Inputs& inputs, JsonWriter& json, GltfBuffer& buffer) {
    json.begin_object();
    if (!clip.name.empty()) json.key("name").value(clip.name);
    json.key("channels").begin_array();
    for (std::uint32_t i = 0; i < clip.tracks.size(); ++i) {
        const AssetTrack& track = clip.tracks[i];
        json.begin_object().key("sampler").value(i).key("target").begin_object();
        json.key("node").value(track.node).key("path").value(path_of(track.kind));
        json.end_object().end_object();
    }
    auto sampler = static_cast<std::uint32_t>(clip.tracks.size());
    for (const AssetPointerTrack& track : clip.pointers) {
        if (!is_exported(track)) continue;
        json.begin_object().key("sampler").value(sampler++).key("target").begin_object();
        json.key("path").value("pointer").key("extensions").begin_object();
        json.key("KHR_animation_pointer").begin_object().key("pointer").value(track.pointer);
        json.end_object().end_object().end_object().end_object();
    }
    // glTF has no animation without channels. One that targets no node means nothing, and is valid.
    const bool empty = sampler == 0;
    if (empty) {
        json.begin_object().key("sampler").value(0).key("target").begin_object();
        json.key("path").value("translation").end_object().end_object();
    }
    json.end_array().key("samplers").begin_array();
    for (const AssetTrack& track : clip.tracks)
        write_sampler(track, inputs, json, buffer);
    for (const AssetPointerTrack& track : clip.pointers)
        if (is_exported(track)) write_sampler(track, inputs, json, buffer);
    if (empty) {
        const AssetTrack nothing{.times = {Ticks{0}}, .values = {0.0f, 0.0f, 0.0f}};
        write_sampler(nothing, inputs, json, buffer);
    }
    json.end_array();
    write_extras(clip, json);
    json.end_object();
}

}  // namespace

bool is_exported(const AssetPointerTrack& track) {
    const std::string_view pointer = track.pointer;
    if (pointer.ends_with("/extensions/KHR_node_visibility/visible")) return true;
    if (pointer.find("/extensions/") != pointer.npos) return false;
    return pointer.starts_with("/nodes/") || pointer.starts_with("/materials/") ||
           pointer.starts_with("/cameras/") || pointer.starts_with("/meshes/");
}

void write_gltf_animations(const Asset& asset, JsonWriter& json, GltfBuffer& buffer) {
    if (asset.clips.empty()) return;
    Inputs inputs;
    json.key("animations").begin_array();
    for (const AssetClip& clip : asset.clips)
        write_animation(clip, inputs, json, buffer);
    json.end_array();
}

}  // namespace motus
