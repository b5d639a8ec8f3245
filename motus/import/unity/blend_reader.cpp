// Motions of a controller: clips, and blend trees.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller_reader.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::int32_t kAssetFile = 2;  // the type that references to files of text have

}  // namespace

Motion ControllerReader::read_motion(Node reference, const std::string& guid) {
    Motion motion;
    const Result<AssetRef> ref = read_reference(reference);
    if (!ref) {
        faults_.error(ref.error());
        return motion;
    }
    AssetRef at = *ref;
    if (at.is_local() && !guid.empty()) {  // of the file that it is in
        at.guid = guid;
        at.type = kAssetFile;
    }
    std::optional<Node> body;
    if (at.is_local()) {
        body = object(reference, {ClassId::blend_tree, ClassId::clip}, "a motion");
        if (!body) return motion;
        if (file_.find(at.file_id)->class_id == static_cast<std::int32_t>(ClassId::clip)) {
            body.reset();
        }
    } else if (!at.is_none()) {
        body = other_tree(at);
    }
    if (!body) {
        motion.clip = std::move(at);
        return motion;
    }
    const auto index = static_cast<std::uint32_t>(out_.trees.size());
    const auto [known, is_new] = tree_of_.try_emplace({at.guid, at.file_id}, index);
    if (is_new) {
        // A line of another file would be no place in this one.
        out_.trees.emplace_back().line = at.guid.empty() ? file_.find(at.file_id)->line : 0;
        tree_queue_.push_back({index, *body, at.guid});
    }
    motion.tree = known->second;
    return motion;
}

std::optional<Node> ControllerReader::other_tree(const AssetRef& ref) {
    const auto* path = project_ == nullptr ? nullptr : project_->find(ref.guid);
    const std::string ending = path == nullptr ? std::string() : motion_ending(*path);
    if (ending.empty() || ending == ".anim") return {};  // that holds clips alone
    const auto [known, is_new] = others_.try_emplace(ref.guid);
    OtherFile& other = known->second;
    if (is_new) {
        other.name = path->generic_string();
        Result<std::string> text = project_->text(*path);
        if (!text) return {};
        other_bytes_ += text->size();
        if (other_bytes_ > kMaxFileBytes) {
            faults_.warn("unity-too-large", 0,
                         fmt::format("{}: the files that motions may be in are too large; trees in "
                                     "it are not read",
                                     other.name));
            return {};
        }
        auto file = UnityFile::open(*std::move(text), other.faults);
        if (file) other.file = *std::move(file);
    }
    if (other.file == nullptr) return {};
    const ObjectEntry* entry = other.file->find(ref.file_id);
    if (entry == nullptr || entry->class_id != static_cast<std::int32_t>(ClassId::blend_tree)) {
        return {};
    }
    const Result<Node> body = other.file->read(*entry);
    if (body) return *body;
    faults_.warn(
        body.error().code, 0,
        fmt::format("a blend tree in {} cannot be read: {}", other.name, to_string(body.error())));
    return {};
}

void ControllerReader::read_trees() {
    for (std::size_t i = 0; i < tree_queue_.size(); ++i) {  // reading may add more
        const WaitingTree waiting = tree_queue_[i];
        const bool own = waiting.guid.empty();
        faults_.set_file(own ? std::string() : others_[waiting.guid].name);
        read_tree(waiting.tree, waiting.node, waiting.guid);
        if (!own) ++out_.counts.trees[static_cast<std::size_t>(out_.trees[waiting.tree].type)];
    }
    faults_.set_file({});
}

void ControllerReader::read_tree(std::uint32_t index, Node node, const std::string& guid) {
    const Fields fields(node, faults_);
    BlendTree tree;
    tree.line = out_.trees[index].line;
    tree.name = fields.text("m_Name");
    const std::int32_t type = fields.integer("m_BlendType", 0);
    if (type < 0 || type > 4) {
        faults_.warn("unity-unknown", node["m_BlendType"].line(),
                     fmt::format("blend type {} of tree {} is not known; it is read as 1D", type,
                                 shown(tree.name)));
    } else {
        tree.type = static_cast<TreeType>(type);
    }
    const auto either = [&](const char* now, const char* before) {
        return fields.has(now) ? fields.text(now) : fields.text(before);
    };
    tree.parameter_x = either("m_BlendParameter", "m_BlendEvent");
    tree.parameter_y = either("m_BlendParameterY", "m_BlendEventY");
    tree.normalized = fields.flag("m_NormalizedBlendValues", false);
    for (const Node entry : node["m_Childs"]) {
        const Fields values(entry, faults_);
        TreeChild child;
        child.motion = read_motion(entry["m_Motion"], guid);
        child.threshold = values.number("m_Threshold", 0.0f);
        child.position = values.position("m_Position");
        child.time_scale = values.number("m_TimeScale", 1.0f);
        child.cycle_offset = values.number("m_CycleOffset", 0.0f);
        child.direct_parameter = values.has("m_DirectBlendParameter")
                                     ? values.text("m_DirectBlendParameter")
                                     : values.text("m_DirectBlendEvent");
        child.mirror = values.flag("m_Mirror", false);
        tree.children.push_back(std::move(child));
    }
    out_.trees[index] = std::move(tree);
}

// No tree may hold itself, and none may be nested too deep.
bool ControllerReader::check_trees() {
    enum : std::uint8_t { unseen, active, done };
    std::vector<std::uint8_t> mark(out_.trees.size(), unseen);
    std::vector<std::uint32_t> height(out_.trees.size(), 1);
    std::vector<std::pair<std::uint32_t, std::size_t>> stack;
    for (std::uint32_t start = 0; start < out_.trees.size(); ++start) {
        if (mark[start] == unseen) stack.emplace_back(start, 0);
        while (!stack.empty()) {
            auto& [tree, next] = stack.back();
            mark[tree] = active;
            const std::vector<TreeChild>& children = out_.trees[tree].children;
            if (next == children.size()) {
                mark[tree] = done;
                const std::uint32_t inner = height[tree];
                if (inner > kMaxUnityDepth) {
                    return faults_.error(
                        "unity-too-deep", out_.trees[tree].line,
                        fmt::format("blend trees are nested deeper than {}", kMaxUnityDepth));
                }
                stack.pop_back();
                if (!stack.empty()) {
                    std::uint32_t& above = height[stack.back().first];
                    above = std::max(above, inner + 1);
                }
                continue;
            }
            const std::uint32_t child = children[next++].motion.tree;
            if (child == kNoItem) continue;
            if (mark[child] == active) {
                return faults_.error(
                    "unity-cycle", out_.trees[child].line,
                    fmt::format("blend tree {} contains itself", shown(out_.trees[child].name)));
            }
            if (mark[child] == unseen) {
                stack.emplace_back(child, 0);
            } else {
                height[tree] = std::max(height[tree], height[child] + 1);
            }
        }
    }
    return true;
}

}  // namespace motus::unity
