// motus/skeleton/read_skeletons.h - skeletons and skins of a baked file: checked once, then views.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/container.h>
#include <motus/skeleton/skeleton.h>

namespace motus {

/// Which of a rig's or a clip's movement is root motion. As in the schema.
enum class RootAxes : std::uint8_t { none, xz, xyz, xz_yaw, xyz_yaw, full };
inline constexpr std::uint8_t kRootAxesCount = 6;

/// Units of rigs are in (0, this] metres.
inline constexpr float kMaxUnitScale = 1e15f;

/// One rig: ranges into the arrays of all rigs. docs/format.md.
struct RigEntry {
    NameHash name = NameHash::none;  ///< Of the entity that has it.
    std::uint64_t entity = 0;        ///< Its id in the document.
    std::uint32_t joint_start = 0;   ///< In joint_parents, _names, _by_name, _source, _of_source.
    std::uint32_t joint_count = 0;
    std::uint32_t rest_start = 0;  ///< In joint_rest: soa_floats(joint_count) floats.
    std::uint32_t weight_start = 0;
    std::uint32_t weight_count = 0;
    std::uint32_t morph_start = 0;
    std::uint32_t morph_count = 0;
    std::uint32_t skin_start = 0;
    std::uint32_t skin_count = 0;
    std::uint32_t clip_start = 0;  ///< Checked by who reads clips.
    std::uint32_t clip_count = 0;
    std::uint32_t machine = 0xffffffffu;  ///< The machine that drives it. Checked by load.
    JointIndex root_joint = kNoJoint;     ///< Carries root motion.
    float unit_scale = 1.0f;              ///< Metres per unit of all lengths of the rig.
    RootAxes root_axes = RootAxes::none;
    std::uint8_t reserved[7] = {};
};
static_assert(sizeof(RigEntry) == 80);

/// Morph weights of one node: a range of the rig's weights.
struct MorphEntry {
    std::uint32_t node = 0;  ///< Index in the source file.
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};
static_assert(sizeof(MorphEntry) == 12);

/// One skin: a range of skin_joints and of skin_binds.
struct SkinEntry {
    NameHash name = NameHash::none;
    std::uint32_t start = 0;
    std::uint32_t count = 0;
};
static_assert(sizeof(SkinEntry) == 16);

/// Every rig of a file. Views only.
struct RigTable {
    std::span<const RigEntry> rigs{};
    std::span<const JointIndex> parents{}, by_name{}, of_source{};
    std::span<const std::uint32_t> source{};
    std::span<const float> rest{}, weights{};
    std::span<const NameHash> names{};
    std::span<const MorphEntry> morphs{};
    std::span<const SkinEntry> skins{};
    std::span<const JointIndex> skin_joints{};
    std::span<const Mat34> skin_binds{};
};

/// Reads the rigs of a file and checks all that a Skeleton and a Skin promise: ranges, parents
/// first, finite numbers, unit rotations, sorted names, remaps that are inverse to each other.
/// Cost: linear. `bad_data` where something is wrong; then `out` is untouched.
Status read_rigs(const Container& container, RigTable& out) noexcept;

/// Views of a table that was read. Asserts the indices.
[[nodiscard]] Skeleton skeleton_at(const RigTable& table, std::uint32_t rig) noexcept;
[[nodiscard]] Skin skin_at(const RigTable& table, std::uint32_t rig, std::uint32_t skin) noexcept;
[[nodiscard]] std::span<const MorphEntry> morphs_at(const RigTable& table,
                                                    std::uint32_t rig) noexcept;

}  // namespace motus
