// motus/crowd/detail.h - fewer joints for characters that matter less: the rest follow rigidly.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/play/rig.h>

#include <cstdint>
#include <span>
#include <vector>

namespace motus {

/// Eight joints of which some are evaluated.
struct DetailGroup {
    std::uint32_t group = 0;   ///< Joints [8 group, 8 group + 8).
    std::uint32_t joints = 0;  ///< Bit i: joint 8 group + i is evaluated.
};

/// A matrix of the palette that follows a joint which is evaluated: times `link`.
struct DetailFollower {
    std::uint32_t place = 0;
    std::uint32_t same = 0;  ///< Not 0: the link is the identity, to 1e-6.
    Mat34 link{};
};

/// A view of a level of detail of one rig: owns nothing, never changes. An empty one is all joints.
struct CrowdDetail {
    std::span<const PlanJoint> joints{};     ///< As the rig's; those left out mean nothing.
    std::span<const DetailGroup> groups{};   ///< Those with joints, in order.
    std::span<const std::uint32_t> first{};  ///< Of a joint's followers; one more at the end.
    std::span<const DetailFollower> followers{};
    std::uint32_t evaluated = 0;  ///< Joints that are.
    double error = 0.0;           ///< As measured when it was built. Model units.
};

/// Owns what a CrowdDetail looks at. Move-only; moving it leaves views valid.
class CrowdDetailBuffer {
  public:
    [[nodiscard]] CrowdDetail view() const noexcept {
        return {joints_, groups_, first_, followers_, evaluated_, error_};
    }
    operator CrowdDetail() const noexcept { return view(); }  // NOLINT

    CrowdDetailBuffer(CrowdDetailBuffer&&) noexcept = default;
    CrowdDetailBuffer& operator=(CrowdDetailBuffer&&) noexcept = default;

  private:
    friend Result<CrowdDetailBuffer> build_crowd_detail(const Rig&, const struct DetailSettings&);
    CrowdDetailBuffer() = default;

    std::vector<PlanJoint> joints_;
    std::vector<DetailGroup> groups_;
    std::vector<std::uint32_t> first_;
    std::vector<DetailFollower> followers_;
    std::uint32_t evaluated_ = 0;
    double error_ = 0.0;
};

/// What may be left out.
struct DetailSettings {
    double tolerance = 0.0;  ///< A vertex may be this far off, model units. Not NaN, >= 0.
    double reach = 0.03;     ///< How far from its joint a vertex may be, model units.
    double rate = 30.0;      ///< Moments per second of each clip that are looked at, > 0.
    /// 1 per joint that must be evaluated, and with it all above it; empty: none must.
    std::span<const std::uint8_t> keep{};
};

/// Leaves out as many joints as `tolerance` allows: one that stands at rest under its parent, with
/// all below it, puts no vertex of theirs off by more in any of the rig's clips at the
/// moments looked at and at their ends. Roots stay. `error` is the largest that was seen of those
/// left out; mixes of clips may differ, which a budget's probes measure.
///
/// Cost: moments x joints x depth; allocates. Fails where the rig has no plan, clips or `keep` do
/// not fit, and where a clip gives what is not finite.
[[nodiscard]] Result<CrowdDetailBuffer> build_crowd_detail(const Rig& rig,
                                                           const DetailSettings& settings);

}  // namespace motus
