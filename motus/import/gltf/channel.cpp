// SPDX-License-Identifier: MIT
#include <motus/import/gltf/channel.h>

#include <motus/asset/pointer.h>
#include <motus/import/gltf/accessor.h>
#include <motus/import/gltf/sampler.h>

namespace motus::gltf {
namespace {

/// False: a fault, or nothing that we can animate; a reason has been given.
bool read_pointer(Context& context, const Object& target, Target& out) {
    const Object extension = target.extension("KHR_animation_pointer");
    std::string pointer;
    if (!extension.exists()) {
        target.warn(kAnimationCode, "node",
                    "is not there, nor is a pointer; the channel is left out");
        return false;
    }
    if (target.has("node")) {
        target.warn(kAnimationCode, "node", "means nothing beside a pointer");
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

}  // namespace

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
    if (track.node == kNone || (path != "pointer" && !track_kind_of(path, track.kind))) {
        target.warn(kAnimationCode, track.node == kNone ? "node" : "path",
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
            target.warn(kAnimationCode, "path",
                        "the node has no morph targets; the channel is left out");
            return false;
        }
    } else if (nodes[track.node].is_object() &&
               nodes[track.node].find("matrix") != nodes[track.node].end()) {
        target.warn(kAnimationCode, "node",
                    "the node has a matrix; the channel moves its T, R or S");
    }
    return true;
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
            sampler.warn(kAnimationCode, "output",
                         describe(accessor) + " cannot be animated; left out");
            return false;
        }
        sampler.warn(kAnimationCode, "output",
                     in_quotes(track.pointer) + " is not known; its numbers are taken as they are");
    } else if (!fits(accessor, track.kind)) {
        return sampler.error(kAnimationCode, "output",
                             describe(accessor) + " does not fit " + in_quotes(track.pointer));
    }
    const bool whole = track.kind == PointerKind::boolean || track.kind == PointerKind::integer;
    if (whole && keys.interpolation != Interpolation::step) {
        return sampler.error(kAnimationCode, "interpolation",
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

}  // namespace motus::gltf
