// motus/timeline/bind.h - channels of an instance resolved to objects and setters, once.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/timeline/host.h>
#include <motus/timeline/set.h>

#include <span>

namespace motus {

/// One channel of one instance. The object must stay where it is until the instance is bound anew.
struct BoundProperty {
    void* object = nullptr;  ///< Null: skipped.
    const PropertyDef* property = nullptr;
    void (*compute)(void* object) noexcept = nullptr;
    float* place = nullptr;  ///< Where keyed floats may be put without the setter; or null.
};

/// How binding went.
struct BindReport {
    std::uint32_t bound = 0;
    std::uint32_t missing = 0;    ///< Skipped and reported; the rest plays.
    std::uint32_t corrected = 0;  ///< The hint was wrong, the id decided.
};

/// Resolves every channel of `set`, and reads the base values that properties return to.
struct BindJob {
    TimelineSet set{};
    PropertyHost host{};
    std::span<BoundProperty> bound{};  ///< One per channel.
    std::span<PropertyValue> base{};   ///< One per channel: the values the objects have now.
    BindReport* report = nullptr;      ///< Optional.
};

/// Runs the job. Cost: channels x (one call of `find`); O(1) per property where hints are right.
/// No allocation. `bad_size` where a span is not as long as the channels.
Status run(const BindJob& job) noexcept;

/// The property with that id: tried first at `hint`. Null where there is none.
[[nodiscard]] const PropertyDef* find_property(const ComponentDef& component, std::uint32_t id,
                                               std::uint32_t hint) noexcept;

}  // namespace motus
