// tests/bake/exercise_parts.h - what exercise.h is made of.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/library.h>
#include <motus/timeline/evaluate.h>

#include <optional>
#include <vector>

namespace motus::test {

/// Items of a playlist that a layer may have.
inline constexpr std::uint32_t kShownItems = 32;

/// The timelines of a file with the memory of one instance, bound to a record of each component.
class PropertyStage {
  public:
    explicit PropertyStage(const BakedFile& file);

    /// Null, or what went wrong.
    const char* play_each();
    const char* show(const Playlist& playlist);

  private:
    struct Objects {
        record::Transform3D transform_3d{};
        record::Transform2D transform_2d{};
        record::Fill fill{};
        record::PaintLayer layer{};
        record::Paint paint{};
        record::Text text{};
    };
    static void* find(void* user, const TargetQuery& query) noexcept;
    const char* play(std::uint32_t timeline);

    TimelineIndex index_;
    TimelineSet set_;
    Objects objects_;
    std::vector<PropertyValue> base_, values_;
    std::vector<std::uint8_t> written_;
    std::vector<BoundProperty> bound_;
    std::vector<CarriedProperty> carried_;
    std::vector<CarriedLayer> carried_layers_;
    std::optional<PropertyWorkspace> workspace_;
};

/// One machine for a while: ticks it, and shows each playlist on every rig and on `properties`.
const char* run_machine(const Library& library, std::uint32_t index, PropertyStage* properties);

}  // namespace motus::test
