// SPDX-License-Identifier: MIT
#include <scenes/chain/chain.h>
#include <scenes/hero/hero.h>
#include <scenes/morph/morph.h>
#include <scenes/scenes.h>
#include <scenes/spine/spine.h>

#include <algorithm>
#include <array>
#include <string>

namespace motus::scenes {
namespace {

struct Entry {
    SceneInfo info;
    Asset (*make)();
};

constexpr std::array kEntries = {
    Entry{{"hero", "a stylised biped with idle, walk, run, jump, turn and wave"}, make_hero},
    Entry{{"spine", "three joints in a column: the smallest rig with a skin"}, make_spine},
    Entry{{"chain67", "a 67-joint humanoid rig with smooth random motion, no mesh"},
          [] { return make_chain(67, 1); }},
    Entry{{"morph", "a ball with four morph targets; step, linear and cubic tracks"}, make_morph},
};

}  // namespace

std::span<const SceneInfo> all_scenes() {
    static const std::array infos = [] {
        std::array<SceneInfo, kEntries.size()> out{};
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = kEntries[i].info;
        return out;
    }();
    return infos;
}

std::span<const std::string_view> scene_names() {
    static const std::array names = [] {
        std::array<std::string_view, kEntries.size()> out{};
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = kEntries[i].info.name;
        return out;
    }();
    return names;
}

bool is_scene(std::string_view name) {
    const auto names = scene_names();
    return std::find(names.begin(), names.end(), name) != names.end();
}

Result<Asset> make_scene(std::string_view name) {
    for (const Entry& entry : kEntries) {
        if (entry.info.name == name) return entry.make();
    }
    std::string known;
    for (const std::string_view& n : scene_names())
        known += (known.empty() ? "" : ", ") + std::string(n);
    return Error{"scene-unknown", std::string(name), "there is no such scene; there are " + known};
}

}  // namespace motus::scenes
