// SPDX-License-Identifier: MIT
#include "bake_input.h"
#include "baked_input.h"
#include "document_input.h"
#include "input.h"
#include "properties.h"
#include "unity.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>
#include <motus/bake/timelines.h>
#include <motus/core/guess.h>
#include <motus/document/records.h>
#include <motus/document/validate.h>

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

namespace motus::tool {
namespace {

/// A document's timelines as bake lays them out, with the texts of their hashes.
struct Laid {
    std::unique_ptr<Document> document;
    LoweredTimelines timelines;
    std::unordered_map<std::uint64_t, std::string> texts;
};

std::unique_ptr<Document> document_of(const std::string& file) {
    Diagnostics diagnostics;
    if (is_document_file(file) || file == kDefaultFile) return load_document(file, diagnostics);
    if (is_unity_file(file))
        return std::move(read_unity_input(file, {}, diagnostics).bake.document);
    Result<BakeInput> input = read_bake_input(file, diagnostics);
    if (!input) throw InputFault(file, input.error());
    return std::move(input->document);
}

Laid lay_out(const std::string& file) {
    Laid laid{document_of(file), {}, {}};
    Diagnostics faults;  // a bake would be refused for them too
    validate(*laid.document, faults);
    if (faults.has_errors()) throw InputFault(file, faults.first_error());
    Result<RecordSet> records = make_records(*laid.document);
    if (!records) throw InputFault(file, records.error());
    laid.timelines = lower_timelines(*laid.document, *records, faults);
    if (faults.has_errors()) throw InputFault(file, faults.first_error());
    for (auto& [hash, text] : records->names)
        laid.texts.emplace(hash, std::move(text));
    return laid;
}

/// By name first, then by index, as clips are.
std::uint32_t find_timeline(const SampleOptions& options, const Timelines& timelines,
                            const TextOf& text) {
    std::vector<std::string> names;
    for (const record::AnimationTimeline& timeline : timelines.timelines)
        names.push_back(text(NameHash{timeline.name}));
    const auto named = std::find(names.begin(), names.end(), options.timeline);
    if (named != names.end()) return static_cast<std::uint32_t>(named - names.begin());
    for (std::uint32_t i = 0; i < names.size(); ++i)
        if (options.timeline == std::to_string(i)) return i;
    throw InputFault(options.file, there_is_no("timeline", options.timeline, names));
}

void print(const SampleOptions& options, const std::string& name, double frame,
           const record::AnimationTimeline& timeline, const PropertyRun& run, Output& out) {
    if (options.json) {
        std::string properties;
        run.append_json(properties);
        JsonWriter json(out.text);
        json.begin_object().key("timeline").value(name).key("frame").value(frame);
        json.key("properties").raw(properties).end_object().end_line();
        return;
    }
    out.text += styled(Style::bold, printable(options.file));
    out.text += fmt::format("  {}  at frame {} of {}, {} fps\n", printable(name), frame,
                            timeline.duration, snap_rate(timeline));
    print_properties(run, out.text);
}

void sample(const SampleOptions& options, double frame, const Timelines& timelines,
            const SceneRecords& scene, const TextOf& text, Output& out) {
    const std::uint32_t index = find_timeline(options, timelines, text);
    const record::AnimationTimeline& timeline = timelines.timelines[index];
    PropertyRun run(timelines, scene, text);
    must_show(run.show(index, time_of_frame(timeline, frame)));
    print(options, text(NameHash{timeline.name}), frame, timeline, run, out);
}

}  // namespace

int run_sample_timeline(const SampleOptions& options, Output& out) {
    if (options.frame.empty()) throw UsageFault("sample: --timeline needs --frame");
    const double frame = parse_number("sample: --frame", options.frame);
    if (is_baked_file(options.file)) {
        const OpenedBake baked = load_baked_file(options.file);
        const auto text = [&](NameHash hash) { return text_of(baked.file(), hash); };
        sample(options, frame, baked.file().timelines, baked.file().scene, text, out);
        return exit_ok;
    }
    const Laid laid = lay_out(options.file);
    const auto text = [&](NameHash hash) {
        const auto at = laid.texts.find(static_cast<std::uint64_t>(hash));
        return at != laid.texts.end() ? at->second : std::string();
    };
    sample(options, frame, laid.timelines.view(), laid.timelines.scene(), text, out);
    return exit_ok;
}

}  // namespace motus::tool
