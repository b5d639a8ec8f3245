// SPDX-License-Identifier: MIT
#include <motus/document/names.h>

#include <motus/document/access.h>

#include <algorithm>

namespace motus {
namespace {

bool is_address(const TypeInfo& type) {
    return &type == &doc::AnimationBinding::static_type() ||
           &type == &doc::PropertyAddress::static_type() ||
           &type == &doc::MaskProperty::static_type();
}

/// What people call the object; empty where it has no name.
std::string_view name_of_object(const Object& object) {
    if (const auto* source = object_cast<doc::Source>(&object)) return source->path();
    const PropertyInfo* name = object.type().find("name");
    if (name == nullptr || name->kind != PropertyKind::string) return {};
    return *static_cast<const std::string*>(name->field(ObjectAccess::writable(object)));
}

bool is_one_of(const TypeInfo& type, std::string_view types) {
    for (std::size_t at = 0; at <= types.size();) {
        const std::size_t end = std::min(types.find('|', at), types.size());
        if (types.substr(at, end - at) == type.name) return true;
        at = end + 1;
    }
    return false;
}

double number_in(const Object& object, std::string_view property) {
    const PropertyInfo* info = object.type().find(property);
    if (info == nullptr) return 0.0;
    const Value value = get_property(object, *info);
    if (const Reference* reference = value.as_reference())
        return static_cast<double>(reference->id);
    return value.as_number() != nullptr ? *value.as_number() : 0.0;
}

Error unknown_name(const std::string& text, const std::string& what) {
    return {"unknown-name", "", what + " is called \"" + text + "\""};
}

/// Objects below `owner`, but not below `seen`, until `visit` says that it has enough.
template <class Visit>
bool visit_objects_but(const Object& owner, const Object* seen, const Visit& visit) {
    if (&owner == seen) return true;
    if (!visit(owner)) return false;
    for (const PropertyInfo& property : owner.type().properties) {
        if (!holds_children(property.kind)) continue;
        for (const auto& child : children_of(owner, property))
            if (!visit_objects_but(*child, seen, visit)) return false;
    }
    return true;
}

constexpr std::size_t kMostNamed = 8;

/// `labels` are all that is meant, or kMostNamed and one more.
Error ambiguous_name(const std::string& text, std::vector<std::string> labels) {
    const bool more = labels.size() > kMostNamed;
    if (more) labels.resize(kMostNamed);
    std::sort(labels.begin(), labels.end());
    std::string list;
    for (const std::string& label : labels)
        list += (list.empty() ? "" : ", ") + label;
    return {"ambiguous-name", "",
            "\"" + text + "\" may mean any of: " + list + (more ? ", and others" : "")};
}

std::string either(std::string_view types) {
    std::string text(types);
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at))
        text.replace(at, 1, " or ");
    return text;
}

}  // namespace

bool takes_name(const TypeInfo& type, const PropertyInfo& property) noexcept {
    if (property.kind == PropertyKind::reference) return true;
    return is_address(type) && (property.name == "component" || property.name == "property");
}

NameScope::NameScope(const Schema& schema, const Object& tree, const Object* owner,
                     std::size_t names)
    : schema_(schema), tree_(tree), owner_(owner) {
    constexpr std::size_t kFew = 8;
    if (names <= kFew) return;
    add(tree);
    if (owner != nullptr) add(root());
}

const Object& NameScope::root() const {
    const Object* top = owner_ != nullptr ? owner_ : &tree_;
    while (top->parent() != nullptr)
        top = top->parent();
    return *top;
}

/// Numbers the objects of a tree so that those below an object follow it.
void NameScope::add(const Object& root) {
    const std::size_t first = objects_.size();
    visit_objects(root, [&](const Object& object) {
        const std::string_view name = name_of_object(object);
        if (!name.empty()) by_name_[name].push_back(objects_.size());
        if (object_cast<doc::Entity>(&object) != nullptr) entities_.push_back(&object);
        places_.emplace(&object, Places{objects_.size(), objects_.size() + 1});
        objects_.push_back(&object);
    });
    for (std::size_t i = objects_.size(); i-- > first + 1;) {
        Places& parent = places_.at(objects_[i]->parent());
        parent.end = std::max(parent.end, places_.at(objects_[i]).end);
    }
}

const Object* NameScope::above(const Object& object) const {
    return &object == &tree_ ? owner_ : object.parent();
}

/// Whether `text` is the object's name, or ends in it behind names of those it is in.
bool NameScope::matches(const Object& object, std::string_view text) const {
    const std::string_view name = name_of_object(object);
    if (name.empty()) return false;
    if (name == text) return true;
    if (text.size() <= name.size() + 1 || text.substr(text.size() - name.size()) != name ||
        text[text.size() - name.size() - 1] != '/') {
        return false;
    }
    const Object* owner = above(object);
    while (owner != nullptr && name_of_object(*owner).empty())
        owner = above(*owner);
    return owner != nullptr && matches(*owner, text.substr(0, text.size() - name.size() - 1));
}

std::string NameScope::path_of(const Object& object) const {
    std::string path(name_of_object(object));
    for (const Object* o = above(object); o != nullptr; o = above(*o)) {
        const std::string_view name = name_of_object(*o);
        if (name.empty()) continue;
        path.insert(0, "/");
        path.insert(0, name);
    }
    return path;
}

/// Objects below `owner`, but not below `seen`, whose name is the end of the text: those and
/// perhaps others.
template <class Consider>
void NameScope::visit_named(const std::string& text, const Object& owner, const Object* seen,
                            const Consider& consider) const {
    if (objects_.empty()) {
        (void)visit_objects_but(owner, seen, consider);
        return;
    }
    const Places all = places_.at(&owner);
    Places inner = seen != nullptr ? places_.at(seen) : Places{all.end, all.end};
    if (inner.begin < all.begin) inner = {all.end, all.end};  // Not in the document yet.
    for (std::size_t at = 0; at != std::string::npos;) {
        const auto list = by_name_.find(std::string_view(text).substr(at));
        if (list != by_name_.end()) {
            const auto& places = list->second;
            auto place = std::lower_bound(places.begin(), places.end(), all.begin);
            while (place != places.end() && *place < all.end) {
                if (*place >= inner.begin && *place < inner.end) {
                    place = std::lower_bound(place, places.end(), inner.end);
                } else if (!consider(*objects_[*place++])) {
                    return;
                }
            }
        }
        at = text.find('/', at);
        if (at != std::string::npos) ++at;
    }
}

namespace {

/// Who is nearer counts among objects of one type: a timeline is no nearer than a clip only because
/// of where documents keep them. A state that says what it plays means that.
void leave_what_is_meant(const Object& from, std::size_t nearest,
                         std::vector<const Object*>& found) {
    const auto others = found.begin() + static_cast<std::ptrdiff_t>(nearest);
    found.erase(std::remove_if(others, found.end(),
                               [&](const Object* far) {
                                   return std::any_of(found.begin(), others,
                                                      [&](const Object* near) {
                                                          return &near->type() == &far->type();
                                                      });
                               }),
                found.end());
    const auto* state = object_cast<doc::StateMachineState>(&from);
    if (state == nullptr || found.size() < 2) return;
    const TypeInfo* played =
        state->kind() == doc::StateKind::clip       ? &doc::AnimationClip::static_type()
        : state->kind() == doc::StateKind::timeline ? &doc::AnimationTimeline::static_type()
                                                    : nullptr;
    const auto is_other = [&](const Object* object) { return &object->type() != played; };
    if (!std::all_of(found.begin(), found.end(), is_other)) std::erase_if(found, is_other);
}

}  // namespace

Result<const Object*> NameScope::find_object(const Object& from, std::string_view types,
                                             const std::string& text) const {
    std::vector<const Object*> found;
    const auto consider = [&](const Object& object) {
        if (&object != &from && is_one_of(object.type(), types) && matches(object, text))
            found.push_back(&object);
        return found.size() <= kMostNamed;
    };
    const Object* seen = nullptr;
    const bool of_several_types = types.find('|') != types.npos;
    std::size_t nearest = 0;
    for (const Object* o = &from; o != nullptr && (found.empty() || of_several_types);
         o = above(*o)) {
        visit_named(text, *o, seen, consider);
        seen = o;
        if (nearest == 0) nearest = found.size();
    }
    leave_what_is_meant(from, nearest, found);
    if (found.size() == 1) return found.front();
    if (found.empty()) return unknown_name(text, "no " + either(types));
    std::vector<std::string> labels;
    for (const Object* object : found)
        labels.push_back(path_of(*object) + " (" + std::string(object->type_name()) + " " +
                         std::to_string(object->stable_id()) + ")");
    return ambiguous_name(text, std::move(labels));
}

const Object* NameScope::entity_of(const Object& from) const {
    const double id =
        std::max(number_in(from, "target"), number_in(from, "entity"));  // it has one of them
    if (id == 0.0) return nullptr;
    const auto is_meant = [&](const Object& object) {
        return object_cast<doc::Entity>(&object) != nullptr &&
               static_cast<double>(object.stable_id()) == id;
    };
    if (!objects_.empty()) {
        const auto at = std::find_if(entities_.begin(), entities_.end(),
                                     [&](const Object* entity) { return is_meant(*entity); });
        return at != entities_.end() ? *at : nullptr;
    }
    const Object* found = nullptr;
    const auto look = [&](const Object& object) {
        if (is_meant(object)) found = &object;
        return found == nullptr;
    };
    if (visit_objects_but(tree_, nullptr, look)) (void)visit_objects_but(root(), &tree_, look);
    return found;
}

/// Properties called `text` that tracks of the component can be bound to.
void NameScope::add_properties(const TypeInfo& component, const Object* object,
                               const std::string& text, std::vector<Address>& out) const {
    const std::size_t dot = text.rfind('.');
    const std::string_view name = std::string_view(text).substr(dot + 1);
    const auto add = [&](const TypeInfo& type, bool of_item) {
        if (dot != std::string::npos && std::string_view(text).substr(0, dot) != type.name) return;
        const PropertyInfo* property = type.find(name);
        if (property == nullptr || holds_children(property->kind) ||
            property->kind == PropertyKind::id) {
            return;
        }
        out.push_back({component.number, property->id, 0,
                       std::string(type.name) + "." + std::string(name), of_item});
    };
    add(component, false);
    for (const PropertyInfo& slot : component.properties)
        if (slot.kind == PropertyKind::children)
            for (const TypeInfo* type : slot.child_types)
                add(*type, true);
    const auto* host = object_cast<doc::HostComponent>(object);
    if (host == nullptr) return;
    for (const doc::HostProperty& property : host->properties())
        if (property.name() == text)
            out.push_back({component.number, property.type().find(doc::HostProperty::kValue)->id,
                           property.id(), host->name() + "." + text, true});
}

Result<NameScope::Address> NameScope::find_address(const Object& from,
                                                   const std::string& text) const {
    const auto number = static_cast<std::uint16_t>(number_in(from, "component"));
    const auto* entity = object_cast<doc::Entity>(entity_of(from));
    std::vector<Address> found;
    if (entity != nullptr) {
        std::vector<const TypeInfo*> seen;  // of several of a type, tracks find the first
        for (const Object& component : entity->components()) {
            const TypeInfo& type = component.type();
            if (number != 0 && type.number != number) continue;
            if (std::find(seen.begin(), seen.end(), &type) != seen.end()) continue;
            seen.push_back(&type);
            add_properties(type, &component, text, found);
        }
    }
    // Of a component that is not there yet, of a node of a rig, or of whatever has the type.
    const TypeInfo* type =
        schema_.find_type(std::string_view(text).substr(0, std::min(text.rfind('.'), text.size())));
    if (found.empty() && number != 0 && schema_.find_type(number) != nullptr)
        add_properties(*schema_.find_type(number), nullptr, text, found);
    if (found.empty() && type != nullptr) add_properties(*type, nullptr, text, found);
    if (number != 0)
        for (Address& address : found)
            address.component = number;
    if (found.size() > 1 && (number_in(from, "item") != 0 || number_in(from, "array_index") != 0))
        found.erase(
            std::remove_if(found.begin(), found.end(), [](const Address& a) { return !a.of_item; }),
            found.end());
    if (found.size() == 1) return found.front();
    if (found.empty()) return unknown_name(text, "no property that is bound here");
    std::vector<std::string> labels;
    for (const Address& address : found)
        labels.push_back(address.label);
    return ambiguous_name(text, std::move(labels));
}

Result<std::vector<CanonicalField>> NameScope::find(const Object& from,
                                                    const PropertyInfo& property,
                                                    const std::string& text) const {
    std::vector<CanonicalField> out;
    if (property.kind == PropertyKind::reference) {
        const Result<const Object*> object = find_object(from, property.refers_to, text);
        if (!object) return object.error();
        out.push_back({property.number, Reference{(*object)->stable_id()}});
    } else if (property.name == "component") {
        const TypeInfo* type = schema_.find_type(text);
        if (type == nullptr) return unknown_name(text, "no component");
        out.push_back({property.number, Value(static_cast<int>(type->number))});
    } else {
        const Result<Address> address = find_address(from, text);
        if (!address) return address.error();
        out.push_back({property.number, Value(address->property)});
        const auto add = [&](const char* name, Value value) {
            const PropertyInfo* other = from.type().find(name);
            if (other != nullptr && number_in(from, name) == 0)
                out.push_back({other->number, std::move(value)});
        };
        add("component", Value(address->component));
        if (address->item != 0) add("item", Reference{address->item});
    }
    return out;
}

void resolve_names(const NameScope& scope, std::vector<WrittenName> names,
                   Diagnostics& diagnostics) {
    // The name of a property is looked up in what the others have named.
    std::stable_partition(names.begin(), names.end(), [](const WrittenName& name) {
        return name.property->name != "property";
    });
    for (const WrittenName& name : names) {
        const auto fields = scope.find(*name.object, *name.property, name.text);
        if (!fields) {
            diagnostics.error(fields.error().code, name.place, fields.error().cause);
            continue;
        }
        for (const CanonicalField& field : *fields)
            set_property_raw(*name.object, *name.object->type().find(field.property), field.value);
    }
}

}  // namespace motus
