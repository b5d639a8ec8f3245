// motus/import/gltf/pointer.h - what a pointer of KHR_animation_pointer leads to.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/gltf/context.h>

namespace motus::gltf {

/// A target that core glTF has channels for too, or something else.
struct PointerTarget {
    std::vector<std::uint32_t> nodes;  ///< Where it is transforms or weights: of these nodes.
    TrackKind kind = TrackKind::translation;
    AssetPointerTrack track;  ///< Where there are no nodes: pointer, name, kind and base.
    bool known = false;       ///< The object model of glTF has it, with its kind.
    bool has_base = false;    ///< The file says it, or the object model does.
};

/// Follows `pointer` into the file. False: it is not one, or leads nowhere; `out` says no more, and
/// a reason has been given at `target`.
bool resolve_pointer(Context& context, const Object& target, const std::string& pointer,
                     PointerTarget& out);

/// What a channel's path or the end of a node's pointer names: "rotation". False: nothing that a
/// track can hold.
[[nodiscard]] bool track_kind_of(std::string_view path, TrackKind& out) noexcept;

}  // namespace motus::gltf
