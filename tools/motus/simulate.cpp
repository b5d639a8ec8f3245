// SPDX-License-Identifier: MIT
#include "input.h"
#include "machine_input.h"
#include "output.h"
#include "properties.h"
#include "table.h"
#include "verbs.h"

#include <motus/document/document.h>
#include <motus/session/condition_text.h>
#include <motus/session/frame_record.h>
#include <motus/session/simulation.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

SimulationScript load_script(const std::string& file, const OpenedMachine& opened) {
    Diagnostics warnings;
    Result<SimulationScript> script =
        read_simulation_script(load_text(file), opened.file(), opened.machine, warnings);
    if (!script) throw InputFault(file, script.error());
    for (const Fault& fault : warnings.faults())
        print_message(fmt::format("{}: warning: {}: {}", file, fault.path, fault.message));
    return *std::move(script);
}

/// A line per frame and layer for people: where it is, what shows, what happened.
class People {
  public:
    explicit People(const SimulationScript& script) : script_(script) {}

    void print_heading(std::string& out) const {
        out += styled(Style::dim, fmt::format("{:>6} {:>9}  {:<12} {:<28} clips", "frame",
                                              "seconds", "layer", "state")) +
               "\n";
    }

    void print(std::uint64_t frame, const FrameRecord& record, bool explains,
               std::string& out) const {
        const double now = seconds_of(script_.dt) * static_cast<double>(frame + 1);
        std::string head = fmt::format("{:>6} {:>9.4f}", frame, now);
        for (const FrameLayer& layer : record.layers) {
            const int width = layer.clips.empty() ? 0 : 28;
            out += fmt::format("{}  {:<12.12} {:<{}}", head, printable(layer.name), where(layer),
                               width);
            for (const FrameClip& clip : layer.clips) {
                const std::string name = clip.is_pose ? "(pose)" : printable(clip.clip);
                out += fmt::format("  {} {:.3f} s {:.2f}", name, clip.time_s, clip.weight);
            }
            out += '\n';
            head.assign(head.size(), ' ');
        }
        for (const FrameEvent& event : record.events) {
            if (event.kind != MachineEventKind::motion && event.kind != MachineEventKind::state) {
                continue;
            }
            out += fmt::format("{}  {}\n", head, styled(Style::green, printable(event.name)));
        }
        if (explains) print_reasons(head, record, out);
    }

  private:
    static std::string where(const FrameLayer& layer) {
        if (layer.one_shot) return "(one-shot)";
        if (layer.next.empty()) return printable(layer.state);
        return fmt::format("{} > {} {:.2f}", printable(layer.state), printable(layer.next),
                           layer.transition->weight);
    }

    /// What it waits for: ": speed > 0.1, is 0; exit time 0.62"; empty where it was taken.
    static std::string details(const FrameCandidate& candidate) {
        std::string text;
        if (candidate.blocked_by == nullptr) return text;
        const auto add = [&text](const std::string& part) {
            text += (text.empty() ? ": " : "; ") + part;
        };
        for (const FrameCondition& condition : candidate.conditions) {
            if (condition.met) continue;
            add(condition_text(condition.parameter, condition.kind, condition.op, condition.value,
                               condition.actual));
        }
        if (candidate.has_exit_time && !candidate.crossed)
            add("exit time " + shown_number(candidate.exit_time));
        return text;
    }

    static void print_reasons(const std::string& head, const FrameRecord& record,
                              std::string& out) {
        for (const FrameCandidate& candidate : record.considered) {
            const bool taken = candidate.blocked_by == nullptr;
            const bool any = candidate.place.source == TransitionSource::any;
            const std::string text = fmt::format(
                "{} > {}{}: {}{}", printable(candidate.from),
                candidate.to.empty() ? "exit" : printable(candidate.to), any ? " (any state)" : "",
                taken ? "taken" : candidate.blocked_by, printable(details(candidate)));
            out += fmt::format("{}    {}\n", head, styled(taken ? Style::green : Style::dim, text));
        }
    }

    const SimulationScript& script_;
};

}  // namespace

int run_simulate(const SimulateOptions& options, Output& out) {
    const OpenedMachine opened = load_machine(options.file, options.machine, options.unity);
    const SimulationScript script = load_script(options.script, opened);
    const MachineNames names = machine_names(opened.file(), opened.machine);
    Animator run = open_animator(options.file, opened.input->library, opened.machine,
                                 options.explain ? 64 : 0);
    Simulation simulation(run, script);
    std::optional<PropertyRun> properties;
    if (!opened.file().timelines.timelines.empty()) {
        properties.emplace(opened.file());
        (void)run.bind(properties->host());
    }
    const People people(script);
    if (!options.json) people.print_heading(out.text);
    while (!simulation.is_done()) {
        FrameText text;
        text.frame = simulation.frame();
        text.explain = options.explain;
        const bool twice =
            options.snapshot_every != 0 && (text.frame + 1) % options.snapshot_every == 0;
        std::uint64_t hash = 0;
        const Result<Done> done = twice ? simulation.step_twice(hash) : simulation.step();
        if (!done && done.error().code == "snapshot") throw std::logic_error(done.error().cause);
        if (!done) throw InputFault(options.script, done.error());
        if (twice) text.snapshot = hash;
        if (properties) properties->take(run.timeline_values());
        const FrameRecord record = record_frame(run, names, options.explain);
        if (options.json) {
            if (properties) properties->append_json(text.properties);
            append_frame(out.text, record, text);
        } else {
            people.print(text.frame, record, options.explain, out.text);
        }
        out.flush_if_large();
    }
    if (properties && !options.json) {
        out.text += '\n';
        print_properties(*properties, out.text);
    }
    return exit_ok;
}

}  // namespace motus::tool
