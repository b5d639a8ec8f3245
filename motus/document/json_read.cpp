// SPDX-License-Identifier: MIT
#include <motus/document/object_json.h>

#include <motus/document/document.h>
#include <motus/document/names.h>

#include <algorithm>

namespace motus {
namespace {

/// The way to a value, as a chain on the stack: text is only made of it for a fault.
struct Path {
    const Path* up = nullptr;
    std::string_view key;
    std::size_t index = 0;

    [[nodiscard]] std::string text() const {
        if (up == nullptr) return std::string(key);
        return up->text() + "/" +
               (key.data() != nullptr ? pointer_token(key) : std::to_string(index));
    }
};

Value tuple_of(const Json& json) {
    Float4 floats{};
    for (std::size_t i = 0; i < json.items.size(); ++i)
        floats[i] = static_cast<float>(json.items[i].number);
    return Value::tuple(std::span<const float>(floats).first(json.items.size()));
}

class ObjectReader {
  public:
    ObjectReader(const Schema& schema, Diagnostics& diagnostics)
        : schema_(schema), diagnostics_(diagnostics) {}

    std::unique_ptr<Object> object(const TypeInfo& type, const Json& json, const Path& path,
                                   int depth) {
        if (!json.is_object()) {
            fault(
                "wrong-type", path,
                "needs an object of type " + std::string(type.name) + ", not " + json.kind_name());
            return nullptr;
        }
        if (depth > kMaxObjectDepth) {
            fault("too-deep", path, "objects nest deeper than " + std::to_string(kMaxObjectDepth));
            return nullptr;
        }
        std::unique_ptr<Object> made = create_object(type);
        std::size_t next = 0;
        for (std::size_t i = 0; i < json.items.size(); ++i) {
            const std::string& key = json.keys[i];
            if (skips_type_key_ && key == "type") continue;
            const PropertyInfo* property = type.find(key, next);
            if (property == nullptr || property->has(kComputed)) {
                keep(*made, next, key, json.items[i]);
                continue;
            }
            next = type.index_of(*property) + 1;
            member(*made, *property, json.items[i], Path{&path, key, 0}, depth);
        }
        sort_unknown(*made);
        return made;
    }

    std::unique_ptr<Object> child(const PropertyInfo& slot, const Json& json, const Path& path,
                                  int depth) {
        if (!slot.has(kPolymorphic)) return object(*slot.child_types.front(), json, path, depth);
        const Json* name = json.is_object() ? json.find("type") : nullptr;
        if (name == nullptr || !name->is_string()) {
            fault("unknown-type", path, "needs an object with a \"type\"");
            return nullptr;
        }
        const TypeInfo* type = schema_.child_type(slot, name->text);
        if (type == nullptr && schema_.find_type(name->text) != nullptr) {
            fault("wrong-child", path, "\"" + name->text + "\" cannot stand here");
            return nullptr;
        }
        if (type == nullptr) {
            auto foreign = std::make_unique<ForeignObject>(name->text);
            for (std::size_t i = 0; i < json.items.size(); ++i)
                if (json.keys[i] != "type") keep(*foreign, 0, json.keys[i], json.items[i]);
            return foreign;
        }
        skips_type_key_ = true;
        std::unique_ptr<Object> made = object(*type, json, path, depth);
        skips_type_key_ = false;
        return made;
    }

    /// Texts that stand where the objects hold numbers.
    [[nodiscard]] std::vector<WrittenName> take_names() { return std::move(names_); }

    void fault(const char* code, const Path& path, std::string message) {
        diagnostics_.error(code, path.text(), std::move(message));
    }

  private:
    static void keep(Object& object, std::size_t after, const std::string& key, const Json& value) {
        ObjectAccess::unknown(object).push_back({static_cast<std::uint32_t>(after), key, value});
    }

    static void sort_unknown(Object& object) {
        if (object.unknown_fields().empty()) return;
        auto& unknown = ObjectAccess::unknown(object);
        std::stable_sort(
            unknown.begin(), unknown.end(),
            [](const UnknownField& a, const UnknownField& b) { return a.after < b.after; });
    }

    void member(Object& object, const PropertyInfo& property, const Json& json, const Path& path,
                int depth) {
        const bool skips = skips_type_key_;
        skips_type_key_ = false;
        if (property.kind == PropertyKind::children) {
            children(object, property, json, path, depth);
        } else if (property.kind == PropertyKind::child) {
            only_child(object, property, json, path, depth);
        } else {
            value(object, property, json, path);
        }
        skips_type_key_ = skips;
    }

    void children(Object& object, const PropertyInfo& property, const Json& json, const Path& path,
                  int depth) {
        if (!json.is_array()) {
            fault("wrong-type", path, std::string("needs an array, not ") + json.kind_name());
            return;
        }
        ChildArray& array = writable_children(object, property);
        array.reserve(json.items.size());
        for (std::size_t i = 0; i < json.items.size(); ++i) {
            std::unique_ptr<Object> made =
                child(property, json.items[i], Path{&path, {}, i}, depth + 1);
            if (made == nullptr) continue;
            ObjectAccess::link(*made, &object, &property, array.size());
            array.push_back(std::move(made));
        }
    }

    void only_child(Object& object, const PropertyInfo& property, const Json& json,
                    const Path& path, int depth) {
        ChildArray& array = writable_children(object, property);
        if (json.kind == Json::Kind::null && !property.has(kAlways)) return;
        std::unique_ptr<Object> made = child(property, json, path, depth + 1);
        if (made == nullptr) return;
        ObjectAccess::link(*made, &object, &property, 0);
        array.clear();
        array.push_back(std::move(made));
    }

    void value(Object& object, const PropertyInfo& property, const Json& json, const Path& path) {
        if (json.is_string() && takes_name(object.type(), property)) {
            names_.push_back({&object, &property, json.text, path.text()});
            return;
        }
        Result<Value> read = read_value(json);
        if (read) read = conform(property, *std::move(read));
        if (!read) {
            fault("wrong-type", path, read.error().cause);
            return;
        }
        set_property_raw(object, property, *read);
    }

    const Schema& schema_;
    Diagnostics& diagnostics_;
    std::vector<WrittenName> names_;
    bool skips_type_key_ = false;  ///< The object that is read next has said its type.
};

/// Ends a reading: null where there was a fault.
std::unique_ptr<Object> with_names(const Schema& schema, ObjectReader& reader,
                                   std::unique_ptr<Object> made, const Object* owner,
                                   std::size_t faults_before, Diagnostics& diagnostics) {
    std::vector<WrittenName> names = reader.take_names();
    if (made != nullptr && !names.empty()) {
        const NameScope scope(schema, *made, owner, names.size());
        resolve_names(scope, std::move(names), diagnostics);
    }
    return diagnostics.faults().size() == faults_before ? std::move(made) : nullptr;
}

}  // namespace

Result<Value> read_value(const Json& json) {
    switch (json.kind) {
        case Json::Kind::null:
            return Value();
        case Json::Kind::boolean:
            return Value(json.truth);
        case Json::Kind::number:
            return Value(json.number);
        case Json::Kind::string:
            return Value(json.text);
        case Json::Kind::array: {
            const bool numbers = std::all_of(json.items.begin(), json.items.end(),
                                             [](const Json& item) { return item.is_number(); });
            if (numbers && json.items.size() >= 2 && json.items.size() <= 4) return tuple_of(json);
            return Error{"wrong-type", "", "an array must hold 2 to 4 numbers here"};
        }
        case Json::Kind::object:
            break;
    }
    const Json* id = json.items.size() == 1 ? json.find("ref") : nullptr;
    if (id == nullptr || !id->is_number() || !(id->number >= 0.0) ||
        id->number > static_cast<double>(kMaxId) ||
        id->number != static_cast<double>(static_cast<std::uint64_t>(id->number))) {
        return Error{"wrong-type", "", "an object must be {\"ref\": id} here"};
    }
    return Value(Reference{static_cast<std::uint64_t>(id->number)});
}

std::unique_ptr<Object> read_object(const Schema& schema, const TypeInfo& type, const Json& json,
                                    std::string_view pointer, Diagnostics& diagnostics,
                                    const Object* owner) {
    const std::size_t before = diagnostics.faults().size();
    ObjectReader reader(schema, diagnostics);
    std::unique_ptr<Object> made = reader.object(type, json, Path{nullptr, pointer, 0}, 1);
    return with_names(schema, reader, std::move(made), owner, before, diagnostics);
}

std::unique_ptr<Object> read_child(const Schema& schema, const PropertyInfo& slot, const Json& json,
                                   std::string_view pointer, Diagnostics& diagnostics,
                                   const Object* owner) {
    const std::size_t before = diagnostics.faults().size();
    ObjectReader reader(schema, diagnostics);
    std::unique_ptr<Object> made = reader.child(slot, json, Path{nullptr, pointer, 0}, 1);
    return with_names(schema, reader, std::move(made), owner, before, diagnostics);
}

}  // namespace motus
