// SPDX-License-Identifier: MIT
#include <motus/document/key_edit.h>

#include <motus/document/key_numbers.h>
#include <motus/document/model_change.h>

#include <cmath>

namespace motus {
namespace {

using doc::AnimationKeyframe;
using doc::AnimationTrack;
using doc::HandleMode;
using doc::KeyInterpolation;

using detail::is_smooth;
using detail::key_of_handle;
using detail::KeyNumbers;
using detail::numbers_of;
using detail::track_of;
using detail::value_of;

/// The slope at a key that looks at its neighbours: 0 where it is higher or lower than both.
double auto_slope(double before, double here, double after, double gap_before, double gap_after) {
    const double left = (here - before) / gap_before, right = (after - here) / gap_after;
    if (left * right <= 0.0) return 0.0;
    // Harmonic mean: never overshoots its neighbours.
    return 2.0 * left * right / (left + right);
}

KeyNumbers auto_tangent(const AnimationTrack& track, std::size_t index) {
    const auto keys = track.keys();
    KeyNumbers out = numbers_of(keys[index].value());
    for (double& v : out.v)
        v = 0.0;
    if (index == 0 || index + 1 == keys.size()) return out;
    const KeyNumbers before = numbers_of(keys[index - 1].value());
    const KeyNumbers here = numbers_of(keys[index].value());
    const KeyNumbers after = numbers_of(keys[index + 1].value());
    const double gap_before = static_cast<double>(keys[index].frame() - keys[index - 1].frame());
    const double gap_after = static_cast<double>(keys[index + 1].frame() - keys[index].frame());
    if (!(gap_before > 0.0) || !(gap_after > 0.0)) return out;
    if (track.binding().property_kind() == doc::ValueKind::quat) {
        // Neighbours on the key's side; the slope between them, so that turning goes on evenly.
        const auto side = [&](const KeyNumbers& other) {
            double dot = 0.0;
            for (std::size_t i = 0; i < 4; ++i)
                dot += other.v[i] * here.v[i];
            return dot < 0.0 ? -1.0 : 1.0;
        };
        const double a = side(before), b = side(after);
        for (std::size_t i = 0; i < 4; ++i)
            out.v[i] = (after.v[i] * b - before.v[i] * a) / (gap_before + gap_after);
        return out;
    }
    for (std::size_t i = 0; i < out.size; ++i)
        out.v[i] = auto_slope(before.v[i], here.v[i], after.v[i], gap_before, gap_after);
    return out;
}

void write_tangents(Document& document, const AnimationKeyframe& key, const Value& in,
                    const Value& out) {
    auto change = document.begin_change(key);
    if (!(key.in_tangent() == in)) change.set_in_tangent(in);
    if (!(key.out_tangent() == out)) change.set_out_tangent(out);
}

/// Tangents show where the segments beside the key are curves.
void make_cubic(Document& document, const AnimationTrack& track, std::size_t index) {
    for (const std::size_t at : {index - 1, index}) {
        if (at >= track.keys().size()) continue;
        const AnimationKeyframe& key = track.keys()[at];
        if (key.interpolation() != KeyInterpolation::cubic) {
            document.begin_change(key).set_interpolation(KeyInterpolation::cubic);
        }
    }
}

struct Slopes {
    double start, end;
};

Slopes slopes_of(Ease ease) {
    switch (ease) {
        case Ease::linear:
            return {1.0, 1.0};
        case Ease::smooth:
            return {0.0, 0.0};
        case Ease::in:
            return {0.0, 2.0};
        case Ease::out:
            return {2.0, 0.0};
        case Ease::strong_in:
            return {0.0, 3.0};
        case Ease::strong_out:
            return {3.0, 0.0};
        // 1 + 2.70158 (t-1)^3 + 1.70158 (t-1)^2, R. Penner's "back": 10 % too far.
        case Ease::anticipate:
            return {0.0, 4.70158};
        case Ease::overshoot:
            return {4.70158, 0.0};
    }
    return {1.0, 1.0};
}

}  // namespace

void settle_tangents(Document& document, const AnimationTrack& track) {
    if (!is_smooth(track)) return;
    for (std::size_t i = 0; i < track.keys().size(); ++i) {
        const AnimationKeyframe& key = track.keys()[i];
        if (key.handle_mode() == HandleMode::flat) {
            write_tangents(document, key, {}, {});
        } else if (key.handle_mode() == HandleMode::auto_) {
            // Only curves have tangents: a linear track stays as it was written.
            const bool curve =
                key.interpolation() == KeyInterpolation::cubic ||
                (i > 0 && track.keys()[i - 1].interpolation() == KeyInterpolation::cubic);
            const KeyNumbers slope = curve ? auto_tangent(track, i) : KeyNumbers{};
            const bool flat = slope.v == std::array<double, 4>{};
            const Value value = flat ? Value() : value_of(slope);
            write_tangents(document, key, value, value);
        }
    }
}

Result<Done> set_handle_mode(Document& document, std::span<const Handle> keys, HandleMode mode) {
    Step step = document.begin_step("Handle mode");
    for (const Handle handle : keys) {
        const AnimationKeyframe* key = key_of_handle(document, handle);
        const AnimationTrack* track = key != nullptr ? track_of(*key) : nullptr;
        if (track == nullptr || !is_smooth(*track)) continue;
        document.begin_change(*key).set_handle_mode(mode);
        make_cubic(document, *track, key->index());
        if (mode == HandleMode::aligned) {
            // One line: the mean of both sides.
            KeyNumbers in = numbers_of(key->in_tangent());
            const KeyNumbers out = numbers_of(key->out_tangent());
            in.size = numbers_of(key->value()).size;
            for (std::size_t i = 0; i < in.size; ++i)
                in.v[i] = 0.5 * (in.v[i] + out.v[i]);
            write_tangents(document, *key, value_of(in), value_of(in));
        }
        settle_tangents(document, *track);
    }
    return step.commit();
}

Result<Done> set_tangent(Document& document, Handle handle, TangentSide side,
                         const Value& tangent) {
    const AnimationKeyframe* key = key_of_handle(document, handle);
    const AnimationTrack* track = key != nullptr ? track_of(*key) : nullptr;
    if (track == nullptr) return Error{"no-key", "", "the key is not in the document"};
    if (!is_smooth(*track)) {
        return Error{"not-smooth", "", "values of this kind step: they have no tangents"};
    }
    const std::size_t size = numbers_of(key->value()).size;
    if (!tangent.is_none() && numbers_of(tangent).size != size) {
        return Error{"wrong-type", "", "a tangent has as many numbers as the value"};
    }
    Step step = document.begin_step("Tangent");
    HandleMode mode = key->handle_mode();
    if (mode == HandleMode::auto_ || mode == HandleMode::flat) {
        mode = HandleMode::aligned;
        document.begin_change(*key).set_handle_mode(mode);
    }
    const bool both = mode == HandleMode::aligned;
    auto change = document.begin_change(*key);
    if (side == TangentSide::in || both) change.set_in_tangent(tangent);
    if (side == TangentSide::out || both) change.set_out_tangent(tangent);
    make_cubic(document, *track, key->index());
    settle_tangents(document, *track);
    return step.commit();
}

Result<Done> apply_ease(Document& document, std::span<const Handle> keys, Ease ease) {
    Step step = document.begin_step("Ease");
    const Slopes slopes = slopes_of(ease);
    for (const Handle handle : keys) {
        const AnimationKeyframe* key = key_of_handle(document, handle);
        const AnimationTrack* track = key != nullptr ? track_of(*key) : nullptr;
        if (track == nullptr || !is_smooth(*track)) continue;
        const std::size_t index = key->index();
        if (index + 1 == track->keys().size()) continue;
        const AnimationKeyframe& next = track->keys()[index + 1];
        if (ease == Ease::linear) {
            document.begin_change(*key).set_interpolation(KeyInterpolation::linear);
            settle_tangents(document, *track);
            continue;
        }
        const KeyNumbers from = numbers_of(key->value()), to = numbers_of(next.value());
        const double interval = static_cast<double>(next.frame() - key->frame());
        if (!(interval > 0.0)) continue;
        KeyNumbers leave = from, arrive = from;
        double side = 1.0;
        if (track->binding().property_kind() == doc::ValueKind::quat) {
            double dot = 0.0;
            for (std::size_t i = 0; i < 4; ++i)
                dot += from.v[i] * to.v[i];
            side = dot < 0.0 ? -1.0 : 1.0;
        }
        for (std::size_t i = 0; i < from.size; ++i) {
            const double way = (to.v[i] * side - from.v[i]) / interval;
            leave.v[i] = way * slopes.start;
            arrive.v[i] = way * slopes.end;
        }
        document.begin_change(*key)
            .set_interpolation(KeyInterpolation::cubic)
            .set_handle_mode(HandleMode::free)
            .set_out_tangent(value_of(leave));
        document.begin_change(next)
            .set_handle_mode(HandleMode::free)
            .set_in_tangent(value_of(arrive));
        settle_tangents(document, *track);
    }
    return step.commit();
}

}  // namespace motus
