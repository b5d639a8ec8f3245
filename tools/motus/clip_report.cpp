// SPDX-License-Identifier: MIT
#include "clip_report.h"

#include "baked_input.h"
#include "table.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace motus::tool {
namespace {

double ratio_of(const ClipSize& size) {
    return size.bytes == 0
               ? 1.0
               : static_cast<double>(size.exact_bytes) / static_cast<double>(size.bytes);
}

std::string joint_of(const BakedFile& file, std::uint32_t clip, const ClipSize& size) {
    if (size.error_joint == kNoItem) return {};
    const Skeleton skeleton = skeleton_at(file.rigs, file.clips.clips[clip].rig);
    return text_of(file, skeleton.names[size.error_joint]);
}

}  // namespace

const char* kind_name(ClipKind kind) {
    constexpr std::array kNames = {"fast", "small", "exact"};
    return kNames[static_cast<std::size_t>(kind)];
}

void write_clip_size(const BakedFile& file, std::uint32_t index, const ClipSize& size,
                     JsonWriter& json, const ClipMeasure& measure) {
    json.key("kind").value(kind_name(size.kind));
    json.key("bytes").value(size.bytes).key("ratio").value(ratio_of(size));
    if (size.kind == ClipKind::exact) return;
    json.key("error").begin_object().key("max").value(size.error_max);
    json.key("p99").value(size.error_p99).key("joint").value(joint_of(file, index, size));
    json.key("time").value(seconds_of(size.error_time));
    if (measure.weights) json.key("weightMax").value(measure.weight_max);
    json.end_object();
}

void print_clip_sizes(const BakedFile& file, std::string& out,
                      std::span<const ClipMeasure> measures) {
    constexpr auto left = Table::Align::left;
    constexpr auto right = Table::Align::right;
    const bool weights = std::any_of(measures.begin(), measures.end(),
                                     [](const ClipMeasure& each) { return each.weights; });
    std::vector aligns{right, left, left, right, right, right, right, left, right};
    std::vector<std::string> heads{"#",         "clip", "kind",     "bytes", "ratio",
                                   "error max", "p99",  "at joint", "second"};
    if (weights) aligns.push_back(right), heads.emplace_back("weights max");
    Table table(aligns, heads);
    const std::vector<ClipSize> sizes = clip_sizes(file);
    for (std::uint32_t i = 0; i < sizes.size(); ++i) {
        const ClipSize& size = sizes[i];
        const bool packed = size.kind != ClipKind::exact;
        std::vector<std::string> row{
            fmt::to_string(i),
            text_of(file, file.clips.clips[i].name),
            kind_name(size.kind),
            fmt::to_string(size.bytes),
            fmt::format("{:.2f}", ratio_of(size)),
            packed ? fmt::format("{:.3g}", size.error_max) : "",
            packed ? fmt::format("{:.3g}", size.error_p99) : "",
            joint_of(file, i, size),
            packed ? fmt::format("{:.3f}", seconds_of(size.error_time)) : ""};
        if (weights) {
            row.push_back(measures[i].weights ? fmt::format("{:.3g}", measures[i].weight_max) : "");
        }
        table.add(std::move(row));
    }
    if (table.empty()) return;
    out += '\n';
    table.print(out);
    for (std::uint32_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i].bytes <= sizes[i].exact_bytes) continue;
        out += fmt::format("note: {} takes more bytes than its keys, {}: {} clips are for speed\n",
                           printable(text_of(file, file.clips.clips[i].name)), sizes[i].exact_bytes,
                           kind_name(sizes[i].kind));
    }
}

}  // namespace motus::tool
