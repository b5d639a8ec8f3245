// Masks and override controllers: the small files beside a controller.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/convert.h>
#include <motus/import/unity/reader.h>

#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::array kBodyParts = {"Root",         "Body",       "Head",        "LeftLeg",
                                   "RightLeg",     "LeftArm",    "RightArm",    "LeftFingers",
                                   "RightFingers", "LeftFootIK", "RightFootIK", "LeftHandIK",
                                   "RightHandIK"};

/// The object of one of the classes in a file, as fields.
struct Opened {
    std::unique_ptr<UnityFile> file;
    Node body;
};

Result<Opened> open_object(std::string text, std::initializer_list<ClassId> classes,
                           const char* what, Diagnostics& diagnostics) {
    const auto fail = [&](const Error& error) {
        diagnostics.error(error.code, error.place, error.cause);
        return error;
    };
    auto file = UnityFile::open(std::move(text), diagnostics);
    if (!file) return fail(file.error());
    for (const ClassId class_id : classes) {
        const ObjectEntry* entry = (*file)->first_of(class_id);
        if (entry == nullptr) continue;
        const Result<Node> body = (*file)->read(*entry);
        if (!body) return fail(body.error());
        return Opened{std::move(*file), *body};
    }
    return fail({"unity-wrong-class", "", fmt::format("the file holds no {}", what)});
}

AvatarMask mask_of(Node body, Faults& faults) {
    const Fields fields(body, faults);
    AvatarMask out;
    out.name = fields.text("m_Name");
    // 13 little-endian numbers of 32 bits, in hexadecimal digits.
    const std::string_view digits = body["m_Mask"].text();
    for (std::size_t i = 0; i < kBodyParts.size() && (i + 1) * 8 <= digits.size(); ++i) {
        if (digits.substr(i * 8, 8) == "00000000") {
            out.parts_off.emplace_back(kBodyParts[i]);
        }
    }
    for (const Node entry : body["m_Elements"]) {
        const Fields values(entry, faults);
        out.elements.emplace_back(values.text("m_Path"), values.number("m_Weight", 0.0f));
    }
    return out;
}

using ClipPairs = std::vector<std::pair<AssetRef, AssetRef>>;

/// What plays instead of which clip; of several entries for one clip, the last counts.
class Replacements {
  public:
    explicit Replacements(const ClipPairs& clips) {
        for (const auto& [original, instead] : clips)
            by_clip_[{original.guid, original.file_id}] = &instead;
    }
    [[nodiscard]] const AssetRef* find(const AssetRef& clip) const {
        const auto found = by_clip_.find({clip.guid, clip.file_id});
        return found == by_clip_.end() ? nullptr : found->second;
    }

  private:
    std::map<std::pair<std::string, std::int64_t>, const AssetRef*> by_clip_;
};

// What `outer` makes of what `inner` plays. It names a clip as `inner` plays it, or as the
// controller does.
ClipPairs chained(const ClipPairs& inner, const ClipPairs& outer) {
    const Replacements in_inner(inner), in_outer(outer);
    ClipPairs out;
    for (const auto& [original, instead] : inner) {
        const AssetRef* last = in_outer.find(instead);
        if (last == nullptr) last = in_outer.find(original);
        out.emplace_back(original, last != nullptr ? *last : instead);
    }
    for (const auto& [original, instead] : outer) {
        if (in_inner.find(original) == nullptr) out.emplace_back(original, instead);
    }
    return out;
}

}  // namespace

Result<OverrideController> resolve_override(OverrideController outer, const Project& project) {
    std::set<std::string> seen;
    for (;;) {
        const std::string guid = outer.controller.guid;
        const std::filesystem::path* path = project.find(guid);
        const auto fail = [](const char* code, std::string cause) {
            return Error{code, "m_Controller", std::move(cause)};
        };
        if (path == nullptr) {
            return fail("unity-unresolved", fmt::format("the controller {} is not in the project",
                                                        to_string(outer.controller)));
        }
        const std::string ending = motion_ending(*path);
        if (ending == ".controller") return outer;
        if (ending != ".overridecontroller") {
            return fail("unity-wrong-class", fmt::format("{}, which it overrides, is no controller",
                                                         path->generic_string()));
        }
        if (!seen.insert(guid).second) {
            return fail("unity-cycle", fmt::format("{} overrides itself", path->generic_string()));
        }
        Result<std::string> text = project.text(*path);
        if (!text) return fail("unity-unresolved", to_string(text.error()));
        Diagnostics ignored;
        Result<OverrideController> inner = read_override(*std::move(text), ignored);
        if (!inner) return inner.error();
        for (auto& [original, instead] : inner->clips) {
            if (instead.is_local()) instead.guid = guid;  // inside that file
        }
        outer.clips = chained(inner->clips, outer.clips);
        outer.controller = inner->controller;
    }
}

Result<OverrideController> read_override(std::string text, Diagnostics& diagnostics) {
    const Result<Opened> opened = open_object(std::move(text), {ClassId::override_controller},
                                              "override controller", diagnostics);
    if (!opened) return opened.error();
    Faults faults(diagnostics);
    const Fields fields(opened->body, faults);
    OverrideController out;
    out.name = fields.text("m_Name");
    out.controller = fields.reference("m_Controller");
    for (const Node entry : opened->body["m_Clips"]) {
        const Fields values(entry, faults);
        AssetRef original = values.reference("m_OriginalClip");
        AssetRef instead = values.reference("m_OverrideClip");
        if (!instead.is_none()) out.clips.emplace_back(std::move(original), std::move(instead));
    }
    if (faults.failed()) return faults.first();
    return out;
}

Result<AvatarMask> read_mask(std::string text, Diagnostics& diagnostics) {
    const Result<Opened> opened =
        open_object(std::move(text), {ClassId::avatar_mask, ClassId::avatar_mask_old},
                    "avatar mask", diagnostics);
    if (!opened) return opened.error();
    Faults faults(diagnostics);
    AvatarMask out = mask_of(opened->body, faults);
    if (faults.failed()) return faults.first();
    return out;
}

std::optional<AvatarMask> read_mask(UnityFile& file, std::int64_t file_id, bool or_first) {
    const auto is_mask = [](const ObjectEntry* entry) {
        return entry != nullptr &&
               (entry->class_id == static_cast<std::int32_t>(ClassId::avatar_mask) ||
                entry->class_id == static_cast<std::int32_t>(ClassId::avatar_mask_old));
    };
    const ObjectEntry* entry = file.find(file_id);
    if (or_first && !is_mask(entry)) entry = file.first_of(ClassId::avatar_mask);
    if (or_first && !is_mask(entry)) entry = file.first_of(ClassId::avatar_mask_old);
    if (!is_mask(entry)) return {};
    const Result<Node> body = file.read(*entry);
    if (!body) return {};
    Diagnostics ignored;
    Faults faults(ignored);
    AvatarMask out = mask_of(*body, faults);
    if (faults.failed()) return {};
    return out;
}

}  // namespace motus::unity
