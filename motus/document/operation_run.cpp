// SPDX-License-Identifier: MIT
#include <motus/document/operation_run.h>

#include <motus/document/machine_edit.h>
#include <motus/document/names.h>

namespace motus {
namespace detail {

Result<Done> Operation::run() {
    const std::string* op = text("op");
    const std::string* path = text("path");
    if (op == nullptr || path == nullptr) {
        return Error{"bad-operation", "", "needs \"op\" and \"path\""};
    }
    path_ = *path;
    if (is_machine_operation(*op)) return run_machine_operation(document_, *op, path_, json_);
    const bool transfers = *op == "move" || *op == "copy";
    const Json* value = json_.find("value");
    const bool needs_value =
        *op == "add" || *op == "replace" || *op == "test" || *op == "set_unknown";
    if (needs_value && value == nullptr) {
        return Error{"bad-operation", path_, "needs a \"value\""};
    }
    if (const Json* ids = json_.find("ids")) {
        if (*op != "add" || !ids->is_string() || ids->text != "kept") {
            return Error{"bad-operation", path_, "\"ids\" of an \"add\" can only be \"kept\""};
        }
        ids_ = InsertIds::kept;
    }
    if (transfers) return transfer(*op == "move");
    const Result<PointerTarget> target = follow(document_, path_);
    if (!target) return target.error();
    if (*op == "add") return place(*target, *value, true);
    if (*op == "replace") return place(*target, *value, false);
    if (*op == "remove") return remove(*target);
    if (*op == "test") return test(*target, *value);
    if (*op == "set_unknown") return set_unknown(*target, *value);
    return Error{"bad-operation", path_,
                 "\"" + *op +
                     "\" is not one of add, remove, replace, move, copy, test, nor an edit of "
                     "a machine (docs/document.md)"};
}

Result<std::unique_ptr<Object>> Operation::child(const PointerTarget& target,
                                                 const Json& value) const {
    Diagnostics diagnostics;
    std::unique_ptr<Object> made =
        read_child(document_.schema(), *target.property, value, path_, diagnostics, target.object);
    if (made == nullptr) return diagnostics.first_error();
    return made;
}

Result<Done> Operation::insert(const PointerTarget& target, std::size_t index, const Json& value) {
    Result<std::unique_ptr<Object>> made = child(target, value);
    if (!made) return made.error();
    const Result<Handle> handle = document_.insert(target.object->handle(), target.property->number,
                                                   index, *std::move(made), ids_);
    if (!handle) return at(handle.error());
    return Done{};
}

Result<Done> Operation::remove_item(const PointerTarget& target, std::size_t index) {
    return done(document_.remove(target.object->handle(), target.property->number, index));
}

Result<Done> Operation::remove_all(const PointerTarget& target) {
    for (std::size_t i = count(target); i-- > 0;)
        if (const Result<Done> removed = remove_item(target, i); !removed) return removed;
    return Done{};
}

Result<Done> Operation::place(const PointerTarget& target, const Json& value, bool add) {
    if (target.property == nullptr) {
        return Error{"bad-operation", path_, "the whole document cannot be replaced"};
    }
    if (!holds_children(target.property->kind)) return set(target, value, add);
    if (target.property->has(kAlways)) return assign(target, value);
    if (is_item(target)) {
        if (add) return insert(target, *target.index, value);
        if (*target.index >= count(target)) {
            return Error{"bad-path", path_, "there is no such item"};
        }
        if (const Result<Done> gone = remove_item(target, *target.index); !gone) return gone;
        return insert(target, *target.index, value);
    }
    if (target.property->kind == PropertyKind::child) {
        if (const Result<Done> gone = remove_all(target); !gone) return gone;
        if (value.kind == Json::Kind::null) return Done{};
        return insert(target, 0, value);
    }
    if (!value.is_array()) {
        return Error{"wrong-type", path_, std::string("needs an array, not ") + value.kind_name()};
    }
    if (const Result<Done> gone = remove_all(target); !gone) return gone;
    for (std::size_t i = 0; i < value.items.size(); ++i)
        if (const Result<Done> in = insert(target, i, value.items[i]); !in) return in;
    return Done{};
}

Result<Done> Operation::set(const PointerTarget& target, const Json& json, bool add) {
    if (json.is_string() && takes_name(target.object->type(), *target.property)) {
        const auto fields = NameScope(document_.schema(), document_.root(), nullptr, 1)
                                .find(*target.object, *target.property, json.text);
        if (!fields) return at(fields.error());
        for (const CanonicalField& field : *fields) {
            const Result<Done> written =
                document_.set(target.object->handle(), field.property, field.value);
            if (!written) return at(written.error());
        }
        return Done{};
    }
    Result<Value> value = read_value(json);
    if (!value) return at(value.error());
    if (target.component) {
        const double* number = value->as_number();
        if (add || number == nullptr) {
            return Error{"bad-operation", path_,
                         "one number of a vector can only be replaced, by a number"};
        }
        Value::Tuple tuple = *document_.base_value(*target.object, *target.property).as_tuple();
        tuple.v[*target.component] = static_cast<float>(*number);
        value = Value::tuple(std::span<const float>(tuple.v).first(tuple.size));
    }
    return done(document_.set(target.object->handle(), target.property->number, *std::move(value)));
}

Result<Done> Operation::assign(const PointerTarget& target, const Json& json) {
    Result<std::unique_ptr<Object>> wanted = child(target, json);
    if (!wanted) return wanted.error();
    return take_over(*children_of(*target.object, *target.property).front(), **wanted);
}

Result<Done> Operation::take_over(const Object& object, const Object& wanted) {
    const Result<Done> others = document_.set_unknown(object.handle(), wanted.unknown_fields());
    if (!others) return at(others.error());
    for (const PropertyInfo& property : object.type().properties) {
        if (property.has(kComputed) || property.kind == PropertyKind::id) continue;
        if (!holds_children(property.kind)) {
            const Result<Done> set_to =
                document_.set(object.handle(), property.number, get_property(wanted, property));
            if (!set_to) return at(set_to.error());
            continue;
        }
        const ChildArray& children = children_of(wanted, property);
        if (property.has(kAlways)) {
            const Result<Done> same =
                take_over(*children_of(object, property).front(), *children.front());
            if (!same) return same;
            continue;
        }
        const PointerTarget all{&object, &property, {}, {}};
        if (const Result<Done> gone = remove_all(all); !gone) return gone;
        for (const auto& c : children) {
            const Result<Handle> in = document_.insert(object.handle(), property.number,
                                                       std::string::npos, clone_object(*c));
            if (!in) return at(in.error());
        }
    }
    return Done{};
}

Result<Done> Operation::set_unknown(const PointerTarget& target, const Json& value) {
    const Object* object = target.property == nullptr ? target.object : named(target);
    if (object == nullptr) return Error{"bad-path", path_, "there is no object"};
    const double last = static_cast<double>(object->type().properties.size());
    std::vector<UnknownField> fields;
    for (const Json& item : value.items) {
        const Json* after = item.is_object() ? item.find("after") : nullptr;
        const Json* name = item.is_object() ? item.find("name") : nullptr;
        const Json* content = item.is_object() ? item.find("value") : nullptr;
        const bool sound = after != nullptr && after->is_number() && after->number >= 0.0 &&
                           after->number <= last && name != nullptr && name->is_string() &&
                           content != nullptr;
        if (!sound) break;
        fields.push_back({static_cast<std::uint32_t>(after->number), name->text, *content});
    }
    if (!value.is_array() || fields.size() != value.items.size()) {
        return Error{"bad-operation", path_, "needs a list of {\"after\", \"name\", \"value\"}"};
    }
    return done(document_.set_unknown(object->handle(), std::move(fields)));
}

Result<Done> Operation::remove(const PointerTarget& target) {
    if (target.property == nullptr || target.component) {
        return Error{"bad-operation", path_, "this cannot be removed"};
    }
    if (is_item(target)) return remove_item(target, *target.index);
    if (holds_children(target.property->kind)) {
        if (target.property->kind == PropertyKind::child && count(target) == 0) {
            return Error{"bad-path", path_, "there is nothing to remove"};
        }
        return remove_all(target);
    }
    return done(document_.set(target.object->handle(), target.property->number,
                              target.property->default_value()));
}

}  // namespace detail

Result<Done> run_operation(Document& document, const Json& operation) {
    return detail::Operation(document, operation).run();
}

}  // namespace motus
