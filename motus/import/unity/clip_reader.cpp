// SPDX-License-Identifier: MIT
#include <motus/import/unity/clip.h>
#include <motus/import/unity/reader.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::int32_t kClamp = 2;  // of m_PreInfinity and m_PostInfinity
constexpr std::int32_t kBothWeights = 3;
constexpr std::int32_t kLegacyLoop = 2;  // of m_WrapMode
constexpr double kNoLength = 1e-30;      // less is nothing as a float

/// Settings that are not carried over, as a new clip has them.
struct Usual {
    const char* key;
    float value;
    bool loop_pose = false;
};
constexpr std::array kUsual = {
    Usual{"m_OrientationOffsetY", 0.0f},      Usual{"m_Level", 0.0f},
    Usual{"m_LoopBlend", 0.0f, true},         Usual{"m_LoopBlendOrientation", 0.0f},
    Usual{"m_LoopBlendPositionY", 0.0f},      Usual{"m_LoopBlendPositionXZ", 0.0f},
    Usual{"m_KeepOriginalOrientation", 0.0f}, Usual{"m_KeepOriginalPositionY", 1.0f},
    Usual{"m_KeepOriginalPositionXZ", 0.0f},  Usual{"m_HeightFromFeet", 0.0f}};

class ClipReader {
  public:
    ClipReader(Node body, Faults& faults) : body_(body), fields_(body, faults), faults_(faults) {}

    UnityClip run() {
        out_.name = fields_.text("m_Name");
        out_.legacy = fields_.flag("m_Legacy", false) || fields_.integer("m_AnimationType", 2) == 1;
        out_.compressed = body_["m_CompressedRotationCurves"].first().exists();
        out_.sample_rate = static_cast<double>(fields_.number("m_SampleRate", 60.0f));
        if (!(out_.sample_rate > 0.0)) out_.sample_rate = 60.0;
        read_curves("m_RotationCurves", CurveTarget::rotation, "xyzw");
        read_curves("m_EulerCurves", CurveTarget::euler, "xyz");
        read_curves("m_PositionCurves", CurveTarget::position, "xyz");
        read_curves("m_ScaleCurves", CurveTarget::scale, "xyz");
        read_curves("m_FloatCurves", CurveTarget::number, "");
        for (const Node entry : body_["m_PPtrCurves"]) {
            out_.object_curves.push_back(
                fmt::format("{}: {}", entry["path"].text(), entry["attribute"].text()));
        }
        read_settings();
        drop_repeated();
        for (const Node entry : body_["m_Events"]) {
            const Fields values(entry, faults_);
            out_.events.push_back(
                {static_cast<double>(values.number("time", 0.0f)), values.text("functionName"),
                 values.text("data"), values.number("floatParameter", 0.0f),
                 values.integer("intParameter", 0), values.reference("objectReferenceParameter"),
                 values.integer("messageOptions", 0) == 0});
        }
        return std::move(out_);
    }

  private:
    void read_curves(const char* key, CurveTarget target, std::string_view parts) {
        for (const Node entry : body_[key]) {
            const Fields values(entry, faults_);
            ClipCurve curve;
            curve.target = target;
            curve.path = values.text("path");
            curve.attribute = values.text("attribute");
            curve.class_id = values.integer("classID", 4);
            curve.script = values.reference("script");
            const Fields inner(entry["curve"], faults_);
            curve.rotation_order = inner.integer("m_RotationOrder", 4);
            if (inner.integer("m_PreInfinity", kClamp) != kClamp ||
                inner.integer("m_PostInfinity", kClamp) != kClamp) {
                ++out_.unusual_ends;
            }
            curve.parts.resize(std::max<std::size_t>(parts.size(), 1));
            for (const Node key_node : entry["curve"]["m_Curve"])
                read_key(key_node, parts, curve);
            if (!curve.parts[0].keys.empty()) out_.curves.push_back(std::move(curve));
        }
    }

    // A number of a key, or of one component of it. Slopes may be infinite.
    double real(Node node, std::string_view parts, std::size_t part, double absent, bool infinite) {
        const Node field = parts.empty() ? node : node[parts.substr(part, 1)];
        if (!field) return absent;
        const auto number = parse_real(field.text());
        if (number && (std::fabs(*number) <= FLT_MAX || (infinite && !std::isnan(*number)))) {
            return *number;
        }
        faults_.warn("unity-number", field.line(),
                     fmt::format("{} is no number that can be used in a key; {} is used",
                                 field.text().substr(0, 40), absent));
        return absent;
    }

    void read_key(Node node, std::string_view parts, ClipCurve& curve) {
        const Fields values(node, faults_);
        const double time = static_cast<double>(values.number("time", 0.0f));
        const std::int32_t mode = values.integer("weightedMode", 0);
        // Looked up once, not once per component.
        const Node value = node["value"], in = node["inSlope"], out = node["outSlope"],
                   in_weight = node["inWeight"], out_weight = node["outWeight"];
        bool added = false;
        for (std::size_t i = 0; i < curve.parts.size(); ++i) {
            CurveKey key;
            key.time = time;
            key.value = real(value, parts, i, 0.0, false);
            key.in_slope = real(in, parts, i, 0.0, true);
            key.out_slope = real(out, parts, i, 0.0, true);
            key.in_weight = real(in_weight, parts, i, 1.0 / 3.0, false);
            key.out_weight = real(out_weight, parts, i, 1.0 / 3.0, false);
            if (mode >= 0 && mode <= kBothWeights) {
                key.in_weighted = (mode & 1) != 0;
                key.out_weighted = (mode & 2) != 0;
            }
            std::vector<CurveKey>& keys = curve.parts[i].keys;
            if (!keys.empty() && !(keys.back().time < time)) {
                if (i == 0) {
                    faults_.warn("unity-key-order", node.line(),
                                 "a key that is not after the one before it is left out");
                }
                continue;
            }
            keys.push_back(key);
            added = true;
        }
        if (added && curve.target == CurveTarget::rotation) mend_rotation(node, curve);
    }

    // Lengths other than 1 need nothing: rotations are normalised where they are sampled.
    void mend_rotation(Node node, ClipCurve& curve) {
        double largest = 0.0;
        for (const Curve& part : curve.parts)
            largest = std::max(largest, std::fabs(part.keys.back().value));
        if (largest > kNoLength) return;
        faults_.warn("unity-number", node.line(),
                     "a rotation of no length; that of no turn is used");
        for (Curve& part : curve.parts)
            part.keys.back().value = 0.0;
        curve.parts.back().keys.back().value = 1.0;
    }

    // Of several curves of a property the first counts.
    void drop_repeated() {
        std::set<std::tuple<CurveTarget, std::string, std::string, std::int32_t, AssetRef>> seen;
        std::vector<ClipCurve> kept;
        for (ClipCurve& curve : out_.curves) {
            const bool number = curve.target == CurveTarget::number;
            const CurveTarget target =
                curve.target == CurveTarget::euler ? CurveTarget::rotation : curve.target;
            if (is_left_out(curve) ||
                seen.insert({target, curve.path, number ? curve.attribute : std::string(),
                             number ? curve.class_id : 0, number ? curve.script : AssetRef()})
                    .second) {
                kept.push_back(std::move(curve));
            } else {
                out_.repeated.push_back(
                    fmt::format("{}: {}", curve.path, number ? curve.attribute : name_of(target)));
            }
        }
        out_.curves = std::move(kept);
    }

    static const char* name_of(CurveTarget target) {
        return target == CurveTarget::position ? "position"
               : target == CurveTarget::scale  ? "scale"
                                               : "rotation";
    }

    void read_settings() {
        const Fields settings(body_["m_AnimationClipSettings"], faults_);
        double first = 0.0, last = 0.0;
        for (const ClipCurve& curve : out_.curves) {
            first = std::min(first, curve.parts[0].keys.front().time);
            last = std::max(last, curve.parts[0].keys.back().time);
        }
        out_.start = static_cast<double>(settings.number("m_StartTime", 0.0f));
        out_.stop = static_cast<double>(settings.number("m_StopTime", 0.0f));
        if (!(out_.stop > out_.start)) {
            out_.start = first;
            out_.stop = last;
        }
        out_.loop = settings.flag("m_LoopTime", false) ||
                    (out_.legacy && fields_.integer("m_WrapMode", 0) == kLegacyLoop);
        out_.mirror = settings.flag("m_Mirror", false);
        out_.cycle_offset = static_cast<double>(settings.number("m_CycleOffset", 0.0f));
        out_.has_reference = settings.flag("m_HasAdditiveReferencePose", false);
        out_.reference_clip = settings.reference("m_AdditiveReferencePoseClip");
        out_.reference_time =
            static_cast<double>(settings.number("m_AdditiveReferencePoseTime", 0.0f));
        for (const Usual& usual : kUsual) {
            const float value = settings.number(usual.key, usual.value);
            if (value == usual.value) continue;
            out_.settings.push_back({fmt::format("{}: {}", usual.key, value), usual.loop_pose});
        }
    }

    Node body_;
    Fields fields_;
    Faults& faults_;
    UnityClip out_;
};

}  // namespace

Result<UnityClip> read_clip(UnityFile& file, std::int64_t file_id, Diagnostics& diagnostics) {
    Faults faults(diagnostics);
    const ObjectEntry* entry = file_id == 0 ? file.first_of(ClassId::clip) : file.find(file_id);
    if (entry == nullptr || entry->class_id != static_cast<std::int32_t>(ClassId::clip)) {
        faults.error("unity-no-clip", 0, "the file holds no such animation clip");
        return faults.first();
    }
    const Result<Node> body = file.read(*entry);
    if (!body) {
        faults.error(body.error());
        return faults.first();
    }
    UnityClip clip = ClipReader(*body, faults).run();
    clip.file_id = entry->file_id;
    if (faults.failed()) return faults.first();
    return clip;
}

bool is_humanoid_attribute(std::string_view attribute) {
    constexpr std::array kLimbs = {"Root",      "Motion",   "LeftFoot",  "RightFoot", "LeftHand",
                                   "RightHand", "LeftKnee", "RightKnee", "LeftElbow", "RightElbow"};
    for (const std::string_view limb : kLimbs) {
        if (attribute.substr(0, limb.size()) != limb) continue;
        const std::string_view rest = attribute.substr(limb.size());
        if (rest.size() == 3 && (rest[0] == 'T' || rest[0] == 'Q') && rest[1] == '.') return true;
    }
    constexpr std::array kWords = {"Front-Back", "Left-Right", "Twist",    "Down-Up", "Up-Down",
                                   "In-Out",     "Stretch",    "Nod Down", "Tilt",    "Turn",
                                   "Close",      "Stretched",  "Spread"};
    for (const std::string_view word : kWords) {
        if (attribute.find(word) != attribute.npos) return true;
    }
    return false;
}

std::string component_name(std::int32_t class_id) {
    switch (class_id) {
        case 1:
            return "GameObject";
        case 4:
            return "Transform";
        case 20:
            return "Camera";
        case 23:
            return "MeshRenderer";
        case 33:
            return "MeshFilter";
        case 54:
            return "Rigidbody";
        case 82:
            return "AudioSource";
        case 95:
            return "Animator";
        case 102:
            return "TextMesh";
        case 108:
            return "Light";
        case 114:
            return "MonoBehaviour";
        case 120:
            return "LineRenderer";
        case 136:
            return "CapsuleCollider";
        case 137:
            return "SkinnedMeshRenderer";
        case 198:
            return "ParticleSystem";
        case 212:
            return "SpriteRenderer";
        case 222:
            return "CanvasRenderer";
        case 223:
            return "Canvas";
        case 224:
            return "RectTransform";
        case 225:
            return "CanvasGroup";
        default:
            return fmt::format("Class{}", class_id);
    }
}

}  // namespace motus::unity
