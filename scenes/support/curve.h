// scenes/support/curve.h - a value over time through a few keys, smooth and without overshoot.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace motus::scenes {

/// Cubic through the keys; the slope is level at the ends and at every peak, so values never leave
/// the range of their neighbours. Holds the end values outside.
class Curve {
  public:
    struct Key {
        double time, value;
    };
    Curve(std::initializer_list<Key> keys) : keys_(keys) {}

    [[nodiscard]] double at(double time) const {
        if (!(time > keys_.front().time)) return keys_.front().value;
        if (!(time < keys_.back().time)) return keys_.back().value;
        std::size_t i = 0;
        while (time >= keys_[i + 1].time)
            ++i;
        const Key &a = keys_[i], &b = keys_[i + 1];
        const double h = b.time - a.time, t = (time - a.time) / h, t2 = t * t, t3 = t2 * t;
        return (2.0 * t3 - 3.0 * t2 + 1.0) * a.value + (t3 - 2.0 * t2 + t) * slope(i) * h +
               (-2.0 * t3 + 3.0 * t2) * b.value + (t3 - t2) * slope(i + 1) * h;
    }

  private:
    /// Harmonic mean of the two neighbours' slopes: 0 where they disagree in sign.
    [[nodiscard]] double slope(std::size_t i) const {
        if (i == 0 || i + 1 == keys_.size()) return 0.0;
        const auto rise = [&](std::size_t k) {
            return (keys_[k + 1].value - keys_[k].value) / (keys_[k + 1].time - keys_[k].time);
        };
        const double in = rise(i - 1), out = rise(i);
        return in * out > 0.0 ? 2.0 * in * out / (in + out) : 0.0;
    }
    std::vector<Key> keys_;
};

}  // namespace motus::scenes
