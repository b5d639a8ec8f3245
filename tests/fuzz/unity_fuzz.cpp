// Any text as each of Unity's files: what is read is imported, and comes back as it went.
// SPDX-License-Identifier: MIT
#include <motus/document/file.h>
#include <motus/document/validate.h>
#include <motus/import/unity/export.h>
#include <motus/import/unity/import.h>
#include <tests/fuzz/line_mutator.h>

#include <cstdio>
#include <cstdlib>

namespace motus {
namespace {

void require(bool condition, int line = __builtin_LINE()) {
    if (condition) return;
    std::fprintf(stderr, "line %d: does not hold\n", line);
    std::abort();
}

/// A reader gives a value, or an error that is also among the diagnostics.
template <typename T>
bool judge(const Result<T>& read, const Diagnostics& diagnostics, int line = __builtin_LINE()) {
    require(read.has_value() != diagnostics.has_errors(), line);
    if (!read) require(!read.error().cause.empty() && !read.error().code.empty(), line);
    return read.has_value();
}

void check_indices(const unity::Controller& controller) {
    const auto is_tree = [&](const unity::Motion& motion) {
        return motion.tree == unity::kNoItem || motion.tree < controller.trees.size();
    };
    for (const unity::Layer& layer : controller.layers) {
        require(layer.machine == unity::kNoItem || layer.machine < controller.machines.size());
        require(layer.sync_layer < static_cast<std::int32_t>(controller.layers.size()));
        for (const unity::SyncedState& synced : layer.synced)
            require(synced.state < controller.states.size() && is_tree(synced.motion));
    }
    for (const unity::State& state : controller.states)
        require(is_tree(state.motion));
    for (const unity::BlendTree& tree : controller.trees) {
        for (const unity::TreeChild& child : tree.children)
            require(is_tree(child.motion));
    }
}

/// The document can be judged and reported, and is the same after writing and reading.
void check_import(const unity::UnityImport& import, const Diagnostics& diagnostics) {
    Diagnostics found;
    validate(*import.document, found);
    const std::string written = write_document(*import.document);
    Diagnostics none;
    const auto again = read_document(written, none);
    require(again.has_value() && write_document(**again) == written);
    require(!to_json(import.report, diagnostics).empty());
    require(!to_html(import.report, diagnostics).empty());
    require(!to_markdown(import.report, diagnostics).empty());
}

void use_controller(const unity::ImportOptions& options) {
    Diagnostics diagnostics;
    const Result<unity::Controller> controller = unity::read_controller(options.text, diagnostics);
    if (!judge(controller, diagnostics)) return;
    check_indices(*controller);
    const auto import = unity::import_controller(*controller, options, diagnostics);
    if (!judge(import, diagnostics)) {
        require(import.error().code == "unity-too-large");
        return;
    }
    check_import(*import, diagnostics);
    const std::string out = unity::export_controller(
        *import->document, content(*import->document).library().machines()[0], diagnostics);
    Diagnostics again;
    const Result<unity::Controller> back = unity::read_controller(out, again);
    require(back.has_value());
    require(back->counts.orphans == 0 && back->layers.size() == controller->layers.size());
}

void use(const std::string& text) {
    unity::ImportOptions options;
    options.source = "fuzz";
    options.text = text;
    options.clips_path = "clips.glb";
    use_controller(options);
    Diagnostics of_clip, of_mask, of_override;
    if (const auto clip = unity::import_clip(options, of_clip); judge(clip, of_clip)) {
        check_import(*clip, of_clip);
    }
    if (const auto mask = unity::import_mask(options, of_mask); judge(mask, of_mask)) {
        check_import(*mask, of_mask);
    }
    if (auto found = unity::read_override(text, of_override); judge(found, of_override)) {
        options.overrides = std::move(found->clips);
        options.override_text = text;
        use_controller(options);
    }
    for (const auto& [id, clip] : unity::read_model_clips(text))
        require(!clip.name.empty());
}

}  // namespace
}  // namespace motus

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    motus::use(std::string(reinterpret_cast<const char*>(data), size));
    return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max, unsigned seed) {
    return motus::test::mutate_lines(data, size, max, seed, LLVMFuzzerMutate);
}
