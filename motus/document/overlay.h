// motus/document/overlay.h - values that are shown in place of authored ones: previews, bindings.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/access.h>

#include <map>
#include <optional>

namespace motus {

/// Keeps the authored (base) value of every property that shows another one. An object's members
/// hold what is shown: of the previews the value that was written last, else the binding's, else
/// the base.
class Overlay {
  public:
    [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }
    [[nodiscard]] Value base(const Object& object, const PropertyInfo& property) const;

    /// Each writes the member anew and says whether it changed.
    bool set_base(Object& object, const PropertyInfo& property, const Value& value);
    bool set_preview(Object& object, const PropertyInfo& property, const Value& value,
                     std::uint32_t owner);
    bool set_bound(Object& object, const PropertyInfo& property, const Value& value);

    /// A property that something is shown for.
    struct Place {
        Handle object;
        const PropertyInfo* property;
    };
    struct Previewed {
        Place place;
        Value value;  ///< The preview's own, also where another's is shown.
    };
    /// All that preview `owner` wrote; and all that bindings wrote. Ordered by handle.
    [[nodiscard]] std::vector<Previewed> previewed_by(std::uint32_t owner) const;
    [[nodiscard]] std::vector<Place> bound() const;
    bool clear_preview(Object& object, const PropertyInfo& property, std::uint32_t owner);
    bool clear_bound(Object& object, const PropertyInfo& property);

    /// Puts base values back for an object that leaves the document.
    void forget(Object& object);

    /// Writes all base values into the members, or all shown ones. `find` gives objects.
    template <typename Find>
    void write_all(bool base_values, Find&& find) const {
        for (const auto& [key, entry] : entries_) {
            Object* object = find(key.first);
            if (object != nullptr) {
                set_property_raw(*object, *entry.property,
                                 base_values ? entry.base : entry.shown());
            }
        }
    }

  private:
    struct Entry {
        const PropertyInfo* property = nullptr;
        Value base;
        std::optional<Value> bound;
        /// By owner. The last one is shown; one that ends uncovers the one before it.
        std::vector<std::pair<std::uint32_t, Value>> previews;
        [[nodiscard]] const Value& shown() const {
            return !previews.empty() ? previews.back().second : bound ? *bound : base;
        }
    };
    using Key = std::pair<Handle, std::uint16_t>;

    Entry& entry(const Object& object, const PropertyInfo& property);
    bool settle(Object& object, Key key, const Value& before);

    std::map<Key, Entry> entries_;
};

}  // namespace motus
