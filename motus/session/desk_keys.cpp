// motus/session/desk_keys.cpp - commands of a desk about keys.
// SPDX-License-Identifier: MIT
#include <motus/session/desk.h>

#include <motus/document/model_change.h>
#include <motus/document/object_json.h>
#include <motus/session/curves.h>
#include <motus/session/desk_arguments.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motus {

using detail::id_in;
using detail::number_in;
using detail::text_in;

namespace {

Result<std::vector<Handle>> handles_in(const Json& c) {
    const Json* list = c.find("keys");
    if (list == nullptr || !list->is_array())
        return Error{"bad-command", "", "the command wants a list of keys"};
    std::vector<Handle> out;
    for (const Json& item : list->items) {
        if (!item.is_number() || !(item.number >= 0.0) || !(item.number < 4294967296.0))
            return Error{"bad-command", "", "a key is named by its handle"};
        out.push_back(static_cast<Handle>(static_cast<std::uint32_t>(item.number)));
    }
    return out;
}

/// Nearest whole key frame of a frame of snap_fps. What no key can be at stays so, and is refused
/// by what is done with it.
std::int64_t key_frames(double frames, double rate) {
    constexpr double kFar = 2.0 * static_cast<double>(kMaxFrame);
    return static_cast<std::int64_t>(std::clamp(std::floor(frames * rate + 0.5), -kFar, kFar));
}

/// No handle where it names none.
Handle handle_in(const Json& c) {
    const double number = number_in(c, "key", 0.0);
    const bool whole = number >= 0.0 && number < 4294967296.0 && number == std::floor(number);
    return whole ? static_cast<Handle>(static_cast<std::uint32_t>(number)) : Handle::none;
}

/// The word's place in a list; the list's size where it is not there.
template <std::size_t N>
std::size_t word(std::string_view text, const char* const (&words)[N]) {
    for (std::size_t i = 0; i < N; ++i)
        if (text == words[i]) return i;
    return N;
}

Error unknown(const char* what, std::string_view text) {
    return {"bad-command", std::string(text), std::string("there is no such ") + what};
}

}  // namespace

Result<Desk::Outcome> Desk::key_delete(const Json& c) {
    const Result<std::vector<Handle>> keys = handles_in(c);
    if (!keys) return keys.error();
    const Result<Done> done = delete_keys(document(), *keys);
    if (!done) return done.error();
    return Outcome{};
}

Result<Desk::Outcome> Desk::key_move(const Json& c) {
    const Result<std::vector<Handle>> keys = handles_in(c);
    if (!keys) return keys.error();
    const std::int64_t by = key_frames(number_in(c, "frames", 0.0), keys_per_frame(*keys));
    const Result<Done> done = move_keys(document(), *keys, by);
    if (!done) return done.error();
    return Outcome{*keys, 0};
}

Result<Desk::Outcome> Desk::key_scale(const Json& c) {
    const Result<std::vector<Handle>> keys = handles_in(c);
    if (!keys) return keys.error();
    const double pivot = number_in(c, "pivot", 0.0) * keys_per_frame(*keys);
    const Result<Done> done = scale_keys(document(), *keys, pivot, number_in(c, "factor", 1.0));
    if (!done) return done.error();
    return Outcome{*keys, 0};
}

Result<Desk::Outcome> Desk::key_copy(const Json& c) {
    const Result<std::vector<Handle>> keys = handles_in(c);
    if (!keys) return keys.error();
    copied_ = copy_keys(document(), *keys);
    return Outcome{*keys, 0};
}

Result<Desk::Outcome> Desk::key_paste(const Json& c) {
    const doc::AnimationTimeline* into = timeline(id_in(c, "timeline"));
    if (into == nullptr) return Error{"no-timeline", "", "there is no such timeline"};
    if (copied_.tracks.empty()) return Error{"nothing-copied", "", "no keys were copied"};
    CopiedKeys keys = copied_;
    // Onto another track: what was copied from one track goes to that property.
    if (const Json* onto = c.find("track"); onto != nullptr) {
        const auto* track = object_cast<doc::AnimationTrack>(document().find_id(id_in(c, "track")));
        if (track == nullptr || track->kind() != doc::TrackKind::property)
            return Error{"no-track", "", "there is no such track"};
        if (keys.tracks.size() != 1)
            return Error{"many-tracks", "", "keys of several tracks do not fit on one"};
        keys.tracks[0].property = key_of(document(), track->binding());
        keys.tracks[0].item = track->binding().item();
        keys.tracks[0].path = track->binding().path();
    }
    const double rate = motus::keys_per_frame(*into);
    Result<std::vector<Handle>> written = paste_keys(
        document(), *into, keys, key_frames(number_in(c, "frame", 0.0), rate), id_in(c, "entity"));
    if (!written) return written.error();
    return Outcome{*std::move(written), 0};
}

Result<Desk::Outcome> Desk::key_duplicate(const Json& c) {
    const Result<std::vector<Handle>> keys = handles_in(c);
    if (!keys) return keys.error();
    const CopiedKeys copies = copy_keys(document(), *keys);
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    const doc::AnimationTimeline* owner = nullptr;
    for (const Handle handle : *keys) {
        const auto* key = object_cast<doc::AnimationKeyframe>(document().find(handle));
        if (key == nullptr || key->parent() == nullptr) continue;
        first = std::min(first, key->frame());
        owner = object_cast<doc::AnimationTimeline>(key->parent()->parent());
    }
    if (owner == nullptr) return Outcome{};
    const std::int64_t by = key_frames(number_in(c, "frames", 0.0), motus::keys_per_frame(*owner));
    Result<std::vector<Handle>> written =
        paste_keys(document(), *owner, copies, std::max<std::int64_t>(0, first + by));
    if (!written) return written.error();
    return Outcome{*std::move(written), 0};
}

Result<Desk::Outcome> Desk::key_insert(const Json& c) {
    const auto* track = object_cast<doc::AnimationTrack>(document().find_id(id_in(c, "track")));
    const auto* owner =
        object_cast<doc::AnimationTimeline>(track != nullptr ? track->parent() : nullptr);
    if (owner == nullptr || track->keys().empty())
        return Error{"no-track", "", "there is no such track with keys"};
    const std::int64_t frame = std::max<std::int64_t>(
        0, key_frames(number_in(c, "frame", 0.0), motus::keys_per_frame(*owner)));
    // The value that the track has there: of numbers by the runtime's evaluator, of others the
    // last.
    const std::size_t next = lower_key(*track, frame);
    Value value = track->keys()[next > 0 ? next - 1 : 0].value();
    const CurveSampler sampler(*track);
    std::array<float, 4> numbers{};
    if (sampler.at(static_cast<double>(frame), numbers)) {
        if (value.as_number() != nullptr) {
            const bool whole = track->binding().property_kind() != doc::ValueKind::number;
            value = Value(whole ? std::floor(numbers[0] + 0.5f) : numbers[0]);
        } else if (value.as_tuple() != nullptr) {
            value = Value::tuple(std::span<const float>(numbers).first(sampler.channels()));
        }
    }
    Step step = document().begin_step("Insert key");
    const Result<Handle> written =
        write_key(document(), *owner, key_of(document(), track->binding()), frame, value,
                  track->binding().path());
    if (!written) return written.error();
    settle_tangents(document(), *track);
    if (const Result<Done> done = step.commit(); !done) return done.error();
    return Outcome{{*written}, 0};
}

Result<Desk::Outcome> Desk::key_set(const Json& c) {
    const Handle handle = handle_in(c);
    const auto* key = object_cast<doc::AnimationKeyframe>(document().find(handle));
    if (key == nullptr) return Error{"no-key", "", "there is no such key"};
    const auto& track = static_cast<const doc::AnimationTrack&>(*key->parent());
    Step step = document().begin_step("Change key");
    if (const Json* value = c.find("value")) {
        const Result<Value> read = read_value(*value);
        if (!read) return read.error();
        const PropertyPlace at = find_property(document(), key_of(document(), track.binding()));
        Result<Value> fitting = at ? conform(*at.property, *read) : read;
        if (!fitting) return fitting.error();
        document().begin_change(*key).set_value(*fitting);
        settle_tangents(document(), track);
    }
    if (c.find("frame") != nullptr) {
        const Handle keys[] = {handle};
        const std::int64_t to = key_frames(number_in(c, "frame", 0.0), keys_per_frame(keys));
        const Result<Done> moved = move_keys(document(), keys, to - key->frame());
        if (!moved) return moved.error();
    }
    if (const Result<Done> done = step.commit(); !done) return done.error();
    return Outcome{{handle}, 0};
}

Result<Desk::Outcome> Desk::key_interpolation(const Json& c) {
    static constexpr const char* kWords[] = {"step", "linear", "cubic"};
    const Result<std::vector<Handle>> keys = handles_in(c);
    if (!keys) return keys.error();
    const std::size_t at = word(text_in(c, "interpolation"), kWords);
    if (at == std::size(kWords)) return unknown("interpolation", text_in(c, "interpolation"));
    const Result<Done> done =
        set_interpolation(document(), *keys, static_cast<doc::KeyInterpolation>(at));
    if (!done) return done.error();
    return Outcome{*keys, 0};
}

Result<Desk::Outcome> Desk::key_handles(const Json& c) {
    static constexpr const char* kWords[] = {"free", "aligned", "auto", "flat"};
    const Result<std::vector<Handle>> keys = handles_in(c);
    if (!keys) return keys.error();
    const std::size_t at = word(text_in(c, "mode"), kWords);
    if (at == std::size(kWords)) return unknown("handle mode", text_in(c, "mode"));
    const Result<Done> done = set_handle_mode(document(), *keys, static_cast<doc::HandleMode>(at));
    if (!done) return done.error();
    return Outcome{*keys, 0};
}

Result<Desk::Outcome> Desk::key_tangent(const Json& c) {
    static constexpr const char* kWords[] = {"in", "out"};
    const Handle handle = handle_in(c);
    const std::size_t side = word(text_in(c, "side"), kWords);
    if (side == std::size(kWords)) return unknown("side", text_in(c, "side"));
    const Json* tangent = c.find("tangent");
    if (tangent == nullptr) return Error{"bad-command", "", "a tangent is missing"};
    Result<Value> value = read_value(*tangent);
    if (!value) return value.error();
    // Per frame of snap_fps outside, per frame of keys inside.
    const Handle keys[] = {handle};
    const double rate = keys_per_frame(keys);
    if (const double* number = value->as_number()) {
        *value = Value(static_cast<float>(*number / rate));
    } else if (const Value::Tuple* tuple = value->as_tuple()) {
        Value::Tuple scaled = *tuple;
        for (float& v : scaled.v)
            v = static_cast<float>(static_cast<double>(v) / rate);
        *value = Value::tuple(std::span<const float>(scaled.v).first(scaled.size));
    }
    const Result<Done> done =
        set_tangent(document(), handle, static_cast<TangentSide>(side), *value);
    if (!done) return done.error();
    return Outcome{{handle}, 0};
}

Result<Desk::Outcome> Desk::key_ease(const Json& c) {
    static constexpr const char* kWords[] = {"linear",    "smooth",     "in",         "out",
                                             "strong_in", "strong_out", "anticipate", "overshoot"};
    const Result<std::vector<Handle>> keys = handles_in(c);
    if (!keys) return keys.error();
    const std::size_t at = word(text_in(c, "ease"), kWords);
    if (at == std::size(kWords)) return unknown("ease", text_in(c, "ease"));
    const Result<Done> done = apply_ease(document(), *keys, static_cast<Ease>(at));
    if (!done) return done.error();
    return Outcome{*keys, 0};
}

Result<Desk::Outcome> Desk::ripple(const Json& c) {
    const doc::AnimationTimeline* into = timeline(id_in(c, "timeline"));
    if (into == nullptr) return Error{"no-timeline", "", "there is no such timeline"};
    const double rate = motus::keys_per_frame(*into);
    const Result<Done> done =
        ripple_insert(document(), *into, key_frames(number_in(c, "frame", 0.0), rate),
                      key_frames(number_in(c, "frames", 0.0), rate));
    if (!done) return done.error();
    return Outcome{};
}

}  // namespace motus
