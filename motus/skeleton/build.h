// motus/skeleton/build.h - makes skeletons and skins from joints in any order, and owns them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>
#include <motus/skeleton/skeleton.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace motus {

/// One joint as given by a user or a file, in any order.
struct JointDesc {
    std::string_view name{};
    std::uint32_t parent = kNoJoint;  ///< Index into the same list.
    Transform rest{};                 ///< Rotation is normalised.
};

/// Owns what a Skeleton looks at. Move-only; moving it leaves views valid.
class SkeletonBuffer {
  public:
    [[nodiscard]] Skeleton view() const noexcept;
    operator Skeleton() const noexcept { return view(); }  // NOLINT

    /// The joint's name, for people.
    [[nodiscard]] const std::string& name(JointIndex joint) const noexcept { return names_[joint]; }

    SkeletonBuffer(SkeletonBuffer&&) noexcept = default;
    SkeletonBuffer& operator=(SkeletonBuffer&&) noexcept = default;

  private:
    friend Result<SkeletonBuffer> build_skeleton(std::span<const JointDesc>,
                                                 std::span<const float>);
    SkeletonBuffer() = default;

    std::vector<JointIndex> parents_, by_name_, of_source_;
    std::vector<std::uint32_t> source_;
    std::vector<float> rest_, rest_weights_;
    std::vector<NameHash> hashes_;
    std::vector<std::string> names_;
};

/// Orders parents before children (input order is kept where it already is so, else depth first
/// with siblings in input order) and checks everything a Skeleton promises.
/// Fails on: a parent out of range, a cycle, a number that is not finite, two names with one hash.
[[nodiscard]] Result<SkeletonBuffer> build_skeleton(std::span<const JointDesc> joints,
                                                    std::span<const float> rest_weights = {});

/// Owns what a Skin looks at.
class SkinBuffer {
  public:
    [[nodiscard]] Skin view() const noexcept { return {joints_, inverse_binds_}; }
    operator Skin() const noexcept { return view(); }  // NOLINT

    SkinBuffer(SkinBuffer&&) noexcept = default;
    SkinBuffer& operator=(SkinBuffer&&) noexcept = default;

  private:
    friend Result<SkinBuffer> build_skin(const Skeleton&, std::span<const std::uint32_t>,
                                         std::span<const Mat34>);
    SkinBuffer() = default;
    std::vector<JointIndex> joints_;
    std::vector<Mat34> inverse_binds_;
};

/// A skin over `joints`, given by their input index (JointDesc order). Empty `inverse_binds`: the
/// inverse of each joint's rest pose in model space.
/// Fails on: an index out of range, counts that differ, a number that is not finite.
[[nodiscard]] Result<SkinBuffer> build_skin(const Skeleton& skeleton,
                                            std::span<const std::uint32_t> joints,
                                            std::span<const Mat34> inverse_binds = {});

}  // namespace motus
