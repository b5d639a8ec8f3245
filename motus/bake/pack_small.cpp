// SPDX-License-Identifier: MIT
#include <motus/bake/pack_small.h>

#include <motus/bake/pack_rotation.h>
#include <motus/clip/small.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace motus {
namespace {

using pack::conjugate;
using pack::dot;
using pack::multiply;
using pack::Rotation;
using pack::unit;

// Eigenvectors of a symmetric matrix, largest value first, as columns of a rotation. Jacobi.
void principal_axes(double (&a)[3][3], double (&v)[3][3]) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            v[i][j] = i == j ? 1.0 : 0.0;
    for (int sweep = 0; sweep < 30; ++sweep) {
        for (int p = 0; p < 2; ++p) {
            for (int q = p + 1; q < 3; ++q) {
                if (std::fabs(a[p][q]) < 1e-300) continue;
                const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                const double t = (theta < 0.0 ? -1.0 : 1.0) /
                                 (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
                const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
                for (int k = 0; k < 3; ++k) {
                    const double x = a[k][p], y = a[k][q];
                    a[k][p] = c * x - s * y;
                    a[k][q] = s * x + c * y;
                }
                for (int k = 0; k < 3; ++k) {
                    const double x = a[p][k], y = a[q][k];
                    a[p][k] = c * x - s * y;
                    a[q][k] = s * x + c * y;
                }
                for (int k = 0; k < 3; ++k) {
                    const double x = v[k][p], y = v[k][q];
                    v[k][p] = c * x - s * y;
                    v[k][q] = s * x + c * y;
                }
            }
        }
    }
    int order[3] = {0, 1, 2};
    std::sort(order, order + 3, [&](int x, int y) { return a[x][x] > a[y][y]; });
    double sorted[3][3];
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j)
            sorted[k][j] = v[k][order[j]];
    const double side = sorted[0][0] * (sorted[1][1] * sorted[2][2] - sorted[1][2] * sorted[2][1]) -
                        sorted[0][1] * (sorted[1][0] * sorted[2][2] - sorted[1][2] * sorted[2][0]) +
                        sorted[0][2] * (sorted[1][0] * sorted[2][1] - sorted[1][1] * sorted[2][0]);
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j)
            v[k][j] = side < 0.0 && j == 2 ? -sorted[k][j] : sorted[k][j];
}

Rotation from_matrix(const double (&m)[3][3]) {
    const double trace = m[0][0] + m[1][1] + m[2][2];
    if (trace > 0.0) {
        const double w = std::sqrt(1.0 + trace) / 2.0;
        return unit({(m[2][1] - m[1][2]) / (4 * w), (m[0][2] - m[2][0]) / (4 * w),
                     (m[1][0] - m[0][1]) / (4 * w), w});
    }
    int i = 0;
    if (m[1][1] > m[0][0]) i = 1;
    if (m[2][2] > m[i][i]) i = 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double x = std::sqrt(std::max(0.0, 1.0 + m[i][i] - m[j][j] - m[k][k])) / 2.0;
    Rotation q{};
    q[static_cast<std::size_t>(i)] = x;
    q[static_cast<std::size_t>(j)] = (m[j][i] + m[i][j]) / (4 * x);
    q[static_cast<std::size_t>(k)] = (m[k][i] + m[i][k]) / (4 * x);
    q[3] = (m[k][j] - m[j][k]) / (4 * x);
    return unit(q);
}

Rotation to_bits(const Rotation& q, std::int8_t (&bits)[4]) {
    Rotation rounded;
    for (std::size_t c = 0; c < 4; ++c) {
        bits[c] = static_cast<std::int8_t>(std::floor(q[c] * 127.0 + 0.5));
        rounded[c] = bits[c];
    }
    return unit(rounded);
}

// A pose costs as much as the segment is long. Segments of half the length take an eighth more
// bytes: too many for short clips, which have little but headers.
std::uint32_t longest_segment(std::uint32_t frames) {
    return frames <= kSmallFrames ? kSmallFrames : frames <= 48 ? 12 : 8;
}

double value_of(const CurvePose& pose, const SmallTrack& track, std::uint32_t c) {
    if (track.kind == TrackKind::weights) return pose.weights[track.joint + c];
    const CurveTransform& t = pose.joints[track.joint];
    return track.kind == TrackKind::translation ? t.translation[c] : t.scale[c];
}

}  // namespace

SmallPacker::SmallPacker(const Skeleton& skeleton, const Clip& source, const PackSettings& settings,
                         const FrameGrid& grid, std::span<const TrackWay> ways, const SmallCut& cut)
    : skeleton_(skeleton),
      source_(source),
      settings_(settings),
      grid_(grid),
      ways_(ways),
      cut_(cut) {
    const std::uint32_t longest = std::min(longest_segment(grid.frames), cut.frames);
    segments_ = (grid.frames + longest - 1) / longest;
    length_ = (grid.frames + segments_ - 1) / segments_;
    segments_ = (grid.frames + length_ - 1) / length_;
    fine_.assign(segments_, 0);
    stale_.assign(segments_, true);
    prepare_times();
    track_of_joint_.assign(skeleton.joint_count(), -1);
    for (std::uint32_t i = 0; i < source.tracks.size(); ++i) {
        if (ways[i] == TrackWay::frames || ways[i] == TrackWay::wide) add_track(i);
    }
    sort_tracks();
}

void SmallPacker::prepare_times() {
    wanted_.assign(grid_.frames, curve_rest(skeleton_));
    const std::uint32_t joints = skeleton_.joint_count();
    const std::uint32_t times = 4 * (grid_.frames - 1) + 1;
    models_.resize(std::size_t{times} * joints * 12);
    std::vector<std::array<double, 12>> model;
    CurvePose pose = wanted_[0];
    for (std::uint32_t i = 0; i < source_.tracks.size(); ++i) {
        const TrackRecord& track = source_.tracks[i];
        if (ways_[i] != TrackWay::exact || track.kind == TrackKind::weights) continue;
        kept_.push_back({i, std::vector<double>(std::size_t{times} * track.width)});
    }
    for (std::uint32_t t = 0; t < times; ++t) {
        const double at = 0.25 * t * grid_.step;
        const Ticks time{grid_.start.value + static_cast<std::int64_t>(at + 0.5)};
        CurvePose& to = t % 4 == 0 ? wanted_[t / 4] : pose;
        sample_curves(source_, time, to);
        for (SmallKept& kept : kept_) {
            const TrackRecord& track = source_.tracks[kept.track];
            sample_curve(source_, track, time, kept.values.data() + std::size_t{t} * track.width);
        }
        model_of(skeleton_, to, model);
        for (std::uint32_t j = 0; j < joints; ++j) {
            for (std::size_t c = 0; c < 12; ++c)
                models_[(std::size_t{t} * joints + j) * 12 + c] = static_cast<float>(model[j][c]);
        }
    }
    got_ = wanted_;
    // From a joint to the vertices around it, in its own space, as measure_error has it.
    model_of(skeleton_, curve_rest(skeleton_), model);
    for (std::uint32_t j = 0; j < joints; ++j) {
        double largest = 0.0;
        for (std::size_t a = 0; a < 3; ++a) {
            largest = std::max(
                largest, std::sqrt(model[j][a] * model[j][a] + model[j][4 + a] * model[j][4 + a] +
                                   model[j][8 + a] * model[j][8 + a]));
        }
        reach_.push_back(largest > 1e-6 ? settings_.error.distance / largest
                                        : settings_.error.distance);
    }
}

void SmallPacker::add_track(std::uint32_t index) {
    const TrackRecord& record = source_.tracks[index];
    SmallTrack track;
    track.track = index;
    track.joint = record.target;
    track.kind = record.kind;
    track.curves = record.kind == TrackKind::rotation ? 3 : record.width;
    double step = settings_.error.weight_bound;
    if (record.kind == TrackKind::rotation) {
        find_frame(track);
        track_of_joint_[record.target] = static_cast<std::int32_t>(tracks_.size());
    }
    if (record.kind != TrackKind::weights) {
        // How far an error is carried: to the vertices, and to the joints that hang on this one.
        double far = settings_.error.distance;
        std::vector<std::array<double, 12>> model;
        model_of(skeleton_, curve_rest(skeleton_), model);
        const auto& here = model[record.target];
        for (std::uint32_t j = record.target + 1; j < skeleton_.joint_count(); ++j) {
            if (skeleton_.parents[j] != record.target) continue;
            double sum = 0.0;
            for (std::size_t r = 3; r < 12; r += 4)
                sum += (model[j][r] - here[r]) * (model[j][r] - here[r]);
            far = std::max(far, std::sqrt(sum));
        }
        step = settings_.error.bound_of(record.target) /
               (record.kind == TrackKind::translation ? 1.0 : far);
    }
    const std::int32_t coarsest = record.kind == TrackKind::rotation ? 78 : 120;
    while (track.code < coarsest &&
           static_cast<double>(small_step(static_cast<std::uint32_t>(track.code) + 1, 0)) <= step) {
        ++track.code;
    }
    for (std::uint32_t c = 0; c < track.curves; ++c) {
        double low = 0.0, high = 0.0;
        for (std::uint32_t f = 0; f < grid_.frames && track.kind != TrackKind::rotation; ++f) {
            const double value = value_of(wanted_[f], track, c);
            low = f == 0 ? value : std::min(low, value);
            high = f == 0 ? value : std::max(high, value);
        }
        track.middle.push_back(static_cast<float>(0.5 * (low + high)));
    }
    track.amounts.assign(track.curves, std::vector<std::int32_t>(grid_.frames));
    tracks_.push_back(std::move(track));
}

void SmallPacker::find_frame(SmallTrack& track) {
    std::vector<Rotation> rotations;
    Rotation sum{};
    for (const CurvePose& pose : wanted_) {
        Rotation q = pose.joints[track.joint].rotation;
        if (!rotations.empty() && dot(q, rotations.back()) < 0.0) q = {-q[0], -q[1], -q[2], -q[3]};
        rotations.push_back(q);
        for (std::size_t c = 0; c < 4; ++c)
            sum[c] += q[c];
    }
    const Rotation middle = dot(sum, sum) > 1e-6 ? unit(sum) : rotations.front();
    double square[3][3] = {}, axes[3][3], least = 1.0;
    Rotation mean{};
    for (const Rotation& q : rotations) {
        const Rotation d = multiply(conjugate(middle), q);
        least = std::min(least, d[3]);
        for (std::size_t c = 0; c < 3; ++c)
            mean[c] += d[c] / static_cast<double>(rotations.size());
    }
    for (const Rotation& q : rotations) {
        const Rotation d = multiply(conjugate(middle), q);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                square[i][j] += (d[i] - mean[i]) * (d[j] - mean[j]);
    }
    principal_axes(square, axes);
    const Rotation turn = from_matrix(axes);
    track.left = to_bits(multiply(middle, turn), track.left_bits);
    track.right = to_bits(conjugate(turn), track.right_bits);
    // Near a quarter of its length the fourth number is not what the other three leave any more.
    if (least < 0.3) track.curves = 4;
}

void SmallPacker::sort_tracks() {
    // Tracks that move alike share a group: narrow rotations, wide ones, then the others.
    const auto activity = [&](const SmallTrack& track) {
        double sum = 0.0;
        const auto step =
            static_cast<double>(small_step(static_cast<std::uint32_t>(std::max(track.code, 0)), 0));
        for (std::uint32_t f = 1; f < grid_.frames; ++f) {
            if (track.kind == TrackKind::rotation) {
                const Rotation d = multiply(conjugate(wanted_[f - 1].joints[track.joint].rotation),
                                            wanted_[f].joints[track.joint].rotation);
                sum += std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) / step;
            } else {
                sum +=
                    std::fabs(value_of(wanted_[f], track, 0) - value_of(wanted_[f - 1], track, 0)) /
                    step;
            }
        }
        return sum;
    };
    std::vector<std::pair<double, SmallTrack>> keyed;
    for (SmallTrack& track : tracks_) {
        const double key = activity(track);
        keyed.emplace_back(key, std::move(track));
    }
    const auto room = [](const SmallTrack& t) {
        return t.kind != TrackKind::rotation ? 2 : t.curves == 4 ? 1 : 0;
    };
    std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
        if (room(a.second) != room(b.second)) return room(a.second) < room(b.second);
        return a.first > b.first;
    });
    tracks_.clear();
    for (auto& [key, track] : keyed) {
        if (track.kind == TrackKind::rotation) {
            track_of_joint_[track.joint] = static_cast<std::int32_t>(tracks_.size());
        }
        tracks_.push_back(std::move(track));
    }
}

bool SmallPacker::encode_curve(SmallTrack& track, std::uint32_t segment, std::uint32_t curve,
                               double step, std::vector<double>& values) {
    const std::uint32_t n = frames_of(segment), first = segment * length_;
    auto& amounts = track.amounts[curve];
    bool fits = true;
    for (std::uint32_t k = 0; k < n; ++k) {
        double sum = 0.0;
        for (std::uint32_t i = 0; i < n; ++i)
            sum += values[i] * static_cast<double>(small_cosines(n, i)[k]);
        double amount = std::floor(sum / step + 0.5);
        if (!track.caps.empty()) {
            std::uint32_t band = 0;
            while (k >= kSmallBand[band + 1])
                ++band;
            const std::uint32_t cap =
                std::min<std::uint32_t>(track.caps[curve][segment * kSmallBands + band], 31);
            const double most = cap == 0 ? 0.0 : static_cast<double>(1u << (cap - 1));
            amount = std::clamp(amount, -most, std::max(most - 1.0, 0.0));
        }
        // Where it does not fit, as near as it goes: joints below do not have to make up for it.
        const double largest = k < 2 ? 8388606.0 : 16382.0;
        fits = fits && std::fabs(amount) <= largest;
        amounts[first + k] = static_cast<std::int32_t>(std::clamp(amount, -largest, largest));
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        double sum = 0.0;
        for (std::uint32_t k = 0; k < n; ++k)
            sum += amounts[first + k] * static_cast<double>(small_cosines(n, i)[k]);
        values[i] = sum * step;
    }
    track.over = track.over || !fits;
    return fits;
}

bool SmallPacker::encode(std::uint32_t segment) {
    const std::uint32_t n = frames_of(segment), first = segment * length_;
    const std::uint32_t joints = skeleton_.joint_count();
    const auto step_of = [&](const SmallTrack& track) {
        return static_cast<double>(
            small_step(static_cast<std::uint32_t>(track.code), fine_[segment]));
    };
    bool fits = true;
    std::vector<double> values[4];
    for (auto& list : values)
        list.resize(n);
    std::vector<Rotation> wanted(std::size_t{joints} * n), got = wanted;
    for (std::uint32_t j = 0; j < joints; ++j) {
        const JointIndex parent = skeleton_.parents[j];
        const std::int32_t index = track_of_joint_[j];
        for (std::uint32_t i = 0; i < n; ++i) {
            const Rotation& local = wanted_[first + i].joints[j].rotation;
            wanted[j * n + i] =
                parent == kNoJoint ? local : multiply(wanted[parent * n + i], local);
            if (index < 0) {
                got[j * n + i] = parent == kNoJoint ? local : multiply(got[parent * n + i], local);
                got_[first + i].joints[j].rotation = local;
            }
        }
        if (index < 0) continue;
        SmallTrack& track = tracks_[static_cast<std::size_t>(index)];
        Rotation before{0, 0, 0, 1};
        for (std::uint32_t i = 0; i < n; ++i) {
            Rotation aimed = wanted[j * n + i];
            if (parent != kNoJoint) aimed = multiply(conjugate(got[parent * n + i]), aimed);
            Rotation d = multiply(multiply(conjugate(track.left), aimed), conjugate(track.right));
            // Segments meet: a wide rotation goes on with the sign that the last frame has.
            if (i == 0 && segment > 0 && track.curves == 4) {
                before =
                    multiply(multiply(conjugate(track.left), got_[first - 1].joints[j].rotation),
                             conjugate(track.right));
            }
            const double side = track.curves == 4 ? dot(d, before) : d[3];
            if (side < 0.0) d = {-d[0], -d[1], -d[2], -d[3]};
            before = d;
            for (std::size_t c = 0; c < track.curves; ++c)
                values[c][i] = d[c];
        }
        for (std::uint32_t c = 0; c < track.curves; ++c)
            fits = encode_curve(track, segment, c, step_of(track), values[c]) && fits;
        for (std::uint32_t i = 0; i < n; ++i) {
            Rotation d{values[0][i], values[1][i], values[2][i], 0.0};
            d[3] = track.curves == 4 ? values[3][i] : std::sqrt(std::max(0.0, 1.0 - dot(d, d)));
            const Rotation local = multiply(multiply(track.left, d), track.right);
            got_[first + i].joints[j].rotation = local;
            const Rotation whole = dot(local, local) > 0.0 ? unit(local) : local;
            got[j * n + i] = parent == kNoJoint ? whole : multiply(got[parent * n + i], whole);
        }
    }
    for (SmallTrack& track : tracks_) {
        if (track.kind == TrackKind::rotation) continue;
        for (std::uint32_t c = 0; c < track.curves; ++c) {
            for (std::uint32_t i = 0; i < n; ++i) {
                values[0][i] =
                    value_of(wanted_[first + i], track, c) - static_cast<double>(track.middle[c]);
            }
            fits = encode_curve(track, segment, c, step_of(track), values[0]) && fits;
            for (std::uint32_t i = 0; i < n; ++i) {
                const double value = values[0][i] + static_cast<double>(track.middle[c]);
                CurvePose& pose = got_[first + i];
                if (track.kind == TrackKind::weights) {
                    pose.weights[track.joint + c] = value;
                } else if (track.kind == TrackKind::translation) {
                    pose.joints[track.joint].translation[c] = value;
                } else {
                    pose.joints[track.joint].scale[c] = value;
                }
            }
        }
    }
    stale_[segment] = false;
    return fits;
}

}  // namespace motus
