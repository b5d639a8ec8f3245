// Any text into the readers of Unity files.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller.h>

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace motus;
    const auto require = [](bool condition) {
        if (!condition) std::abort();
    };
    Diagnostics diagnostics;
    const std::string text(reinterpret_cast<const char*>(data), size);
    const Result<unity::Controller> controller = unity::read_controller(text, diagnostics);
    require(controller.has_value() != diagnostics.has_errors());
    if (!controller) {
        require(!controller.error().cause.empty() && !controller.error().code.empty());
        return 0;
    }
    for (const unity::Layer& layer : controller->layers) {
        require(layer.machine == unity::kNoItem || layer.machine < controller->machines.size());
        require(layer.sync_layer < static_cast<std::int32_t>(controller->layers.size()));
    }
    for (const unity::State& state : controller->states) {
        require(state.motion.tree == unity::kNoItem ||
                state.motion.tree < controller->trees.size());
    }
    return 0;
}
