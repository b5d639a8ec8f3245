// motus/document/key_edit.h - what an editor does to keys, as commands: one step each.
// SPDX-License-Identifier: MIT
//
// Keys are named by their handles; those that are gone are passed over. Every function is one step,
// or part of the step that is open, and keeps the keys of a track in ascending frames. **Where two
// keys meet on one frame, the one that was moved, scaled or pasted stays and the one that lay there
// goes; of two moved ones the later one stays.** Automatic and flat tangents are brought up to date
// with every change.
#pragma once

#include <motus/document/keys.h>

#include <span>
#include <vector>

namespace motus {

/// Removes keys, a track with its last key, and a target with its last track.
Result<Done> delete_keys(Document& document, std::span<const Handle> keys);

/// Moves keys by `frames`; none lands before frame 0: the whole selection stops there.
Result<Done> move_keys(Document& document, std::span<const Handle> keys, std::int64_t frames);

/// Moves keys to pivot + (frame - pivot) * factor, rounded to the nearest frame. Tangents keep
/// their shape. Codes: "bad-factor" where the factor is not above 0, "bad-frame" where a key would
/// lie behind kMaxFrame.
Result<Done> scale_keys(Document& document, std::span<const Handle> keys, double pivot,
                        double factor);

/// Keys out of their document: what was copied. Frames count from the first key of all.
struct CopiedKey {
    std::int64_t frame = 0;
    Value value, in_tangent, out_tangent;
    doc::KeyInterpolation interpolation = doc::KeyInterpolation::linear;
    doc::HandleMode handle_mode = doc::HandleMode::auto_;
};
struct CopiedTrack {
    PropertyKey property;
    std::uint64_t item = 0;  ///< The item by its id: others may be moved before it is pasted.
    std::string path;        ///< Of the node inside the entity's rig; empty: of the entity itself.
    std::vector<CopiedKey> keys;
};
struct CopiedKeys {
    std::vector<CopiedTrack> tracks;
    std::int64_t length = 0;  ///< Frames from the first key to the last.
};
[[nodiscard]] CopiedKeys copy_keys(const Document& document, std::span<const Handle> keys);

/// Writes copied keys into a timeline, the first at `frame`, making tracks and targets. With
/// `entity` not 0 what was copied from one entity goes to that one. Returns the keys written.
/// Codes: those of write_key.
Result<std::vector<Handle>> paste_keys(Document& document, const doc::AnimationTimeline& timeline,
                                       const CopiedKeys& keys, std::int64_t frame,
                                       std::uint64_t entity = 0);

Result<Done> set_interpolation(Document& document, std::span<const Handle> keys,
                               doc::KeyInterpolation interpolation);

/// Free: both tangents as they are. Aligned: one line through the key. Auto: towards the
/// neighbours, flat at extremes and ends. Flat: none. Makes the segments at the key cubic.
Result<Done> set_handle_mode(Document& document, std::span<const Handle> keys,
                             doc::HandleMode mode);

enum class TangentSide : std::uint8_t { in, out };
/// Drags one handle of a key: value per frame. An aligned key's other tangent follows; an automatic
/// or flat key becomes aligned.
Result<Done> set_tangent(Document& document, Handle key, TangentSide side, const Value& tangent);

/// How a segment runs: as slopes at its ends, in parts of the way it has to go.
enum class Ease : std::uint8_t {
    linear,
    smooth,      ///< Slow, fast, slow.
    in,          ///< t^2
    out,         ///< 1 - (1-t)^2
    strong_in,   ///< t^3
    strong_out,  ///< 1 - (1-t)^3
    anticipate,  ///< Goes back a little before it starts.
    overshoot,   ///< Goes too far and comes back.
};
/// Shapes the segments that start at these keys. Their ends become free.
Result<Done> apply_ease(Document& document, std::span<const Handle> keys, Ease ease);

/// Makes room: everything of the timeline at or behind `frame` (keys, events, markers, starts of
/// nested timelines; `frame` counts in the key rate) moves by `frames`, and duration and work end
/// grow by as many frames of snap_fps, rounded. Negative `frames` takes that much out from `frame`
/// on: keys, events and markers in it go. Code "bad-frame" where `frame` is negative, or something
/// would lie behind the last frame or the duration be longer than it can.
Result<Done> ripple_insert(Document& document, const doc::AnimationTimeline& timeline,
                           std::int64_t frame, std::int64_t frames);

/// Computes the tangents of automatic and flat keys of a track anew. Part of the open step.
void settle_tangents(Document& document, const doc::AnimationTrack& track);

/// What a dragged frame may stick to.
struct SnapOptions {
    double radius = 0.0;       ///< In frames; what is farther is not looked at.
    bool whole_frames = true;  ///< Where nothing else is near: the nearest whole frame.
    bool keys = true, markers = true, work_area = true;
    const double* playhead = nullptr;  ///< Optional.
    std::span<const Handle> except{};  ///< Keys that are being dragged.
};
/// The frame (of the key rate) that `frame` snaps to; of two at the same distance the earlier.
[[nodiscard]] double snap_frame(const Document& document, const doc::AnimationTimeline& timeline,
                                double frame, const SnapOptions& options);

}  // namespace motus
