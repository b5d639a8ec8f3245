// motus/play/palette_plan.h - how the joints of a rig become palettes, and in which order.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/clip.h>
#include <motus/clip/packed.h>
#include <motus/core/result.h>
#include <motus/skeleton/skeleton.h>

#include <cstdint>
#include <span>
#include <vector>

namespace motus {

/// A joint of a plan. Finished joints are kept in a few slots, each until its last child is done.
struct PlanJoint {
    std::uint32_t parent = 0xffffffffu;  ///< Slot of the parent; 0xffffffff: it has none.
    std::uint32_t slot = 0xffffffffu;    ///< Where to keep it; 0xffffffff: it has no child.
    std::uint32_t first = 0;             ///< Of its outputs.
    std::uint32_t count = 0;
};

/// The plan of a rig. A view: it owns nothing and never changes.
///
/// Where every bind is rigid and nothing scales, it is a chain: clips hold rotations relative to
/// the bind pose (PackedSpace), and the palette of a joint is that of its parent times one matrix.
/// Else it is general: model matrices, then inverse binds. `chain` says which. The two agree
/// within the error of floats.
struct PalettePlan {
    bool chain = false;
    bool unit = false;     ///< No joint of the rest pose is scaled.
    bool ordered = false;  ///< Joints write their palettes in order: then frames can be streamed.
    std::uint32_t slots = 0;
    std::uint32_t palette_size = 0;  ///< Matrices per character: the joints of all skins in turn.
    std::span<const PlanJoint> joints{};
    std::span<const std::uint32_t> outputs{};  ///< Places in the palette, grouped by joint.
    std::span<const Mat34> inverse_binds{};    ///< General: as the palette orders them.
    /// Planes of soa_stride(joints) floats each.
    const float* base = nullptr;    ///< 4: rest rotations as clips store them, kPackedUnit long.
    const float* pivots = nullptr;  ///< 3: chain: bind positions.
    const float* above = nullptr;   ///< 12: chain: bind matrix of the parent, row by row.
    const float* moves = nullptr;   ///< 3: rest translations; chain: under the parent's bind.
    PackedSpace space{};            ///< Chain: for PackSettings, and for clips that are read.
};

/// Owns what a PalettePlan looks at. Move-only; moving it leaves views valid.
class PalettePlanBuffer {
  public:
    [[nodiscard]] PalettePlan view() const noexcept;
    operator PalettePlan() const noexcept { return view(); }  // NOLINT

    PalettePlanBuffer(PalettePlanBuffer&&) noexcept = default;
    PalettePlanBuffer& operator=(PalettePlanBuffer&&) noexcept = default;

  private:
    friend Result<PalettePlanBuffer> build_palette_plan(const Skeleton&, std::span<const Skin>,
                                                        std::span<const Clip>);
    PalettePlanBuffer() = default;

    bool chain_ = false, unit_ = false, ordered_ = false;
    std::uint32_t slots_ = 0, stride_ = 0;
    std::vector<PlanJoint> joints_;
    std::vector<std::uint32_t> outputs_;
    std::vector<Mat34> inverse_binds_;
    std::vector<float> planes_;
    PackedSpace space_{};  // That of clips which were read, where it has the same numbers.
};

/// For set-up. Gives the joints that follow no other (`follows` is kNoJoint, or empty) slots: each
/// is kept until its last such child is done. Returns how many slots there are.
std::uint32_t assign_plan_slots(std::span<const JointIndex> parents,
                                std::span<const std::uint32_t> follows,
                                std::span<PlanJoint> joints);

/// Makes the plan of a rig. `clips` are those that will play on it, exact or packed. The plan is a
/// chain where none of them scales a joint, no joint of the rest pose is scaled, and every inverse
/// bind is a rotation and a translation, the same in every skin. Fails on a skin that does not fit
/// the skeleton.
[[nodiscard]] Result<PalettePlanBuffer> build_palette_plan(const Skeleton& skeleton,
                                                           std::span<const Skin> skins,
                                                           std::span<const Clip> clips);

}  // namespace motus
