// scenes/hero/part.h - one piece of the hero: its solid, its paint, what moves it.
// SPDX-License-Identifier: MIT
#pragma once

#include <scenes/hero/joints.h>
#include <scenes/hero/surface.h>

#include <array>
#include <functional>
#include <vector>

namespace motus::scenes::hero {

enum class Paint : std::uint32_t {
    skin,
    blush,
    hair,
    hair_light,
    eye_white,
    iris,
    pupil,
    glint,
    lash,
    mouth,
    tunic,
    tunic_dark,
    trim,
    shirt,
    belt,
    buckle,
    trousers,
    boot,
    boot_cuff,
    sole,
    glove,
    glove_cuff,
    scarf,
    scarf_dark,
};
inline constexpr std::uint32_t kPaintCount = 24;

/// Linear RGB of a paint.
Vec3d colour_of(Paint paint);

enum class Finish : std::uint32_t { matte, gloss };

/// Up to four joints and how much each moves a point; weights sum to 1, largest first.
struct Influences {
    std::array<Joint, 4> joints{};
    std::array<double, 4> weights{1.0, 0.0, 0.0, 0.0};
};

struct Part {
    Field solid;
    Box box;
    double cell = 0.016;
    std::vector<Field> borders;         ///< Where the paint changes: triangles are cut there.
    std::function<Paint(Vec3d)> paint;  ///< Constant between borders.
    std::function<Influences(Vec3d)> moved_by;
    Finish finish = Finish::matte;
    bool both_sides = false;  ///< The left one is made, the right one mirrored.
    bool occludes = true;     ///< Darkens what is near it.
};

void add_body_parts(std::vector<Part>& parts);  ///< Tunic, shirt, trousers, belt, scarf.
void add_limb_parts(std::vector<Part>& parts);  ///< Gloves and boots.
void add_head_parts(std::vector<Part>& parts);  ///< Head, hair, face.

/// Smooth weights of everything that bends with the body: clothes, gloves, boots.
Influences body_influences(Vec3d p);
/// The same for cloth that hangs from the belt: it follows the thighs only in part, and spans them.
Influences skirt_influences(Vec3d p);
/// The scarf: around the neck like the body, its tail by its own joints.
Influences scarf_influences(Vec3d p);
/// All weight on one joint.
std::function<Influences(Vec3d)> rigid(Joint joint);

}  // namespace motus::scenes::hero
