// SPDX-License-Identifier: MIT
#include "clip_keys.h"
#include "figure_input.h"
#include "input.h"
#include "unity.h"
#include "verbs.h"
#include "words.h"

#include <motus/asset/file.h>
#include <motus/asset/gltf_export.h>
#include <motus/asset/json_writer.h>
#include <motus/import/bvh/bvh_export.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

void warn(const std::string& file, const std::string& place, const std::string& message) {
    print_message(
        fmt::format("{}: warning: {}{}{}", file, place, place.empty() ? "" : ": ", message));
}

/// What a document or a baked file has that glTF has no place for, or that is one of several.
void warn_of_the_rest(const std::string& file, const BakedFile& baked, std::uint32_t rig) {
    for (std::uint32_t i = 0; i < baked.rigs.rigs.size(); ++i) {
        if (i == rig || baked.rigs.rigs[i].joint_count == 0) continue;
        warn(file, text_of(baked, baked.rigs.rigs[i].name), "the rig is left out: one is written");
    }
    if (!baked.machines.machines.empty()) warn(file, "", "state machines are left out");
    if (!baked.timelines.timelines.empty()) warn(file, "", "timelines are left out");
}

/// The first rig of a document, with the clips as the document has them; of a baked file its bones.
Asset asset_of_figure(const std::string& file) {
    const std::unique_ptr<BakedInput> baked = load_any_input(file, {}, Keys::exact);
    const std::uint32_t rig = find_figure(baked->file(), {});
    if (rig == kNoItem) throw InputFault(file, "there is no rig in it to write");
    LoadedFigure figure = baked_figure(file, *baked, rig);
    const Skeleton skeleton = figure.rig.skeleton.view();
    std::vector<MorphRange> morphs = figure.rig.morphs;
    if (figure.bones) {  // Weights are those of meshes, and a baked file has none.
        if (!morphs.empty()) warn(file, "", "morph weights are left out: there are no meshes");
        for (AssetNode& node : figure.asset.nodes)
            node.mesh = kNone;
        figure.asset.meshes.clear();
        morphs.clear();
    }
    for (std::size_t i = 0; i < figure.clips.size(); ++i)
        figure.asset.clips[i].tracks = keys_of(skeleton, morphs, figure.clips[i]);
    std::erase_if(figure.asset.clips, [&](const AssetClip& clip) {
        if (!clip.tracks.empty()) return false;
        warn(file, clip.name, "the clip is left out: it has no keys");
        return true;
    });
    warn_of_the_rest(file, baked->file(), rig);
    return std::move(figure.asset);
}

/// `models`: warn of what only another model could hold.
Asset asset_to_export(const std::string& file, bool models) {
    if (!is_asset_file(file)) return asset_of_figure(file);
    Diagnostics diagnostics;
    Asset asset = load_asset(file, diagnostics);
    for (const Fault& fault : diagnostics.faults())
        warn(file, fault.path, fault.message);
    for (const AssetClip& clip : asset.clips) {
        if (!models) break;
        for (const AssetPointerTrack& track : clip.pointers) {
            if (!is_exported(track))
                warn(file, clip.name, fmt::format("\"{}\" is left out", track.pointer));
        }
    }
    return asset;
}

void tell_written(const ExportOptions& options, std::uint64_t bytes, const std::string& what,
                  Output& out) {
    if (options.json) {
        JsonWriter json(out.text);
        json.begin_object().key("file").value(options.output);
        json.key("bytes").value(bytes).end_object().end_line();
    } else if (!options.quiet) {
        out.text +=
            fmt::format("{}  {:.1f} KiB: {}\n", styled(Style::bold, printable(options.output)),
                        static_cast<double>(bytes) / 1024.0, what);
    }
}

std::uint64_t write_or_throw(const std::string& file, std::span<const std::byte> bytes) {
    const auto written = write_file_atomic(file, bytes);
    if (!written) throw InputFault(file, written.error());
    return *written;
}

int export_clip(const ExportOptions& options, Output& out) {
    const Asset asset = asset_to_export(options.file, false);
    BvhExportOptions wanted;
    if (!options.clip.empty())
        wanted.clip = find_clip(options.file, clip_names_of(asset), options.clip);
    if (options.clip.empty() && asset.clips.size() > 1) {
        warn(options.file, asset.clips[0].name,
             fmt::format("this clip is written, of {}: --clip says which", asset.clips.size()));
    }
    Diagnostics diagnostics;
    const Result<std::string> text = export_bvh(asset, wanted, diagnostics);
    if (!text) throw InputFault(options.file, text.error());
    for (const Fault& fault : diagnostics.faults())
        warn(options.file, fault.path, fault.message);
    const std::uint64_t bytes =
        write_or_throw(options.output, std::as_bytes(std::span(text->data(), text->size())));
    tell_written(options, bytes,
                 asset.clips.empty() ? "the rest pose" : printable(asset.clips[wanted.clip].name),
                 out);
    return exit_ok;
}

}  // namespace

int run_export(const ExportOptions& options, Output& out) {
    if (lower_extension(options.output) == ".controller") {
        if (!options.clip.empty()) throw UsageFault("export: --clip goes with a .bvh");
        return export_unity(options, out);
    }
    if (!options.machine.empty()) throw UsageFault("export: --machine goes with a .controller");
    if (lower_extension(options.output) == ".bvh") return export_clip(options, out);
    if (lower_extension(options.output) != ".glb") {
        throw UsageFault("export: --output: the name must end in .glb, .bvh or .controller");
    }
    if (!options.clip.empty()) throw UsageFault("export: --clip goes with a .bvh");
    const Asset asset = asset_to_export(options.file, true);
    for (std::size_t i = 0; i < asset.images.size(); ++i) {
        if (!asset.images[i].bytes.empty()) continue;
        warn(options.file, fmt::format("images[{}]", i), "the image is left out: it has no bytes");
    }
    const auto bytes = export_glb(asset);
    if (!bytes) throw InputFault(options.file, bytes.error());
    tell_written(
        options, write_or_throw(options.output, *bytes),
        fmt::format("{}, {}, {}, {}", counted(asset.nodes.size(), "node"),
                    counted(asset.meshes.size(), "mesh", "meshes"),
                    counted(asset.skins.size(), "skin"), counted(asset.clips.size(), "clip")),
        out);
    return exit_ok;
}

}  // namespace motus::tool
