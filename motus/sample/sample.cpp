// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/math/lerp.h>
#include <motus/sample/interpolate.h>
#include <motus/sample/packed.h>
#include <motus/sample/sample.h>

#include <algorithm>

namespace motus {
namespace {

using detail::kBatch;
using detail::KeyBatch;

// Where a time falls among the keys of a track.
struct Segment {
    std::uint32_t left;
    std::uint32_t right;  // == left outside the keys
    float t;
    float interval_s;
};

// The last key at or before `time`; 0 where there is none.
std::uint32_t find_key(std::span<const Ticks> times, Ticks time) noexcept {
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    return after == times.begin() ? 0 : static_cast<std::uint32_t>(after - times.begin() - 1);
}

// The same, looking first where the track was before.
std::uint32_t find_key(std::span<const Ticks> times, Ticks time, std::uint32_t& cursor) noexcept {
    MOTUS_ASSERT(!times.empty());
    const auto count = static_cast<std::uint32_t>(times.size());
    std::uint32_t key = cursor < count ? cursor : 0;
    if (times[key] <= time) {
        constexpr std::uint32_t kReach = 4;
        const std::uint32_t end = std::min(count, key + kReach);
        std::uint32_t next = key + 1;
        while (next < end && times[next] <= time)
            ++next;
        if (next == count || next < end || times[next] > time) {
            return cursor = next - 1;
        }
    }
    return cursor = find_key(times, time);
}

Segment segment_at(std::span<const Ticks> times, std::uint32_t left, Ticks time) noexcept {
    MOTUS_ASSERT(left < times.size());
    if (left + 1 == times.size() || time <= times[left]) return {left, left, 0.0f, 0.0f};
    MOTUS_ASSERT(times[left] < time && time <= times[left + 1]);
    const auto part = static_cast<double>((time - times[left]).value);
    const auto whole = static_cast<double>((times[left + 1] - times[left]).value);
    return {left, left + 1, static_cast<float>(part / whole),
            static_cast<float>(whole / static_cast<double>(kTicksPerSecond))};
}

class Sampler {
  public:
    explicit Sampler(const SampleJob& job) noexcept : job_(job) {}

    void run() noexcept {
        const std::span<const TrackRecord> tracks = job_.clip.tracks;
        std::size_t first = 0;
        while (first < tracks.size()) {
            const TrackRecord& track = tracks[first];
            std::size_t end = first + 1;
            if (track.kind == TrackKind::weights) {
                sample_weights(track, segment_of(first));
            } else {
                while (end < tracks.size() && end - first < kBatch &&
                       tracks[end].kind == track.kind &&
                       tracks[end].interpolation == track.interpolation) {
                    ++end;
                }
                sample_joints(first, end - first);
            }
            first = end;
        }
    }

  private:
    // For asserts: the track's keys have all their numbers.
    [[nodiscard]] bool has_values(const TrackRecord& track, std::size_t parts) const noexcept {
        const std::size_t count = parts * track.width * track.key_count;
        return track.value_start <= job_.clip.values.size() &&
               count <= job_.clip.values.size() - track.value_start;
    }

    Segment segment_of(std::size_t index) const noexcept {
        const TrackRecord& track = job_.clip.tracks[index];
        MOTUS_ASSERT(track.key_count > 0 && track.time_start <= job_.clip.times.size() &&
                     track.key_count <= job_.clip.times.size() - track.time_start);
        const auto times = job_.clip.times.subspan(track.time_start, track.key_count);
        const std::uint32_t key = job_.cursor.empty()
                                      ? find_key(times, job_.time)
                                      : find_key(times, job_.time, job_.cursor[index]);
        return segment_at(times, key, job_.time);
    }

    void sample_joints(std::size_t first, std::size_t count) noexcept {
        const TrackRecord& kind = job_.clip.tracks[first];
        const std::size_t width = kind.width;
        MOTUS_ASSERT(count >= 1 && count <= kBatch);
        MOTUS_ASSERT(width == (kind.kind == TrackKind::rotation ? 4u : 3u));
        const bool spline = kind.interpolation == Interpolation::cubic_spline;
        const bool step = kind.interpolation == Interpolation::step;
        for (std::size_t i = 0; i < kBatch; ++i) {
            // Lanes without a track repeat the last one: their numbers are harmless.
            const std::size_t index = first + std::min(i, count - 1);
            if (i >= count && i % kSoaLanes == 0) break;
            const TrackRecord& track = job_.clip.tracks[index];
            const Segment s = i < count ? segment_of(index) : last_;
            last_ = s;
            MOTUS_ASSERT(has_values(track, spline ? 3 : 1));
            const float* values = job_.clip.values.data() + track.value_start;
            if (spline) {
                gather_spline(values, width, s, i);
                continue;
            }
            batch_.t[i] = s.t;
            for (std::size_t c = 0; c < width; ++c) {
                batch_.left[c][i] = values[s.left * width + c];
                batch_.right[c][i] = values[s.right * width + c];
            }
        }
        const bool rotation = kind.kind == TrackKind::rotation;
        if (spline) {
            detail::spline_batch(batch_, width, count);
            if (rotation) detail::normalize_batch(batch_, count);
        } else if (step) {
            std::copy(&batch_.left[0][0], &batch_.left[0][0] + width * kBatch, &batch_.out[0][0]);
        } else if (rotation) {
            detail::slerp_batch(batch_, count);
        } else {
            detail::lerp_batch(batch_, width, count);
        }
        scatter(first, count, plane_of(kind.kind), width);
    }

    void gather_spline(const float* values, std::size_t width, const Segment& s,
                       std::size_t i) noexcept {
        batch_.t[i] = s.t;
        batch_.interval_s[i] = s.interval_s;
        const float* left = values + s.left * 3 * width;
        const float* right = values + s.right * 3 * width;
        for (std::size_t c = 0; c < width; ++c) {
            batch_.left[c][i] = left[width + c];
            batch_.left_out[c][i] = left[2 * width + c];
            batch_.right_in[c][i] = right[c];
            batch_.right[c][i] = right[width + c];
        }
    }

    static std::size_t plane_of(TrackKind kind) noexcept {
        switch (kind) {
            case TrackKind::translation:
                return static_cast<std::size_t>(Plane::tx);
            case TrackKind::rotation:
                return static_cast<std::size_t>(Plane::qx);
            default:
                return static_cast<std::size_t>(Plane::sx);
        }
    }

    void scatter(std::size_t first, std::size_t count, std::size_t plane,
                 std::size_t width) noexcept {
        const std::size_t stride = job_.out.joints.stride;
        for (std::size_t c = 0; c < width; ++c) {
            float* to = job_.out.joints.data + (plane + c) * stride;
            for (std::size_t i = 0; i < count; ++i) {
                MOTUS_ASSERT(job_.clip.tracks[first + i].target < job_.out.joint_count());
                to[job_.clip.tracks[first + i].target] = batch_.out[c][i];
            }
        }
    }

    void sample_weights(const TrackRecord& track, const Segment& s) noexcept {
        const std::size_t width = track.width;
        MOTUS_ASSERT(track.target <= job_.out.weights.size() &&
                     width <= job_.out.weights.size() - track.target);
        MOTUS_ASSERT(has_values(track, track.interpolation == Interpolation::cubic_spline ? 3 : 1));
        const float* values = job_.clip.values.data() + track.value_start;
        float* out = job_.out.weights.data() + track.target;
        if (track.interpolation != Interpolation::cubic_spline) {
            const float* left = values + s.left * width;
            const float* right = values + s.right * width;
            const float t = track.interpolation == Interpolation::step ? 0.0f : s.t;
            for (std::size_t c = 0; c < width; ++c)
                out[c] = detail::between_keys(left[c], 1.0f - t, right[c], t);
            return;
        }
        for (std::size_t start = 0; start < width; start += kBatch) {
            const std::size_t count = std::min(kBatch, width - start);
            for (std::size_t i = 0; i < kBatch; ++i) {
                const std::size_t c = start + std::min(i, count - 1);
                const float* left = values + s.left * 3 * width + c;
                const float* right = values + s.right * 3 * width + c;
                batch_.t[i] = s.t;
                batch_.interval_s[i] = s.interval_s;
                batch_.left[0][i] = left[width];
                batch_.left_out[0][i] = left[2 * width];
                batch_.right_in[0][i] = right[0];
                batch_.right[0][i] = right[width];
            }
            detail::spline_batch(batch_, 1, count);
            std::copy(batch_.out[0], batch_.out[0] + count, out + start);
        }
    }

    const SampleJob& job_;
    Segment last_{};
    KeyBatch batch_;
};

}  // namespace

Status run(const SampleJob& job) noexcept {
    if (!is_valid(job.out) || job.clip.joint_limit > job.out.joint_count() ||
        job.clip.weight_limit > job.out.weights.size() ||
        (!job.cursor.empty() && job.cursor.size() < job.clip.tracks.size())) {
        return Status::bad_size;
    }
    if (const Status status = copy_pose(job.rest, job.out); status != Status::ok) return status;
    if (job.clip.packed != nullptr) {
        detail::unpack_pose(*job.clip.packed, job.time, job.rest, job.out);
    }
    if (!job.clip.tracks.empty()) Sampler(job).run();
    return Status::ok;
}

}  // namespace motus
