// SPDX-License-Identifier: MIT
#include <motus/core/ticks.h>
#include <motus/import/bvh/bvh.h>
#include <motus/import/bvh/hierarchy.h>
#include <motus/math/trig.h>

#include <cmath>
#include <utility>

namespace motus {
namespace bvh {
namespace {

struct Turn {
    double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
};

/// `q`, and before it a turn about one axis.
void turn(Turn& q, Channel channel, double angle_deg) {
    const auto [s, c] = sin_cos(angle_deg * (kPi / 360.0));
    switch (channel) {
        case Channel::x_angle:
            q = {q.x * c + q.w * s, q.y * c + q.z * s, q.z * c - q.y * s, q.w * c - q.x * s};
            break;
        case Channel::y_angle:
            q = {q.x * c - q.z * s, q.y * c + q.w * s, q.z * c + q.x * s, q.w * c - q.y * s};
            break;
        default:
            q = {q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s, q.w * c - q.z * s};
    }
}

/// Where the keys of a joint go.
struct MoverKeys {
    std::size_t rotation = 0, translation = 0;  ///< Tracks; kNoTrack where there is none.
    Turn last;
};
constexpr std::size_t kNoTrack = ~std::size_t{0};

class MotionReader {
  public:
    MotionReader(Cursor& cursor, const Hierarchy& hierarchy, BvhInfo& info, AssetClip& clip)
        : cursor_(cursor), hierarchy_(hierarchy), info_(info), clip_(clip) {}

    bool run() {
        if (!read_header()) return false;
        make_tracks();
        std::vector<double> row(hierarchy_.channels);
        for (frame_ = 0; frame_ < info_.frames && !row.empty(); ++frame_) {
            // All numbers first: the turns behind them do not wait for each other.
            for (double& value : row)
                if (!cursor_.number("a number of a frame", value)) return false;
            const double* values = row.data();
            for (std::size_t i = 0; i < keys_.size(); ++i)
                values = add_key(hierarchy_.movers[i], values, keys_[i]);
        }
        if (!cursor_.is_at_end())
            cursor_.warn("bvh-rest", "what stands behind the last frame is ignored");
        return true;
    }

  private:
    bool read_header() {
        if (!cursor_.label("Frames")) return false;
        if (!cursor_.count("the number of frames", kMaxBvhFrames, info_.frames)) return false;
        // A number takes a digit and white space, so what cannot be there is known before memory
        // is asked for.
        const std::size_t room = cursor_.bytes_left() / 2 + 1;
        if (hierarchy_.channels != 0 && info_.frames > room / hierarchy_.channels) {
            return cursor_.error("the file is too short for " + std::to_string(info_.frames) +
                                 " frames of " + std::to_string(hierarchy_.channels) + " numbers");
        }
        if (!cursor_.label("Frame Time") || !cursor_.number("the frame time", info_.frame_time_s))
            return false;
        if (info_.frames > 1 && !(info_.frame_time_s >= kMinBvhFrameTime_s))
            return cursor_.error("the frame time must be a microsecond or more");
        if (!(static_cast<double>(info_.frames) * info_.frame_time_s <= kMaxBvhSeconds))
            return cursor_.error("the motion is longer than the limit of eight days");
        return true;
    }

    void make_tracks() {
        const auto add = [&](std::uint32_t node, TrackKind kind, std::size_t width) {
            AssetTrack& track = clip_.tracks.emplace_back();
            track.node = node;
            track.kind = kind;
            track.values.resize(info_.frames * width);
            return clip_.tracks.size() - 1;
        };
        if (info_.frames == 0 || hierarchy_.movers.empty()) return;
        std::vector<Ticks> times(info_.frames);
        for (std::size_t i = 0; i < times.size(); ++i)
            times[i] = ticks_of_seconds(static_cast<double>(i) * info_.frame_time_s);
        for (const Mover& mover : hierarchy_.movers) {
            MoverKeys keys{kNoTrack, kNoTrack, {}};
            if (mover.has_position) keys.translation = add(mover.node, TrackKind::translation, 3);
            if (mover.has_angle) keys.rotation = add(mover.node, TrackKind::rotation, 4);
            keys_.push_back(keys);
        }
        for (AssetTrack& track : clip_.tracks)
            track.times = times;
        if (!clip_.tracks.empty()) clip_.duration = times.back();
    }

    const double* add_key(const Mover& mover, const double* values, MoverKeys& keys) {
        Turn q;
        std::array<double, 3> position = hierarchy_.offsets[mover.node];
        for (const Channel channel : mover.channels) {
            const double value = *values++;
            if (channel <= Channel::z_position) {
                position[static_cast<std::size_t>(channel)] = value;
            } else if (value != 0.0) {  // joints that never move are common
                turn(q, channel, value);
            }
        }
        if (mover.has_position) {
            float* const out = clip_.tracks[keys.translation].values.data() + frame_ * 3;
            for (std::size_t i = 0; i < 3; ++i)
                out[i] = static_cast<float>(position[i] * info_.metres_per_unit);
        }
        if (mover.has_angle) {
            // Of the two quaternions of a rotation the one that is nearer to the key before.
            const Turn& last = keys.last;
            if (q.x * last.x + q.y * last.y + q.z * last.z + q.w * last.w < 0.0)
                q = {-q.x, -q.y, -q.z, -q.w};
            keys.last = q;
            float* const out = clip_.tracks[keys.rotation].values.data() + frame_ * 4;
            out[0] = static_cast<float>(q.x);
            out[1] = static_cast<float>(q.y);
            out[2] = static_cast<float>(q.z);
            out[3] = static_cast<float>(q.w);
        }
        return values;
    }

    Cursor& cursor_;
    const Hierarchy& hierarchy_;
    BvhInfo& info_;
    AssetClip& clip_;
    std::vector<MoverKeys> keys_;
    std::size_t frame_ = 0;
};

}  // namespace
}  // namespace bvh

Result<BvhScene> import_bvh(std::span<const std::byte> bytes, const BvhOptions& options,
                            Diagnostics& diagnostics) {
    const double scale = options.metres_per_unit;
    if (scale != 0.0 && !(scale >= kMinBvhMetresPerUnit && scale <= kMaxBvhMetresPerUnit)) {
        const Error fault{"bvh-scale", "", "metres per unit must be from 1e-6 to 1e6"};
        diagnostics.error(fault.code, fault.place, fault.cause);
        return fault;
    }
    BvhScene out;
    out.info.metres_per_unit = scale != 0.0 ? scale : kBvhMetresPerUnit;
    bvh::Cursor cursor(bytes, diagnostics);
    bvh::Hierarchy hierarchy;
    AssetClip clip;
    clip.name = options.clip_name;
    if (!bvh::read_hierarchy(cursor, out.info.metres_per_unit, hierarchy, out.asset) ||
        !bvh::MotionReader(cursor, hierarchy, out.info, clip).run()) {
        return *cursor.fault();
    }
    out.info.channels = hierarchy.channels;
    if (!clip.tracks.empty()) out.asset.clips.push_back(std::move(clip));
    AssetScene& scene = out.asset.scenes.emplace_back();
    out.asset.scene = 0;
    for (std::uint32_t i = 0; i < out.asset.nodes.size(); ++i)
        if (out.asset.nodes[i].parent == kNone) scene.roots.push_back(i);
    if (scale == 0.0) {
        diagnostics.warn("bvh-unit", "",
                         "BVH files state no unit: lengths are taken as centimetres "
                         "(--scale METRES says otherwise)");
    }
    return out;
}

}  // namespace motus
