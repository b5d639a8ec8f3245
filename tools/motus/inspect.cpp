// SPDX-License-Identifier: MIT
#include "baked_input.h"
#include "document_input.h"
#include "input.h"
#include "inspect_baked.h"
#include "inspect_parts.h"
#include "table.h"
#include "unity.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>
#include <motus/import/rig/pointer_timelines.h>

#include <fmt/format.h>

namespace motus::tool {
InterpolationCounts count_interpolations(const AssetClip& clip) {
    InterpolationCounts counts{};
    for (const AssetTrack& track : clip.tracks) {
        ++counts[static_cast<std::size_t>(track.interpolation)];
    }
    for (const AssetPointerTrack& track : clip.pointers)
        ++counts[static_cast<std::size_t>(track.interpolation)];
    return counts;
}

std::uint64_t count_targets(const Asset& asset) {
    std::uint64_t count = 0;
    for (const AssetMesh& mesh : asset.meshes) {
        count += mesh.primitives.empty() ? 0 : mesh.primitives.front().targets.size();
    }
    return count;
}

void write_interpolations(const InterpolationCounts& counts, JsonWriter& json) {
    json.key("interpolations").begin_object();
    json.key("STEP").value(counts[0]).key("LINEAR").value(counts[1]);
    json.key("CUBICSPLINE").value(counts[2]).end_object();
}

void write_skins(const Asset& asset, JsonWriter& json) {
    for (const AssetSkin& skin : asset.skins) {
        json.begin_object().key("name").value(skin.name);
        json.key("joints").value(std::uint64_t{skin.joints.size()}).end_object();
    }
}

void write_warnings(const Diagnostics& diagnostics, JsonWriter& json) {
    json.key("warnings").begin_array();
    for (const Fault& fault : diagnostics.faults()) {
        json.begin_object().key("path").value(fault.path);
        json.key("message").value(fault.message).end_object();
    }
    json.end_array();
}

void print_warnings(const Diagnostics& diagnostics, std::string& out) {
    if (!diagnostics.faults().empty()) out += '\n';
    for (const Fault& fault : diagnostics.faults()) {
        out += fmt::format("  {} {}: {}\n", styled(Style::yellow, "warning"), printable(fault.path),
                           printable(fault.message));
    }
}

namespace {

/// Frames a second; 0 where the file has none.
double rate_of(const BvhInfo& info) {
    return info.frame_time_s > 0.0 ? 1.0 / info.frame_time_s : 0.0;
}

void write_vrm(const VrmInfo& vrm, JsonWriter& json) {
    json.key("extension").value(vrm.extension).key("version").value(vrm.version);
    json.key("humanoid").begin_array();
    for (const VrmBone& bone : vrm.bones) {
        json.begin_object().key("bone").value(bone.bone);
        json.key("node").value(bone.node).end_object();
    }
    json.end_array().key("expressions").begin_array();
    for (const VrmExpression& expression : vrm.expressions)
        json.value(expression.name);
    json.end_array().key("lookAt").value(!vrm.look_at.empty());
}

void write_json(const char* kind, const ImportedModel& model, const Diagnostics& diagnostics,
                JsonWriter json) {
    const Asset& asset = model.asset;
    json.begin_object().key("kind").value(kind);
    json.key("nodes").value(std::uint64_t{asset.nodes.size()});
    json.key("skins").begin_array();
    write_skins(asset, json);
    json.end_array();
    json.key("meshes").value(std::uint64_t{asset.meshes.size()});
    json.key("morphTargets").value(count_targets(asset));
    json.key("clips").begin_array();
    for (const AssetClip& clip : asset.clips) {
        const auto counts = count_interpolations(clip);
        json.begin_object().key("name").value(clip.name);
        json.key("duration").value(seconds_of(clip.duration));
        json.key("channels").value(std::uint64_t{clip.tracks.size() + clip.pointers.size()});
        write_interpolations(counts, json);
        json.key("loop").value(clip.loop).key("rootMotion").value(clip.root_motion);
        json.key("events").value(std::uint64_t{clip.events.size()}).end_object();
    }
    json.end_array();
    json.key("machines").begin_array().end_array();
    json.key("timelines").begin_array();
    for (const AssetClip& clip : asset.clips) {
        if (clip.pointers.empty()) continue;
        std::uint64_t keys = 0;
        for (const AssetPointerTrack& track : clip.pointers)
            keys += track.times.size();
        const std::int64_t rate = pointer_rate(clip);
        const double fps = rate == kTicksPerSecond ? 30.0 : static_cast<double>(rate);
        json.begin_object().key("name").value(clip.name).key("frames");
        json.value(static_cast<std::int64_t>(seconds_of(pointer_length(clip)) * fps + 0.5));
        json.key("fps").value(fps).key("tracks").value(std::uint64_t{clip.pointers.size()});
        json.key("keys").value(keys).end_object();
    }
    json.end_array();
    write_warnings(diagnostics, json);
    if (model.fbx) {
        json.key("version").value(model.fbx->version).key("ascii").value(model.fbx->ascii);
        json.key("unit").value(model.fbx->metres_per_unit).key("rate").value(model.fbx->rate_hz);
        json.key("curves").value(std::uint64_t{model.fbx->curves});
        json.key("keys").value(std::uint64_t{model.fbx->keys});
        json.key("maxError").value(model.fbx->largest_error);
    }
    if (model.bvh) {
        json.key("unit").value(model.bvh->metres_per_unit);
        json.key("rate").value(rate_of(*model.bvh));
        json.key("frames").value(std::uint64_t{model.bvh->frames});
        json.key("frameTime").value(model.bvh->frame_time_s);
    }
    if (model.vrm) write_vrm(*model.vrm, json);
    json.end_object().end_line();
}

void print_counts(const Asset& asset, std::string& out) {
    std::uint64_t vertices = 0, triangles = 0;
    for (const AssetMesh& mesh : asset.meshes) {
        for (const AssetPrimitive& primitive : mesh.primitives) {
            vertices += primitive.positions.size();
            if (primitive.mode != PrimitiveMode::triangles) continue;
            const bool indexed = !primitive.indices.empty();
            triangles += (indexed ? primitive.indices.size() : primitive.positions.size()) / 3;
        }
    }
    const auto line = [&out](const char* name, std::uint64_t count, const std::string& more) {
        out += fmt::format("  {:<9} {:>6}", name, count);
        if (!more.empty()) out += "  " + styled(Style::dim, printable(more));
        out += '\n';
    };
    line("nodes", asset.nodes.size(), "");
    std::string skins;
    for (const AssetSkin& skin : asset.skins) {
        skins += fmt::format("{}{}{} joints", skins.empty() ? "" : ", ",
                             skin.name.empty() ? "" : skin.name + ": ", skin.joints.size());
    }
    line("skins", asset.skins.size(), skins);
    std::string meshes;
    if (!asset.meshes.empty()) {
        meshes = fmt::format("{} vertices, {} triangles", vertices, triangles);
        if (const auto targets = count_targets(asset)) {
            meshes += fmt::format(", {} morph targets", targets);
        }
    }
    line("meshes", asset.meshes.size(), meshes);
    line("clips", asset.clips.size(), "");
}

void print_clips(const Asset& asset, std::string& out) {
    constexpr auto left = Table::Align::left;
    constexpr auto right = Table::Align::right;
    Table table({right, left, right, right, right, right, right, right, left},
                {"#", "clip", "seconds", "channels", "step", "linear", "cubic", "events", ""});
    for (std::size_t i = 0; i < asset.clips.size(); ++i) {
        const AssetClip& clip = asset.clips[i];
        const auto counts = count_interpolations(clip);
        std::string notes = clip.loop ? "loop" : "once";
        if (clip.root_motion) notes += ", root motion";
        table.add({fmt::to_string(i), clip.name, fmt::format("{:.3f}", seconds_of(clip.duration)),
                   fmt::to_string(clip.tracks.size() + clip.pointers.size()),
                   fmt::to_string(counts[0]), fmt::to_string(counts[1]), fmt::to_string(counts[2]),
                   fmt::to_string(clip.events.size()), notes});
    }
    if (table.empty()) return;
    out += '\n';
    table.print(out);
}

}  // namespace

int run_inspect(const InspectOptions& options, Output& out) {
    if (is_baked_file(options.file)) return inspect_baked(options.file, options.json, out);
    if (is_unity_file(options.file)) {
        return inspect_unity(options.file, options.unity, options.json, out);
    }
    if (is_document_file(options.file)) return inspect_document(options.file, options.json, out);
    Diagnostics diagnostics;
    const Result<ImportedModel> model = open_model(options.file, diagnostics);
    if (!model) throw InputFault(options.file, model.error());
    const Asset& asset = model->asset;
    if (options.json) {
        const char* kind = to_string(model_kind(options.file).value_or(ModelKind::gltf));
        write_json(kind, *model, diagnostics, JsonWriter(out.text));
        return exit_ok;
    }
    out.text += styled(Style::bold, printable(options.file)) + "\n";
    print_counts(asset, out.text);
    if (model->fbx) {
        const FbxInfo& info = *model->fbx;
        out.text +=
            fmt::format("  {:<9} {:>6}  {}\n", "curves", info.curves,
                        styled(Style::dim, fmt::format("{} keys, {} frames/s, FBX {} {}", info.keys,
                                                       info.rate_hz, info.version,
                                                       info.ascii ? "ASCII" : "binary")));
    }
    if (model->bvh) {
        const BvhInfo& info = *model->bvh;
        out.text +=
            fmt::format("  {:<9} {:>6}  {}\n", "frames", info.frames,
                        styled(Style::dim, fmt::format("{:.6g} a second, {} metres per unit",
                                                       rate_of(info), info.metres_per_unit)));
    }
    if (model->vrm) {
        const VrmInfo& vrm = *model->vrm;
        out.text += fmt::format(
            "  {:<9} {:>6}  {}\n", "bones", vrm.bones.size(),
            styled(Style::dim, printable(fmt::format("{} {}, {} expressions", vrm.extension,
                                                     vrm.version, vrm.expressions.size()))));
    }
    print_clips(asset, out.text);
    print_warnings(diagnostics, out.text);
    return exit_ok;
}

}  // namespace motus::tool
