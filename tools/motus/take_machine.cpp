// tools/motus/take_machine.cpp - records a machine: poses or scenes, the way of its root, its HUD.
// SPDX-License-Identifier: MIT
#include "machine_hud.h"
#include "output.h"
#include "takes.h"

#include <motus/document/file.h>
#include <motus/math/ops.h>
#include <motus/session/simulation.h>

#include <filesystem>

#include <fmt/format.h>

namespace motus::tool {

void play_machine(const std::string& script_file, Animator& animator, render::Take& take,
                  const std::function<void(render::TakeFrame&)>& record) {
    const Result<std::string> text = read_text_file(script_file);
    if (!text) throw InputFault(script_file, text.error());
    Diagnostics warnings;
    const BakedFile& file = animator.library().file();
    const std::uint32_t machine = animator.machine_index();
    const auto script = read_simulation_script(*text, file, machine, warnings);
    if (!script) throw InputFault(script_file, script.error());
    for (const Fault& fault : warnings.faults())
        print_message(fmt::format("{}: warning: {}: {}", script_file, fault.path, fault.message));
    if (script->frames == 0 || script->frames > kMaxTakeFrames || script->dt.value <= 0) {
        throw InputFault(script_file, fmt::format("a film needs a dt above 0 and 1 to {} frames",
                                                  kMaxTakeFrames));
    }
    take.name = std::filesystem::path(script_file).stem().string();
    take.step = script->dt;
    const MachineNames names = machine_names(file, machine);
    Simulation simulation(animator, *script);
    while (!simulation.is_done()) {
        const Result<Done> done = simulation.step();
        if (!done) throw InputFault(script_file, done.error());
        render::TakeFrame& frame = take.frames.emplace_back();
        add_machine_hud(animator, names, frame);
        record(frame);
    }
}

render::Take machine_take(const std::string& script_file, Animator& animator) {
    render::Take take;
    RootDelta way;
    play_machine(script_file, animator, take, [&](render::TakeFrame& frame) {
        way = compose(way, animator.root_delta());
        frame.root = to_matrix({way.translation, way.rotation, {1.0f, 1.0f, 1.0f}});
        frame.local = PoseBuffer(animator.rig().skeleton);
        (void)copy_pose(animator.pose(), frame.local);
    });
    return take;
}

}  // namespace motus::tool
