// motus/session/property_run.h - timelines of a baked file, shown on copies of its components.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/bind.h>
#include <motus/load/file.h>
#include <motus/timeline/evaluate.h>
#include <motus/timeline/scene.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace motus {

/// The text behind a hash.
using TextOf = std::function<std::string(NameHash)>;

/// A property that timelines or bindings write, with names and value for people.
struct ShownProperty {
    std::string target, path, component, name;
    std::optional<std::uint32_t> index;  ///< Of an item.
    std::string value;                   ///< As JSON.
};

/// What a game would show of the timelines: property bindings have run. Allocates when made, never
/// while it shows. The file's bytes must outlive it. Stays where it is.
class PropertyRun {
  public:
    explicit PropertyRun(const BakedFile& file);
    /// Of timelines that are in no file. What the views look at must outlive it.
    PropertyRun(const Timelines& timelines, const SceneRecords& scene, TextOf text);
    PropertyRun(const PropertyRun&) = delete;
    PropertyRun& operator=(const PropertyRun&) = delete;

    /// One timeline at a time of it.
    Status show(std::uint32_t timeline, Ticks time);
    /// For Animator::bind: an update then writes the components. It must be followed by `take`.
    [[nodiscard]] PropertyHost host() noexcept { return scene_.host(); }
    /// What the update wrote: Animator::timeline_values.
    void take(const PropertyFrame& frame) noexcept;

    [[nodiscard]] const TimelineSet& set() const noexcept { return set_; }
    /// The components as they are now.
    [[nodiscard]] SceneRecords records() const noexcept { return scene_.records(); }
    /// Hash of all values that are shown.
    [[nodiscard]] std::uint64_t hash(std::uint64_t seed) const noexcept;

    /// Everything that timelines and bindings write, in the order of entities.
    [[nodiscard]] std::vector<ShownProperty> properties() const;
    /// The same as a JSON array: what `motus sample --timeline` prints as "properties".
    void append_json(std::string& out) const;

    /// What is shown of one property of an entity; none where neither timeline nor binding writes
    /// it.
    [[nodiscard]] std::optional<Value> value(const PropertyKey& key) const;

  private:
    /// Whether timelines or bindings write channel `c`.
    [[nodiscard]] bool is_shown(std::size_t c) const noexcept {
        return written_[c] != 0 || driven_[c] != 0;
    }
    /// What the scene does not hold, nodes of rigs, has the value that the timeline gave it.
    [[nodiscard]] ValueKind kind_of(std::size_t c) const noexcept {
        return bound_[c].object != nullptr ? bound_[c].property->kind : set_.channels[c].kind;
    }
    [[nodiscard]] PropertyValue value_of(std::size_t c) const noexcept {
        const BoundProperty& bound = bound_[c];
        return bound.object != nullptr ? bound.property->get(bound.object) : values_[c];
    }

    TextOf text_;
    TimelineIndex index_;
    TimelineSet set_;
    SceneBuffer scene_;
    std::vector<BoundProperty> bound_;
    std::vector<PropertyValue> base_, values_;
    std::vector<std::uint8_t> written_;
    std::vector<std::uint8_t> driven_;  ///< By a property binding.
};

}  // namespace motus
