// SPDX-License-Identifier: MIT
#include "input.h"
#include "unity.h"
#include "verbs.h"

#include <motus/asset/file.h>
#include <motus/asset/gltf_export.h>
#include <motus/asset/json_writer.h>

#include <fmt/format.h>

namespace motus::tool {

int run_export(const ExportOptions& options, Output& out) {
    if (lower_extension(options.output) == ".controller") return export_unity(options, out);
    if (lower_extension(options.output) != ".glb") {
        throw UsageFault("export: --output: the name must end in .glb or .controller");
    }
    if (!options.machine.empty()) throw UsageFault("export: --machine goes with a .controller");
    Diagnostics diagnostics;
    const Asset asset = load_asset(options.file, diagnostics);
    for (const Fault& fault : diagnostics.faults()) {
        print_message(fmt::format("{}: warning: {}: {}", options.file, fault.path, fault.message));
    }
    for (const AssetClip& clip : asset.clips) {
        for (const AssetPointerTrack& track : clip.pointers) {
            if (is_exported(track)) continue;
            print_message(fmt::format("{}: warning: {}: \"{}\" is left out", options.file,
                                      clip.name, track.pointer));
        }
    }
    const auto bytes = export_glb(asset);
    if (!bytes) throw InputFault(options.file, bytes.error());
    const auto written = write_file_atomic(options.output, *bytes);
    if (!written) throw InputFault(options.output, written.error());
    if (options.json) {
        JsonWriter json(out.text);
        json.begin_object().key("file").value(options.output);
        json.key("bytes").value(std::uint64_t{*written}).end_object().end_line();
    } else {
        out.text += fmt::format("{}  {:.1f} KiB: {} nodes, {} meshes, {} skins, {} clips\n",
                                styled(Style::bold, printable(options.output)),
                                static_cast<double>(*written) / 1024.0, asset.nodes.size(),
                                asset.meshes.size(), asset.skins.size(), asset.clips.size());
    }
    return exit_ok;
}

}  // namespace motus::tool
