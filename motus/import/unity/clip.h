// motus/import/unity/clip.h - an animation clip (.anim) as values, in Unity's own coordinates.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/controller.h>
#include <motus/import/unity/curve.h>
#include <motus/import/unity/unity_file.h>

#include <string>
#include <vector>

namespace motus::unity {

enum class CurveTarget : std::uint8_t { rotation, euler, position, scale, number };

/// Curves of one property: 4, 3, 3, 3 or 1 of them.
struct ClipCurve {
    CurveTarget target = CurveTarget::number;
    std::string path;       ///< Names from the Animator's object, joined by '/'.
    std::string attribute;  ///< Of numbers: "blendShape.Smile", "m_IsActive".
    std::int32_t class_id = 0;
    AssetRef script;
    std::int32_t rotation_order = 4;
    std::vector<Curve> parts;
};

struct ClipEventValue {
    double time = 0.0;
    std::string function, text;
    float number = 0.0f;
    std::int32_t integer = 0;
    AssetRef object;
    bool needs_receiver = true;
};

/// A setting that has no place in a document, where it differs from that of a new clip.
struct ClipSetting {
    std::string text;  ///< "m_Level: 3".
    bool loop_pose = false;
};

struct UnityClip {
    std::string name;
    std::int64_t file_id = 0;
    bool legacy = false, compressed = false;
    double start = 0.0, stop = 0.0;  ///< Seconds; where the file has none, of the keys.
    double sample_rate = 60.0;
    bool loop = false, mirror = false;
    double cycle_offset = 0.0;
    bool has_reference = false;
    AssetRef reference_clip;
    double reference_time = 0.0;
    std::vector<ClipCurve> curves;
    std::vector<ClipEventValue> events;
    std::vector<ClipSetting> settings;
    std::vector<std::string> repeated;       ///< Curves of what another moves: "path: property".
    std::vector<std::string> object_curves;  ///< m_PPtrCurves: "path: attribute".
    std::uint32_t unusual_ends = 0;          ///< Curves that loop or swing outside their keys.

    [[nodiscard]] double length() const noexcept { return stop - start; }
};

/// The clip with that id; 0: the first of the file.
[[nodiscard]] Result<UnityClip> read_clip(UnityFile& file, std::int64_t file_id,
                                          Diagnostics& diagnostics);

/// Whether a curve of the Animator itself moves a humanoid: muscles, RootT, LeftFootQ and so on.
[[nodiscard]] bool is_humanoid_attribute(std::string_view attribute);

/// Whether the curve has no place in a document: those of the Animator itself.
[[nodiscard]] inline bool is_left_out(const ClipCurve& curve) noexcept {
    return curve.class_id == 95 && curve.target == CurveTarget::number;
}

/// "GameObject", "SkinnedMeshRenderer", "class 223".
[[nodiscard]] std::string component_name(std::int32_t class_id);

}  // namespace motus::unity
