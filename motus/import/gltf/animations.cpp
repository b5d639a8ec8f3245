// SPDX-License-Identifier: MIT
#include <motus/import/gltf/channel.h>
#include <motus/import/gltf/sampler.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace motus::gltf {
namespace {

/// A time of extras.motus. In double: the seconds of a tick need more digits than a float has.
bool read_time(const Object& json, const char* key, Ticks& out) {
    const Json* value = json.find(key);
    if (value == nullptr) return true;
    float time_s = 0.0f;
    if (!json.number(key, time_s)) return false;
    if (!(time_s >= 0.0f && time_s <= kMaxTime_s)) {
        return json.error(kAnimationCode, key, "must be 0 or later, and at most 3e9 seconds");
    }
    const double* exact_s = value->get_ptr<const Json::number_float_t*>();
    out = ticks_of_seconds(exact_s != nullptr ? *exact_s : static_cast<double>(time_s));
    return true;
}

void read_extras(const Object& json, AssetClip& clip) {
    const Object extras = json.extra("motus");
    extras.boolean("loop", clip.loop);
    extras.boolean("rootMotion", clip.root_motion);
    read_time(extras, "duration", clip.duration);
    const Array events = extras.array("events");
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Object entry = events.object(i);
        AssetEvent event;
        if (!entry.exists() || !entry.require("time") || !entry.require("name")) continue;
        if (!read_time(entry, "time", event.time) || !entry.text("name", event.name)) continue;
        if (event.name.empty()) {
            entry.error(kAnimationCode, "name", "must not be empty");
            continue;
        }
        if (event.time > clip.duration) {
            entry.warn(kAnimationCode, "time", "is after the end of the animation");
        }
        clip.events.push_back(std::move(event));
    }
    std::stable_sort(clip.events.begin(), clip.events.end(),
                     [](const AssetEvent& a, const AssetEvent& b) { return a.time < b.time; });
}

void read_animation(Context& context, const Object& json, const Array& nodes, AssetClip& clip) {
    bool ok = json.text("name", clip.name) && json.require("channels") && json.require("samplers");
    const Array channels = json.array("channels", &ok);
    const Array samplers = json.array("samplers", &ok);
    if (!ok) return;
    if (channels.size() == 0) json.warn(kAnimationCode, "channels", "there is none");
    std::set<std::tuple<std::uint32_t, TrackKind>> seen;
    std::set<std::string> seen_pointers;
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const Object channel = channels.object(i);
        Target target;
        AssetTrack& track = target.track;
        const std::size_t& width = target.width;
        std::uint32_t index = kNone;
        if (!channel.exists() || !channel.require("sampler") ||
            !channel.index("sampler", samplers.size(), "sampler", index) ||
            !read_target(context, channel, nodes, target)) {
            continue;
        }
        if (target.is_pointer ? !seen_pointers.insert(target.pointer.track.pointer).second
                              : !seen.emplace(track.node, track.kind).second) {
            channel.error(kAnimationCode, "target", "an earlier channel has the same target");
            continue;
        }
        const Object sampler = samplers.object(index);
        if (target.is_pointer) {
            if (sampler.exists() && read_pointer_track(context, sampler, target.pointer)) {
                clip.duration = std::max(clip.duration, target.pointer.track.times.back());
                clip.pointers.push_back(std::move(target.pointer.track));
            }
            continue;
        }
        std::vector<float> times_s;
        if (!sampler.exists() || !read_interpolation(sampler, track.interpolation) ||
            !read_times(context, sampler, times_s) ||
            !read_values(context, sampler, times_s.size(), width, track) ||
            (track.kind == TrackKind::rotation && !mend_rotations(sampler, track)) ||
            !set_times(sampler, times_s, track)) {
            continue;
        }
        clip.duration = std::max(clip.duration, track.times.back());
        for (const std::uint32_t node : target.also) {
            if (!seen.emplace(node, track.kind).second) continue;
            // One mesh may be on very many nodes: what is copied counts like what is read.
            if (!context.charge(track.values.size() + 2 * track.times.size(), sizeof(float),
                                channel.where("target"))) {
                break;
            }
            clip.tracks.push_back(track);
            clip.tracks.back().node = node;
        }
        clip.tracks.push_back(std::move(track));
    }
    if (clip.tracks.empty())
        clip.duration = Ticks{};  // no pose to play; its timeline is as long as its keys
    read_extras(json, clip);
}

}  // namespace

void read_animations(Context& context) {
    const Array list = context.root.array("animations");
    const Array nodes = context.root.array("nodes");
    context.asset.clips.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (json.exists()) read_animation(context, json, nodes, context.asset.clips[i]);
    }
}

}  // namespace motus::gltf
