// Where the clip of a reference is: mapped, in the project, in the file itself, or nowhere.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/motions.h>

#include <motus/document/file.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr double kPlaceholderSeconds = 1.0;

std::string stem_of(const std::filesystem::path& path) {
    return path.stem().string();
}

}  // namespace

const MotionEntry& Motions::get(const AssetRef& ref, const std::string& place,
                                const std::string& hint) {
    static const MotionEntry kNothing;
    if (ref.is_none()) return kNothing;
    const auto instead = overrides_.find({within(ref.guid), ref.file_id});
    if (instead == overrides_.end()) return find_or_make(ref, place, hint);
    instead->second.used = true;
    return find_or_make(instead->second.instead, place, hint);
}

const MotionEntry& Motions::find_or_make(const AssetRef& ref, const std::string& place,
                                         const std::string& hint) {
    const auto known = entries_.find(ref);
    if (known != entries_.end()) return known->second;
    MotionEntry entry = resolve(ref, place, hint);
    return entries_.emplace(ref, std::move(entry)).first->second;
}

// A file names what is in it without a guid; others name it with the file's.
std::string Motions::within(const std::string& guid) const {
    return guid == options_.guid ? std::string() : guid;
}

MotionEntry Motions::resolve(const AssetRef& ref, const std::string& place,
                             const std::string& hint) {
    std::optional<ModelClip> model;
    std::string name = hint;
    if (options_.project != nullptr && !ref.guid.empty()) {
        const auto [known, is_new] = models_.try_emplace(ref.guid);
        if (is_new) known->second = options_.project->model_clips(ref.guid);
        if (const auto found = known->second.find(ref.file_id); found != known->second.end()) {
            model = found->second;
        }
        if (const auto* path = options_.project->find(ref.guid)) name = stem_of(*path);
        if (model) name = model->name;
    }
    if (auto mapped = from_mapping(ref, name)) return *std::move(mapped);
    if (auto found = from_file(ref, place)) return *std::move(found);
    if (model) {
        if (const auto found = find_clip(model->name, "")) {
            return add_model_clip(ref, *found, model->loops);
        }
    }
    MotionEntry entry = add_placeholder(ref, name, kPlaceholderSeconds, place);
    if (model && model->loops) {
        entry.loops = *model->loops;
        const auto* clip = object_cast<doc::AnimationClip>(document_.find_id(entry.id));
        doc::AnimationClipChange(document_, clip->handle()).set_loop(entry.loops);
    }
    return entry;
}

std::optional<Motions::Found> Motions::find_clip(const std::string& name,
                                                 const std::string& file) const {
    for (std::size_t f = 0; f < options_.clips.size(); ++f) {
        if (!file.empty() && options_.clips[f].path != file) continue;
        const std::vector<AssetClip>& clips = options_.clips[f].asset.clips;
        for (std::uint32_t i = 0; i < clips.size(); ++i) {
            if (clips[i].name == name) return Found{f, i};
        }
    }
    return {};
}

std::optional<MotionEntry> Motions::from_mapping(const AssetRef& ref, const std::string& name) {
    for (const ClipMapping& mapping : options_.mapping) {
        if (mapping.unity != to_string(ref) && mapping.unity != ref.guid && mapping.unity != name) {
            continue;
        }
        mapping_used_.insert(mapping.unity);
        if (const auto found = find_clip(mapping.clip, mapping.file)) {
            return add_model_clip(ref, *found, std::nullopt);
        }
        diagnostics_.warn(
            "unity-map", mapping.unity,
            fmt::format("is mapped to clip {}, which no file given has", mapping.clip));
    }
    return {};
}

// A clip inside the controller's file or its override's, or in a file of the project.
std::optional<MotionEntry> Motions::from_file(const AssetRef& ref, const std::string& place) {
    if (ref.is_local()) return from_text(own_file_, options_.text, ref, place);
    if (ref.guid == kOverrideFile) {
        return from_text(override_file_, options_.override_text, ref, place);
    }
    if (options_.project == nullptr) return {};
    const auto* path = options_.project->find(ref.guid);
    if (path == nullptr || motion_ending(*path).empty()) return {};
    const std::string name = path->generic_string();
    Result<std::string> text = options_.project->text(*path);
    if (!text) {
        diagnostics_.warn("unity-file", name, "cannot be read");
        return {};
    }
    Diagnostics inner;
    auto file = UnityFile::open(*std::move(text), inner);
    std::optional<MotionEntry> out;
    if (file) {
        out = read_from(**file, name, ref, place);
    } else {
        diagnostics_.warn(file.error().code, fmt::format("{}: {}", name, file.error().place),
                          file.error().cause);
    }
    for (const Fault& fault : inner.faults())
        diagnostics_.warn(fault.code, fmt::format("{}: {}", name, fault.path), fault.message);
    return out;
}

UnityFile* Motions::open_once(OpenedFile& opened, const std::string& text) {
    if (opened.file == nullptr) {
        auto file = UnityFile::open(text, opened.faults);
        if (!file) return nullptr;
        opened.file = *std::move(file);
    }
    return opened.file.get();
}

std::optional<MotionEntry> Motions::from_text(OpenedFile& opened, const std::string& text,
                                              const AssetRef& ref, const std::string& place) {
    UnityFile* file = open_once(opened, text);
    if (file == nullptr) return {};
    return read_from(*file, options_.source, ref, place);
}

std::optional<MotionEntry> Motions::read_from(UnityFile& file, const std::string& name,
                                              const AssetRef& ref, const std::string& place) {
    Diagnostics inner;
    Result<UnityClip> clip = read_clip(file, ref.file_id, inner);
    for (const Fault& fault : inner.faults())
        diagnostics_.warn(fault.code, fmt::format("{}: {}", name, fault.path), fault.message);
    if (!clip) return {};
    if (clip->reference_clip.is_local() && !ref.guid.empty()) {  // of the clip's own file
        clip->reference_clip.guid = ref.guid;
        clip->reference_clip.type = ref.type;
    }
    return add_clip(*clip, ref, place);
}

}  // namespace motus::unity
