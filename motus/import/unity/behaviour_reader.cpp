// Behaviours of a controller, as the fields they have.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller_reader.h>

#include <array>

#include <fmt/format.h>

namespace motus::unity {
namespace {

/// Text of behaviours that is kept; it counts each field's whole path.
constexpr std::size_t kMaxFieldBytes = std::size_t{64} << 20;

constexpr std::array kHeaderFields = {"m_ObjectHideFlags",
                                      "m_CorrespondingSourceObject",
                                      "m_PrefabInstance",
                                      "m_PrefabAsset",
                                      "m_PrefabParentObject",
                                      "m_PrefabInternal",
                                      "m_GameObject",
                                      "m_Enabled",
                                      "m_EditorHideFlags",
                                      "m_Script",
                                      "m_Name",
                                      "serializedVersion",
                                      "m_EditorClassIdentifier"};

}  // namespace

void ControllerReader::read_behaviours(Node list, std::vector<Behaviour>& out) {
    for (const Node reference : list) {
        const std::optional<Node> body = object(reference, {ClassId::behaviour}, "a behaviour");
        if (!body) continue;
        const Fields fields(*body, faults_);
        Behaviour behaviour;
        behaviour.script = fields.reference("m_Script");
        behaviour.name = fields.text("m_Name");
        behaviour.class_identifier = fields.text("m_EditorClassIdentifier");
        field_bytes_ += behaviour.name.size() + behaviour.class_identifier.size() + 64;
        flatten(*body, behaviour);
        out.push_back(std::move(behaviour));
    }
}

// Fields of a behaviour by path; what stands in braces stays as it is.
void ControllerReader::flatten(Node body, Behaviour& out) {
    struct Step {
        Node node;
        std::string path;
    };
    std::vector<Step> stack, inner;
    for (const Node field : body) {
        bool header = false;
        for (const char* name : kHeaderFields)
            header = header || field.key() == name;
        const bool off = field.key() == "m_Enabled" && field.text() == "0";
        if (!header || off) inner.push_back({field, std::string(field.key())});
    }
    stack.assign(inner.rbegin(), inner.rend());
    while (!stack.empty()) {
        const Step step = std::move(stack.back());
        stack.pop_back();
        field_bytes_ += step.path.size() + step.node.text().size() + step.node.source().size();
        if (field_bytes_ > kMaxFieldBytes) {
            faults_.error("unity-too-large", step.node.line(),
                          "the fields of behaviours are more than can be kept");
            return;
        }
        const NodeKind kind = step.node.kind();
        if (kind == NodeKind::null || kind == NodeKind::scalar) {
            out.fields.emplace_back(step.path, step.node.text());
            if (looks_like_flow(step.node.text())) out.texts.push_back(step.path);
        } else if (step.node.flow()) {
            out.fields.emplace_back(step.path, step.node.source());
        } else {
            inner.clear();
            std::size_t index = 0;
            for (const Node child : step.node) {
                inner.push_back({child, kind == NodeKind::list
                                            ? fmt::format("{}[{}]", step.path, index++)
                                            : fmt::format("{}.{}", step.path, child.key())});
                field_bytes_ += inner.back().path.size();
                if (field_bytes_ > kMaxFieldBytes) break;
            }
            stack.insert(stack.end(), inner.rbegin(), inner.rend());
        }
    }
}

}  // namespace motus::unity
