// SPDX-License-Identifier: MIT
#include "bake_cache.h"
#include "bake_many.h"
#include "baked_input.h"
#include "clip_report.h"
#include "input.h"
#include "table.h"
#include "unity.h"
#include "verbs.h"

#include <motus/asset/file.h>
#include <motus/asset/json_writer.h>
#include <motus/bake/typed_header.h>
#include <motus/document/new_document.h>

#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

void print_faults(const std::string& file, const Diagnostics& diagnostics) {
    for (const Fault& fault : diagnostics.faults()) {
        const char* severity = fault.severity == Severity::error ? "error" : "warning";
        print_message(fmt::format("{}: {}: {}{}{} ({})", file, severity, fault.path,
                                  fault.path.empty() ? "" : ": ", fault.message, fault.code));
    }
}

/// A name in a depfile, as make and ninja read it.
std::string escaped(const std::string& path) {
    std::string out;
    for (const char c : path) {
        if (c == ' ' || c == '#' || c == '\\' || c == ':') out += '\\';
        if (c == '$') out += '$';
        out += c;
    }
    return out;
}

std::string depfile_text(const BakeOptions& options, const BakedSource& input) {
    std::string text = escaped(options.output) + ":";
    for (const InputFile& file : input.files)
        text += " \\\n  " + escaped(file.path);
    return text + "\n";
}

/// What goes with the baked file: source text that names the machines of the document, and what it
/// was made from. All of it is there before anything is written.
std::vector<std::pair<std::string, std::string>> texts_of(const BakeOptions& options,
                                                          const BakedSource& input) {
    const std::string title = std::filesystem::path(options.files.front()).filename().string();
    std::vector<std::pair<std::string, std::string>> texts;
    if (!options.header.empty())
        texts.emplace_back(options.header, cpp_header(*input.document, title));
    if (!options.typescript.empty())
        texts.emplace_back(options.typescript, typescript_header(*input.document, title));
    if (!options.depfile.empty()) texts.emplace_back(options.depfile, depfile_text(options, input));
    return texts;
}

/// Whether an output is stdout, which then has nothing else on it.
bool is_stdout(const std::string& path) {
    return path == "-";
}

void write(const std::string& path, std::span<const std::byte> bytes, Output& out) {
    if (is_stdout(path)) {
        out.text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return;
    }
    const auto written = write_file_atomic(path, bytes);
    if (!written) throw InputFault(path, written.error());
}

void write_sections(const std::vector<SectionSize>& sizes, JsonWriter& json) {
    json.key("sections").begin_array();
    for (const SectionSize& size : sizes) {
        json.begin_object().key("name").value(size.name).key("bytes").value(size.bytes);
        json.key("count").value(size.count).end_object();
    }
    json.end_array();
}

void write_clips(const BakedFile& file, std::span<const ClipMeasure> measures, JsonWriter& json) {
    const std::vector<ClipSize> sizes = clip_sizes(file);
    json.key("clips").begin_array();
    for (std::uint32_t i = 0; i < sizes.size(); ++i) {
        const ClipEntry& clip = file.clips.clips[i];
        json.begin_object().key("name").value(text_of(file, clip.name));
        json.key("rig").value(text_of(file, file.rigs.rigs[clip.rig].name));
        json.key("form").value(kind_name(sizes[i].kind));
        json.key("bytes").value(sizes[i].bytes).key("exactBytes").value(sizes[i].exact_bytes);
        json.key("maxError").value(static_cast<double>(sizes[i].error_max) / measures[i].unit);
        json.key("encodeSeconds").value(measures[i].seconds);
        json.key("cached").value(measures[i].kept);
        write_clip_size(file, i, sizes[i], json, measures[i]);
        json.end_object();
    }
    json.end_array();
}

void print_sections(const std::vector<SectionSize>& sizes, std::string& out) {
    constexpr auto left = Table::Align::left;
    constexpr auto right = Table::Align::right;
    Table table({left, right, right}, {"section", "bytes", "items"});
    for (const SectionSize& size : sizes)
        table.add({size.name, fmt::to_string(size.bytes), fmt::to_string(size.count)});
    table.print(out);
}

BakeRun run_of(const BakeOptions& options, std::optional<DiskStore>& store) {
    BakeRun run;
    if (options.pack == "exact") run.settings.pack = ClipKind::exact;
    if (options.pack == "fast") run.settings.pack = ClipKind::fast;
    if (options.pack == "small") run.settings.pack = ClipKind::small;
    run.settings.bound_m = static_cast<float>(options.bound_m);
    if (options.bound_m > 0.0 && !(run.settings.bound_m > 0.0f && run.settings.bound_m < 1e9f))
        throw UsageFault("bake: --bound: needs metres, above 0 and not huge");
    store = open_store(options.cache, options.no_cache);
    run.store = store ? &*store : nullptr;
    return run;
}

int bake_one(const BakeOptions& options, Output& out) {
    const std::string& file = options.files.front();
    Diagnostics diagnostics;
    std::optional<DiskStore> store;
    BakeRun run = run_of(options, store);
    run.threads = options.jobs;
    run.progress = !options.quiet;
    const bool with_document = !options.header.empty() || !options.typescript.empty();
    const Result<BakedSource> made = bake_file(file, run, with_document, diagnostics);
    if (!made && !diagnostics.has_errors()) throw InputFault(file, made.error());
    print_faults(file, diagnostics);
    if (!made) return exit_input;
    const AlignedBytes& bytes = made->baked.bytes;
    const BakedFile& baked = made->baked.file;
    const std::vector<ClipMeasure>& measures = made->baked.measures;
    // The baked file first: what describes it is not replaced where it cannot be.
    const auto texts = texts_of(options, *made);
    write(options.output, bytes, out);
    for (const auto& [path, text] : texts)
        write(path, std::as_bytes(std::span(text)), out);
    const std::vector<SectionSize> sizes = section_sizes(baked.container, document_schema());
    if (options.json) {
        JsonWriter json(out.text);
        json.begin_object().key("file").value(options.output);
        json.key("bytes").value(std::uint64_t{bytes.size()});
        if (options.report) {
            write_sections(sizes, json);
            write_clips(baked, measures, json);
        }
        json.end_object().end_line();
        return exit_ok;
    }
    if (!out.text.empty() || (options.quiet && !options.report)) return exit_ok;
    out.text += fmt::format("{}  {:.1f} KiB\n", styled(Style::bold, printable(options.output)),
                            static_cast<double>(bytes.size()) / 1024.0);
    if (options.report) {
        print_sections(sizes, out.text);
        print_clip_sizes(baked, out.text, measures);
    }
    return exit_ok;
}

/// A slip of the hand must not cost a document or a model.
void check_output(const char* option, const std::string& file) {
    const std::string ending = lower_extension(file);
    if (ending != ".motus" && !model_kind(file) && !is_unity_file(file)) return;
    throw UsageFault(
        fmt::format("bake: {}: {} files are not what is written there", option, ending));
}

void check_stdout(const BakeOptions& options) {
    const bool binary = is_stdout(options.output);
    if (!binary && !is_stdout(options.depfile) && !is_stdout(options.header) &&
        !is_stdout(options.typescript)) {
        return;
    }
    if (options.json || options.report)
        throw UsageFault("bake: with an output on stdout there is no --json and no --report");
    if (binary && !options.depfile.empty())
        throw UsageFault("bake: --depfile names the file that is written: --output - is none");
    if (binary && ::isatty(STDOUT_FILENO) == 1)
        throw UsageFault("bake: --output -: a baked file is not for a terminal");
}

int bake_to_folder(const BakeOptions& options, Output& out) {
    std::optional<DiskStore> store;
    const BakeRun run = run_of(options, store);
    const BakeManyResult result =
        bake_many({options.files, options.folder, options.jobs, options.force, run});
    for (const BakeFailure& failure : result.failures) {
        print_faults(failure.file, failure.diagnostics);
        if (!failure.unwritten) continue;
        print_message(fmt::format("{}: error: {} ({})", failure.output, failure.unwritten->cause,
                                  failure.unwritten->code));
    }
    if (options.json) {
        JsonWriter json(out.text);
        json.begin_object().key("folder").value(options.folder);
        json.key("baked").value(std::uint64_t{result.baked});
        json.key("current").value(std::uint64_t{result.current});
        json.key("failed").value(std::uint64_t{result.failed});
        json.key("bytes").value(result.bytes).end_object().end_line();
    } else if (!options.quiet) {
        out.text += fmt::format("{}  {} baked, {} up to date{}\n",
                                styled(Style::bold, printable(options.folder)), result.baked,
                                result.current,
                                result.failed ? fmt::format(", {} failed", result.failed) : "");
    }
    return result.failed == 0 ? exit_ok : exit_input;
}

}  // namespace

int run_bake(const BakeOptions& options, Output& out) {
    if (options.folder.empty() && options.output.empty())
        throw UsageFault("bake: needs --output FILE or --out-dir FOLDER");
    if (!options.folder.empty() && !options.output.empty())
        throw UsageFault("bake: takes --output FILE or --out-dir FOLDER, not both");
    if (!options.folder.empty()) {
        if (!options.depfile.empty()) throw UsageFault("bake: --depfile goes with --output");
        if (!options.header.empty()) throw UsageFault("bake: --header goes with --output");
        if (!options.typescript.empty()) throw UsageFault("bake: --ts goes with --output");
        if (options.report) throw UsageFault("bake: --report goes with --output");
        return bake_to_folder(options, out);
    }
    if (options.files.size() != 1) {
        throw UsageFault("bake: --output takes one document; use --out-dir for many");
    }
    const std::pair<const char*, const std::string*> outputs[] = {{"--output", &options.output},
                                                                  {"--depfile", &options.depfile},
                                                                  {"--header", &options.header},
                                                                  {"--ts", &options.typescript}};
    std::map<std::filesystem::path, const char*> taken;
    for (const auto& [option, file] : outputs) {
        check_output(option, *file);
        if (file->empty()) continue;
        std::error_code ignored;
        const auto place = std::filesystem::weakly_canonical(*file, ignored);
        const auto [at, is_new] = taken.emplace(place, option);
        if (!is_new) {
            throw UsageFault(
                fmt::format("bake: {} and {} would write the same file", at->second, option));
        }
    }
    check_stdout(options);
    return bake_one(options, out);
}

}  // namespace motus::tool
