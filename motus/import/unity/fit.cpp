// SPDX-License-Identifier: MIT
#include <motus/import/unity/fit.h>

#include <algorithm>
#include <cmath>

namespace motus::unity {
namespace {

constexpr std::int64_t kShortest = 64;  // ticks; a shorter piece is not divided

class Fitter {
  public:
    Fitter(const FitSource& source, double start, std::size_t most_keys)
        : source_(source), start_(start), most_keys_(most_keys) {}

    FitKeys run(Ticks length, const std::vector<double>& breaks) {
        std::vector<Moment> moments{{Ticks{}, start_}};
        for (const double at : breaks) {
            const Ticks time = ticks_of_seconds(at - start_);
            if (time > moments.back().time && time <= length) moments.push_back({time, at});
        }
        if (moments.back().time < length) moments.push_back({length, start_ + seconds_of(length)});
        const Point first = point(moments[0], Side::after);
        push(first, Numbers(source_.width), first.slope);
        for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
            if (source_.is_cubic(0.5 * (moments[i].at + moments[i + 1].at))) {
                end_piece(moments[i + 1]);
            } else {
                divide(moments[i], moments[i + 1]);
            }
        }
        return std::move(out_);
    }

  private:
    using Numbers = std::vector<double>;
    /// A tick, and the time it was rounded from: at a key a little less is another piece.
    struct Moment {
        Ticks time{};
        double at = 0.0;
    };
    struct Point {
        Ticks time{};
        Numbers value, slope;
    };

    Point point(const Moment& moment, Side side) const {
        Point out{moment.time, Numbers(source_.width), Numbers(source_.width)};
        source_.sample(moment.at, side, out.value.data(), out.slope.data());
        return out;
    }

    void push(const Point& at, const Numbers& in, const Numbers& out) {
        out_.times.push_back(at.time);
        out_.values.insert(out_.values.end(), at.value.begin(), at.value.end());
        out_.in.insert(out_.in.end(), in.begin(), in.end());
        out_.out.insert(out_.out.end(), out.begin(), out.end());
    }

    // Ends a piece at `time`; where the function jumps, its last value stands one tick before.
    void end_piece(const Moment& moment) {
        const Point before = point(moment, Side::before), after = point(moment, Side::after);
        if (before.value == after.value) {
            push(after, before.slope, after.slope);
            return;
        }
        Point last = before;
        last.time = moment.time - Ticks{1};
        const Numbers flat(source_.width);
        if (last.time > out_.times.back()) push(last, before.slope, flat);
        push(after, flat, after.slope);
    }

    // Halves a piece until a cubic through its ends is within the bound everywhere it is looked at.
    void divide(Moment from, const Moment& to) {
        std::vector<Moment> ends{to};
        while (!ends.empty()) {
            const Moment end = ends.back();
            const double error = error_of(from, end);
            const bool may_divide = end.time.value - from.time.value > kShortest;
            const bool room = out_.times.size() + ends.size() < most_keys_;
            if (!(error <= kFitBound) && may_divide && room) {
                const Ticks middle{from.time.value + (end.time.value - from.time.value) / 2};
                ends.push_back({middle, start_ + seconds_of(middle)});
                continue;
            }
            out_.error = std::max(out_.error, error);
            if (!(error <= kFitBound) && may_divide) out_.exhausted = true;
            ends.pop_back();
            end_piece(end);
            from = end;
        }
    }

    [[nodiscard]] double error_of(const Moment& from, const Moment& to) const {
        const Point a = point(from, Side::after), b = point(to, Side::before);
        const double length = seconds_of(to.time - from.time);
        double worst = 0.0;
        Numbers made(source_.width), wanted(source_.width), slope(source_.width);
        for (const double t : {0.1, 0.3, 0.5, 0.7, 0.9}) {
            const double t2 = t * t, t3 = t2 * t;
            for (std::size_t i = 0; i < source_.width; ++i) {
                made[i] = (2 * t3 - 3 * t2 + 1) * a.value[i] +
                          (t3 - 2 * t2 + t) * length * a.slope[i] + (3 * t2 - 2 * t3) * b.value[i] +
                          (t3 - t2) * length * b.slope[i];
            }
            source_.sample(from.at + t * length, Side::after, wanted.data(), slope.data());
            if (source_.normalize) {
                normalize(made);
                normalize(wanted);
            }
            for (std::size_t i = 0; i < source_.width; ++i) {
                const double scale = std::max(1.0, std::fabs(wanted[i]));
                worst = std::max(worst, std::fabs(made[i] - wanted[i]) / scale);
            }
        }
        return worst;
    }

    static void normalize(Numbers& q) {
        double sum = 0.0;
        for (const double v : q)
            sum += v * v;
        const double length = std::sqrt(sum);
        if (!(length > 0.0)) return;
        for (double& v : q)
            v /= length;
    }

    const FitSource& source_;
    double start_;
    std::size_t most_keys_;
    FitKeys out_;
};

}  // namespace

FitKeys fit(const FitSource& source, double start, Ticks length, std::vector<double> breaks,
            std::size_t most_keys) {
    std::sort(breaks.begin(), breaks.end());
    return Fitter(source, start, most_keys).run(length, breaks);
}

}  // namespace motus::unity
