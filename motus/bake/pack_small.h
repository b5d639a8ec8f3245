// motus/bake/pack_small.h - one attempt at the small form of a clip: frames of rotations, steps,
// streams of bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/curve.h>
#include <motus/bake/pack.h>
#include <motus/bake/pack_fast.h>

namespace motus {

/// A track while it is packed: a rotation, or numbers that move on their own.
struct SmallTrack {
    std::uint32_t track = 0;  ///< Of the source.
    JointIndex joint = 0;     ///< Of weights: the first of them.
    TrackKind kind = TrackKind::rotation;
    std::uint32_t curves = 3;               ///< 4 for a wide rotation.
    std::int32_t code = 0;                  ///< Of the step.
    bool over = false;                      ///< An amount had too many bits for the format.
    std::array<double, 4> left{}, right{};  ///< Unit, as eight bits have them.
    std::int8_t left_bits[4] = {}, right_bits[4] = {};
    std::vector<float> middle;
    /// Per curve, frame by frame, in segments: whole numbers of steps.
    std::vector<std::vector<std::int32_t>> amounts;
    /// Per curve: bits that amounts of a segment's band may have; none: as many as they need.
    std::vector<std::vector<std::uint8_t>> caps;
};

/// A track that keeps its keys: its values at all times looked at.
struct SmallKept {
    std::uint32_t track = 0;
    std::vector<double> values;
};

/// Amounts of the curves of a group, lane by lane; null for an empty lane.
using SmallCurves = std::array<const std::vector<std::int32_t>*, 8>;

/// The pose between two frames, as the decoder has it: numbers straight, rotations along the arc.
[[nodiscard]] CurveTransform mix_frames(const CurveTransform& a, const CurveTransform& b,
                                        double part);

/// Which tracks frames of a grid can hold, for the small form: without rounding, frames alone may
/// use a part of each bound. A track that `still`, a small part of it, is enough for is rest or
/// constant.
class SmallWays {
  public:
    SmallWays(const Skeleton& skeleton, const Clip& source, const ErrorSettings& settings,
              double still);

    /// What each track becomes on this grid, `part` of the bounds being for frames.
    [[nodiscard]] std::vector<TrackWay> find(const FrameGrid& grid, double part) const;

  private:
    void classify(double still);
    [[nodiscard]] double error_of(const TrackRecord& track, const double* a, const double* b) const;
    /// Tracks that frames cannot follow, seen by themselves.
    void judge(const FrameGrid& grid, double part, std::vector<TrackWay>& ways) const;
    /// Moves what is to blame for the largest error to its keys. False where all bounds hold.
    [[nodiscard]] bool improve(const FrameGrid& grid, double part, std::span<const Ticks> times,
                               std::vector<TrackWay>& ways) const;

    const Skeleton& skeleton_;
    const Clip& source_;
    const ErrorSettings& settings_;
    CurvePose rest_;
    std::vector<std::array<double, 12>> rest_model_;
    std::vector<double> own_, reach_;  // From a joint to its vertices; to the farthest below it.
    std::vector<TrackWay> first_;
};

/// How a clip is cut into segments, and what happens where a step is too fine for the bits that an
/// amount may have.
struct SmallCut {
    std::uint32_t frames = kSmallFrames;  ///< Of a segment, at most.
    /// The track keeps a coarser step while others become finer; else the attempt ends.
    bool stretch = false;
};

/// Packs one clip on one grid. Steps are searched for: by the error of each segment, then track by
/// track, as long as that saves bits.
class SmallPacker {
  public:
    SmallPacker(const Skeleton& skeleton, const Clip& source, const PackSettings& settings,
                const FrameGrid& grid, std::span<const TrackWay> ways, const SmallCut& cut);

    /// Whether an amount had too many bits at any time.
    [[nodiscard]] bool overflowed() const { return overflowed_; }
    /// Finds steps that hold the bound with few bits. False where there are none.
    [[nodiscard]] bool search();
    /// Holds a smaller bound, where what was packed turned out to be `worst` times the bound
    /// away. False at the end.
    [[nodiscard]] bool refine(double worst);
    /// Saves bits where the bound leaves room, one after the other.
    void trim();
    /// What was found, as a clip: a builder of its own, in pack_small_build.cpp.
    [[nodiscard]] Result<SmallClipBuffer> build() const;

  private:
    void add_track(std::uint32_t index);
    void find_frame(SmallTrack& track);
    void prepare_times();
    /// Amounts of a segment from the present steps. Each joint is aimed from where its parent has
    /// come to be. False where an amount has too many bits.
    bool encode(std::uint32_t segment);
    bool encode_curve(SmallTrack& track, std::uint32_t segment, std::uint32_t curve, double step,
                      std::vector<double>& values);
    void measure(std::uint32_t segment);
    [[nodiscard]] bool fit();
    /// Makes steps coarser whose amounts have too many bits. False where that is not to be.
    [[nodiscard]] bool stretch();
    [[nodiscard]] std::vector<SmallCurves> curve_groups() const;
    [[nodiscard]] std::uint32_t widths_of(const SmallCurves& group, std::uint32_t segment) const;
    [[nodiscard]] std::uint64_t bits() const;
    [[nodiscard]] std::uint32_t frames_of(std::uint32_t segment) const {
        return std::min(length_, grid_.frames - segment * length_);
    }
    void sort_tracks();
    void regroup();

    const Skeleton& skeleton_;
    const Clip& source_;
    const PackSettings& settings_;
    FrameGrid grid_;
    std::span<const TrackWay> ways_;
    SmallCut cut_;
    std::uint32_t length_ = 1, segments_ = 0;
    std::vector<SmallTrack> tracks_;
    std::vector<std::int32_t> track_of_joint_;  // Rotations.
    std::vector<CurvePose> wanted_, got_;       // At frames.
    std::vector<float> models_;                 // Wanted model matrices at all times looked at.
    std::vector<SmallKept> kept_;
    std::vector<double> reach_;
    std::vector<std::uint32_t> fine_;
    std::vector<bool> stale_;
    std::vector<double> worst_;  // Error over its bound, of each segment.
    double limit_ = 0.995;       // What that may be.
    std::uint64_t work_ = 0;
    bool overflowed_ = false;
};

}  // namespace motus
