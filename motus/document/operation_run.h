// motus/document/operation_run.h - one operation of a JSON patch while it is done.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/clone.h>
#include <motus/document/object_json.h>
#include <motus/document/operation.h>
#include <motus/document/pointer.h>

namespace motus::detail {

/// Applies one operation inside the step that is open.
class Operation {
  public:
    Operation(Document& document, const Json& json) : document_(document), json_(json) {}

    Result<Done> run();

  private:
    const std::string* text(const char* key) const {
        const Json* json = json_.find(key);
        return json != nullptr && json->is_string() ? &json->text : nullptr;
    }
    /// An error of the document, which knows types and properties, at the operation's path. What
    /// comes of following or reading has a pointer as its place already.
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

    Result<std::unique_ptr<Object>> child(const PointerTarget& target, const Json& value) const;
    Result<Done> insert(const PointerTarget& target, std::size_t index, const Json& value);
    Result<Done> remove_item(const PointerTarget& target, std::size_t index);
    Result<Done> remove_all(const PointerTarget& target);
    Result<Done> place(const PointerTarget& target, const Json& value, bool add);
    Result<Done> set(const PointerTarget& target, const Json& json, bool add);
    /// Makes an object that is always there equal to what `json` says.
    Result<Done> assign(const PointerTarget& target, const Json& json);
    Result<Done> take_over(const Object& object, const Object& wanted);
    /// The members that the schema does not know, with their places: what a journal writes.
    Result<Done> set_unknown(const PointerTarget& target, const Json& value);
    Result<Done> remove(const PointerTarget& target);
    /// The object that the pointer names as an item or an only child; null where it names none.
    static const Object* named(const PointerTarget& target);
    Result<Done> transfer(bool move);
    Result<Done> transfer_value(const PointerTarget& source, const PointerTarget& target,
                                bool move);
    Result<Done> test(const PointerTarget& target, const Json& value);
    /// `value` is read as what it should be equal to and written again: texts are canonical.
    Result<Done> both_texts(const PointerTarget& target, const Json& value, std::string& actual,
                            std::string& wanted);

    Document& document_;
    const Json& json_;
    std::string path_;
    InsertIds ids_ = InsertIds::fresh;
};

}  // namespace motus::detail
