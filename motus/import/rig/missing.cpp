// SPDX-License-Identifier: MIT
#include <motus/import/rig/missing.h>

#include <motus/asset/node_path.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/document/pointer.h>

namespace motus {
namespace {

/// As bake finds them: by the whole path, or by its end.
bool has_joint(const Asset& asset, std::string_view path) {
    for (std::uint32_t i = 0; i < asset.nodes.size(); ++i)
        if (match_path(asset, i, path) != PathMatch::none) return true;
    return false;
}

}  // namespace

void keep_placeholder(Document& document, const doc::AnimationClip& clip,
                      Diagnostics& diagnostics) {
    document.begin_change(clip).set_placeholder(true);
    std::string users;
    visit_objects(content(document).library(), [&](const Object& object) {
        std::uint64_t motion = 0;
        if (const auto* state = object_cast<doc::StateMachineState>(&object)) {
            motion = state->motion();
        } else if (const auto* child = object_cast<doc::BlendChild>(&object)) {
            motion = child->motion();
        } else if (const auto* synced = object_cast<doc::SyncedMotion>(&object)) {
            motion = synced->motion();
        }
        if (motion != clip.id()) return;
        const Object* o = &object;
        while (o != nullptr && object_cast<doc::StateMachineState>(o) == nullptr)
            o = o->parent();
        users += users.empty() ? "; played by " : ", ";
        users += o != nullptr ? static_cast<const doc::StateMachineState*>(o)->path()
                              : pointer_to(document, object);
    });
    diagnostics.warn("clip-removed", pointer_to(document, clip),
                     "the clip \"" + clip.source_clip() +
                         "\" is not in the file any more; it is kept as a placeholder" + users);
}

void check_joints(const Document& document, const doc::Rig& rig, const Asset& asset,
                  Diagnostics& diagnostics) {
    const auto check = [&](const std::string& path, const Object& object, std::uint16_t property) {
        if (path.empty() || has_joint(asset, path)) return;
        diagnostics.warn("joint-removed",
                         pointer_to(document, object, *object.type().find(property)),
                         "the file has no joint \"" + path + "\"");
    };
    check(rig.root_motion_joint(), rig, doc::Rig::kRootMotionJoint);
    const auto* machine = object_cast<doc::StateMachineDefinition>(document.find_id(rig.machine()));
    if (machine == nullptr) return;
    for (const auto& layer : machine->machine().layers()) {
        const auto* mask = object_cast<doc::Mask>(document.find_id(layer.mask()));
        if (mask == nullptr) continue;
        for (const doc::MaskEntry& entry : mask->entries())
            check(entry.path(), entry, doc::MaskEntry::kPath);
    }
}

}  // namespace motus
