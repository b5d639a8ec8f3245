// SPDX-License-Identifier: MIT
#include <motus/document/document.h>

#include <algorithm>
#include <iterator>

namespace motus {

Document::Document(const Schema& schema, const TypeInfo& root, const DocumentOptions& options)
    : Document(schema, create_object(root), options) {
    // What is always there and has an id gets one now.
    visit_objects(*root_, [&](const Object& object) {
        if (object.type().id_property == nullptr || object.stable_id() != 0) return;
        Object& fresh = ObjectAccess::writable(object);
        const std::uint64_t id = make_id();
        set_property_raw(fresh, *object.type().id_property, Reference{id});
        by_id_.emplace(id, fresh.handle());
    });
}

Document::Document(const Schema& schema, std::unique_ptr<Object> root,
                   const DocumentOptions& options)
    : schema_(&schema),
      root_(std::move(root)),
      by_handle_(1, nullptr),
      id_seed_(options.id_seed),
      history_(options.undo_bytes) {
    attach(*root_);
    make_canonical();
    if (!flush_.run(*this)) flush_.tolerate_cycle();
}

Document::~Document() = default;

const Object* Document::find(Handle handle) const noexcept {
    const auto index = static_cast<std::size_t>(handle);
    return index < by_handle_.size() ? by_handle_[index] : nullptr;
}

Object* Document::writable(Handle handle) noexcept {
    return const_cast<Object*>(static_cast<const Document*>(this)->find(handle));
}

const Object* Document::find_id(std::uint64_t id) const noexcept {
    if (id == 0) return nullptr;
    const auto first = by_id_.lower_bound({id, Handle::none});
    return first != by_id_.end() && first->first == id ? find(first->second) : nullptr;
}

bool Document::is_only(std::uint64_t id) const noexcept {
    const auto first = by_id_.lower_bound({id, Handle::none});
    if (first == by_id_.end() || first->first != id) return false;
    const auto second = std::next(first);
    return second == by_id_.end() || second->first != id;
}

const Object* Document::find_id(std::uint64_t id, const Object& owner,
                                const PropertyInfo& slot) const noexcept {
    if (id == 0) return nullptr;
    auto at = by_id_.lower_bound({id, Handle::none});
    for (; at != by_id_.end() && at->first == id; ++at) {
        const Object* object = find(at->second);
        if (object != nullptr && object->parent() == &owner && object->slot() == &slot)
            return object;
    }
    return nullptr;
}

std::uint64_t Document::make_id() {
    // SplitMix64 over seed and count; 48 bits are short to read and enough to be merged.
    for (;;) {
        std::uint64_t z = id_seed_ * 0xd1342543de82ef95u + ++id_count_ * 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        const std::uint64_t id = (z ^ (z >> 31)) & 0xffffffffffffu;
        if (id != 0 && find_id(id) == nullptr) return id;
    }
}

void Document::attach(Object& tree) {
    visit_objects(tree, [&](const Object& visited) {
        Object& object = ObjectAccess::writable(visited);
        if (object.handle() == Handle::none) {
            ObjectAccess::set_handle(object, static_cast<Handle>(by_handle_.size()));
            by_handle_.push_back(nullptr);
        }
        by_handle_[static_cast<std::size_t>(object.handle())] = &object;
        const std::uint64_t id = object.stable_id();
        if (id == 0) return;
        // Of an id that is there twice, the first has it: an entity may be hidden, or seen again.
        if (find_id(id) != nullptr) flush_.structure_changed();
        by_id_.emplace(id, object.handle());
    });
    flush_.inserted(tree);
}

void Document::detach(Object& tree) {
    visit_objects(tree, [&](const Object& visited) {
        Object& object = ObjectAccess::writable(visited);
        if (!overlay_.empty()) overlay_.forget(object);
        by_handle_[static_cast<std::size_t>(object.handle())] = nullptr;
        by_id_.erase({object.stable_id(), object.handle()});
        if (find_id(object.stable_id()) != nullptr) flush_.structure_changed();
    });
    flush_.leaving(tree);
}

void Document::notify_shown(const Object& object, const PropertyInfo& property, Origin origin) {
    flush_.changed(object, property, origin);
    if (listeners_.empty()) return;
    Command shown;
    shown.object = object.handle();
    shown.property = property.number;
    shown.after = get_property(object, property);
    notify(shown, false, origin);
}

void Document::flush() {
    // A cycle that a file brought is reported by validation; previews cannot close one.
    const Result<Done> ignored = flush_.run(*this);
    (void)ignored;
}

void Document::add_computed(const ComputedField& field) {
    MOTUS_ASSERT(!in_callback());
    if (in_callback()) return;
    flush_.add(field);
    flush_.inserted(*root_);
    flush();
}

BaseView::BaseView(const Document& document) : document_(const_cast<Document*>(&document)) {
    if (document_->base_views_++ != 0) return;
    document_->overlay_.write_all(true, [&](Handle h) { return document_->writable(h); });
}

BaseView::~BaseView() {
    if (--document_->base_views_ != 0) return;
    document_->overlay_.write_all(false, [&](Handle h) { return document_->writable(h); });
}

}  // namespace motus
