// SPDX-License-Identifier: MIT
#include <motus/document/clone.h>

#include <map>

namespace motus {

std::unique_ptr<Object> clone_object(const Object& object) {
    std::unique_ptr<Object> copy;
    if (&object.type() == &ForeignObject::static_type()) {
        copy = std::make_unique<ForeignObject>(object.type_name());
    } else {
        copy = object.type().create();
    }
    if (!object.unknown_fields().empty()) ObjectAccess::unknown(*copy) = object.unknown_fields();
    for (const PropertyInfo& property : object.type().properties) {
        if (!holds_children(property.kind)) {
            set_property_raw(*copy, property, get_property(object, property));
            continue;
        }
        ChildArray& children = writable_children(*copy, property);
        for (const auto& child : children_of(object, property)) {
            std::unique_ptr<Object> made = clone_object(*child);
            ObjectAccess::link(*made, copy.get(), &property, children.size());
            children.push_back(std::move(made));
        }
    }
    return copy;
}

std::unique_ptr<Object> clone_authored(const Document& document, const Object& object) {
    const BaseView base(document);
    return clone_object(object);
}

void renew_ids(Document& document, Object& tree) {
    std::map<std::uint64_t, std::uint64_t> renamed;
    visit_objects(tree, [&](const Object& object) {
        const PropertyInfo* property = object.type().id_property;
        if (property == nullptr) return;
        const std::uint64_t fresh = document.make_id();
        if (object.stable_id() != 0) renamed.emplace(object.stable_id(), fresh);
        set_property_raw(ObjectAccess::writable(object), *property, Reference{fresh});
    });
    visit_objects(tree, [&](const Object& object) {
        for (const PropertyInfo& property : object.type().properties) {
            if (property.kind != PropertyKind::reference && property.kind != PropertyKind::value) {
                continue;
            }
            const Value value = get_property(object, property);
            if (value.as_reference() == nullptr) continue;
            const auto at = renamed.find(value.as_reference()->id);
            if (at != renamed.end()) {
                set_property_raw(ObjectAccess::writable(object), property, Reference{at->second});
            }
        }
    });
}

}  // namespace motus
