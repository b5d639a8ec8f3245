// Motions, blend trees and behaviours of an export.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/exporter.h>
#include <motus/import/unity/text.h>
#include <motus/import/unity/tree.h>

#include <set>

#include <fmt/format.h>

namespace motus::unity {
namespace {

/// A field with fields of its own, or a value.
struct FieldNode {
    std::string name;  ///< "[0]" in a list.
    std::string value;
    std::vector<FieldNode> fields;
};

constexpr std::size_t kMaxParts = 32;

// "a.b[0].c": a, b, [0], c.
std::vector<std::string> split_path(const std::string& path) {
    std::vector<std::string> parts(1);
    for (const char c : path) {
        if (c == '.') {
            parts.emplace_back();
        } else if (c == '[') {
            parts.emplace_back("[");
        } else {
            parts.back() += c;
        }
    }
    if (parts.size() > kMaxParts) return {path};
    for (const std::string& part : parts) {
        if (part.empty()) return {path};
    }
    return parts;
}

void write_fields(const FieldNode& node, std::size_t indent, bool after_dash, std::string& out) {
    bool first = true;
    for (const FieldNode& inner : node.fields) {
        const bool item = inner.name.front() == '[';
        std::string head(after_dash && first ? 0 : indent, ' ');
        first = false;
        if (item) {
            head += "- ";
            if (inner.fields.empty()) {
                out += head + inner.value + "\n";
            } else {
                out += head;
                write_fields(inner, indent + 2, true, out);
            }
            continue;
        }
        if (inner.fields.empty()) {
            out += fmt::format("{}{}: {}\n", head, yaml_text(inner.name), inner.value);
            continue;
        }
        const bool list = inner.fields.front().name.front() == '[';
        out += fmt::format("{}{}:\n", head, yaml_text(inner.name));
        write_fields(inner, list ? indent : indent + 2, false, out);
    }
}

/// Whether the whole text is one list in brackets or map in braces, as Unity's files have them.
bool is_flow(const std::string& text) {
    if (!looks_like_flow(text)) return false;
    const std::string line = "x: " + text + "\n";
    std::vector<std::string> oddities;
    const Result<Tree> tree = Tree::parse(line, 0, line.size(), 1, oddities);
    if (!tree || !oddities.empty()) return false;
    const Node value = tree->root().first();
    return value.flow() && value.source() == text && !value.next();
}

/// Whether a field refers to an object of the file that it came from.
bool names_own_object(const std::string& text) {
    if (!is_flow(text)) return false;
    const std::string line = "x: " + text + "\n";
    std::vector<std::string> oddities;
    const Result<Tree> tree = Tree::parse(line, 0, line.size(), 1, oddities);
    for (std::uint32_t i = 0; tree && i < tree->size(); ++i) {
        const Node node(*tree, i);
        if (!is_reference(node)) continue;
        const Result<AssetRef> ref = read_reference(node);
        if (ref && ref->is_local()) return true;
    }
    return false;
}

std::string value_text(const Value& value, bool is_text) {
    if (const double* number = value.as_number()) return fmt::format("{}", *number);
    const std::string* text = value.as_text();
    if (text == nullptr) return {};
    return !is_text && is_flow(*text) ? *text : yaml_text(*text);
}

}  // namespace

std::string nested_fields(const std::vector<std::pair<std::string, std::string>>& fields) {
    FieldNode root;
    for (const auto& [path, value] : fields) {
        FieldNode* at = &root;
        for (const std::string& part : split_path(path)) {
            // Fields of one parent follow each other.
            if (at->fields.empty() || at->fields.back().name != part) {
                at->fields.emplace_back().name = part;
            }
            at = &at->fields.back();
        }
        at->value = value;
    }
    std::string out;
    write_fields(root, 2, false, out);
    return out;
}

AssetRef Exporter::origin(ChildList<doc::Annotation> notes, std::string_view name) const {
    AssetRef ref;
    for (const doc::Annotation& note : notes) {
        if (note.name() != name) continue;
        for (const doc::AnnotationField& entry : note.fields()) {
            const std::string* text = entry.value().as_text();
            if (text == nullptr) continue;
            if (entry.name() == "guid") ref.guid = *text;
            if (entry.name() == "fileID") ref.file_id = parse_integer(*text).value_or(0);
            if (entry.name() == "type") {
                ref.type = static_cast<std::int32_t>(parse_integer(*text).value_or(0));
            }
        }
    }
    return ref;
}

std::string Exporter::write_motion(std::uint64_t motion) {
    if (motion == 0) return "{fileID: 0}";
    const auto known = motions_.find(motion);
    if (known != motions_.end()) return known->second;
    const Object* object = document_.find_id(motion);
    AssetRef ref;
    if (const auto* clip = object_cast<doc::AnimationClip>(object)) {
        ref = origin(clip->annotations(), "unity.clip");
        const double stop = clip->stop_s() > 0.0f ? clip->stop_s() : clip->length_s();
        if (ref.guid.empty()) {
            if (!clip->placeholder()) lost_keys(*clip, clip->name());
            ref = {write_stub(clip->name(), stop - clip->start_s(), clip->loop()), {}, 0};
        }
    } else if (const auto* timeline = object_cast<doc::AnimationTimeline>(object)) {
        ref = origin(timeline->annotations(), "unity.clip");
        if (ref.guid.empty()) {
            lost_keys(*timeline, timeline->name());
            const bool loops = timeline->playback_mode() != doc::PlaybackMode::one_shot;
            ref = {write_stub(timeline->name(), timeline->duration_s(), loops), {}, 0};
        }
    }
    return motions_[motion] = yaml_reference(ref);
}

void Exporter::lost_keys(const Object& motion, const std::string& name) {
    lost(motion, fmt::format("the keys of {} are left out: an empty clip of its name and length is "
                             "in the file; where it was inside a controller, keep that one",
                             shown(name)));
}

// A clip without curves, for an animator to fill: name, length and loop flag are there.
std::int64_t Exporter::write_stub(const std::string& name, double length, bool loop) {
    const std::int64_t id = new_id(ClassId::clip);
    out_.begin(ClassId::clip, id, "AnimationClip");
    out_.line(1, "m_Name", yaml_text(name));
    out_.line(1, "serializedVersion", "6");
    out_.line(1, "m_Legacy", "0");
    out_.line(1, "m_Compressed", "0");
    for (const char* key : {"m_RotationCurves", "m_CompressedRotationCurves", "m_EulerCurves",
                            "m_PositionCurves", "m_ScaleCurves", "m_FloatCurves", "m_PPtrCurves"})
        out_.line(1, key, "[]");
    out_.line(1, "m_SampleRate", "60");
    out_.line(1, "m_WrapMode", "0");
    out_.raw(
        fmt::format("  m_AnimationClipSettings:\n    serializedVersion: 2\n"
                    "    m_StartTime: 0\n    m_StopTime: {}\n    m_LoopTime: {}\n"
                    "  m_Events: []\n",
                    static_cast<float>(length), loop ? 1 : 0));
    return id;
}

template <typename Owner>
std::int64_t Exporter::write_tree(const Owner& owner, int kind, const std::string& name) {
    std::string children;
    for (const doc::BlendChild& child : owner.children()) {
        std::string motion = write_motion(child.motion());
        if (child.blend() != nullptr) {
            motion = fmt::format("{{fileID: {}}}",
                                 write_tree(*child.blend(), static_cast<int>(child.blend()->kind()),
                                            child.blend()->name()));
        }
        children += fmt::format(
            "  - serializedVersion: 2\n    m_Motion: {}\n    m_Threshold: {}\n"
            "    m_Position: {{x: {}, y: {}}}\n    m_TimeScale: {}\n    m_CycleOffset: {}\n"
            "    m_DirectBlendParameter: {}\n    m_Mirror: {}\n",
            motion, child.threshold(), child.position()[0], child.position()[1], child.time_scale(),
            child.cycle_offset(), yaml_text(variable_name(child.direct_variable())),
            child.mirror() ? 1 : 0);
    }
    const std::int64_t id = new_id(ClassId::blend_tree);
    out_.begin(ClassId::blend_tree, id, "BlendTree");
    out_.line(1, "m_Name", yaml_text(name));
    out_.raw(children.empty() ? "  m_Childs: []\n" : "  m_Childs:\n" + children);
    out_.line(1, "m_BlendParameter", yaml_text(variable_name(owner.variable_x())));
    out_.line(1, "m_BlendParameterY", yaml_text(variable_name(owner.variable_y())));
    float low = 0.0f, high = 1.0f;
    if (!owner.children().empty()) {
        low = owner.children()[0].threshold();
        high = owner.children().back().threshold();
    }
    out_.number(1, "m_MinThreshold", low);
    out_.number(1, "m_MaxThreshold", high);
    out_.line(1, "m_UseAutomaticThresholds", "0");
    out_.flag(1, "m_NormalizedBlendValues", owner.normalized());
    out_.line(1, "m_BlendType", fmt::to_string(kind));
    return id;
}

template <typename Owner>
std::vector<std::int64_t> Exporter::write_behaviours(const Owner& owner) {
    std::vector<std::int64_t> ids;
    for (const doc::Annotation& note : owner.annotations()) {
        if (note.name() != "unity.behaviour") continue;
        AssetRef script;
        const std::string& source = note.source();
        const std::size_t colon = source.find(':');
        script.guid = colon == source.npos ? std::string() : source.substr(0, colon);
        script.file_id =
            parse_integer(colon == source.npos ? source : source.substr(colon + 1)).value_or(0);
        std::string name, identifier, enabled = "1";
        std::vector<std::pair<std::string, std::string>> fields;
        std::set<std::string> texts;
        for (const doc::AnnotationField& entry : note.fields()) {
            const std::string* text = entry.value().as_text();
            if (entry.name() == kTextField && text != nullptr) texts.insert(*text);
        }
        for (const doc::AnnotationField& entry : note.fields()) {
            const std::string* text = entry.value().as_text();
            if (entry.name() == "m_Name" && text != nullptr) {
                name = *text;
            } else if (entry.name() == "m_EditorClassIdentifier" && text != nullptr) {
                identifier = *text;
            } else if (entry.name() == "m_Script.type") {
                script.type =
                    entry.value().as_number() ? static_cast<int>(*entry.value().as_number()) : 0;
            } else if (entry.name() == "m_Enabled") {
                enabled = value_text(entry.value(), true);
            } else if (!entry.name().empty() && entry.name() != kTextField) {
                const bool is_text = texts.count(entry.name()) != 0;
                if (!is_text && text != nullptr && names_own_object(*text)) {
                    lost(owner,
                         fmt::format("field {} of a behaviour names an object of the file it "
                                     "came from, which is not in this one: {}",
                                     shown(entry.name()), *text));
                }
                fields.emplace_back(entry.name(), value_text(entry.value(), is_text));
            }
        }
        const std::int64_t id = new_id(ClassId::behaviour);
        out_.begin(ClassId::behaviour, id, "MonoBehaviour");
        out_.line(1, "m_GameObject", "{fileID: 0}");
        out_.line(1, "m_Enabled", enabled);
        out_.line(1, "m_EditorHideFlags", "0");
        out_.line(1, "m_Script", yaml_reference(script));
        out_.line(1, "m_Name", yaml_text(name));
        out_.line(1, "m_EditorClassIdentifier", yaml_text(identifier));
        out_.raw(nested_fields(fields));
        ids.push_back(id);
    }
    return ids;
}

template std::int64_t Exporter::write_tree(const doc::StateMachineState&, int, const std::string&);
template std::int64_t Exporter::write_tree(const doc::BlendNode&, int, const std::string&);
template std::vector<std::int64_t> Exporter::write_behaviours(const doc::StateMachineState&);
template std::vector<std::int64_t> Exporter::write_behaviours(const doc::StateGraph&);
template std::vector<std::int64_t> Exporter::write_behaviours(const doc::SyncedMotion&);

}  // namespace motus::unity
