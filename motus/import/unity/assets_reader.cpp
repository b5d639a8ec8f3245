// Masks and override controllers: the small files beside a controller.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/convert.h>
#include <motus/import/unity/reader.h>

#include <array>

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

}  // namespace

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
