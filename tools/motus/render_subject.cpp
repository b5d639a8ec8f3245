// tools/motus/render_subject.cpp - what a file and the options come to: a figure or a 2D scene.
// SPDX-License-Identifier: MIT
#include "render_subject.h"

#include "document_input.h"

#include <motus/load/machine_names.h>

namespace motus::tool {

std::unique_ptr<RenderSubject> make_subject(const RenderOptions& options) {
    const bool machine = !options.script.empty();
    const bool baked = machine || !options.timeline.empty() || is_document_file(options.file) ||
                       is_baked_file(options.file);
    if (!baked) return figure_subject(options, nullptr);
    auto input = load_any_input(options.file);
    const BakedFile& file = input->file();
    std::uint32_t rig = find_figure(file, clip_key(options.clip));
    if (machine)
        rig = rig_of_machine(file, find_machine_named(options.file, file, options.machine));
    const bool board = !options.timeline.empty() || rig == kNoItem;
    return board ? board_subject(options, std::move(input))
                 : figure_subject(options, std::move(input));
}

}  // namespace motus::tool
