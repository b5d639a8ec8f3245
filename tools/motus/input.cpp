// SPDX-License-Identifier: MIT
#include "input.h"

#include "output.h"

#include <motus/core/guess.h>
#include <motus/document/file.h>
#include <motus/import/unity/import.h>
#include <scenes/scenes.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <new>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

std::string scene_list() {
    std::string list;
    for (const auto& name : scenes::scene_names()) {
        list += list.empty() ? "" : ", ";
        list += name;
    }
    return list;
}

}  // namespace

Error unknown_file(const std::string& file, std::string takes) {
    if (takes.empty()) {
        takes = fmt::format(
            "motus reads {} files, documents, baked files, Unity files and the scenes {}, card",
            kModelEndings, scene_list());
    }
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) {
        return {"file-kind", "", "is a folder, not a file; " + takes};
    }
    if (!std::filesystem::exists(file, ignored)) {
        std::vector<std::string> known{"card"};
        for (const auto& name : scenes::scene_names())
            known.emplace_back(name);
        return {
            "file-missing", "",
            fmt::format("there is no such file or scene; {}{}", takes, did_you_mean(file, known))};
    }
    return {"file-kind", "", "this kind of file is not one that can be read; " + takes};
}

std::optional<Error> find_file_fault(const std::string& file) {
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return Error{"file-missing", "", "there is no such file"};
        return Error{"file-read", "",
                     "cannot be opened: " + std::generic_category().message(errno)};
    }
    if (S_ISDIR(info.st_mode)) return Error{"file-kind", "", "is a folder, not a file"};
    if (::access(file.c_str(), R_OK) != 0)
        return Error{"file-read", "",
                     "cannot be opened: " + std::generic_category().message(errno)};
    return std::nullopt;
}

bool is_asset_file(const std::string& file) {
    const std::string extension = lower_extension(file);
    return model_kind(file) || extension == ".anim" || scenes::is_scene(file);
}

std::string lower_extension(const std::string& file) {
    std::string extension = std::filesystem::path(file).extension().string();
    for (char& c : extension) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return extension;
}

std::string load_text(const std::string& file) {
    Result<std::string> text = read_text_file(file);
    if (!text) throw InputFault(file, text.error());
    return *std::move(text);
}

Result<ImportedModel> open_model(const std::string& file, Diagnostics& diagnostics) try {
    if (!model_kind(file)) {
        Result<Asset> asset = open_asset(file, diagnostics);
        if (!asset) return asset.error();
        return ImportedModel{*std::move(asset)};
    }
    Result<ModelSource> source = import_model_source(file, diagnostics);
    if (!source) return source.error();
    return std::move(source->model);
} catch (const std::bad_alloc&) {
    return Error{"file-memory", "", "there is not enough memory to read it"};
}

Result<Asset> open_asset(const std::string& file, Diagnostics& diagnostics) try {
    const std::string extension = lower_extension(file);
    if (model_kind(file)) {
        Result<ImportedModel> model = open_model(file, diagnostics);
        if (!model) return model.error();
        return std::move(model->asset);
    }
    if (extension == ".anim") {
        Result<std::string> text = read_text_file(file);
        if (!text) return text.error();
        unity::ImportReport report;
        return unity::read_anim_asset(*std::move(text), report, diagnostics);
    }
    if (scenes::is_scene(file)) return scenes::make_scene(file);
    if (file == "card" || extension == ".motus" || extension == ".motusb") {
        return Error{"file-kind", "",
                     fmt::format("this verb takes no documents and baked files, but {} files and "
                                 "the scenes {}",
                                 kModelEndings, scene_list())};
    }
    return unknown_file(file);
} catch (const std::bad_alloc&) {
    return Error{"file-memory", "", "there is not enough memory to read it"};
}

Asset load_asset(const std::string& file, Diagnostics& diagnostics) {
    Result<Asset> asset = open_asset(file, diagnostics);
    if (!asset) throw InputFault(file, asset.error());
    return *std::move(asset);
}

AssetRig load_rig(const std::string& file, const Asset& asset) {
    Result<AssetRig> rig = make_rig(asset);
    if (!rig) throw InputFault(file, rig.error());
    return *std::move(rig);
}

ClipKey clip_key(const std::string& word) {
    if (word.empty()) return {};
    ClipKey key{word, std::nullopt};
    std::uint32_t index = 0;
    const char* end = word.data() + word.size();
    const auto [rest, failed] = std::from_chars(word.data(), end, index);
    if (failed == std::errc() && rest == end) key.index = index;
    return key;
}

ClipNames clip_names_of(const Asset& asset) {
    ClipNames names{{}, 0, static_cast<std::uint32_t>(asset.clips.size())};
    for (const AssetClip& clip : asset.clips)
        names.all.push_back(clip.name);
    return names;
}

std::uint32_t find_clip(const std::string& file, const ClipNames& names, const std::string& word) {
    for (std::uint32_t i = 0; i < names.count; ++i)
        if (names[i] == word) return i;
    const ClipKey key = clip_key(word);
    if (key.index && *key.index >= names.first && *key.index - names.first < names.count)
        return *key.index - names.first;
    if (names.all.empty())
        throw InputFault(file, fmt::format("there is no clip \"{}\": the file has none", word));
    std::string list;
    for (std::size_t i = 0; i < names.all.size(); ++i)
        list += fmt::format("{}{} \"{}\"", i == 0 ? "" : ", ", i, names.all[i]);
    throw InputFault(file, fmt::format("there is no clip \"{}\"{}; there are {}", word,
                                       did_you_mean(word, names.all), list));
}

double parse_number(const char* option, const std::string& text) {
    double number = 0.0;
    const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const char* end = text.data() + text.size();
    const auto [rest, failed] = std::from_chars(begin, end, number);
    if (failed != std::errc() || rest != end || !std::isfinite(number)) {
        throw UsageFault(fmt::format("{}: \"{}\" is not a finite number", option, text));
    }
    return number;
}

std::optional<PlayMode> mode_of(const std::string& name) {
    if (name == "once") return PlayMode::once;
    if (name == "loop") return PlayMode::loop;
    if (name == "pingpong") return PlayMode::ping_pong;
    return std::nullopt;
}

}  // namespace motus::tool
