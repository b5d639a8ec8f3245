// SPDX-License-Identifier: MIT
#include <motus/bake/pack_fast.h>

#include <motus/bake/pack_rotation.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace motus {
namespace {

constexpr double kLargest = kPackedLargest;
constexpr double kWhole = static_cast<double>(kPackedWhole) * kPackedLargest;

std::int16_t to_number(double value) {
    return static_cast<std::int16_t>(std::floor(std::clamp(value, -kLargest, kLargest) + 0.5));
}

using pack::conjugate;
using pack::multiply;
using pack::Rotation;
using pack::unit;

Rotation from_planes(const float* planes, std::size_t stride, JointIndex joint) {
    return unit({planes[joint], planes[stride + joint], planes[2 * stride + joint],
                 planes[3 * stride + joint]});
}

std::size_t plane_of(TrackKind kind) {
    return static_cast<std::size_t>(kind == TrackKind::translation ? Plane::tx
                                    : kind == TrackKind::rotation  ? Plane::qx
                                                                   : Plane::sx);
}

}  // namespace

FastPacker::FastPacker(const Skeleton& skeleton, const Clip& source, const PackSettings& settings)
    : skeleton_(skeleton), source_(source), settings_(settings) {
    model_of(skeleton, curve_rest(skeleton), rest_model_);
    reach_.assign(rest_model_.size(), settings.error.distance);
    for (std::size_t j = 0; j < reach_.size(); ++j) {
        for (JointIndex up = skeleton.parents[j]; up != kNoJoint; up = skeleton.parents[up]) {
            double sum = 0.0;
            for (int r = 3; r < 12; r += 4) {
                const double d = rest_model_[j][r] - rest_model_[up][r];
                sum += d * d;
            }
            reach_[up] = std::max(reach_[up], std::sqrt(sum) + settings.error.distance);
        }
    }
    classify();
}

void FastPacker::judge(const FrameGrid& grid) {
    ways_ = first_;
    std::vector<double> a, b, wanted;
    for (std::size_t i = 0; i < source_.tracks.size(); ++i) {
        const TrackRecord& track = source_.tracks[i];
        if (ways_[i] != TrackWay::frames || track.kind == TrackKind::weights) continue;
        a.resize(track.width), b.resize(track.width), wanted.resize(track.width);
        const bool rotation = track.kind == TrackKind::rotation;
        const double bound = settings_.error.bound;
        for (std::uint32_t f = 0; f + 1 < grid.frames && ways_[i] == TrackWay::frames; ++f) {
            const auto at = [&](double part) {
                return Ticks{grid.start.value + static_cast<std::int64_t>((f + part) * grid.step)};
            };
            sample_curve(source_, track, at(0.0), a.data());
            sample_curve(source_, track, at(1.0), b.data());
            double side = 0.0;
            for (std::uint32_t c = 0; c < track.width; ++c)
                side += a[c] * b[c];
            for (const double part : {0.25, 0.5, 0.75}) {
                sample_curve(source_, track, at(part), wanted.data());
                double length = 0.0, sum = 0.0, cosine = 0.0;
                for (std::uint32_t c = 0; c < track.width; ++c) {
                    const double to = rotation && side < 0.0 ? -b[c] : b[c];
                    const double got = a[c] * (1.0 - part) + to * part;
                    length += got * got;
                    cosine += got * wanted[c];
                    sum += (got - wanted[c]) * (got - wanted[c]);
                }
                // Half the angle between them, by its sine.
                const double half = std::sqrt(std::max(0.0, 1.0 - cosine * cosine / length));
                const double error = rotation ? 2.0 * half * reach_[track.target]
                                     : track.kind == TrackKind::scale
                                         ? std::sqrt(sum) * reach_[track.target]
                                         : std::sqrt(sum);
                if (!(error <= bound)) ways_[i] = TrackWay::exact;
            }
        }
    }
}

// A track whose keys are all alike is a constant, or rest; tangents of splines must be zero too.
void FastPacker::classify() {
    const CurvePose rest = curve_rest(skeleton_);
    for (const TrackRecord& track : source_.tracks) {
        const bool cubic = track.interpolation == Interpolation::cubic_spline;
        const std::size_t per_key = (cubic ? 3u : 1u) * track.width;
        const float* values = source_.values.data() + track.value_start;
        const float* first = values + (cubic ? track.width : 0);
        bool constant = true;
        for (std::uint32_t k = 0; k < track.key_count && constant; ++k) {
            for (std::uint32_t c = 0; c < track.width; ++c) {
                const float* key = values + k * per_key;
                const float value = key[(cubic ? track.width : 0) + c];
                constant = constant && std::fabs(value - first[c]) <= 1e-7f;
                constant = constant && (!cubic || (key[c] == 0 && key[2 * track.width + c] == 0));
            }
        }
        TrackWay way =
            track.interpolation == Interpolation::step ? TrackWay::exact : TrackWay::frames;
        if (constant) {
            way = TrackWay::constant;
            if (track.kind != TrackKind::weights) {
                bool same = true;
                for (std::uint32_t c = 0; c < track.width; ++c) {
                    const auto p = static_cast<Plane>(plane_of(track.kind) + c);
                    same = same && first[c] == skeleton_.rest.plane(p)[track.target];
                }
                if (same) way = TrackWay::rest;
            }
        } else {
            ++animated_;
        }
        first_.push_back(way);
    }
}

Rotation FastPacker::stored(JointIndex joint, const Rotation& local) const {
    const PackedSpace& space = settings_.space;
    if (space.left == nullptr) return local;
    return multiply(multiply(from_planes(space.left, space.stride, joint), local),
                    conjugate(from_planes(space.right, space.stride, joint)));
}

Rotation FastPacker::local_of(JointIndex joint, const Rotation& stored) const {
    const PackedSpace& space = settings_.space;
    if (space.left == nullptr) return stored;
    return multiply(multiply(conjugate(from_planes(space.left, space.stride, joint)), stored),
                    from_planes(space.right, space.stride, joint));
}

void FastPacker::put_rotations(PackedClipBuffer& out) const {
    out.groups_.assign((skeleton_.joint_count() + kPackedLanes - 1) / kPackedLanes, {});
    for (std::size_t i = 0; i < source_.tracks.size(); ++i) {
        const TrackRecord& track = source_.tracks[i];
        if (track.kind == TrackKind::weights) continue;
        PackedGroup& group = out.groups_[track.target / kPackedLanes];
        const auto bit = static_cast<std::uint8_t>(1u << track.target % kPackedLanes);
        if (ways_[i] == TrackWay::rest) {
            (track.kind == TrackKind::translation ? group.rest_translations
             : track.kind == TrackKind::rotation  ? group.rest_rotations
                                                  : group.rest_scales) |= bit;
        } else if (track.kind == TrackKind::rotation && ways_[i] != TrackWay::exact) {
            group.joints |= bit;
            if (ways_[i] == TrackWay::frames) group.line = 0;
        }
    }
    std::uint16_t lines = 0, still = kPackedStill;
    for (PackedGroup& group : out.groups_) {
        if (group.joints != 0) group.line = group.line == 0 ? lines++ : still++;
    }
    out.packed_->lines = lines;
    out.still_.assign(still - kPackedStill, {});
}

void FastPacker::put_channels(PackedClipBuffer& out) const {
    struct Item {
        PackedPart part;
        std::uint32_t index, plane;
        std::size_t track, component;
    };
    std::vector<Item> items;
    for (std::size_t i = 0; i < source_.tracks.size(); ++i) {
        const TrackRecord& track = source_.tracks[i];
        const bool weights = track.kind == TrackKind::weights;
        if (ways_[i] == TrackWay::rest || ways_[i] == TrackWay::exact) continue;
        if (track.kind == TrackKind::rotation) continue;
        for (std::uint32_t c = 0; c < track.width; ++c) {
            items.push_back({weights ? PackedPart::weight : PackedPart::joint,
                             weights ? track.target + c : track.target,
                             weights ? 0 : static_cast<std::uint32_t>(plane_of(track.kind)) + c, i,
                             c});
        }
    }
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
        return std::tuple(a.part, a.index, a.plane) < std::tuple(b.part, b.index, b.plane);
    });
    for (const Item& item : items) {
        const TrackRecord& track = source_.tracks[item.track];
        if (ways_[item.track] == TrackWay::constant) {
            std::vector<double> value(track.width);
            sample_curve(source_, track, {}, value.data());
            out.constants_.push_back({item.index, item.part, static_cast<std::uint16_t>(item.plane),
                                      static_cast<float>(value[item.component])});
            continue;
        }
        PackedChannel channel{item.index, item.part, static_cast<std::uint8_t>(item.plane),
                              0,          0.0f,      0.0f};
        out.channels_.push_back(channel);
        if (ways_[item.track] == TrackWay::wide) {
            channel.more = 1;
            out.channels_.push_back(channel);
        }
    }
}

// Ranges of channels, then every frame.
void FastPacker::fill_frames(const FrameGrid& grid, PackedClipBuffer& out) const {
    const std::size_t lines = out.packed_->lines;
    constexpr std::size_t kPerLine = kPackedLine / 2;
    const std::size_t per_frame = lines + (out.channels_.size() + kPerLine - 1) / kPerLine;
    if (per_frame > 0) {
        out.packed_->frame_count = grid.frames;
        out.packed_->frame_bytes = static_cast<std::uint32_t>(per_frame * kPackedLine);
        out.lines_.assign(per_frame * grid.frames, {});
        out.packed_->frames = out.lines_.data()->numbers;
    }
    if (!out.still_.empty()) out.packed_->still = out.still_.data()->numbers;

    std::vector<CurvePose> poses(grid.frames, curve_rest(skeleton_));
    for (std::uint32_t f = 0; f < grid.frames; ++f)
        sample_curves(source_, time_of_frame(*out.packed_, f), poses[f]);
    const auto value_of = [&](const PackedChannel& channel, std::uint32_t f) {
        if (channel.part == PackedPart::weight) return poses[f].weights[channel.index];
        const CurveTransform& t = poses[f].joints[channel.index];
        return channel.plane < 3 ? t.translation[channel.plane] : t.scale[channel.plane - 7];
    };
    for (std::size_t c = 0; c < out.channels_.size(); ++c) {
        PackedChannel& channel = out.channels_[c];
        if (channel.more != 0) continue;
        double low = value_of(channel, 0), high = low;
        for (std::uint32_t f = 1; f < grid.frames; ++f) {
            low = std::min(low, value_of(channel, f));
            high = std::max(high, value_of(channel, f));
        }
        // A weight that is 0 must stay exactly 0, so its numbers are around 0.
        const bool weight = channel.part == PackedPart::weight;
        const double middle = weight ? 0.0 : 0.5 * (low + high);
        const double half = weight ? std::max(std::fabs(low), std::fabs(high)) : 0.5 * (high - low);
        channel.offset = static_cast<float>(middle);
        channel.scale = static_cast<float>(half / kWhole);
        if (c + 1 < out.channels_.size() && out.channels_[c + 1].more != 0) {
            out.channels_[c + 1].scale = static_cast<float>(half / kWhole / kLargest);
        }
    }
    // Each joint is aimed from where rounding has left its parent, so that the errors of rotations
    // do not add up along a chain.
    std::vector<Rotation> before(skeleton_.joint_count()), wanted = before, got = before;
    for (std::uint32_t f = 0; f < grid.frames; ++f) {
        std::int16_t* frame = per_frame > 0 ? out.lines_[f * per_frame].numbers : nullptr;
        const auto line_of = [&](const PackedGroup& group) {
            return group.line >= kPackedStill ? out.still_[group.line - kPackedStill].numbers
                                              : frame + group.line * kPerLine;
        };
        for (std::uint32_t j = 0; j < skeleton_.joint_count(); ++j) {
            const JointIndex parent = skeleton_.parents[j];
            const Rotation& local = poses[f].joints[j].rotation;
            wanted[j] = parent == kNoJoint ? local : multiply(wanted[parent], local);
            got[j] = parent == kNoJoint ? local : multiply(got[parent], local);
            const PackedGroup& group = out.groups_[j / kPackedLanes];
            if (group.line == kPackedNone) continue;
            std::int16_t* line = line_of(group) + 2 * (j % kPackedLanes);
            line[17] = kPackedLargest;
            if ((group.joints >> j % kPackedLanes & 1u) == 0) continue;
            const Rotation aimed = parent == kNoJoint || group.line >= kPackedStill
                                       ? local
                                       : multiply(conjugate(got[parent]), wanted[j]);
            Rotation q = unit(stored(j, aimed));
            double side = 0.0;
            for (int c = 0; c < 4; ++c)
                side += q[c] * before[j][c];
            if (f > 0 && side < 0.0) q = {-q[0], -q[1], -q[2], -q[3]};
            before[j] = q;
            std::int16_t* const places[4] = {line, line + 1, line + 16, line + 17};
            Rotation rounded;
            for (int c = 0; c < 4; ++c)
                rounded[c] = *places[c] = to_number(q[c] * kLargest);
            const Rotation lossy = local_of(j, unit(rounded));
            got[j] = parent == kNoJoint ? lossy : multiply(got[parent], lossy);
        }
        // Lanes beyond the last joint hold the identity: their lengths must not be zero.
        for (std::uint32_t j = skeleton_.joint_count(); j % kPackedLanes != 0; ++j) {
            if (out.groups_.back().line == kPackedNone) break;
            line_of(out.groups_.back())[2 * (j % kPackedLanes) + 17] = kPackedLargest;
        }
        for (std::size_t c = 0; c < out.channels_.size(); ++c) {
            const PackedChannel& channel = out.channels_[c];
            std::int16_t& number = frame[lines * kPerLine + c];
            const double scale = static_cast<double>(channel.scale) * kPackedWhole;
            double left = value_of(channel, f) - static_cast<double>(channel.offset);
            if (channel.more != 0) {
                const double coarse =
                    static_cast<double>(out.channels_[c - 1].scale) * kPackedWhole;
                left = value_of(channel, f) - static_cast<double>(out.channels_[c - 1].offset) -
                       coarse * frame[lines * kPerLine + c - 1];
            }
            number = scale > 0.0 ? to_number(left / scale) : std::int16_t{0};
        }
    }
}

Result<PackedClipBuffer> FastPacker::build(const FrameGrid& grid) const {
    PackedClipBuffer out;
    out.packed_ = std::make_unique<PackedClip>();
    out.duration_ = source_.duration;
    out.joint_limit_ = source_.joint_limit;
    out.weight_limit_ = source_.weight_limit;
    PackedClip& packed = *out.packed_;
    packed.start = grid.start;
    packed.frames_per_tick = grid.step > 0.0 ? 1.0 / grid.step : 0.0;
    put_rotations(out);
    put_channels(out);
    fill_frames(grid, out);
    packed.groups = out.groups_;
    packed.channels = out.channels_;
    packed.constants = out.constants_;
    packed.space = settings_.space;
    packed.rest = skeleton_.rest;
    std::vector<TrackDesc> kept;
    for (std::size_t i = 0; i < source_.tracks.size(); ++i) {
        if (ways_[i] != TrackWay::exact) continue;
        const TrackRecord& t = source_.tracks[i];
        const std::size_t per_key =
            (t.interpolation == Interpolation::cubic_spline ? 3u : 1u) * t.width;
        kept.push_back({t.kind, t.interpolation, t.target, t.width,
                        source_.times.subspan(t.time_start, t.key_count),
                        source_.values.subspan(t.value_start, t.key_count * per_key)});
    }
    if (!kept.empty()) {
        Result<ClipBuffer> exact = build_clip(kept, source_.duration);
        if (!exact) return exact.error();
        out.exact_.emplace(std::move(*exact));
    }
    return out;
}

// How far a vertex at joint `at` is moved by what this track has wrong, roughly.
double FastPacker::blame(const TrackRecord& track, const CurvePose& wanted, const CurvePose& got,
                         JointIndex at) const {
    const CurveTransform &w = wanted.joints[track.target], &g = got.joints[track.target];
    const auto& here = rest_model_[track.target];
    const auto& there = rest_model_[at];
    double distance = 0.0, size = 0.0, sum = 0.0;
    for (int r = 0; r < 3; ++r) {
        const double d = there[4 * r + 3] - here[4 * r + 3];
        distance += d * d;
        size = std::max(
            {size, std::fabs(here[4 * r]), std::fabs(here[4 * r + 1]), std::fabs(here[4 * r + 2])});
    }
    distance = std::sqrt(distance) + settings_.error.distance;
    if (track.kind == TrackKind::rotation) {
        double cosine = 0.0;
        for (int c = 0; c < 4; ++c)
            cosine += w.rotation[c] * g.rotation[c];
        return 2.0 * std::sqrt(std::max(0.0, 1.0 - cosine * cosine)) * distance;
    }
    const bool moves = track.kind == TrackKind::translation;
    for (int c = 0; c < 3; ++c) {
        const double d = moves ? w.translation[c] - g.translation[c] : w.scale[c] - g.scale[c];
        sum += d * d;
    }
    return std::sqrt(sum) * (moves ? std::max(size, 1e-6) : distance);
}

bool FastPacker::improve(const ErrorReport& report, const PackedClipBuffer& packed) {
    const auto better = [&](std::size_t i) {
        const bool joint = source_.tracks[i].kind != TrackKind::rotation;
        ways_[i] = joint && ways_[i] == TrackWay::frames ? TrackWay::wide : TrackWay::exact;
    };
    const auto can = [&](std::size_t i) { return ways_[i] != TrackWay::exact; };
    bool moved = false;
    if (!(report.weight_max <= settings_.error.weight_bound)) {
        for (std::size_t i = 0; i < source_.tracks.size(); ++i) {
            if (source_.tracks[i].kind != TrackKind::weights || !can(i)) continue;
            ways_[i] = TrackWay::exact;
            moved = true;
        }
    }
    if (report.worst <= 1.0 && report.finite) return moved;
    CurvePose wanted = curve_rest(skeleton_), got = wanted;
    sample_curves(source_, report.time, wanted);
    PoseBuffer pose(skeleton_);
    (void)run(SampleJob{packed, report.time, rest_pose(skeleton_), {}, pose});
    for (std::uint32_t j = 0; j < skeleton_.joint_count(); ++j) {
        const Transform t = joint_transform(pose, j);
        got.joints[j] = {{t.translation.x, t.translation.y, t.translation.z},
                         {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w},
                         {t.scale.x, t.scale.y, t.scale.z}};
    }
    std::vector<std::pair<double, std::size_t>> found;
    for (std::size_t i = 0; i < source_.tracks.size(); ++i) {
        const TrackRecord& track = source_.tracks[i];
        if (track.kind == TrackKind::weights || !can(i)) continue;
        if (!is_below(skeleton_, report.joint, track.target)) continue;
        found.emplace_back(blame(track, wanted, got, report.joint), i);
    }
    double largest = 0.0;
    for (const auto& [amount, index] : found)
        largest = std::max(largest, amount);
    for (const auto& [amount, index] : found) {
        if (!(amount >= 0.6 * largest)) continue;
        better(index);
        moved = true;
    }
    return moved;
}

Result<PackedClipBuffer> FastPacker::pack(const FrameGrid& grid) {
    judge(grid);
    for (;;) {
        Result<PackedClipBuffer> built = build(grid);
        if (!built) return built;
        Result<ErrorReport> report =
            measure_error(skeleton_, source_, built->view(), settings_.error);
        if (!report) return report.error();
        built->error_ = *report;
        if (report->held(settings_.error)) return built;
        if (!improve(*report, *built)) {
            return Error{
                "pack-bound", "clip",
                "the error bound is too small for the size of the rig: floats cannot hold it"};
        }
    }
}

}  // namespace motus
