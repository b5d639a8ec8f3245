// SPDX-License-Identifier: MIT
#include <motus/import/bvh/bvh_export.h>

#include <motus/asset/asset_rig.h>
#include <motus/import/fbx/space.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <utility>

namespace motus {
namespace bvh {
namespace {

using fbx::Double3;
using fbx::DoubleMatrix;
using fbx::DoubleQuat;

constexpr double kOtherRate_hz = 60.0;
constexpr double kStillMetres = 1e-6;  // an offset that changes by less does not change
constexpr std::uint64_t kMaxJointFrames = 20'000'000;

/// A node on its way into the file, in the file's order.
struct OutJoint {
    std::uint32_t node = kNone;
    std::uint32_t parent = kNone;  ///< Among these.
    std::uint32_t depth = 0;
    bool is_end = false;  ///< An End Site: it does not turn.
    bool has_children = false;
    bool moves = false;  ///< Has position channels.
    Double3 rest;        ///< From the parent, in its axes, metres.
};

/// One joint at one frame.
struct JointFrame {
    Double3 offset, angles_deg;
};

/// Which nodes are joints.
std::vector<bool> joints_of(const Asset& asset) {
    std::vector<bool> kept(asset.nodes.size());
    if (asset.skins.empty()) {
        for (std::size_t i = 0; i < kept.size(); ++i)
            kept[i] = asset.nodes[i].mesh == kNone && asset.nodes[i].camera == kNone;
    }
    for (const AssetSkin& skin : asset.skins)
        for (const std::uint32_t joint : skin.joints)
            kept[joint] = true;
    for (const AssetClip& clip : asset.clips)
        for (const AssetTrack& track : clip.tracks)
            if (track.kind != TrackKind::weights) kept[track.node] = true;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (!kept[i]) continue;
        for (std::uint32_t at = asset.nodes[i].parent; at != kNone && !kept[at];
             at = asset.nodes[at].parent) {
            kept[at] = true;
        }
    }
    return kept;
}

void print_fixed(double value, int places, std::string& out) {
    double factor = 1.0;
    for (int i = 0; i < places; ++i)
        factor *= 10.0;
    auto scaled = std::llround(value * factor);
    if (scaled < 0) {
        out += '-';
        scaled = -scaled;
    }
    std::string digits = std::to_string(scaled);
    const auto wanted = static_cast<std::size_t>(places) + 1;
    if (digits.size() < wanted) digits.insert(0, wanted - digits.size(), '0');
    digits.insert(digits.size() - static_cast<std::size_t>(places), 1, '.');
    out += digits;
}

class Exporter {
  public:
    Exporter(const Asset& asset, const AssetRig& rig, const BvhExportOptions& options)
        : asset_(asset),
          rig_(rig),
          options_(options),
          skeleton_(rig.skeleton.view()),
          pose_(skeleton_) {}

    Result<std::string> run(Diagnostics& diagnostics) {
        order_joints();
        if (joints_.empty()) return fault("there are no joints that a .bvh could hold");
        count_frames();
        if (frames_ > kMaxJointFrames / joints_.size()) return fault("the clip is too long");
        evaluate_rest();
        evaluate_frames();
        if (!fits_) return fault("lengths are beyond what a .bvh can hold");
        warn_of_losses(diagnostics);
        std::string out = "HIERARCHY\n";
        write_hierarchy(out);
        write_motion(out);
        return out;
    }

  private:
    static Error fault(const char* cause) { return {"bvh-export", "", cause}; }

    /// Parents first, children behind them as in the asset.
    void order_joints() {
        const std::vector<bool> kept = joints_of(asset_);
        std::vector<std::vector<std::uint32_t>> children(asset_.nodes.size());
        std::vector<std::uint32_t> open;
        for (std::uint32_t i = static_cast<std::uint32_t>(asset_.nodes.size()); i-- > 0;) {
            if (!kept[i]) continue;
            const std::uint32_t parent = asset_.nodes[i].parent;
            if (parent == kNone) {
                open.push_back(i);
            } else {
                children[parent].push_back(i);
            }
        }
        std::vector<bool> turns(asset_.nodes.size());
        for (const AssetClip& clip : asset_.clips)
            for (const AssetTrack& track : clip.tracks)
                turns[track.node] = true;
        for (const AssetSkin& skin : asset_.skins)
            for (const std::uint32_t joint : skin.joints)
                turns[joint] = true;
        std::vector<std::uint32_t> places(asset_.nodes.size(), kNone);
        while (!open.empty()) {
            const std::uint32_t node = open.back();
            open.pop_back();
            OutJoint joint;
            joint.node = node;
            const std::uint32_t parent = asset_.nodes[node].parent;
            if (parent != kNone) {
                joint.parent = places[parent];
                joint.depth = joints_[joint.parent].depth + 1;
                joint.is_end =
                    children[node].empty() && children[parent].size() == 1 && !turns[node];
            }
            joint.has_children = !children[node].empty();
            places[node] = static_cast<std::uint32_t>(joints_.size());
            joints_.push_back(joint);
            open.insert(open.end(), children[node].begin(), children[node].end());
        }
    }

    void count_frames() {
        if (options_.clip >= asset_.clips.size()) return;
        clip_ = &asset_.clips[options_.clip];
        const double length_s = seconds_of(clip_->duration);
        const std::vector<Ticks>* longest = nullptr;
        for (const AssetTrack& track : clip_->tracks)
            if (longest == nullptr || track.times.size() > longest->size()) longest = &track.times;
        if (clip_->duration <= Ticks{} || longest == nullptr) return;
        const std::size_t keys = longest->size();
        bool even = keys > 1 && (*longest)[0] == Ticks{} && longest->back() == clip_->duration;
        for (std::size_t i = 0; even && i < keys; ++i) {
            const double at = seconds_of((*longest)[i]);
            even = std::fabs(at - time_of(i, keys)) < 1e-7;
        }
        frames_ =
            even ? keys : static_cast<std::size_t>(std::llround(length_s * kOtherRate_hz)) + 1;
        frames_ = std::max<std::size_t>(frames_, 2);
        frame_time_s_ = length_s / static_cast<double>(frames_ - 1);
    }

    double time_of(std::size_t frame, std::size_t frames) const {
        return seconds_of(clip_->duration) * static_cast<double>(frame) /
               static_cast<double>(frames - 1);
    }

    /// Every joint in the axes of its parent, from the pose.
    void evaluate(JointFrame* out) {
        const ConstPoseView pose = std::as_const(pose_).view();
        matrices_.resize(joints_.size());
        turns_.resize(joints_.size());
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            const OutJoint& joint = joints_[i];
            const auto [t, r, s] = joint_transform(pose, skeleton_.of_source[joint.node]);
            fbx::LocalTransform local{{t.x, t.y, t.z}, {r.x, r.y, r.z, r.w}, {s.x, s.y, s.z}};
            const double length = std::sqrt(
                local.rotation.x * local.rotation.x + local.rotation.y * local.rotation.y +
                local.rotation.z * local.rotation.z + local.rotation.w * local.rotation.w);
            for (double* part :
                 {&local.rotation.x, &local.rotation.y, &local.rotation.z, &local.rotation.w})
                *part /= length;
            const DoubleMatrix m = fbx::matrix_of(local);
            if (joint.parent == kNone) {
                matrices_[i] = m;
                turns_[i] = local.rotation;
                out[i].offset = local.translation;
            } else {
                // A scale above moves the joint: its place decides, not its own translation.
                matrices_[i] = matrices_[joint.parent] * m;
                turns_[i] = turns_[joint.parent] * local.rotation;
                out[i].offset = fbx::rotate(fbx::conjugate(turns_[joint.parent]),
                                            place(matrices_[i]) - place(matrices_[joint.parent]));
            }
            out[i].angles_deg = fbx::angles_of(local.rotation, fbx::RotationOrder::xyz);
            for (const double length_m : {out[i].offset.x, out[i].offset.y, out[i].offset.z}) {
                if (!(std::fabs(length_m / options_.metres_per_unit) <= kMaxBvhNumber))
                    fits_ = false;
            }
        }
    }

    static Double3 place(const DoubleMatrix& m) { return {m.m[3], m.m[7], m.m[11]}; }

    void evaluate_rest() {
        std::vector<JointFrame> rest(joints_.size());
        evaluate(rest.data());  // a new pose buffer is the rest pose
        for (std::size_t i = 0; i < joints_.size(); ++i)
            joints_[i].rest = rest[i].offset;
        if (clip_ == nullptr) values_ = std::move(rest);
    }

    void evaluate_frames() {
        for (OutJoint& joint : joints_)
            joint.moves = joint.parent == kNone;
        if (clip_ == nullptr) return;
        values_.resize(joints_.size() * frames_);
        const Clip clip = rig_.clips[options_.clip].view();
        std::vector<std::uint32_t> cursor(clip.tracks.size());
        for (std::size_t f = 0; f < frames_ && fits_; ++f) {
            const Ticks time = frames_ == 1 ? Ticks{} : ticks_of_seconds(time_of(f, frames_));
            const Status status =
                motus::run(SampleJob{clip, time, rest_pose(skeleton_), cursor, pose_});
            assert(status == Status::ok);
            (void)status;
            JointFrame* const row = values_.data() + f * joints_.size();
            evaluate(row);
            for (std::size_t i = 0; i < joints_.size(); ++i) {
                const Double3 change = row[i].offset - joints_[i].rest;
                if (!(std::fabs(change.x) + std::fabs(change.y) + std::fabs(change.z) <
                      kStillMetres))
                    joints_[i].moves = true;
                if (f != 0) follow(row[i].angles_deg, (row + i - joints_.size())->angles_deg);
            }
        }
        for (OutJoint& joint : joints_)
            if (joint.moves) joint.is_end = false;
    }

    /// Full turns are added, so that what plays between frames takes the short way.
    static void follow(Double3& angles, const Double3& before) {
        angles.x += 360.0 * std::round((before.x - angles.x) / 360.0);
        angles.y += 360.0 * std::round((before.y - angles.y) / 360.0);
        angles.z += 360.0 * std::round((before.z - angles.z) / 360.0);
    }

    void warn_of_losses(Diagnostics& diagnostics) const {
        const auto warn = [&](const char* message) { diagnostics.warn("bvh-loss", "", message); };
        std::size_t roots = 0;
        for (const OutJoint& joint : joints_)
            roots += joint.parent == kNone;
        if (roots > 1) warn("there are several roots: most programs read the first only");
        if (clip_ == nullptr) return;
        for (const TrackKind kind : {TrackKind::scale, TrackKind::weights}) {
            for (const AssetTrack& track : clip_->tracks) {
                if (track.kind != kind) continue;
                warn(kind == TrackKind::scale ? "scales are left out: joints are where they were"
                                              : "morph weights are left out");
                break;
            }
        }
    }

    /// One word, as most programs read it.
    std::string name_of(std::uint32_t node) const {
        std::string name = asset_.nodes[node].name.substr(0, kMaxBvhNameBytes);
        for (char& c : name) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte <= ' ' || byte == 0x7f || c == '{' || c == '}') c = '_';
        }
        return name.empty() ? "node" + std::to_string(node) : name;
    }

    void write_vector(const Double3& metres, std::string& out) const {
        for (const double value : {metres.x, metres.y, metres.z}) {
            out += ' ';
            print_fixed(value / options_.metres_per_unit, 6, out);
        }
    }

    void write_hierarchy(std::string& out) const {
        const auto close = [&](std::size_t from, std::size_t to) {
            for (; from > to; --from)
                out.append(from - 1, '\t').append("}\n");
        };
        std::size_t open = 0;
        for (const OutJoint& joint : joints_) {
            close(open, joint.depth);
            const std::string tabs(joint.depth, '\t');
            out += tabs;
            if (joint.is_end) {
                out += "End Site";
            } else {
                out.append(joint.parent == kNone ? "ROOT " : "JOINT ").append(name_of(joint.node));
            }
            out.append("\n").append(tabs).append("{\n").append(tabs).append("\tOFFSET");
            write_vector(joint.rest, out);
            out += '\n';
            open = joint.depth + 1;
            if (joint.is_end) continue;
            out.append(tabs).append(joint.moves ? "\tCHANNELS 6 Xposition Yposition Zposition "
                                                : "\tCHANNELS 3 ");
            out += "Zrotation Yrotation Xrotation\n";
            if (joint.has_children) continue;
            // Most programs need an End Site here.
            out.append(tabs).append("\tEnd Site\n").append(tabs).append("\t{\n");
            out.append(tabs).append("\t\tOFFSET 0 0 0\n").append(tabs).append("\t}\n");
        }
        close(open, 0);
    }

    void write_motion(std::string& out) const {
        out.append("MOTION\nFrames: ").append(std::to_string(frames_)).append("\nFrame Time: ");
        print_fixed(frame_time_s_, 10, out);
        out += '\n';
        for (std::size_t f = 0; f < frames_; ++f) {
            const JointFrame* const row = values_.data() + f * joints_.size();
            std::string line;
            for (std::size_t i = 0; i < joints_.size(); ++i) {
                if (joints_[i].is_end) continue;
                if (joints_[i].moves) write_vector(row[i].offset, line);
                const Double3& angles = row[i].angles_deg;
                for (const double angle : {angles.z, angles.y, angles.x}) {
                    line += ' ';
                    print_fixed(angle, 6, line);
                }
            }
            out.append(line, line.empty() ? 0 : 1, line.npos).append("\n");
        }
    }

    const Asset& asset_;
    const AssetRig& rig_;
    const BvhExportOptions& options_;
    Skeleton skeleton_;
    PoseBuffer pose_;
    const AssetClip* clip_ = nullptr;
    std::vector<OutJoint> joints_;
    std::size_t frames_ = 1;
    double frame_time_s_ = 1.0 / kOtherRate_hz;
    std::vector<JointFrame> values_;  ///< All joints of a frame, then the next frame's.
    std::vector<DoubleMatrix> matrices_;
    std::vector<DoubleQuat> turns_;
    bool fits_ = true;
};

}  // namespace
}  // namespace bvh

Result<std::string> export_bvh(const Asset& asset, const BvhExportOptions& options,
                               Diagnostics& diagnostics) {
    const Result<AssetRig> rig = make_rig(asset);
    if (!rig) return rig.error();
    return bvh::Exporter(asset, *rig, options).run(diagnostics);
}

}  // namespace motus
