// SPDX-License-Identifier: MIT
#include "character.h"
#include "mix_run.h"
#include "table.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

class Run {
  public:
    Run(const MixOptions& options, const Character& character, const MixScript& script)
        : options_(options),
          character_(character),
          script_(script),
          run_(options.file, options.script, character, script) {}

    void run(Output& out) {
        if (!options_.json) print_heading(out.text);
        for (std::uint64_t step = 1; step <= script_.steps; ++step) {
            run_.prepare(step);
            run_.update();
            if (options_.json) {
                write_step(step, out.text);
            } else {
                print_step(step, out.text);
            }
            out.flush_if_large();
        }
        run_.warn_of_the_rest();
    }

  private:
    void write_step(std::uint64_t step, std::string& out) {
        JsonWriter json(out);
        json.begin_object().key("step").value(step);
        json.key("actions").begin_array();
        for (const std::uint32_t clip : script_.clips) {
            const Action playing = run_.action(clip);
            json.begin_object().key("clip").value(character_.clip_names[clip]);
            json.key("time").value(seconds_of(playing.time()));
            json.key("weight").value(playing.weight());
            json.key("effectiveWeight").value(playing.effective_weight());
            json.key("playing").value(playing.is_running()).end_object();
        }
        json.end_array().key("nodes").begin_array();
        for (const std::uint32_t node : script_.nodes) {
            const JointIndex joint = character_.skeleton.of_source[node];
            const auto [t, r, s] = joint_transform(run_.mixer().pose(), joint);
            json.begin_object().key("name").value(character_.node_names[node]);
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
        for (const MixerEvent& event : run_.mixer().events()) {
            const auto clip = static_cast<std::size_t>(event.clip);
            json.begin_object().key("name").value(run_.name_of(event));
            json.key("clip")
                .value(character_.clip_names[clip])
                .key("weight")
                .value(event.weight)
                .end_object();
        }
        json.end_array();
    }

    void print_heading(std::string& out) const {
        std::string line = fmt::format("{:>6} {:>9}", "step", "seconds");
        for (const std::uint32_t clip : script_.clips) {
            line += fmt::format("  {:>20.20}", printable(character_.clip_names[clip]));
        }
        out += styled(Style::dim, line + "  events") + "\n";
    }

    void print_step(std::uint64_t step, std::string& out) {
        const double now = seconds_of(script_.dt) * static_cast<double>(step);
        out += fmt::format("{:>6} {:>9.4f}", step, now);
        for (const std::uint32_t clip : script_.clips) {
            const Action playing = run_.action(clip);
            const float weight = playing.effective_weight();
            const std::string cell =
                fmt::format("{:8.4f} s {:>9.4f}", seconds_of(playing.time()), weight);
            out += fmt::format("  {}", styled(weight > 0.0f ? Style::plain : Style::dim, cell));
        }
        for (const MixerEvent& event : run_.mixer().events())
            out += "  " + printable(run_.name_of(event));
        out += '\n';
    }

    const MixOptions& options_;
    const Character& character_;
    const MixScript& script_;
    MixRun run_;
};

}  // namespace

int run_mix(const MixOptions& options, Output& out) {
    const LoadedCharacter loaded =
        load_character(options.file, first_clip_of_script(options.script));
    const MixScript script = load_mix_script(options.script, loaded.character);
    Run(options, loaded.character, script).run(out);
    return exit_ok;
}

}  // namespace motus::tool
