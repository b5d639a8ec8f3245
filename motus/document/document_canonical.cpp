// document_canonical.cpp - keeps what is in a document in its canonical form.
// SPDX-License-Identifier: MIT
#include <motus/document/canonical.h>
#include <motus/document/document.h>

#include <map>

namespace motus {
namespace {

/// Whether tracks are bound to objects of the type by their ids.
bool is_bound_by_id(const TypeInfo& type) {
    return &type == &doc::PaintLayer::static_type() || &type == &doc::HostProperty::static_type();
}

}  // namespace

/// Files may leave out the ids of items, and those of version 2 have none.
void Document::give_item_ids(const Object& entity) {
    visit_objects(entity, [&](const Object& object) {
        if (!is_bound_by_id(object.type()) || object.stable_id() != 0) return;
        std::uint64_t attempt = 0, id = 0;
        while (id == 0 || find_id(id) != nullptr)
            id = id_of_place(entity.stable_id(), object.slot()->id, object.index(), attempt++);
        set_property_raw(ObjectAccess::writable(object), *object.type().id_property, Reference{id});
        by_id_.emplace(id, object.handle());
    });
}

/// A tree that is no part of the history yet is written to directly.
void Document::make_canonical(const Object& tree, const Object* above) {
    visit_objects(tree, [&](const Object& object) {
        if (!has_canonical_form(object.type())) return;
        for (const CanonicalField& field : canonical_fields(*this, object, above))
            set_property_raw(ObjectAccess::writable(object), *object.type().find(field.property),
                             field.value);
    });
}

void Document::make_canonical() {
    const auto* document = object_cast<doc::Document>(root_.get());
    if (document == nullptr) return;
    for (const doc::Entity& entity : document->scene().entities())
        give_item_ids(entity);
    make_canonical(*document, nullptr);
    visit_objects(*document, [&](const Object& object) {
        if (is_unresolved(*this, object)) unresolved_.insert(object.handle());
    });
}

/// What the step wrote, and what may be found since, as commands of the step.
void Document::make_step_canonical(std::span<const Confirmed> confirmed) {
    struct Written {
        bool place = false, item = false;
    };
    std::map<Handle, Written> written;
    const auto note = [&](Handle handle, std::uint16_t property) {
        const Object* object = find(handle);
        if (object == nullptr || !has_canonical_form(object->type())) return;
        Written& entry = written[handle];
        const std::string_view name = object->type().find(property)->name;
        entry.place = entry.place || name == "array_index";
        entry.item = entry.item || name == "item";
    };
    for (const Confirmed& entry : confirmed)
        note(entry.first, entry.second);
    for (const Command& command : open_->commands) {
        if (command.kind == Command::Kind::set) note(command.object, command.property);
        const Object* child = command.kind == Command::Kind::insert ? find(command.child) : nullptr;
        if (child == nullptr) continue;
        visit_objects(*child, [&](const Object& object) {
            if (has_canonical_form(object.type())) written[object.handle()];
        });
    }
    for (const Handle handle : unresolved_)
        if (find(handle) != nullptr) written[handle];
    const auto settle = [&](const Object& object, bool by_place) {
        for (CanonicalField& field : canonical_fields(*this, object, nullptr, by_place)) {
            const Result<Done> done =
                try_set(object.handle(), field.property, std::move(field.value));
            if (!done) (void)fail(done.error());
        }
    };
    for (const auto& [handle, entry] : written) {
        const Object& object = *find(handle);
        settle(object, entry.place && !entry.item);
        // Never taken out again: undo may lead back to where it was not found.
        if (is_unresolved(*this, object)) unresolved_.insert(handle);
        const auto* track = object_cast<doc::AnimationTrack>(object.parent());
        if (track == nullptr || &object != &track->binding()) continue;
        for (const doc::AnimationKeyframe& key : track->keys())
            settle(key, false);
    }
}

}  // namespace motus
