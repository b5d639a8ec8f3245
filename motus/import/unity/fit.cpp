// SPDX-License-Identifier: MIT
#include <motus/import/unity/fit.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

namespace motus::unity {
namespace {

// A cubic through the ends of a piece and the second and fourth of these errs least for a smooth
// function: about a sixth of one with the slopes of the ends. The others are where it errs; the
// outer ones near the ends, where a curve may stand upright, the middle one off the centre, where
// curves of odd symmetry agree.
constexpr std::array kPlaces = {0.05, 0.29289321881345248, 0.45, 0.70710678118654752, 0.95};
constexpr std::size_t kFirstNode = 1, kSecondNode = 3;
constexpr double kAim = 0.4 * kFitBound;  // it errs more between the places
constexpr double kSteepest = 1e37;        // per second: slopes are stored as floats

class Fitter {
  public:
    Fitter(const FitSource& source, double start, std::size_t most_added)
        : source_(source), start_(start), width_(source.width), most_added_(most_added) {}

    FitKeys run(Ticks length, const std::vector<double>& breaks) {
        std::vector<Moment> moments{{Ticks{}, start_}};
        for (const double at : breaks) {
            const Ticks time = ticks_of_seconds(at - start_);
            if (time > moments.back().time && time <= length) moments.push_back({time, at});
        }
        if (moments.back().time < length) moments.push_back({length, start_ + seconds_of(length)});
        const std::size_t first = point(moments[0], Side::after);
        std::size_t from = first;
        for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
            const std::size_t to = point(moments[i + 1], Side::before);
            const bool exact = source_.is_cubic(0.5 * (moments[i].at + moments[i + 1].at));
            add_piece(from, to, exact);
            from = point(moments[i + 1], Side::after);
        }
        refine();
        write(first, from);
        return std::move(out_);
    }

  private:
    using Numbers = std::vector<double>;
    /// A tick, and the time it was rounded from: at a key a little less is another piece.
    struct Moment {
        Ticks time{};
        double at = 0.0;
    };
    /// Between two points; its tangents are in `tangents_`.
    struct Piece {
        std::size_t from = 0, to = 0;
        double error = 0.0;
    };

    std::size_t point(const Moment& moment, Side side) {
        moments_.push_back(moment);
        values_.resize(values_.size() + width_);
        slopes_.resize(slopes_.size() + width_);
        const std::size_t index = moments_.size() - 1;
        source_.sample(moment.at, side, &values_[index * width_], &slopes_[index * width_]);
        return index;
    }

    [[nodiscard]] std::int64_t ticks_of(const Piece& piece) const {
        return moments_[piece.to].time.value - moments_[piece.from].time.value;
    }

    void add_piece(std::size_t from, std::size_t to, bool exact) {
        pieces_.push_back({from, to});
        tangents_.resize(tangents_.size() + 2 * width_);
        const std::size_t index = pieces_.size() - 1;
        set_tangents(index, exact);
        if (!(pieces_[index].error <= kAim)) worst_.push({pieces_[index].error, index});
    }

    // Halves the worst piece until all are within the bound, or there is no room.
    void refine() {
        while (!worst_.empty() && out_.added < most_added_) {
            const std::size_t index = worst_.top().second;
            worst_.pop();
            const Piece piece = pieces_[index];
            const Ticks middle{moments_[piece.from].time.value + ticks_of(piece) / 2};
            const std::size_t at = point({middle, start_ + seconds_of(middle)}, Side::after);
            pieces_[index].to = at;
            set_tangents(index, false);
            if (!(pieces_[index].error <= kAim)) worst_.push({pieces_[index].error, index});
            add_piece(at, piece.to, false);
            ++out_.added;
        }
        for (const Piece& piece : pieces_)
            out_.error = std::max(out_.error, piece.error);
        out_.exhausted = out_.error > kFitBound;
    }

    // The tangents of a piece, of the two ways that with the smaller error, and that error. Inside
    // a single tick no one looks.
    void set_tangents(std::size_t index, bool exact) {
        Piece& piece = pieces_[index];
        const double *a = &values_[piece.from * width_], *b = &values_[piece.to * width_];
        const Moment &from = moments_[piece.from], &to = moments_[piece.to];
        const double length = seconds_of(to.time - from.time);
        double* out = &tangents_[index * 2 * width_];
        for (std::size_t i = 0; i < width_; ++i) {
            out[i] = length * slopes_[piece.from * width_ + i];
            out[width_ + i] = length * slopes_[piece.to * width_ + i];
        }
        piece.error = 0.0;
        if (!exact && ticks_of(piece) > 1) {
            wanted_.resize(kPlaces.size() * width_);
            unused_.resize(width_);
            for (std::size_t p = 0; p < kPlaces.size(); ++p) {
                const double time = start_ + seconds_of(from.time) + kPlaces[p] * length;
                source_.sample(std::clamp(time, from.at, to.at), Side::after, &wanted_[p * width_],
                               unused_.data());
            }
            through_.resize(2 * width_);
            for (std::size_t i = 0; i < width_; ++i)
                pass_through(a[i], b[i], i);
            errors(a, b, out, error_);
            errors(a, b, through_.data(), other_);
            for (std::size_t i = 0; i < width_; ++i) {
                if (!(error_[i] <= other_[i])) {
                    out[i] = through_[i];
                    out[width_ + i] = through_[width_ + i];
                    error_[i] = other_[i];
                }
                if (!(error_[i] <= piece.error)) piece.error = error_[i];
            }
            if (std::isnan(piece.error)) piece.error = std::numeric_limits<double>::infinity();
        }
        for (std::size_t i = 0; i < 2 * width_; ++i)
            out[i] = std::clamp(out[i] / length, -kSteepest, kSteepest);
    }

    // What is left above the straight line is x (1 - x) (A + B x).
    void pass_through(double a, double b, std::size_t i) {
        const double p = kPlaces[kFirstNode], q = kPlaces[kSecondNode];
        const double at_p = (wanted_[kFirstNode * width_ + i] - a - p * (b - a)) / (p * (1 - p));
        const double at_q = (wanted_[kSecondNode * width_ + i] - a - q * (b - a)) / (q * (1 - q));
        const double rise = (at_q - at_p) / (q - p), base = at_p - rise * p;
        through_[i] = b - a + base;
        through_[width_ + i] = b - a - base - rise;
    }

    // The largest error of each component; of a rotation they are one.
    void errors(const double* a, const double* b, const double* tangents, Numbers& out) {
        out.assign(width_, 0.0);
        made_.resize(width_);
        for (std::size_t p = 0; p < kPlaces.size(); ++p) {
            const double t = kPlaces[p], t2 = t * t, t3 = t2 * t;
            const double* wanted = &wanted_[p * width_];
            double square = 0.0, wanted_square = 0.0;
            for (std::size_t i = 0; i < width_; ++i) {
                made_[i] = (2 * t3 - 3 * t2 + 1) * a[i] + (t3 - 2 * t2 + t) * tangents[i] +
                           (3 * t2 - 2 * t3) * b[i] + (t3 - t2) * tangents[width_ + i];
                square += made_[i] * made_[i];
                wanted_square += wanted[i] * wanted[i];
            }
            const bool unit = source_.normalize && square > 0.0 && wanted_square > 0.0;
            const double by = unit ? 1.0 / std::sqrt(square) : 1.0;
            const double wanted_by = unit ? 1.0 / std::sqrt(wanted_square) : 1.0;
            for (std::size_t i = 0; i < width_; ++i) {
                const double should = wanted[i] * wanted_by;
                const double scale = std::max(1.0, std::fabs(should));
                const double error = std::fabs(made_[i] * by - should) / scale;
                double& worst = out[source_.normalize ? 0 : i];
                if (!(error <= worst)) worst = error;
            }
        }
        if (source_.normalize) std::fill(out.begin(), out.end(), out[0]);
    }

    void push(Ticks time, std::size_t point, const double* in, const double* out) {
        const auto put = [this](Numbers& to, const double* from) {
            if (from == nullptr) {
                to.resize(to.size() + width_);
            } else {
                to.insert(to.end(), from, from + width_);
            }
        };
        out_.times.push_back(time);
        put(out_.values, &values_[point * width_]);
        put(out_.in, in);
        put(out_.out, out);
    }

    // Where the function jumps, its last value stands one tick before.
    void write(std::size_t first, std::size_t last) {
        std::vector<std::pair<std::int64_t, std::size_t>> order;
        for (std::size_t i = 0; i < pieces_.size(); ++i)
            order.push_back({moments_[pieces_[i].from].time.value, i});
        std::sort(order.begin(), order.end());
        const double* in = nullptr;
        std::size_t end = first;  // of the piece before
        for (std::size_t i = 0; i <= pieces_.size(); ++i) {
            const bool done = i == pieces_.size();
            const std::size_t index = done ? 0 : order[i].second;
            const std::size_t start = done ? last : pieces_[index].from;
            const double* out = done ? &slopes_[last * width_] : &tangents_[index * 2 * width_];
            const Ticks time = moments_[start].time;
            if (!std::equal(&values_[start * width_], &values_[start * width_] + width_,
                            &values_[end * width_])) {
                const Ticks before = time - Ticks{1};
                if (before > out_.times.back()) push(before, end, in, nullptr);
                in = nullptr;
            }
            push(time, start, in, out);
            if (done) break;
            end = pieces_[index].to;
            in = out + width_;
        }
    }

    const FitSource& source_;
    double start_;
    std::size_t width_, most_added_;
    std::vector<Moment> moments_;  // of points, as are the two behind
    Numbers values_, slopes_;
    std::vector<Piece> pieces_;
    Numbers tangents_;  // of pieces: at the start, then at the end
    std::priority_queue<std::pair<double, std::size_t>> worst_;  // pieces that may be divided
    Numbers wanted_, unused_, through_, error_, other_, made_;
    FitKeys out_;
};

}  // namespace

FitKeys fit(const FitSource& source, double start, Ticks length, std::vector<double> breaks,
            std::size_t most_added) {
    std::sort(breaks.begin(), breaks.end());
    return Fitter(source, start, most_added).run(length, breaks);
}

}  // namespace motus::unity
