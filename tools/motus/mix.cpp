// SPDX-License-Identifier: MIT
#include "input.h"
#include "script.h"
#include "table.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>
#include <motus/play/mixer.h>

#include <algorithm>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// The mixer's data from a rig's; the rig must live as long.
MixerRigBuffer make_mixer_rig(const std::string& file, const Asset& asset, const Rig& rig) {
    std::vector<std::vector<EventTime>> events(asset.clips.size());
    std::vector<MixerClipDesc> clips;
    for (std::size_t i = 0; i < rig.clips.size(); ++i) {
        for (const AssetEvent& event : asset.clips[i].events) {
            events[i].push_back({event.time, hash_name(event.name)});
        }
        clips.push_back({rig.clips[i], events[i]});
    }
    std::vector<Skin> skins(rig.skins.begin(), rig.skins.end());
    auto made = build_mixer_rig(rig.skeleton, clips, skins);
    if (!made) throw InputFault(file, made.error());
    return *std::move(made);
}

class Run {
  public:
    Run(const MixOptions& options, const Asset& asset, const Rig& rig, const MixScript& script)
        : options_(options),
          asset_(asset),
          rig_(rig),
          script_(script),
          mixer_rig_(make_mixer_rig(options.file, asset, rig)),
          mixer_(mixer_rig_.view()) {}

    void run(Output& out) {
        for (const MixStart& start : script_.start)
            apply(start);
        auto event = script_.events.begin();
        if (!options_.json) print_heading(out.text);
        for (std::uint64_t step = 1; step <= script_.steps; ++step) {
            for (; event != script_.events.end() && event->step == step; ++event)
                apply(*event);
            check(mixer_.update(script_.dt), "dt");
            if (options_.json) {
                write_step(step, out.text);
            } else {
                print_step(step, out.text);
            }
            out.flush_if_large();
        }
        for (; event != script_.events.end(); ++event) {
            print_message(fmt::format("{}: warning: {}: is after the last step", options_.script,
                                      event->place));
        }
    }

  private:
    void check(Status status, const std::string& place) const {
        if (status == Status::ok) return;
        throw InputFault(options_.script,
                         Error{"mix", place, fmt::format("was refused: {}", to_string(status))});
    }

    Action action(std::uint32_t clip) { return mixer_.clip_action(ClipId{clip}); }

    void apply(const MixStart& start) {
        const Action started = action(start.clip);
        started.set_loop(start.mode, start.count).set_speed(start.speed).set_weight(start.weight);
        if (start.additive) started.set_additive(true);
        if (start.time) started.set_time(*start.time);
        started.play();
        check(mixer_.take_fault(), start.place);
    }

    void apply(const MixEvent& event) {
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

    void write_step(std::uint64_t step, std::string& out) {
        JsonWriter json(out);
        json.begin_object().key("step").value(step);
        json.key("actions").begin_array();
        for (const std::uint32_t clip : script_.clips) {
            const Action playing = action(clip);
            json.begin_object().key("clip").value(asset_.clips[clip].name);
            json.key("time").value(seconds_of(playing.time()));
            json.key("weight").value(playing.weight());
            json.key("effectiveWeight").value(playing.effective_weight());
            json.key("playing").value(playing.is_running()).end_object();
        }
        json.end_array().key("nodes").begin_array();
        for (const std::uint32_t node : script_.nodes) {
            const JointIndex joint = rig_.skeleton.view().of_source[node];
            const auto [t, r, s] = joint_transform(mixer_.pose(), joint);
            json.begin_object().key("name").value(asset_.nodes[node].name);
            json.key("translation").begin_array().value(t.x).value(t.y).value(t.z).end_array();
            json.key("rotation").begin_array();
            json.value(r.x).value(r.y).value(r.z).value(r.w).end_array();
            json.key("scale").begin_array().value(s.x).value(s.y).value(s.z).end_array();
            json.end_object();
        }
        json.end_array();
        write_events(json);
        json.end_object().end_line();
    }

    void write_events(JsonWriter& json) {
        json.key("events").begin_array();
        for (const MixerEvent& event : mixer_.events()) {
            const AssetClip& clip = asset_.clips[static_cast<std::size_t>(event.clip)];
            json.begin_object().key("name").value(name_of(clip, event.name));
            json.key("clip").value(clip.name).key("weight").value(event.weight).end_object();
        }
        json.end_array();
    }

    static std::string_view name_of(const AssetClip& clip, NameHash hash) {
        const auto found =
            std::find_if(clip.events.begin(), clip.events.end(),
                         [&](const AssetEvent& event) { return hash_name(event.name) == hash; });
        return found == clip.events.end() ? std::string_view() : std::string_view(found->name);
    }

    void print_heading(std::string& out) const {
        std::string line = fmt::format("{:>6} {:>9}", "step", "seconds");
        for (const std::uint32_t clip : script_.clips) {
            line += fmt::format("  {:>20.20}", printable(asset_.clips[clip].name));
        }
        out += styled(Style::dim, line + "  events") + "\n";
    }

    void print_step(std::uint64_t step, std::string& out) {
        const double now = seconds_of(script_.dt) * static_cast<double>(step);
        out += fmt::format("{:>6} {:>9.4f}", step, now);
        for (const std::uint32_t clip : script_.clips) {
            const Action playing = action(clip);
            const float weight = playing.effective_weight();
            const std::string cell =
                fmt::format("{:8.4f} s {:>9.4f}", seconds_of(playing.time()), weight);
            out += fmt::format("  {}", styled(weight > 0.0f ? Style::plain : Style::dim, cell));
        }
        for (const MixerEvent& event : mixer_.events()) {
            const AssetClip& clip = asset_.clips[static_cast<std::size_t>(event.clip)];
            out += "  " + printable(name_of(clip, event.name));
        }
        out += '\n';
    }

    const MixOptions& options_;
    const Asset& asset_;
    const Rig& rig_;
    const MixScript& script_;
    MixerRigBuffer mixer_rig_;
    Mixer mixer_;
};

}  // namespace

int run_mix(const MixOptions& options, Output& out) {
    Diagnostics diagnostics;
    const Asset asset = load_asset(options.file, diagnostics);
    const Rig rig = load_rig(options.file, asset);
    const MixScript script = load_mix_script(options.script, asset);
    Run(options, asset, rig, script).run(out);
    return exit_ok;
}

}  // namespace motus::tool
