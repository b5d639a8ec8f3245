// tools/motus/properties.h - properties that timelines animate, with names and values for people.
// Room: tools. Includes timeline. Included by sample, simulate.
// SPDX-License-Identifier: MIT
#pragma once

#include "baked_input.h"

#include <motus/timeline/evaluate.h>
#include <motus/timeline/scene.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace motus::tool {

/// The text behind a hash.
using TextOf = std::function<std::string(NameHash)>;

/// Timelines on copies of the components of their scene. What is shown is what a game would show:
/// property bindings have run.
class PropertyStage {
  public:
    /// What the views look at must outlive the stage. `layers`: of the machine that will play.
    PropertyStage(const Timelines& timelines, const SceneRecords& scene, TextOf text,
                  std::size_t layers = 0);
    explicit PropertyStage(const BakedFile& file, std::size_t layers = 0);
    PropertyStage(const PropertyStage&) = delete;
    PropertyStage& operator=(const PropertyStage&) = delete;

    /// One timeline at a frame of its snap_fps.
    void show(std::uint32_t timeline, double frame);
    /// What a machine plays, after a tick by `dt_s`.
    void show(const Playlist& playlist, float dt_s);

    struct Property {
        std::string target, path, component, name;
        std::optional<std::uint32_t> index;  ///< Of an item.
        std::string value;                   ///< As JSON.
    };
    /// Everything that timelines and bindings write, in the order of entities.
    [[nodiscard]] std::vector<Property> properties() const;
    /// The same as a JSON array, and as a table for people.
    [[nodiscard]] std::string json() const;
    void print(std::string& out) const;

  private:
    void write_out();
    [[nodiscard]] std::string value_text(const Channel& channel, ValueKind kind,
                                         const PropertyValue& value) const;
    void name(const Channel& channel, Property& out) const;

    TimelineIndex index_;
    SceneBuffer scene_;
    TextOf text_;
    std::vector<BoundProperty> bound_;
    std::vector<PropertyValue> base_, values_;
    std::vector<std::uint8_t> written_;
    std::vector<bool> driven_;  ///< By a property binding.
    PropertyWorkspace workspace_;
    std::vector<CarriedProperty> carried_;
    std::vector<CarriedLayer> layers_;
};

}  // namespace motus::tool
