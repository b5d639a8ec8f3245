// motus/document/names.h - names that people write where a document keeps numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/document/canonical.h>

#include <unordered_map>

namespace motus {

/// Whether a text may be written for the number that the property holds: a reference, the type of a
/// component, the number of a property.
[[nodiscard]] bool takes_name(const TypeInfo& type, const PropertyInfo& property) noexcept;

/// A name that was read, and the object whose property it is written for.
struct WrittenName {
    Object* object = nullptr;
    const PropertyInfo* property = nullptr;
    std::string text;
    std::string place;  ///< A JSON pointer.
};

/// Objects, components and properties by name, as they are seen from an object.
///
/// An object is found by its name, or by names of those it is in and its own, joined by '/':
/// "Idle", "Base/Idle", "Hero/Base/Idle". Where several have the name, the nearest is meant: the
/// one that shares the innermost owner with the object that refers to it. A property is found by
/// its name, or by that of its type and its own: "opacity", "PaintLayer.opacity".
class NameScope {
  public:
    /// `tree` is the whole document, or comes to stand below `owner`. For many `names` all objects
    /// are visited once; for a few, those that are as near as what each of them means.
    NameScope(const Schema& schema, const Object& tree, const Object* owner, std::size_t names);

    /// What `text` means for the property of `from`, as values that numbers may have: of the
    /// property, and for the name of a property also of the component and of the item where those
    /// were left out. Codes: "unknown-name"; "ambiguous-name", with all that could be meant.
    [[nodiscard]] Result<std::vector<CanonicalField>> find(const Object& from,
                                                           const PropertyInfo& property,
                                                           const std::string& text) const;
    /// The object of one of `types` ('|' between them) that `text` means.
    [[nodiscard]] Result<const Object*> find_object(const Object& from, std::string_view types,
                                                    const std::string& text) const;

  private:
    struct Address {
        std::uint32_t component = 0, property = 0;
        std::uint64_t item = 0;
        std::string label;
        bool of_item = false;
    };
    /// Of an object and all below it, in `objects_`.
    struct Places {
        std::size_t begin, end;
    };
    void add(const Object& root);
    template <class Consider>
    void visit_named(const std::string& text, const Object& owner, const Object* seen,
                     const Consider& consider) const;
    /// What is outermost of all that can be seen.
    [[nodiscard]] const Object& root() const;
    [[nodiscard]] const Object* above(const Object& object) const;
    [[nodiscard]] bool matches(const Object& object, std::string_view text) const;
    [[nodiscard]] std::string path_of(const Object& object) const;
    [[nodiscard]] const Object* entity_of(const Object& from) const;
    void add_properties(const TypeInfo& component, const Object* object, const std::string& text,
                        std::vector<Address>& out) const;
    [[nodiscard]] Result<Address> find_address(const Object& from, const std::string& text) const;

    const Schema& schema_;
    const Object& tree_;
    const Object* owner_;
    std::vector<const Object*> objects_;  ///< Each before those below it.
    std::unordered_map<const Object*, Places> places_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_name_;  ///< Places.
    std::vector<const Object*> entities_;
};

/// Puts numbers in the place of names that were read into `tree`.
void resolve_names(const NameScope& scope, std::vector<WrittenName> names,
                   Diagnostics& diagnostics);

}  // namespace motus
