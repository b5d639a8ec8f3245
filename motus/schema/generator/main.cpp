// motus_schemagen: writes classes, tables, records and TypeScript types from a binary schema.
// SPDX-License-Identifier: MIT
#include "emit.h"
#include "numbers.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace {

using namespace motus::schemagen;

constexpr const char* kUsage =
    "motus_schemagen --schema X.bfbs --namespace a.b --numbers numbers.txt (--out DIR | --check)\n"
    "    [--room document] [--stem model] [--records records] [--record-namespace motus::record]\n"
    "    [--typescript motus-schema]\n"
    "--check writes nothing, and fails where a number is not in the list yet.\n";

std::optional<std::string> read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(in), {});
}

/// Leaves a file alone that has this content already, so that nothing is compiled again.
bool write_file(const std::filesystem::path& path, const std::string& content) {
    if (read_file(path.string()) == content) return true;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out << content;
    return static_cast<bool>(out.flush());
}

struct Options {
    std::string schema, name_space, numbers, out;
    bool check = false;
    Names names;
};

std::optional<Options> parse(int count, char** words) {
    Options options;
    const std::map<std::string, std::string*> known = {
        {"--schema", &options.schema},
        {"--namespace", &options.name_space},
        {"--numbers", &options.numbers},
        {"--out", &options.out},
        {"--room", &options.names.room},
        {"--stem", &options.names.stem},
        {"--records", &options.names.record_stem},
        {"--record-namespace", &options.names.record_namespace},
        {"--typescript", &options.names.typescript}};
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--check") {
            options.check = true;
            continue;
        }
        const auto at = known.find(word);
        if (at == known.end() || i + 1 >= count) return std::nullopt;
        *at->second = words[++i];
    }
    if (options.schema.empty() || options.numbers.empty() || options.out.empty() != options.check) {
        return std::nullopt;
    }
    return options;
}

int run(const Options& options) {
    const auto bytes = read_file(options.schema);
    const auto list = read_file(options.numbers);
    if (!bytes || !list) {
        std::fprintf(stderr, "%s: cannot be read\n",
                     (bytes ? options.numbers : options.schema).c_str());
        return 1;
    }
    std::vector<std::string> faults;
    const Model model = read_model(*bytes, options.name_space, faults);
    const std::vector<std::string> added =
        faults.empty() ? check_numbers(model, *list, faults) : std::vector<std::string>();
    for (const std::string& fault : faults)
        std::fprintf(stderr, "%s: error: %s\n", options.schema.c_str(), fault.c_str());
    if (!added.empty()) {
        std::fprintf(stderr, "%s: %s: add to the list, and commit it:\n", options.numbers.c_str(),
                     options.check ? "error" : "warning");
        for (const std::string& line : added)
            std::fprintf(stderr, "%s\n", line.c_str());
    }
    if (!faults.empty() || (options.check && !added.empty())) return 1;
    if (options.check) return 0;

    Files files;
    emit_classes(model, options.names, files);
    emit_changes(model, options.names, files);
    emit_tables(model, options.names, files);
    emit_records(model, options.names, files);
    emit_typescript(model, options.names, files);
    for (const auto& [path, content] : files) {
        if (!write_file(std::filesystem::path(options.out) / path, content)) {
            std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
            return 1;
        }
    }
    return 0;
}

}  // namespace

int main(int count, char** words) {
    const auto options = parse(count, words);
    if (!options) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    return run(*options);
}
