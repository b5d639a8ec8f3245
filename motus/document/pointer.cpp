// SPDX-License-Identifier: MIT
#include <motus/document/pointer.h>

#include <algorithm>

namespace motus {
namespace {

/// A whole number without sign or leading zeros; nothing where the text is not one.
std::optional<std::uint64_t> whole(std::string_view text) {
    if (text.empty() || text.size() > 16 || (text[0] == '0' && text.size() > 1)) return {};
    std::uint64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return {};
        value = value * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return value;
}

std::string unescaped(std::string_view token) {
    std::string text;
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] == '~' && i + 1 < token.size() &&
            (token[i + 1] == '0' || token[i + 1] == '1')) {
            text += token[++i] == '0' ? '~' : '/';
        } else {
            text += token[i];
        }
    }
    return text;
}

class Follower {
  public:
    Follower(const Document& document, std::string_view pointer, const Object* absent)
        : document_(document), pointer_(pointer), absent_(absent) {}

    Result<PointerTarget> run() {
        if (!pointer_.empty() && pointer_[0] != '/') return refuse("must start with '/'");
        target_.object = &document_.root();
        while (at_ < pointer_.size()) {
            const std::string token = next();
            if (std::string cause = step(token); !cause.empty()) return refuse(std::move(cause));
        }
        return target_;
    }

  private:
    std::string next() {
        const std::size_t end = std::min(pointer_.find('/', at_ + 1), pointer_.size());
        const std::string token = unescaped(pointer_.substr(at_ + 1, end - at_ - 1));
        at_ = end;
        return token;
    }

    Error refuse(std::string cause) const {
        const std::size_t end = at_ == 0 ? pointer_.size() : at_;
        return {"bad-path", std::string(pointer_.substr(0, end)), std::move(cause)};
    }

    /// Empty, or why the token cannot be followed.
    std::string step(const std::string& token) {
        if (target_.component) return "a number has nothing inside";
        if (target_.property == nullptr || enter()) return member(token);
        if (target_.property->kind == PropertyKind::children) return item(token);
        if (target_.property->kind == PropertyKind::child) return "there is no object";
        const auto component = whole(token);
        if (!component ||
            *component >= static_cast<std::uint64_t>(tuple_size(target_.property->kind))) {
            return "the property has nothing inside of that name";
        }
        target_.component = *component;
        return {};
    }

    /// Goes into the child that was named; false where none was.
    bool enter() {
        if (!holds_children(target_.property->kind)) return false;
        const ChildArray& children = children_of(*target_.object, *target_.property);
        const bool only = target_.property->kind == PropertyKind::child;
        if (!only && !target_.index) return false;
        const std::size_t index = only ? 0 : *target_.index;
        const Object* child = nth(children, index);
        if (child == nullptr) return false;
        target_ = {child, nullptr, {}, {}};
        return true;
    }

    std::string member(const std::string& token) {
        const PropertyInfo* property = target_.object->type().find(token);
        if (property == nullptr) return "there is no property of that name";
        target_.property = property;
        return {};
    }

    std::string item(const std::string& token) {
        if (target_.index) return "there is no item";
        const ChildArray& children = children_of(*target_.object, *target_.property);
        const std::size_t size = children.size() - (holds_absent(children) ? 1 : 0);
        if (token == "-") {
            target_.index = size;
            return {};
        }
        if (!token.empty() && token[0] == '@') {
            const auto id = whole(std::string_view(token).substr(1));
            if (!id) return named_item(token.substr(1), children);
            const Object* child = child_by_id(*target_.object, *target_.property, *id, document_);
            if (child == nullptr || child == absent_) return "there is no item with that id";
            target_.index = place_of(*child, children);
            return {};
        }
        const auto index = whole(token);
        if (!index) return "an item is named by its place, by @ID, by @NAME, or by '-'";
        if (*index > size) return "there is no such item";
        target_.index = *index;
        return {};
    }

    std::string named_item(const std::string& name, const ChildArray& children) {
        const Object* found = nullptr;
        std::string others;
        for (const auto& child : children) {
            const PropertyInfo* property = child->type().find("name");
            if (child.get() == absent_ || property == nullptr) continue;
            if (!(document_.base_value(*child, *property) == Value(name))) continue;
            if (found != nullptr) others += ", @" + std::to_string(child->stable_id());
            if (found == nullptr) found = child.get();
        }
        if (found == nullptr) return "there is no item of that name";
        if (!others.empty()) {
            return "several items have that name: @" + std::to_string(found->stable_id()) + others;
        }
        target_.index = place_of(*found, children);
        return {};
    }

    [[nodiscard]] bool holds_absent(const ChildArray& children) const {
        return absent_ != nullptr && absent_->parent() != nullptr &&
               &children_of(*absent_->parent(), *absent_->slot()) == &children;
    }
    [[nodiscard]] std::size_t place_of(const Object& child, const ChildArray& children) const {
        const std::size_t index = child.index();
        return holds_absent(children) && absent_->index() < index ? index - 1 : index;
    }
    [[nodiscard]] const Object* nth(const ChildArray& children, std::size_t index) const {
        if (holds_absent(children) && absent_->index() <= index) ++index;
        return index < children.size() ? children[index].get() : nullptr;
    }

    const Document& document_;
    std::string_view pointer_;
    const Object* absent_;
    std::size_t at_ = 0;
    PointerTarget target_;
};

}  // namespace

Result<PointerTarget> follow(const Document& document, std::string_view pointer,
                             const Object* absent) {
    return Follower(document, pointer, absent).run();
}

const Object* child_by_id(const Object& owner, const PropertyInfo& property, std::uint64_t id,
                          const Document& document) {
    return document.find_id(id, owner, property);
}

std::string pointer_to(const Document& document, const Object& object, const Object* absent) {
    const Object* owner = object.parent();
    if (owner == nullptr) return {};
    const PropertyInfo& slot = *object.slot();
    std::string pointer = pointer_to(document, *owner, slot, absent);
    if (slot.kind == PropertyKind::child) return pointer;
    const std::uint64_t id = object.stable_id();
    // Which of several with one id it names depends on which was there first, and undo and replay
    // differ in that.
    if (document.is_only(id)) return pointer + "/@" + std::to_string(id);
    std::size_t index = object.index();
    if (absent != nullptr && absent->parent() == owner && absent->slot() == &slot &&
        absent->index() < index) {
        --index;
    }
    return pointer + "/" + std::to_string(index);
}

std::string pointer_to(const Document& document, const Object& object, const PropertyInfo& property,
                       const Object* absent) {
    return pointer_to(document, object, absent) + "/" + pointer_token(property.name);
}

}  // namespace motus
