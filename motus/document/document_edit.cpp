// SPDX-License-Identifier: MIT
#include <motus/document/document.h>

#include <algorithm>
#include <set>

namespace motus {
namespace {

std::string type_and_property(const Object& object, const PropertyInfo& property) {
    return std::string(object.type_name()) + "." + std::string(property.name);
}

int depth_above(const Object* object) {
    int depth = 0;
    for (; object != nullptr; object = object->parent())
        ++depth;
    return depth;
}

int depth_of(const Json& json) {
    int deepest = 0;
    for (const Json& item : json.items)
        deepest = std::max(deepest, depth_of(item));
    return deepest + 1;
}

/// In objects; an object is two levels of JSON, itself and the list it is in.
int depth_below(const Object& object) {
    int deepest = 0;
    for (const UnknownField& field : object.unknown_fields())
        deepest = std::max(deepest, (depth_of(field.value) + 1) / 2);
    for (const PropertyInfo& property : object.type().properties) {
        if (!holds_children(property.kind)) continue;
        for (const auto& child : children_of(object, property))
            deepest = std::max(deepest, depth_below(*child));
    }
    return deepest + 1;
}

}  // namespace

Error Document::fail(Error error) {
    if (open_ && !open_->failure) open_->failure = error;
    return error;
}

Result<Document::Slot> Document::slot(Handle object, std::uint16_t property, bool for_children) {
    Object* owner = writable(object);
    if (owner == nullptr) return Error{"no-object", "", "the object is not in the document"};
    const PropertyInfo* info = owner->type().find(property);
    if (info == nullptr || holds_children(info->kind) != for_children) {
        return Error{"no-property", std::string(owner->type_name()),
                     (for_children ? "holds no objects as property " : "has no property ") +
                         std::to_string(property)};
    }
    return Slot{owner, info};
}

Result<Done> Document::may_hold(const Slot& slot, const Object& child, std::size_t index,
                                std::size_t size) const {
    const std::string place = type_and_property(*slot.owner, *slot.property);
    if (slot.property->has(kAlways)) {
        return Error{"always-there", place, "is always there: change what is in it"};
    }
    const bool foreign = &child.type() == &ForeignObject::static_type();
    if (!(foreign ? slot.property->has(kPolymorphic)
                  : schema_->accepts(*slot.property, child.type()))) {
        return Error{"wrong-child", place, "cannot hold a " + std::string(child.type_name())};
    }
    if (index > size || (slot.property->kind == PropertyKind::child && size > 0)) {
        return Error{"bad-index", place,
                     "there is no place " + std::to_string(index) + " among " +
                         std::to_string(size) + " items"};
    }
    if (depth_above(slot.owner) + depth_below(child) > kMaxObjectDepth) {
        return Error{"too-deep", place,
                     "objects would nest deeper than " + std::to_string(kMaxObjectDepth)};
    }
    return Done{};
}

Result<Done> Document::take_ids(Object& tree) {
    std::set<std::uint64_t> seen;
    std::optional<Error> error;
    visit_objects(tree, [&](const Object& object) {
        const std::uint64_t id = object.stable_id();
        if (id == 0 || error) return;
        if (find_id(id) != nullptr || !seen.insert(id).second) {
            error = Error{"id-taken", std::string(object.type_name()),
                          "another object has the id " + std::to_string(id)};
        }
    });
    if (error) return *error;
    visit_objects(tree, [&](const Object& object) {
        const PropertyInfo* property = object.type().id_property;
        if (property == nullptr || object.stable_id() != 0) return;
        std::uint64_t id = make_id();
        while (!seen.insert(id).second)
            id = make_id();
        set_property_raw(ObjectAccess::writable(object), *property, Reference{id});
    });
    return Done{};
}

Result<Done> Document::try_set(Handle object, std::uint16_t property, Value value) {
    const Result<Slot> place = slot(object, property, false);
    if (!place) return place.error();
    const PropertyInfo& info = *place->property;
    const std::string name = type_and_property(*place->owner, info);
    if (info.has(kComputed)) return Error{"computed", name, "is computed and cannot be set"};
    if (info.kind == PropertyKind::id) return Error{"id-fixed", name, "an id never changes"};
    Result<Value> fitting = conform(info, std::move(value));
    if (!fitting) return Error{fitting.error().code, name, fitting.error().cause};
    Command command;
    command.object = object;
    command.property = property;
    command.before = overlay_.base(*place->owner, info);
    command.after = std::move(*fitting);
    if (command.before == command.after) {
        open_->confirmed.emplace_back(object, property);
        return Done{};
    }
    record(std::move(command));
    return Done{};
}

Result<Handle> Document::try_insert(Handle object, std::uint16_t property, std::size_t index,
                                    std::unique_ptr<Object>& child, InsertIds ids) {
    const Result<Slot> place = slot(object, property, true);
    if (!place) return place.error();
    const std::size_t size = children_of(*place->owner, *place->property).size();
    if (index == std::string::npos) index = size;
    if (const Result<Done> ok = may_hold(*place, *child, index, size); !ok) return ok.error();
    if (ids == InsertIds::fresh) {
        if (const Result<Done> ok = take_ids(*child); !ok) return ok.error();
        make_canonical(*child, place->owner);
    }
    Command command;
    command.kind = Command::Kind::insert;
    command.object = object;
    command.property = property;
    command.index = static_cast<std::uint32_t>(index);
    Object* inserted = child.get();
    command.detached = std::move(child);
    record(std::move(command));
    return inserted->handle();
}

Result<Done> Document::try_remove(Handle object, std::uint16_t property, std::size_t index) {
    const Result<Slot> place = slot(object, property, true);
    if (!place) return place.error();
    const ChildArray& children = children_of(*place->owner, *place->property);
    const std::string name = type_and_property(*place->owner, *place->property);
    if (place->property->has(kAlways)) {
        return Error{"always-there", name, "is always there and cannot be removed"};
    }
    if (index >= children.size()) {
        return Error{"bad-index", name, "there is no item " + std::to_string(index)};
    }
    Command command;
    command.kind = Command::Kind::remove;
    command.object = object;
    command.property = property;
    command.index = static_cast<std::uint32_t>(index);
    command.child = children[index]->handle();
    record(std::move(command));
    return Done{};
}

Result<Done> Document::try_move(Command move) {
    const Result<Slot> from = slot(move.object, move.property, true);
    if (!from) return from.error();
    const Result<Slot> to = slot(move.to_object, move.to_property, true);
    if (!to) return to.error();
    const ChildArray& children = children_of(*from->owner, *from->property);
    const std::string name = type_and_property(*from->owner, *from->property);
    if (move.index >= children.size() || from->property->has(kAlways)) {
        return Error{"bad-index", name,
                     "there is no item " + std::to_string(move.index) + " that can be moved"};
    }
    const Object& child = *children[move.index];
    for (const Object* above = to->owner; above != nullptr; above = above->parent())
        if (above == &child) return Error{"inside-itself", name, "cannot be moved into itself"};
    const bool same = from->owner == to->owner && from->property == to->property;
    const std::size_t size = children_of(*to->owner, *to->property).size() - (same ? 1 : 0);
    if (const Result<Done> ok = may_hold(*to, child, move.to_index, size); !ok) return ok.error();
    if (same && move.index == move.to_index) return Done{};
    move.kind = Command::Kind::move;
    move.child = child.handle();
    record(std::move(move));
    return Done{};
}

Result<Done> Document::try_set_unknown(Handle object, std::vector<UnknownField>& fields) {
    Object* owner = writable(object);
    if (owner == nullptr) return Error{"no-object", "", "the object is not in the document"};
    std::set<std::string_view> names;
    for (const UnknownField& field : fields) {
        const std::string name = std::string(owner->type_name()) + "." + field.name;
        if (owner->type().find(field.name) != nullptr || !names.insert(field.name).second) {
            return Error{"bad-operation", name, "is there already"};
        }
        if (depth_above(owner) + (depth_of(field.value) + 1) / 2 > kMaxObjectDepth) {
            return Error{"too-deep", name,
                         "objects would nest deeper than " + std::to_string(kMaxObjectDepth)};
        }
    }
    const std::vector<UnknownField>& now = owner->unknown_fields();
    const bool same =
        std::equal(now.begin(), now.end(), fields.begin(), fields.end(),
                   [](const UnknownField& a, const UnknownField& b) {
                       return a.after == b.after && a.name == b.name && a.value == b.value;
                   });
    if (same) return Done{};
    Command command;
    command.kind = Command::Kind::unknown;
    command.object = object;
    command.unknown = std::make_unique<std::vector<UnknownField>>(std::move(fields));
    record(std::move(command));
    return Done{};
}

namespace {

/// Runs `edit` in the open step, or in one of its own.
template <typename Edit>
auto run_in_step(Document& document, const char* name, Edit edit) -> decltype(edit()) {
    Step step = document.begin_step(name);
    if (!step.is_open()) return step.commit().error();
    auto result = edit();
    const Result<Done> end = step.commit();
    if (result && !end) return end.error();
    return result;
}

}  // namespace

Result<Done> Document::set(Handle object, std::uint16_t property, Value value) {
    return run_in_step(*this, "Change", [&]() -> Result<Done> {
        Result<Done> done = try_set(object, property, std::move(value));
        return done ? done : fail(done.error());
    });
}

Result<Handle> Document::insert(Handle object, std::uint16_t property, std::size_t index,
                                std::unique_ptr<Object> child, InsertIds ids) {
    return run_in_step(*this, "Insert", [&]() -> Result<Handle> {
        Result<Handle> handle = try_insert(object, property, index, child, ids);
        return handle ? handle : fail(handle.error());
    });
}

Result<Done> Document::remove(Handle object, std::uint16_t property, std::size_t index) {
    return run_in_step(*this, "Remove", [&]() -> Result<Done> {
        Result<Done> done = try_remove(object, property, index);
        return done ? done : fail(done.error());
    });
}

Result<Done> Document::move(Handle object, std::uint16_t property, std::size_t index,
                            Handle to_object, std::uint16_t to_property, std::size_t to_index) {
    constexpr std::size_t kMax = 0xffffffffu;
    Command command;
    command.object = object;
    command.property = property;
    command.index = static_cast<std::uint32_t>(std::min(index, kMax));
    command.to_object = to_object;
    command.to_property = to_property;
    command.to_index = static_cast<std::uint32_t>(std::min(to_index, kMax));
    return run_in_step(*this, "Move", [&]() -> Result<Done> {
        Result<Done> done = try_move(std::move(command));
        return done ? done : fail(done.error());
    });
}

Result<Done> Document::set_unknown(Handle object, std::vector<UnknownField> fields) {
    return run_in_step(*this, "Change", [&]() -> Result<Done> {
        Result<Done> done = try_set_unknown(object, fields);
        return done ? done : fail(done.error());
    });
}

}  // namespace motus
