// SPDX-License-Identifier: MIT
#include <motus/document/operation.h>

#include <motus/document/clone.h>
#include <motus/document/machine_edit.h>
#include <motus/document/object_json.h>
#include <motus/document/pointer.h>

namespace motus {
namespace {

/// Applies one operation inside the step that is open.
class Operation {
  public:
    Operation(Document& document, const Json& json) : document_(document), json_(json) {}

    Result<Done> run() {
        const std::string* op = text("op");
        const std::string* path = text("path");
        if (op == nullptr || path == nullptr) {
            return Error{"bad-operation", "", "needs \"op\" and \"path\""};
        }
        path_ = *path;
        if (is_machine_operation(*op)) return run_machine_operation(document_, *op, path_, json_);
        const bool transfers = *op == "move" || *op == "copy";
        const Json* value = json_.find("value");
        if ((*op == "add" || *op == "replace" || *op == "test") && value == nullptr) {
            return Error{"bad-operation", path_, "needs a \"value\""};
        }
        if (transfers) return transfer(*op == "move");
        const Result<PointerTarget> target = follow(document_, path_);
        if (!target) return at(target.error());
        if (*op == "add") return place(*target, *value, true);
        if (*op == "replace") return place(*target, *value, false);
        if (*op == "remove") return remove(*target);
        if (*op == "test") return test(*target, *value);
        return Error{"bad-operation", path_,
                     "\"" + *op +
                         "\" is not one of add, remove, replace, move, copy, test, nor an edit of "
                         "a machine (docs/document.md)"};
    }

  private:
    const std::string* text(const char* key) const {
        const Json* json = json_.find(key);
        return json != nullptr && json->is_string() ? &json->text : nullptr;
    }
    [[nodiscard]] Error at(Error error) const {
        return {std::move(error.code), path_, to_string(Error{"", error.place, error.cause})};
    }
    Result<Done> done(const Result<Done>& result) const {
        return result ? result : Result<Done>(at(result.error()));
    }
    static bool is_item(const PointerTarget& target) { return target.index.has_value(); }
    static std::size_t count(const PointerTarget& target) {
        return children_of(*target.object, *target.property).size();
    }

    Result<std::unique_ptr<Object>> child(const PointerTarget& target, const Json& value) const {
        Diagnostics diagnostics;
        std::unique_ptr<Object> made =
            read_child(document_.schema(), *target.property, value, "", diagnostics);
        if (made == nullptr) return at(diagnostics.first_error());
        return made;
    }

    Result<Done> insert(const PointerTarget& target, std::size_t index, const Json& value) {
        Result<std::unique_ptr<Object>> made = child(target, value);
        if (!made) return made.error();
        const Result<Handle> handle = document_.insert(
            target.object->handle(), target.property->number, index, *std::move(made));
        if (!handle) return at(handle.error());
        return Done{};
    }

    Result<Done> remove_item(const PointerTarget& target, std::size_t index) {
        return done(document_.remove(target.object->handle(), target.property->number, index));
    }

    Result<Done> remove_all(const PointerTarget& target) {
        for (std::size_t i = count(target); i-- > 0;)
            if (const Result<Done> removed = remove_item(target, i); !removed) return removed;
        return Done{};
    }

    Result<Done> place(const PointerTarget& target, const Json& value, bool add) {
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
            return Error{"wrong-type", path_,
                         std::string("needs an array, not ") + value.kind_name()};
        }
        if (const Result<Done> gone = remove_all(target); !gone) return gone;
        for (std::size_t i = 0; i < value.items.size(); ++i)
            if (const Result<Done> in = insert(target, i, value.items[i]); !in) return in;
        return Done{};
    }

    Result<Done> set(const PointerTarget& target, const Json& json, bool add) {
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
        return done(
            document_.set(target.object->handle(), target.property->number, *std::move(value)));
    }

    /// Makes an object that is always there equal to what `json` says.
    Result<Done> assign(const PointerTarget& target, const Json& json) {
        Result<std::unique_ptr<Object>> wanted = child(target, json);
        if (!wanted) return wanted.error();
        return take_over(*children_of(*target.object, *target.property).front(), **wanted);
    }

    Result<Done> take_over(const Object& object, const Object& wanted) {
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

    Result<Done> remove(const PointerTarget& target) {
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

    /// The object that the pointer names as an item or an only child; null where it names none.
    static const Object* named(const PointerTarget& target) {
        if (target.property == nullptr || !holds_children(target.property->kind)) return nullptr;
        if (target.property->kind == PropertyKind::children && !target.index) return nullptr;
        const std::size_t index = target.index.value_or(0);
        return index < count(target) ? children_of(*target.object, *target.property)[index].get()
                                     : nullptr;
    }

    Result<Done> transfer(bool move) {
        const std::string* from = text("from");
        if (from == nullptr) return Error{"bad-operation", path_, "needs \"from\""};
        const Result<PointerTarget> source = follow(document_, *from);
        if (!source) return Error{"bad-path", *from, source.error().cause};
        const Object* object = named(*source);
        const Result<PointerTarget> target = follow(document_, path_, move ? object : nullptr);
        // By places, "0" to "0/x" may be meant: into what comes to stand at 0.
        if (!target && move && path_.compare(0, from->size() + 1, *from + "/") == 0) {
            return Error{"inside-itself", path_, "cannot be moved into itself"};
        }
        if (!target) return at(target.error());
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
        std::unique_ptr<Object> copy = clone_object(*object);
        renew_ids(document_, *copy);
        const Result<Handle> in = document_.insert(
            target->object->handle(), target->property->number, index, std::move(copy));
        if (!in) return at(in.error());
        return Done{};
    }

    Result<Done> transfer_value(const PointerTarget& source, const PointerTarget& target,
                                bool move) {
        const auto plain = [](const PointerTarget& t) {
            return t.property != nullptr && !holds_children(t.property->kind) && !t.component;
        };
        if (!plain(source) || !plain(target)) {
            return Error{"bad-operation", path_, "only objects and whole properties can be moved"};
        }
        const Value value = document_.base_value(*source.object, *source.property);
        if (move) {
            const Result<Done> reset = document_.set(
                source.object->handle(), source.property->number, source.property->default_value());
            if (!reset) return at(reset.error());
        }
        return done(document_.set(target.object->handle(), target.property->number, value));
    }

    Result<Done> test(const PointerTarget& target, const Json& value) {
        std::string actual, wanted;
        if (target.component) {
            const Value::Tuple tuple =
                *document_.base_value(*target.object, *target.property).as_tuple();
            append_json_float(actual, tuple.v[*target.component]);
            append_json_float(wanted, static_cast<float>(value.number));
            if (!value.is_number()) wanted = to_text(value);
        } else if (const Result<Done> written = both_texts(target, value, actual, wanted);
                   !written) {
            return written;
        }
        if (actual == wanted) return Done{};
        return Error{"test-failed", path_, "is " + actual + ", not " + wanted};
    }

    /// `value` is read as what it should be equal to and written again: texts are canonical.
    Result<Done> both_texts(const PointerTarget& target, const Json& value, std::string& actual,
                            std::string& wanted) {
        const BaseView base(document_);
        if (target.property == nullptr) {
            Diagnostics diagnostics;
            const auto root =
                read_object(document_.schema(), document_.root().type(), value, "", diagnostics);
            if (root == nullptr) return at(diagnostics.first_error());
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
                const auto other =
                    read_object(document_.schema(), target.object->type(), owner, "", diagnostics);
                if (other == nullptr) return at(diagnostics.first_error());
                wanted.clear();
                append_property(wanted, *other, *target.property, JsonLayout::line);
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

    Document& document_;
    const Json& json_;
    std::string path_;
};

}  // namespace

Result<Done> run_operation(Document& document, const Json& operation) {
    return Operation(document, operation).run();
}

}  // namespace motus
