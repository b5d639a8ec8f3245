// SPDX-License-Identifier: MIT
#include <motus/document/object.h>

#include <motus/document/access.h>

#include <algorithm>

namespace motus {
namespace {

std::size_t memory_of(const Json& json) {
    std::size_t bytes = sizeof(Json) + json.text.capacity();
    for (const std::string& key : json.keys)
        bytes += sizeof(std::string) + key.capacity();
    for (const Json& item : json.items)
        bytes += memory_of(item);
    return bytes;
}

}  // namespace

std::size_t Object::index() const noexcept {
    if (parent_ == nullptr) return 0;
    const ChildArray& siblings = children_of(*parent_, *slot_);
    if (index_hint_ < siblings.size() && siblings[index_hint_].get() == this) return index_hint_;
    const auto at = std::find_if(siblings.begin(), siblings.end(),
                                 [&](const auto& sibling) { return sibling.get() == this; });
    index_hint_ = static_cast<std::uint32_t>(at - siblings.begin());
    return index_hint_;
}

std::uint64_t Object::stable_id() const noexcept {
    return type_->id_property != nullptr ? id_of(*this, *type_->id_property) : 0;
}

const std::vector<UnknownField>& Object::unknown_fields() const noexcept {
    static const std::vector<UnknownField> none;
    return unknown_ != nullptr ? *unknown_ : none;
}

std::vector<UnknownField>& ObjectAccess::unknown(Object& object) {
    if (object.unknown_ == nullptr) {
        object.unknown_ = std::make_unique<std::vector<UnknownField>>();
    }
    return *object.unknown_;
}

const ChildArray& children_of(const Object& object, const PropertyInfo& property) noexcept {
    return *static_cast<const ChildArray*>(property.field(ObjectAccess::writable(object)));
}

const TypeInfo& ForeignObject::static_type() noexcept {
    static const TypeInfo type{.number = 0, .name = "", .size = sizeof(ForeignObject)};
    return type;
}

std::unique_ptr<Object> create_object(const TypeInfo& type) {
    std::unique_ptr<Object> object = type.create();
    for (const PropertyInfo& property : type.properties) {
        if (!property.has(kAlways)) continue;
        std::unique_ptr<Object> child = create_object(*property.child_types.front());
        ObjectAccess::link(*child, object.get(), &property, 0);
        writable_children(*object, property).push_back(std::move(child));
    }
    return object;
}

std::size_t memory_of(const Object& root) {
    std::size_t bytes = 0;
    visit_objects(root, [&](const Object& object) {
        bytes += object.type().size + sizeof(void*);
        for (const PropertyInfo& property : object.type().properties) {
            if (property.kind == PropertyKind::string || property.kind == PropertyKind::value) {
                bytes += get_property(object, property).heap_bytes();
            }
        }
        bytes += memory_of(object.unknown_fields());
    });
    return bytes;
}

std::size_t memory_of(const std::vector<UnknownField>& fields) {
    std::size_t bytes = 0;
    for (const UnknownField& field : fields)
        bytes += sizeof(field) + field.name.capacity() + memory_of(field.value);
    return bytes;
}

}  // namespace motus
