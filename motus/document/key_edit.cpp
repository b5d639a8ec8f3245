// SPDX-License-Identifier: MIT
#include <motus/document/key_edit.h>

#include <motus/document/key_numbers.h>
#include <motus/document/model_change.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace motus {
namespace {

using doc::AnimationKeyframe;
using doc::AnimationTimeline;
using doc::AnimationTrack;

using detail::key_of_handle;
using detail::KeyNumbers;
using detail::numbers_of;
using detail::remove_track;
using detail::track_of;
using detail::value_of;

/// Selected keys by track, tracks in the order of their handles, keys in the order of their frames.
using Selection = std::map<Handle, std::vector<Handle>>;

Selection select(const Document& document, std::span<const Handle> keys) {
    Selection selection;
    std::set<Handle> seen;
    for (const Handle handle : keys) {
        const AnimationKeyframe* key = key_of_handle(document, handle);
        const AnimationTrack* track = key != nullptr ? track_of(*key) : nullptr;
        if (track != nullptr && seen.insert(handle).second) {
            selection[track->handle()].push_back(handle);
        }
    }
    for (auto& [track, handles] : selection) {
        std::stable_sort(handles.begin(), handles.end(), [&](Handle a, Handle b) {
            return key_of_handle(document, a)->frame() < key_of_handle(document, b)->frame();
        });
    }
    return selection;
}

const AnimationTrack* track_at(const Document& document, Handle handle) {
    return object_cast<AnimationTrack>(document.find(handle));
}

/// Gives keys of one track their new frames: `frames` by handle. What lies there goes.
void place(Document& document, const AnimationTrack& track,
           const std::vector<std::pair<Handle, std::int64_t>>& frames) {
    std::map<std::int64_t, Handle> taken;
    std::map<Handle, std::int64_t> moved;
    for (const auto& [handle, frame] : frames) {
        taken[frame] = handle;  // the later one stays
        moved[handle] = frame;
    }
    for (std::size_t i = track.keys().size(); i-- > 0;) {
        const AnimationKeyframe& key = track.keys()[i];
        const auto to = moved.find(key.handle());
        const bool loses = to == moved.end() ? taken.count(key.frame()) != 0
                                             : taken.at(to->second) != key.handle();
        if (loses) document.begin_change(track).keys_remove(i);
    }
    for (const auto& [frame, handle] : taken) {
        const AnimationKeyframe* key = key_of_handle(document, handle);
        if (key->frame() != frame) document.begin_change(*key).set_frame(frame);
    }
    // Insertion sort by moves: most keys are in place.
    for (std::size_t i = 1; i < track.keys().size(); ++i) {
        const std::int64_t frame = track.keys()[i].frame();
        if (track.keys()[i - 1].frame() <= frame) continue;
        std::size_t low = 0, high = i - 1;  // the first one behind it is among these
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (track.keys()[middle].frame() > frame) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        document.begin_change(track).keys_move(i, low);
    }
    settle_tangents(document, track);
}

/// A key cannot go there.
Error bad_frame() {
    return {"bad-frame", "",
            "a key would lie behind the last frame there is, " + std::to_string(kMaxFrame)};
}

Value scaled(const Value& tangent, double factor) {
    KeyNumbers numbers = numbers_of(tangent);
    for (double& v : numbers.v)
        v *= factor;
    return value_of(numbers);
}

}  // namespace

Result<Done> delete_keys(Document& document, std::span<const Handle> keys) {
    Step step = document.begin_step("Delete keys");
    for (const auto& [handle, handles] : select(document, keys)) {
        const AnimationTrack& track = *track_at(document, handle);
        if (handles.size() == track.keys().size()) {
            remove_track(document, track);
            continue;
        }
        // From behind, in one pass: what comes after a key that goes is moved once for each.
        const std::set<Handle> gone(handles.begin(), handles.end());
        for (std::size_t i = track.keys().size(); i-- > 0;)
            if (gone.count(track.keys()[i].handle()) != 0) {
                document.begin_change(track).keys_remove(i);
            }
        settle_tangents(document, track);
    }
    return step.commit();
}

Result<Done> move_keys(Document& document, std::span<const Handle> keys, std::int64_t frames) {
    const Selection selection = select(document, keys);
    for (const auto& [handle, handles] : selection) {
        const std::int64_t first = key_of_handle(document, handles.front())->frame();
        const std::int64_t last = key_of_handle(document, handles.back())->frame();
        if (first < -kMaxFrame) return bad_frame();
        frames = std::max(frames, -first);
        if (frames > kMaxFrame || last > kMaxFrame - frames) return bad_frame();
    }
    Step step = document.begin_step("Move keys");
    for (const auto& [handle, handles] : selection) {
        std::vector<std::pair<Handle, std::int64_t>> places;
        for (const Handle key : handles)
            places.emplace_back(key, key_of_handle(document, key)->frame() + frames);
        if (frames != 0) place(document, *track_at(document, handle), places);
    }
    return step.commit();
}

Result<Done> scale_keys(Document& document, std::span<const Handle> keys, double pivot,
                        double factor) {
    if (!(factor > 0.0) || !std::isfinite(factor) || !std::isfinite(pivot)) {
        return Error{"bad-factor", "", "keys are scaled by a number above 0"};
    }
    Step step = document.begin_step("Scale keys");
    for (const auto& [handle, handles] : select(document, keys)) {
        std::vector<std::pair<Handle, std::int64_t>> places;
        for (const Handle key : handles) {
            const AnimationKeyframe& k = *key_of_handle(document, key);
            const double to = pivot + (static_cast<double>(k.frame()) - pivot) * factor;
            if (!(std::fabs(to) <= static_cast<double>(kMaxFrame))) return bad_frame();
            places.emplace_back(
                key, std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(to + 0.5))));
            auto change = document.begin_change(k);
            if (!k.in_tangent().is_none())
                change.set_in_tangent(scaled(k.in_tangent(), 1 / factor));
            if (!k.out_tangent().is_none()) {
                change.set_out_tangent(scaled(k.out_tangent(), 1 / factor));
            }
        }
        place(document, *track_at(document, handle), places);
    }
    return step.commit();
}

CopiedKeys copy_keys(const Document& document, std::span<const Handle> keys) {
    CopiedKeys copied;
    const Selection selection = select(document, keys);
    std::int64_t first = 0;
    bool any = false;
    for (const auto& [handle, handles] : selection) {
        const std::int64_t frame = key_of_handle(document, handles.front())->frame();
        first = any ? std::min(first, frame) : frame;
        any = true;
    }
    for (const auto& [handle, handles] : selection) {
        const AnimationTrack& track = *track_at(document, handle);
        CopiedTrack& out = copied.tracks.emplace_back();
        out.property = key_of(document, track.binding());
        out.item = track.binding().item();
        out.path = track.binding().path();
        for (const Handle key : handles) {
            const AnimationKeyframe& k = *key_of_handle(document, key);
            out.keys.push_back({k.frame() - first, k.value(), k.in_tangent(), k.out_tangent(),
                                k.interpolation(), k.handle_mode()});
            copied.length = std::max(copied.length, k.frame() - first);
        }
    }
    return copied;
}

Result<std::vector<Handle>> paste_keys(Document& document, const AnimationTimeline& timeline,
                                       const CopiedKeys& keys, std::int64_t frame,
                                       std::uint64_t entity) {
    std::set<std::uint64_t> sources;
    for (const CopiedTrack& track : keys.tracks)
        sources.insert(track.property.entity);
    if (entity != 0 && sources.size() > 1) {
        return Error{"several-entities", "", "keys of several entities cannot go to one"};
    }
    if (frame > kMaxFrame) return bad_frame();
    std::vector<Handle> written;
    Step step = document.begin_step("Paste keys");
    for (const CopiedTrack& track : keys.tracks) {
        PropertyKey property = track.property;
        if (entity != 0 && entity != property.entity) {
            property.entity = entity;  // its item at the same place
        } else if (track.item != 0) {
            property.array_index =
                place_of_item(document, property.entity, property.component, track.item);
        }
        for (const CopiedKey& key : track.keys) {
            const Result<Handle> handle =
                write_key(document, timeline, property, frame + key.frame, key.value, track.path);
            if (!handle) return handle.error();
            document.begin_change(*key_of_handle(document, *handle))
                .set_interpolation(key.interpolation)
                .set_handle_mode(key.handle_mode)
                .set_in_tangent(key.in_tangent)
                .set_out_tangent(key.out_tangent);
            written.push_back(*handle);
        }
        if (const AnimationTrack* to = find_track(document, timeline, property, track.path)) {
            settle_tangents(document, *to);
        }
    }
    const Result<Done> done = step.commit();
    if (!done) return done.error();
    return written;
}

Result<Done> set_interpolation(Document& document, std::span<const Handle> keys,
                               doc::KeyInterpolation interpolation) {
    Step step = document.begin_step("Interpolation");
    for (const auto& [handle, handles] : select(document, keys)) {
        const AnimationTrack& track = *track_at(document, handle);
        if (!detail::is_smooth(track) && interpolation != doc::KeyInterpolation::step) continue;
        for (const Handle key : handles)
            document.begin_change(*key_of_handle(document, key)).set_interpolation(interpolation);
        settle_tangents(document, track);
    }
    return step.commit();
}

}  // namespace motus
