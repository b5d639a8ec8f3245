// SPDX-License-Identifier: MIT
#include <motus/document/change.h>

namespace motus {

Result<Done> ChangeProxy::commit() {
    if (step_.is_open()) return step_.commit();
    return document_->begin_step("").commit();
}

const Object& ChangeProxy::target() const {
    const Object* object = document_->find(object_);
    MOTUS_ASSERT(object != nullptr);
    return *object;
}

// Failures are kept by the step that is open; without one the document has said no, and is as it
// was.
void ChangeProxy::set(std::uint16_t property, Value value) {
    (void)document_->set(object_, property, std::move(value)).has_value();
}

void ChangeProxy::remove(std::uint16_t property, std::size_t index) {
    (void)document_->remove(object_, property, index).has_value();
}

void ChangeProxy::move(std::uint16_t property, std::size_t from, std::size_t to) {
    (void)document_->move(object_, property, from, object_, property, to).has_value();
}

Handle ChangeProxy::insert_new(std::uint16_t property, std::size_t index, const TypeInfo& type) {
    const Result<Handle> made = document_->insert(object_, property, index, create_object(type));
    return made ? *made : Handle::none;
}

Handle ChangeProxy::child_of(std::uint16_t property, std::size_t index, const TypeInfo& type) {
    const Object* object = document_->find(object_);
    const PropertyInfo* info = object != nullptr ? object->type().find(property) : nullptr;
    if (info == nullptr || !holds_children(info->kind)) return Handle::none;
    const ChildArray& children = children_of(*object, *info);
    if (index >= children.size() || &children[index]->type() != &type) return Handle::none;
    return children[index]->handle();
}

Preview Document::begin_preview() {
    return Preview(*this, ++previews_);
}

Result<Done> Preview::set(Handle object, std::uint16_t property, Value value) {
    if (document_ == nullptr) return Error{"no-preview", "", "the preview has ended"};
    const auto place = document_->slot(object, property, false);
    if (!place) return place.error();
    const PropertyInfo& info = *place->property;
    if (info.has(kComputed) || info.kind == PropertyKind::id) {
        return Error{"computed", std::string(info.name), "cannot be set"};
    }
    Result<Value> fitting = conform(info, std::move(value));
    if (!fitting) return fitting.error();
    if (document_->overlay_.set_preview(*place->owner, info, *fitting, owner_)) {
        document_->notify_shown(*place->owner, info, Origin::preview);
    }
    return Done{};
}

void Preview::drop() {
    if (document_ == nullptr) return;
    for (const Overlay::Previewed& own : document_->overlay_.previewed_by(owner_)) {
        Object* object = document_->writable(own.place.object);
        if (document_->overlay_.clear_preview(*object, *own.place.property, owner_)) {
            document_->notify_shown(*object, *own.place.property, Origin::preview);
        }
    }
    document_->flush();
    document_ = nullptr;
}

Result<Done> Preview::commit(std::string_view name, std::uint64_t merge_key) {
    if (document_ == nullptr) return Error{"no-preview", "", "the preview has ended"};
    Document& document = *document_;
    if (document.in_callback()) return refused_in_callback();
    std::vector<Overlay::Previewed> own = document.overlay_.previewed_by(owner_);
    drop();
    Step step = document.begin_step(name, merge_key);
    for (Overlay::Previewed& p : own)
        (void)document.set(p.place.object, p.place.property->number, std::move(p.value))
            .has_value();
    return step.commit();
}

void PreviewProxy::set(std::uint16_t property, Value value) {
    const Result<Done> done = preview_.set(object_, property, std::move(value));
    if (!done && !failure_) failure_ = done.error();
}

Result<Done> PreviewProxy::commit(std::string_view name, std::uint64_t merge_key) {
    if (failure_) {
        preview_.drop();
        return *failure_;
    }
    return preview_.commit(name, merge_key);
}

}  // namespace motus
