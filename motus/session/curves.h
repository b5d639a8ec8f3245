// motus/session/curves.h - curves of tracks for drawing, sampled by the runtime's evaluator.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/model.h>
#include <motus/timeline/track.h>

#include <array>
#include <vector>

namespace motus {

/// The keys of a track of a document, as the runtime reads them.
class CurveSampler {
  public:
    explicit CurveSampler(const doc::AnimationTrack& track);
    /// Channels to draw: 1 for a number, integer, boolean or enumeration, 2 to 4 for tuples, 0 for
    /// what is no number.
    [[nodiscard]] std::size_t channels() const noexcept;
    /// Numbers at a frame of the key rate. False where there are no keys.
    bool at(double frame, std::array<float, 4>& out) const noexcept;

  private:
    std::vector<record::AnimationKeyframe> keys_;
    std::vector<PropertyValue> values_;
    ValueKind kind_;
};

struct CurvePoint {
    double frame = 0.0;
    std::array<float, 4> value{};
};

/// `count` points evenly over [from, to], and every key between them, ascending; at a step two
/// points with one frame, before and after it. Fewer than two: none.
[[nodiscard]] std::vector<CurvePoint> channel_curve(const doc::AnimationTrack& track, double from,
                                                    double to, std::size_t count);

}  // namespace motus
