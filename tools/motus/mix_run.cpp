// tools/motus/mix_run.cpp - starts, events, updates.
// SPDX-License-Identifier: MIT
#include "mix_run.h"

#include "output.h"

#include <algorithm>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// The mixer's data from a character's, which must live as long.
RigBuffer make_mixer_rig(const std::string& file, const Character& character) {
    std::vector<std::vector<EventTime>> events(character.clips.size());
    for (std::size_t i = 0; i < character.clips.size(); ++i) {
        for (const AssetEvent& event : character.clip_events[i]) {
            events[i].push_back({event.time, hash_name(event.name)});
        }
    }
    const std::vector<std::span<const EventTime>> views(events.begin(), events.end());
    auto made = build_rig({.skeleton = character.skeleton,
                           .clips = character.clips,
                           .skins = character.skins,
                           .events = views});
    if (!made) throw InputFault(file, made.error());
    return *std::move(made);
}

}  // namespace

MixRun::MixRun(const std::string& file, const std::string& script_file, const Character& character,
               const MixScript& script)
    : script_file_(script_file),
      character_(character),
      script_(script),
      mixer_rig_(make_mixer_rig(file, character)),
      mixer_(mixer_rig_.view()) {
    for (const MixStart& start : script_.start)
        apply(start);
}

void MixRun::prepare(std::uint64_t step) {
    const auto& events = script_.events;
    for (; next_event_ < events.size() && events[next_event_].step == step; ++next_event_)
        apply(events[next_event_]);
}

void MixRun::update() {
    check(mixer_.update(script_.dt), "dt");
}

void MixRun::warn_of_the_rest() const {
    for (std::size_t i = next_event_; i < script_.events.size(); ++i) {
        print_message(fmt::format("{}: warning: {}: is after the last step", script_file_,
                                  script_.events[i].place));
    }
}

std::string_view MixRun::name_of(const MixerEvent& event) const {
    const std::vector<AssetEvent>& events =
        character_.clip_events[static_cast<std::size_t>(event.clip)];
    const auto found = std::find_if(events.begin(), events.end(), [&](const AssetEvent& e) {
        return hash_name(e.name) == event.name;
    });
    return found == events.end() ? std::string_view() : std::string_view(found->name);
}

void MixRun::check(Status status, const std::string& place) const {
    if (status == Status::ok) return;
    throw InputFault(script_file_,
                     Error{"mix", place, fmt::format("was refused: {}", to_string(status))});
}

void MixRun::apply(const MixStart& start) {
    const Action started = action(start.clip);
    started.set_loop(start.mode, start.count).set_speed(start.speed).set_weight(start.weight);
    if (start.additive) started.set_additive(true);
    if (start.time) started.set_time(*start.time);
    started.play();
    check(mixer_.take_fault(), start.place);
}

void MixRun::apply(const MixEvent& event) {
    if (const auto& fade = event.crossfade) {
        const FadeMode mode = fade->inertial ? FadeMode::inertial : FadeMode::blend;
        check(mixer_.cross_fade(ClipId{fade->from}, ClipId{fade->to}, fade->duration_s, mode),
              event.place + ".crossfade");
    }
    if (const auto& fade = event.fade) {
        action(fade->clip).fade_to(fade->to, fade->duration_s);
        check(mixer_.take_fault(), event.place + ".fade");
    }
    if (const auto& set = event.set) {
        const Action changed = action(set->clip);
        if (set->weight) changed.set_weight(*set->weight);
        if (set->speed) changed.set_speed(*set->speed);
        if (set->time) changed.set_time(*set->time);
        if (set->playing && *set->playing) changed.play();
        if (set->playing && !*set->playing) changed.pause();
        check(mixer_.take_fault(), event.place + ".set");
    }
}

}  // namespace motus::tool
