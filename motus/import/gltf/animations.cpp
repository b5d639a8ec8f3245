// SPDX-License-Identifier: MIT
#include <motus/import/gltf/accessor.h>
#include <motus/import/gltf/pointer.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace motus::gltf {
namespace {

constexpr const char* kCode = "gltf-animation";

/// The largest key time, in seconds: half of what a playhead can hold.
constexpr double kMaxTime_s = 3.0e9;

bool read_interpolation(const Object& sampler, Interpolation& out) {
    std::string name = "LINEAR";
    if (!sampler.text("interpolation", name)) return false;
    if (name == "LINEAR") {
        out = Interpolation::linear;
    } else if (name == "STEP") {
        out = Interpolation::step;
    } else if (name == "CUBICSPLINE") {
        out = Interpolation::cubic_spline;
    } else {
        return sampler.error(kCode, "interpolation",
                             in_quotes(name) + " is not LINEAR, STEP or CUBICSPLINE");
    }
    return true;
}

/// Key times in seconds: finite, not negative, ascending strictly.
bool read_times(Context& context, const Object& sampler, std::vector<float>& out) {
    std::uint32_t index = kNone;
    if (!sampler.require("input") ||
        !sampler.index("input", context.accessors.size(), "accessor", index)) {
        return false;
    }
    const Accessor& accessor = context.accessors[index];
    if (!accessor.valid) return false;
    if (accessor.width != 1 || accessor.component != Component::f32) {
        return sampler.error(kCode, "input", "must be SCALAR of float, not " + describe(accessor));
    }
    const std::string place = sampler.where("input");
    if (!context.charge(accessor.count, sizeof(float) + sizeof(Ticks), place)) return false;
    out.resize(static_cast<std::size_t>(accessor.count));
    if (!read_floats(context, accessor, accessor.count, out, place)) return false;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const char* fault = nullptr;
        if (!std::isfinite(out[i])) {
            fault = "is not finite";
        } else if (out[i] < 0.0f) {
            fault = "is negative";
        } else if (out[i] > kMaxTime_s) {
            fault = "is more than 3e9 seconds";
        } else if (i > 0 && !(out[i] > out[i - 1])) {
            fault = "is not after the one before";
        }
        if (fault != nullptr) {
            return sampler.error(kCode, "input", "key time " + std::to_string(i) + " " + fault);
        }
    }
    return true;
}

/// `elements` of the accessor per key, three times that for splines.
bool read_numbers_of(Context& context, const Object& sampler, const Accessor& accessor,
                     std::size_t keys, std::size_t elements, AssetTrack& track) {
    const std::uint64_t per_key =
        (track.interpolation == Interpolation::cubic_spline ? 3 : 1) * std::uint64_t{elements};
    if (accessor.count != per_key * keys) {
        return sampler.error(kCode, "output",
                             std::to_string(accessor.count) + " elements; " + std::to_string(keys) +
                                 " keys need " + std::to_string(per_key * keys));
    }
    const std::string place = sampler.where("output");
    if (!context.charge(accessor.count, accessor.width * sizeof(float), place)) return false;
    track.values.resize(static_cast<std::size_t>(accessor.count) * accessor.width);
    if (!read_floats(context, accessor, accessor.count, track.values, place)) return false;
    if (const std::size_t bad = first_not_finite(track.values); bad != track.values.size()) {
        return sampler.error(
            kCode, "output",
            "element " + std::to_string(bad / accessor.width) + " has a number that is not finite");
    }
    return true;
}

bool read_values(Context& context, const Object& sampler, std::size_t keys, std::size_t width,
                 AssetTrack& track) {
    std::uint32_t index = kNone;
    if (!sampler.require("output") ||
        !sampler.index("output", context.accessors.size(), "accessor", index)) {
        return false;
    }
    const Accessor& accessor = context.accessors[index];
    if (!accessor.valid) return false;
    const bool is_weights = track.kind == TrackKind::weights;
    if (accessor.matrix || accessor.width != (is_weights ? 1 : width) ||
        accessor.component == Component::u32) {
        return sampler.error(kCode, "output",
                             "must be " + (is_weights ? "SCALAR" : "VEC" + std::to_string(width)) +
                                 " of float or a normalised type, not " + describe(accessor));
    }
    return read_numbers_of(context, sampler, accessor, keys, is_weights ? width : 1, track);
}

/// Rotations must have a length. Rounded ones stay as they are, as the sampler normalises what it
/// makes of them; a STEP or LINEAR key that is far from unit is made unit, which slerp needs. Cubic
/// ones are left alone, because their tangents belong to them.
bool mend_rotations(const Object& sampler, AssetTrack& track) {
    const bool cubic = track.interpolation == Interpolation::cubic_spline;
    const std::size_t stride = cubic ? 12 : 4;
    std::size_t far = 0;
    for (std::size_t at = cubic ? 4 : 0; at < track.values.size(); at += stride) {
        float* q = &track.values[at];
        double square = 0.0;
        for (std::size_t k = 0; k < 4; ++k)
            square += static_cast<double>(q[k]) * q[k];
        if (!(square > 0.0)) {
            return sampler.error(
                kCode, "output",
                "the rotation of key " + std::to_string(at / stride) + " has no length");
        }
        if (std::fabs(square - 1.0) <= 1e-2) continue;
        ++far;
        if (cubic) continue;
        const double length = std::sqrt(square);
        for (std::size_t k = 0; k < 4; ++k)
            q[k] = static_cast<float>(q[k] / length);
    }
    if (far != 0) {
        sampler.warn(kCode, "output", std::to_string(far) + " rotations are not of unit length");
    }
    return true;
}

/// What a file of our own says each key time lost by being stored as a float: one per key.
bool read_offsets(const Object& sampler, std::size_t keys, std::vector<std::int64_t>& out) {
    const Object extras = sampler.extra("motus");
    bool ok = true;
    const Array list = extras.array("tickOffsets", &ok);
    if (!ok || list.size() == 0) return ok;
    if (list.size() != keys) {
        return extras.error(kCode, "tickOffsets", "there must be one per key");
    }
    out.resize(keys);
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    for (std::size_t i = 0; i < keys; ++i) {
        const auto* offset = list[i].get_ptr<const Json::number_integer_t*>();
        const auto* positive = list[i].get_ptr<const Json::number_unsigned_t*>();
        if (positive != nullptr && *positive <= std::uint64_t{kMost}) {
            out[i] = static_cast<std::int64_t>(*positive);
        } else if (positive == nullptr && offset != nullptr && *offset >= -kMost) {
            out[i] = *offset;
        } else {
            return extras.error(kCode, "tickOffsets",
                                "entry " + std::to_string(i) + " must be a small whole number");
        }
    }
    return true;
}

/// Seconds to ticks. Keys that fall on one tick become one, and the last of them counts.
bool set_times(const Object& sampler, const std::vector<float>& times_s, AssetTrack& track) {
    const std::size_t width = track.values.size() / times_s.size();
    std::vector<std::int64_t> offsets;
    if (!read_offsets(sampler, times_s.size(), offsets)) return false;
    std::size_t kept = 0;
    track.times.reserve(times_s.size());
    for (std::size_t i = 0; i < times_s.size(); ++i) {
        Ticks time = ticks_of_seconds(static_cast<double>(times_s[i]));
        if (!offsets.empty()) time = time + Ticks{offsets[i]};
        if (time < Ticks{0} || (kept > 0 && time < track.times.back())) {
            return sampler.error(kCode, "extras.motus.tickOffsets",
                                 "key time " + std::to_string(i) + " is not after the one before");
        }
        if (kept > 0 && track.times.back() == time) {
            --kept;
        } else {
            track.times.push_back(time);
        }
        if (kept != i) {
            std::copy_n(track.values.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                        track.values.begin() + static_cast<std::ptrdiff_t>(kept * width));
        }
        ++kept;
    }
    if (kept == times_s.size()) return true;
    track.values.resize(kept * width);
    sampler.warn(kCode, "input",
                 std::to_string(times_s.size() - kept) +
                     " keys are closer than a tick to the next and are left out");
    return true;
}

bool kind_of(const std::string& path, TrackKind& out) {
    if (path == "translation")
        out = TrackKind::translation;
    else if (path == "rotation")
        out = TrackKind::rotation;
    else if (path == "scale")
        out = TrackKind::scale;
    else if (path == "weights")
        out = TrackKind::weights;
    else
        return false;
    return true;
}

/// What a channel animates: a property of a node, or what a pointer leads to.
struct Target {
    AssetTrack track;
    std::size_t width = 3;
    std::vector<std::uint32_t> also;  ///< More nodes of which the same is animated.
    bool is_pointer = false;
    PointerTarget pointer;
};

/// False: a fault, or nothing that we can animate; a reason has been given.
bool read_pointer(Context& context, const Object& target, Target& out) {
    const Object extension = target.extension("KHR_animation_pointer");
    std::string pointer;
    if (!extension.exists()) {
        target.warn(kCode, "node", "is not there, nor is a pointer; the channel is left out");
        return false;
    }
    if (target.has("node")) {
        target.warn(kCode, "node", "means nothing beside a pointer");
    }
    if (!extension.require("pointer") || !extension.text("pointer", pointer) ||
        !resolve_pointer(context, extension, pointer, out.pointer)) {
        return false;
    }
    out.is_pointer = out.pointer.nodes.empty();
    if (out.is_pointer) return true;
    out.track.node = out.pointer.nodes[0];
    out.track.kind = out.pointer.kind;
    out.also.assign(out.pointer.nodes.begin() + 1, out.pointer.nodes.end());
    return true;
}

bool read_target(Context& context, const Object& channel, const Array& nodes, Target& out) {
    bool ok = channel.require("target");
    const Object target = channel.object("target", &ok);
    AssetTrack& track = out.track;
    std::size_t& width = out.width;
    std::string path;
    if (!ok || !target.require("path") || !target.text("path", path)) return false;
    if (path == "pointer") {
        if (!read_pointer(context, target, out)) return false;
        if (out.is_pointer) return true;
    } else if (!target.index("node", context.asset.nodes.size(), "node", track.node)) {
        return false;
    }
    if (track.node == kNone || (path != "pointer" && !kind_of(path, track.kind))) {
        target.warn(kCode, track.node == kNone ? "node" : "path",
                    track.node == kNone
                        ? "is not there; the channel is left out"
                        : in_quotes(path) + " is not known; the channel is left out");
        return false;
    }
    if (track.kind == TrackKind::rotation) width = 4;
    if (track.kind == TrackKind::weights) {
        const std::uint32_t mesh = context.asset.nodes[track.node].mesh;
        if (mesh != kNone && !context.meshes[mesh].valid) return false;
        width = mesh == kNone ? 0 : context.meshes[mesh].targets;
        if (width == 0) {
            target.warn(kCode, "path", "the node has no morph targets; the channel is left out");
            return false;
        }
    } else if (nodes[track.node].is_object() &&
               nodes[track.node].find("matrix") != nodes[track.node].end()) {
        target.warn(kCode, "node", "the node has a matrix; the channel moves its T, R or S");
    }
    return true;
}

/// A time of extras.motus. In double: the seconds of a tick need more digits than a float has.
bool read_time(const Object& json, const char* key, Ticks& out) {
    const Json* value = json.find(key);
    if (value == nullptr) return true;
    float time_s = 0.0f;
    if (!json.number(key, time_s)) return false;
    if (!(time_s >= 0.0f && time_s <= kMaxTime_s)) {
        return json.error(kCode, key, "must be 0 or later, and at most 3e9 seconds");
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
            entry.error(kCode, "name", "must not be empty");
            continue;
        }
        if (event.time > clip.duration) {
            entry.warn(kCode, "time", "is after the end of the animation");
        }
        clip.events.push_back(std::move(event));
    }
    std::stable_sort(clip.events.begin(), clip.events.end(),
                     [](const AssetEvent& a, const AssetEvent& b) { return a.time < b.time; });
}

/// The kind of what the object model does not have, from its numbers; none: it has none.
bool kind_of_numbers(const Accessor& accessor, PointerKind& out) {
    constexpr PointerKind kinds[] = {PointerKind::number, PointerKind::vec2, PointerKind::vec3,
                                     PointerKind::vec4};
    if (accessor.matrix || accessor.width < 1 || accessor.width > 4) return false;
    out = kinds[accessor.width - 1];
    return true;
}

/// Booleans and integers are whole numbers and step; the rest is floats, or normalised.
bool fits(const Accessor& accessor, PointerKind kind) {
    if (accessor.matrix || accessor.width != width_of(kind)) return false;
    if (kind == PointerKind::boolean) {
        return accessor.component == Component::u8 && !accessor.normalized;
    }
    return accessor.component == Component::f32 || accessor.normalized ||
           kind == PointerKind::integer;
}

bool read_pointer_track(Context& context, const Object& sampler, PointerTarget& target) {
    AssetTrack keys;
    std::vector<float> times_s;
    std::uint32_t index = kNone;
    if (!read_interpolation(sampler, keys.interpolation) ||
        !read_times(context, sampler, times_s) || !sampler.require("output") ||
        !sampler.index("output", context.accessors.size(), "accessor", index)) {
        return false;
    }
    const Accessor& accessor = context.accessors[index];
    if (!accessor.valid) return false;
    AssetPointerTrack& track = target.track;
    if (!target.known) {
        if (!kind_of_numbers(accessor, track.kind)) {
            sampler.warn(kCode, "output", describe(accessor) + " cannot be animated; left out");
            return false;
        }
        sampler.warn(kCode, "output",
                     in_quotes(track.pointer) + " is not known; its numbers are taken as they are");
    } else if (!fits(accessor, track.kind)) {
        return sampler.error(kCode, "output",
                             describe(accessor) + " does not fit " + in_quotes(track.pointer));
    }
    const bool whole = track.kind == PointerKind::boolean || track.kind == PointerKind::integer;
    if (whole && keys.interpolation != Interpolation::step) {
        return sampler.error(kCode, "interpolation",
                             "must be STEP for " + in_quotes(track.pointer));
    }
    if (!read_numbers_of(context, sampler, accessor, times_s.size(), 1, keys) ||
        !set_times(sampler, times_s, keys)) {
        return false;
    }
    track.interpolation = keys.interpolation;
    track.times = std::move(keys.times);
    track.values = std::move(keys.values);
    const std::size_t width = width_of(track.kind);
    if (!target.has_base || track.base.size() != width) {
        const std::size_t first = keys.interpolation == Interpolation::cubic_spline ? width : 0;
        track.base.assign(track.values.begin() + std::ptrdiff_t(first),
                          track.values.begin() + std::ptrdiff_t(first + width));
    }
    return true;
}

void read_animation(Context& context, const Object& json, const Array& nodes, AssetClip& clip) {
    bool ok = json.text("name", clip.name) && json.require("channels") && json.require("samplers");
    const Array channels = json.array("channels", &ok);
    const Array samplers = json.array("samplers", &ok);
    if (!ok) return;
    if (channels.size() == 0) json.warn(kCode, "channels", "there is none");
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
            channel.error(kCode, "target", "an earlier channel has the same target");
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
