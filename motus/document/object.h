// motus/document/object.h - the base of every object of a document, and lists of owned objects.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/schema/json.h>
#include <motus/schema/type_info.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace motus {

/// Names an object of one document for as long as the document lives; never used again for
/// another one, and the same after undo and redo. Not saved. 0 is "none".
enum class Handle : std::uint32_t { none = 0 };

using ChildArray = std::vector<std::unique_ptr<Object>>;

/// A member that the schema does not know, kept to be written back.
struct UnknownField {
    std::uint32_t after = 0;  ///< Written after this many of the type's properties.
    std::string name;
    Json value;
};

/// Base of the generated classes. Read-only for everybody but the document, which changes objects
/// by commands alone.
class Object {
  public:
    explicit Object(const TypeInfo& type) noexcept : type_(&type) {}
    virtual ~Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;

    [[nodiscard]] const TypeInfo& type() const noexcept { return *type_; }
    [[nodiscard]] Handle handle() const noexcept { return handle_; }
    /// Null for the root, and for an object that is not in a document.
    [[nodiscard]] const Object* parent() const noexcept { return parent_; }
    /// The parent's property that holds this object; null where there is no parent.
    [[nodiscard]] const PropertyInfo* slot() const noexcept { return slot_; }
    /// Place among the children of the slot. Cheap where neighbours do not change much.
    [[nodiscard]] std::size_t index() const noexcept;
    /// The stable id; 0 for types that have none.
    [[nodiscard]] std::uint64_t stable_id() const noexcept;
    /// The name of its type in JSON: of an object of a type that is not registered, what it said.
    [[nodiscard]] virtual std::string_view type_name() const noexcept { return type_->name; }

    [[nodiscard]] const std::vector<UnknownField>& unknown_fields() const noexcept;

  private:
    friend class ObjectAccess;
    const TypeInfo* type_;
    Object* parent_ = nullptr;
    const PropertyInfo* slot_ = nullptr;
    Handle handle_ = Handle::none;
    mutable std::uint32_t index_hint_ = 0;
    std::unique_ptr<std::vector<UnknownField>> unknown_;
};

/// What the modules of document may do to objects and nobody else.
class ObjectAccess {
  public:
    static Object& writable(const Object& object) noexcept { return const_cast<Object&>(object); }
    static void link(Object& object, Object* parent, const PropertyInfo* slot,
                     std::size_t index) noexcept {
        object.parent_ = parent;
        object.slot_ = slot;
        object.index_hint_ = static_cast<std::uint32_t>(index);
    }
    static void set_handle(Object& object, Handle handle) noexcept { object.handle_ = handle; }
    static std::vector<UnknownField>& unknown(Object& object);
};

/// The children that `property` (child or children) of `object` holds.
[[nodiscard]] const ChildArray& children_of(const Object& object,
                                            const PropertyInfo& property) noexcept;

/// `object` as a `T`; null where it is of another type, or null.
template <typename T>
[[nodiscard]] const T* object_cast(const Object* object) noexcept {
    return object != nullptr && &object->type() == &T::static_type() ? static_cast<const T*>(object)
                                                                     : nullptr;
}

/// Read-only view of owned objects as what they are.
template <typename T>
class ChildList {
  public:
    class Iterator {
      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T*;
        using reference = const T&;

        Iterator() noexcept = default;
        explicit Iterator(const std::unique_ptr<Object>* at) noexcept : at_(at) {}
        reference operator*() const noexcept { return static_cast<const T&>(**at_); }
        pointer operator->() const noexcept { return &**this; }
        Iterator& operator++() noexcept {
            ++at_;
            return *this;
        }
        Iterator operator++(int) noexcept { return Iterator(at_++); }
        friend bool operator==(Iterator a, Iterator b) noexcept { return a.at_ == b.at_; }

      private:
        const std::unique_ptr<Object>* at_ = nullptr;
    };

    explicit ChildList(const ChildArray& children) noexcept : children_(&children) {}
    [[nodiscard]] std::size_t size() const noexcept { return children_->size(); }
    [[nodiscard]] bool empty() const noexcept { return children_->empty(); }
    [[nodiscard]] const T& operator[](std::size_t index) const noexcept {
        return static_cast<const T&>(*(*children_)[index]);
    }
    [[nodiscard]] const T& back() const noexcept { return (*this)[size() - 1]; }
    [[nodiscard]] Iterator begin() const noexcept { return Iterator(children_->data()); }
    [[nodiscard]] Iterator end() const noexcept { return Iterator(children_->data() + size()); }

  private:
    const ChildArray* children_;
};

/// An object of a type that the schema does not have: a component of a host that is not here.
/// It keeps all it was read with.
class ForeignObject final : public Object {
  public:
    explicit ForeignObject(std::string_view type_name)
        : Object(static_type()), type_name_(type_name) {}
    [[nodiscard]] static const TypeInfo& static_type() noexcept;
    [[nodiscard]] std::string_view type_name() const noexcept override { return type_name_; }

  private:
    std::string type_name_;
};

/// A new object with default values and the children that are always there. Not in a document.
[[nodiscard]] std::unique_ptr<Object> create_object(const TypeInfo& type);

/// Calls `visit(object)` for `root` and all below it, parents first, in order.
template <typename Visit>
void visit_objects(const Object& root, Visit&& visit) {
    visit(root);
    for (const PropertyInfo& property : root.type().properties) {
        if (!holds_children(property.kind)) continue;
        for (const auto& child : children_of(root, property))
            visit_objects(*child, visit);
    }
}

/// Memory of an object and all it owns, in bytes, near enough for a bound.
[[nodiscard]] std::size_t memory_of(const Object& root);
[[nodiscard]] std::size_t memory_of(const std::vector<UnknownField>& fields);

}  // namespace motus
