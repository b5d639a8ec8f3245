// Operations that take from elsewhere in the document, or compare: move, copy, test.
// SPDX-License-Identifier: MIT
#include <motus/document/names.h>
#include <motus/document/operation_run.h>

namespace motus::detail {

const Object* Operation::named(const PointerTarget& target) {
    if (target.property == nullptr || !holds_children(target.property->kind)) return nullptr;
    if (target.property->kind == PropertyKind::children && !target.index) return nullptr;
    const std::size_t index = target.index.value_or(0);
    return index < count(target) ? children_of(*target.object, *target.property)[index].get()
                                 : nullptr;
}

Result<Done> Operation::transfer(bool move) {
    const std::string* from = text("from");
    if (from == nullptr) return Error{"bad-operation", path_, "needs \"from\""};
    const Result<PointerTarget> source = follow(document_, *from);
    if (!source) return source.error();
    const Object* object = named(*source);
    const Result<PointerTarget> target = follow(document_, path_, move ? object : nullptr);
    // By places, "0" to "0/x" may be meant: into what comes to stand at 0.
    if (!target && move && path_.compare(0, from->size() + 1, *from + "/") == 0) {
        return Error{"inside-itself", path_, "cannot be moved into itself"};
    }
    if (!target) return target.error();
    if (object == nullptr) return transfer_value(*source, *target, move);
    if (target->property == nullptr || !holds_children(target->property->kind) ||
        (target->property->kind == PropertyKind::children && !target->index)) {
        return Error{"bad-operation", path_, "an object can only go where objects are"};
    }
    const std::size_t index = target->index.value_or(0);
    if (move) {
        return done(document_.move(source->object->handle(), source->property->number,
                                   object->index(), target->object->handle(),
                                   target->property->number, index));
    }
    std::unique_ptr<Object> copy = clone_authored(document_, *object);
    renew_ids(document_, *copy);
    const Result<Handle> in = document_.insert(target->object->handle(), target->property->number,
                                               index, std::move(copy));
    if (!in) return at(in.error());
    return Done{};
}

Result<Done> Operation::transfer_value(const PointerTarget& source, const PointerTarget& target,
                                       bool move) {
    const auto plain = [](const PointerTarget& t) {
        return t.property != nullptr && !holds_children(t.property->kind) && !t.component;
    };
    if (!plain(source) || !plain(target)) {
        return Error{"bad-operation", path_, "only objects and whole properties can be moved"};
    }
    const Value value = document_.base_value(*source.object, *source.property);
    if (move) {
        const Result<Done> reset = document_.set(source.object->handle(), source.property->number,
                                                 source.property->default_value());
        if (!reset) return at(reset.error());
    }
    return done(document_.set(target.object->handle(), target.property->number, value));
}

Result<Done> Operation::test(const PointerTarget& target, const Json& value) {
    std::string actual, wanted;
    if (target.component) {
        const Value::Tuple tuple =
            *document_.base_value(*target.object, *target.property).as_tuple();
        append_json_float(actual, tuple.v[*target.component]);
        append_json_float(wanted, static_cast<float>(value.number));
        if (!value.is_number()) wanted = to_text(value);
    } else if (const Result<Done> written = both_texts(target, value, actual, wanted); !written) {
        return written;
    }
    if (actual == wanted) return Done{};
    return Error{"test-failed", path_, "is " + actual + ", not " + wanted};
}

Result<Done> Operation::both_texts(const PointerTarget& target, const Json& value,
                                   std::string& actual, std::string& wanted) {
    const BaseView base(document_);
    if (target.property == nullptr) {
        Diagnostics diagnostics;
        const auto root =
            read_object(document_.schema(), document_.root().type(), value, path_, diagnostics);
        if (root == nullptr) return diagnostics.first_error();
        append_object(actual, document_.root(), JsonLayout::line);
        append_object(wanted, *root, JsonLayout::line);
    } else if (const Object* object = named(target)) {
        Result<std::unique_ptr<Object>> other = child(target, value);
        if (!other) return other.error();
        ObjectAccess::link(**other, nullptr, target.property, 0);
        append_object(actual, *object, JsonLayout::line);
        append_object(wanted, **other, JsonLayout::line);
    } else if (is_item(target)) {
        return Error{"bad-path", path_, "there is no such item"};
    } else {
        append_property(actual, *target.object, *target.property, JsonLayout::line);
        wanted = to_text(value);
        if (holds_children(target.property->kind)) {
            Diagnostics diagnostics;
            Json owner = Json::object();
            owner.add(target.property->name, value);
            const std::string above = path_.substr(0, path_.rfind('/'));
            const auto other = read_object(document_.schema(), target.object->type(), owner, above,
                                           diagnostics, target.object->parent());
            if (other == nullptr) return diagnostics.first_error();
            wanted.clear();
            append_property(wanted, *other, *target.property, JsonLayout::line);
        } else if (value.is_string() && takes_name(target.object->type(), *target.property)) {
            const auto fields = NameScope(document_.schema(), document_.root(), nullptr, 1)
                                    .find(*target.object, *target.property, value.text);
            if (!fields) return at(fields.error());
            wanted.clear();
            append_value(wanted, *target.property, fields->front().value);
        } else if (Result<Value> read = read_value(value)) {
            read = conform(*target.property, *std::move(read));
            if (read) {
                wanted.clear();
                append_value(wanted, *target.property, *read);
            }
        }
    }
    return Done{};
}

}  // namespace motus::detail
