// scenes/scenes.h - the scenes that are made in code, by name: for tests, bench, tools, samples.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/core/result.h>

#include <span>
#include <string_view>

namespace motus::scenes {

struct SceneInfo {
    std::string_view name;     ///< What make_scene takes: "hero".
    std::string_view summary;  ///< One line for a user's list.
};

/// All scenes, in the order of a list for users: hero first.
[[nodiscard]] std::span<const SceneInfo> all_scenes();

/// Their names alone, in the same order.
[[nodiscard]] std::span<const std::string_view> scene_names();
[[nodiscard]] bool is_scene(std::string_view name);

/// Makes a scene anew. Fails with code "scene-unknown" for a name that is not in all_scenes().
[[nodiscard]] Result<Asset> make_scene(std::string_view name);

}  // namespace motus::scenes
