// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/crowd/frame.h>

#include <motus/crowd/first_fault.h>
#include <motus/crowd/frame_task.h>
#include <motus/mix/blend.h>
#include <motus/play/evaluate.h>
#include <motus/play/evaluate_parts.h>
#include <motus/sample/sample.h>

#include <hwy/cache_control.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace motus {
namespace {

using detail::FrameCharacter;
using detail::FrameInput;
using detail::FrameTask;
using detail::kCrowdLanes;
using detail::kMostWeight;

// Weights whose sum is this close to 1 leave nothing to the rest pose.
constexpr float kComplete = 1e-6f;

// Palettes of a job that are larger than this do not stay in a core's cache until they are read:
// writing past it costs less.
constexpr std::size_t kStreamed = std::size_t{2} << 20;

// Few characters find their frames in the first cache anyway.
constexpr std::size_t kManyCharacters = 64;

std::size_t stride_of(const CrowdFrameJob& job) noexcept {
    return job.palette_stride != 0 ? job.palette_stride : job.rig.plan->palette_size;
}

bool is_streamed(const CrowdFrameJob& job, std::size_t stride) noexcept {
    return job.rig.plan->ordered && job.detail.joints.empty() && stride % 4 == 0 &&
           reinterpret_cast<std::uintptr_t>(job.palettes.data()) % 64 == 0 &&
           std::max(job.whole, job.characters.size()) * stride * sizeof(Mat34) > kStreamed;
}

std::size_t group_count(const Rig& rig) noexcept {
    return (rig.skeleton.joint_count() + kPackedLanes - 1) / kPackedLanes;
}

std::size_t pose_floats(const Skeleton& skeleton) noexcept {
    return soa_floats(skeleton.joint_count()) +
           soa_stride(static_cast<std::uint32_t>(skeleton.rest_weights.size()));
}

std::size_t character_floats(const Rig& rig) noexcept {
    const auto groups = soa_stride(static_cast<std::uint32_t>(group_count(rig)));
    return std::size_t{soa_stride(rig.skeleton.joint_count())} * 10 + 2 * groups;
}

// Characters that are prepared at once: two batches, or one who is alone.
std::size_t prepared_characters(std::uint32_t batch) noexcept {
    return batch == 1 ? 1 : 2 * kCrowdLanes;
}

bool is_fused_clip(const Rig& rig, const Clip& clip) noexcept {
    return clip.packed != nullptr && clip.packed->small == nullptr && clip.tracks.empty() &&
           clip.packed->space.left == rig.plan->space.left &&
           clip.packed->groups.size() == group_count(rig);
}

// Whether a clip turns the joint whose turning is root motion. At rest there is nothing to take.
bool takes_turn(const RootMotion& root, const Clip& clip) noexcept {
    if (!root.yaw && !root.tumble) return false;
    const PackedGroup& group = clip.packed->groups[root.joint / kPackedLanes];
    return group.line != kPackedNone && (group.joints >> root.joint % kPackedLanes & 1u) != 0;
}

// Items of a layer that show, in the order of their sum.
struct FusedLayer {
    const PlaylistItem* shown[kMaxCrowdItems];
    std::size_t count = 0;
};

// False where the layer is not as kMaxCrowdItems says.
bool collect(const Rig& rig, const Playlist& list, std::uint32_t l, FusedLayer& out) noexcept {
    const PlaylistLayer& layer = list.layers[l];
    if (layer.mode != LayerMode::override_below || layer.mask < rig.masks.size() ||
        layer.unanimated == Unanimated::left_out || layer.strict || layer.over != (l > 0) ||
        layer.first > list.items.size() || layer.count > list.items.size() - layer.first ||
        !(layer.weight >= 0.0f)) {
        return false;
    }
    out.count = 0;
    for (const PlaylistItem& item : list.items.subspan(layer.first, layer.count)) {
        if (item.kind != MotionKind::clip || item.passed || item.weight == 0.0f) continue;
        if (out.count == kMaxCrowdItems || item.source >= rig.clips.size() ||
            !(item.weight > 0.0f) || !detail::is_item_kept(item) ||
            !is_fused_clip(rig, rig.clips[item.source])) {
            return false;
        }
        const RootMotion& root = detail::root_of(rig, item.source);
        if (root.joint != kNoJoint && (l > 0 || takes_turn(root, rig.clips[item.source]))) {
            return false;
        }
        std::size_t at = out.count++;
        for (; at > 0 && out.shown[at - 1]->motion > item.motion; --at)
            out.shown[at] = out.shown[at - 1];
        out.shown[at] = &item;
    }
    return l == 0 || out.count == 0 || (out.count == 1 && out.shown[0]->weight == 1.0f);
}

// Whether a playlist can be mixed in registers; `base` and the number of clips over it.
bool collect_all(const Rig& rig, const Playlist& list, std::span<const float> carry,
                 FusedLayer& base, std::size_t& overs) noexcept {
    if (list.layer_count > list.layers.size()) return false;
    if (!carry.empty()) {
        // What the layer shows is noted for a later blend; one that runs needs poses.
        if (list.layer_count == 0 || carry.size() < carry_floats(rig.skeleton, 1)) return false;
        const PlaylistLayer& layer = list.layers[0];
        if (layer.carry != Carry::none || layer.keep || layer.over ||
            layer.unanimated != Unanimated::at_rest) {
            return false;
        }
    }
    overs = 0;
    for (std::uint32_t l = list.layer_count; l-- > 0;) {
        if (!collect(rig, list, l, base)) return false;
        if (l > 0) overs += base.count;
    }
    return base.count + overs <= kMaxCrowdItems;
}

class Part {
  public:
    Part(const CrowdFrameJob& job, std::span<float> scratch, detail::FirstFault& fault) noexcept
        : job_(job), fault_(fault) {
        task_.skeleton = job.rig.skeleton;
        task_.plan = *job.rig.plan;
        task_.detail = job.detail;
        if (!job.detail.joints.empty()) task_.plan.joints = job.detail.joints;
        task_.stride = soa_stride(job.rig.skeleton.joint_count());
        task_.groups = group_count(job.rig);
        task_.unit = job.rig.plan->unit;
        task_.stream = is_streamed(job, stride_of(job));
        shows_ = !job.palettes.empty();
        float* at = scratch.data();
        task_.slots = at;
        at += std::size_t{job.rig.plan->slots} * 12 * kCrowdLanes;
        const auto flags = soa_stride(static_cast<std::uint32_t>(task_.groups));
        for (std::size_t k = 0; k < prepared_characters(job.batch); ++k) {
            FrameCharacter& c = characters_[k / kCrowdLanes][k % kCrowdLanes];
            c.memory = at;
            c.moved = at + 10 * task_.stride;
            c.sized = c.moved + flags;
            at += character_floats(job.rig);
        }
        poses_ = at;
    }

    void run(std::size_t first, std::size_t end) noexcept {
        const std::size_t lanes = detail::frame_lanes();
        const std::size_t batches = lanes > 1 ? (end - first) / lanes : 0;
        // A batch is prepared while the one before it is still to come: by its turn its frames are
        // in the cache.
        prefetch_ = std::max(job_.whole, job_.characters.size()) >= kManyCharacters;
        for (std::size_t b = 0; b <= batches; ++b) {
            for (std::size_t k = 0; b < batches && k < lanes; ++k)
                prepare(first + b * lanes + k, characters_[b % 2][k]);
            if (b > 0 && shows_) detail::frame_batch(task_, characters_[(b - 1) % 2]);
        }
        prefetch_ = false;
        for (first += batches * lanes; first < end; ++first) {
            prepare(first, characters_[0][0]);
            if (shows_) detail::frame_single(task_, characters_[0][0]);
        }
        if (task_.stream) detail::frame_flush();
    }

  private:
    float* weights_of(std::size_t index) const noexcept {
        const std::size_t count = job_.rig.skeleton.rest_weights.size();
        return job_.weights.empty() ? nullptr : job_.weights.data() + index * count;
    }

    void prepare(std::size_t character, FrameCharacter& c) noexcept {
        MOTUS_ASSERT(character < job_.characters.size() && c.memory != nullptr);
        const CrowdCharacter& given = job_.characters[character];
        const std::size_t index = job_.places.empty() ? character : job_.places[character];
        MOTUS_ASSERT(!shows_ || (index + 1) * stride_of(job_) <= job_.palettes.size() ||
                     stride_of(job_) > job_.rig.plan->palette_size);
        c.palette = shows_ ? job_.palettes.data() + index * stride_of(job_) : nullptr;
        c.count = c.overs = 0;
        c.rest = 0.0f;
        c.posed = false;
        c.rotations = c.memory;
        c.moves = c.memory + 4 * task_.stride;
        c.sizes = c.memory + 7 * task_.stride;
        std::memset(c.moved, 0, task_.groups * sizeof(float));
        std::memset(c.sized, 0, task_.groups * sizeof(float));
        if (float* weights = weights_of(index); weights != nullptr) {
            const std::span<const float> rest = job_.rig.skeleton.rest_weights;
            std::copy(rest.begin(), rest.end(), weights);
        }
        if (given.playlist != nullptr) return play(given, index, c);
        if (given.pose != nullptr) return show_pose(*given.pose, index, c);
        const auto items = job_.items.subspan(given.first, given.count);
        float total = 0.0f;
        bool fused = true;
        for (const CrowdItem& item : items) {
            total += item.weight;
            fused = fused && is_fused_clip(job_.rig, job_.rig.clips[item.clip]);
        }
        if (!fused) return sample(items, index, c);
        const float scale = total > 1.0f ? 1.0f / total : 1.0f;
        c.rest = total < 1.0f - kComplete ? 1.0f - total : 0.0f;
        c.reference = 0;
        for (const CrowdItem& item : items) {
            if (item.weight == 0.0f) continue;
            add(item, item.weight * scale, weights_of(index), c);
        }
        if (c.count == 0) c.rest = 0.0f;
    }

    // A playlist: in registers where it can be, else by the evaluator.
    void play(const CrowdCharacter& given, std::size_t index, FrameCharacter& c) noexcept {
        const bool fused = fuse(given, index, c);
        if (fused && job_.roots.empty()) return;
        const Skeleton& skeleton = job_.rig.skeleton;
        float* memory = poses_ + pose_floats(skeleton);
        const EvaluateJob job{
            .rig = job_.rig,
            .playlist = given.playlist,
            .carry = given.carry,
            .scratch = {{memory, scratch_floats(skeleton, job_.scratch_items)}, job_.scratch_items},
            .out = scratch_pose(0),
            .root = job_.roots.empty() ? nullptr : &job_.roots[index]};
        if (fused) {
            *job.root = detail::blend_root(job);
            return;
        }
        if (const Status status = motus::run(job); status != Status::ok) {
            fault_.note(index, status);
            if (job.root != nullptr) *job.root = {};
            return;
        }
        pose(scratch_pose(0), index, c);
    }

    // False, and nothing has changed, where the playlist is not as kMaxCrowdItems says.
    bool fuse(const CrowdCharacter& given, std::size_t index, FrameCharacter& c) noexcept {
        const Playlist& list = *given.playlist;
        FusedLayer base;
        std::size_t overs = 0;
        if (!collect_all(job_.rig, list, given.carry, base, overs)) return false;
        float* weights = weights_of(index);
        float total = 0.0f;
        for (std::size_t k = 0; k < base.count; ++k)
            total += base.shown[k]->weight;
        const float scale = total > 1.0f ? 1.0f / total : 1.0f;
        c.rest = base.count > 0 && total < 1.0f - kComplete ? 1.0f - total : 0.0f;
        c.reference = 0;
        for (std::size_t k = 0; k < base.count; ++k) {
            const PlaylistItem& item = *base.shown[k];
            add({item.to, item.source}, item.weight * scale, weights, c);
        }
        if (!given.carry.empty()) {
            detail::keep_items(detail::kept_at(job_.rig.skeleton, given.carry, 0),
                               {base.shown, base.count});
        }
        for (std::uint32_t l = 1; overs > 0 && l < list.layer_count; ++l) {
            const PlaylistLayer& layer = list.layers[l];
            FusedLayer over;
            (void)collect(job_.rig, list, l, over);
            if (over.count == 0 || layer.weight == 0.0f) continue;
            const PlaylistItem& item = *over.shown[0];
            lay_over({item.to, item.source, std::min(layer.weight, 1.0f)}, weights, c);
        }
        return true;
    }

    // One clip over all that is there already.
    void lay_over(const CrowdItem& item, float* weights, FrameCharacter& c) noexcept {
        const PackedClip& clip = *job_.rig.clips[item.clip].packed;
        MOTUS_ASSERT(c.count + c.overs < kMaxCrowdItems);
        const PackedMoment moment = open(clip, item.time, item.weight, c.inputs[c.count + c.overs]);
        ++c.overs;
        const Skeleton& skeleton = job_.rig.skeleton;
        const auto put = [&](PackedPart part, std::uint32_t index, std::uint32_t plane,
                             float value) {
            if (part == PackedPart::weight && weights == nullptr) return;
            float& to = part == PackedPart::weight ? weights[index] : number_at(index, plane, c);
            to = to * (1.0f - item.weight) + value * item.weight;
        };
        for (std::size_t g = 0; g < clip.groups.size(); ++g) {
            const PackedGroup& group = clip.groups[g];
            for (std::uint32_t i = 0; i < kPackedLanes; ++i) {
                const auto joint = static_cast<std::uint32_t>(g * kPackedLanes + i);
                for (std::uint32_t p = 0; p < 3; ++p) {
                    if (c.moved[g] != 0.0f && (group.rest_translations >> i & 1u) != 0)
                        put(PackedPart::joint, joint, p,
                            skeleton.rest.plane(static_cast<Plane>(p))[joint]);
                    if (c.sized[g] != 0.0f && (group.rest_scales >> i & 1u) != 0)
                        put(PackedPart::joint, joint, 7 + p,
                            skeleton.rest.plane(static_cast<Plane>(7 + p))[joint]);
                }
            }
        }
        each_number(clip, moment, put);
    }

    // A clip at a time as an input of the kernels.
    PackedMoment open(const PackedClip& clip, Ticks time, float weight,
                      FrameInput& input) const noexcept {
        PackedMoment moment;
        if (clip.frame_count > 0) moment = moment_of(clip, time);
        for (std::size_t at = 0; prefetch_ && at < clip.frame_bytes / 2; at += kPackedLine / 2) {
            hwy::Prefetch(moment.left + at);
            hwy::Prefetch(moment.right + at);
        }
        input = {clip.groups.data(),
                 moment.left,
                 moment.right,
                 clip.still,
                 moment.weight,
                 weight,
                 weight * detail::kCrowdDown};
        return moment;
    }

    // Calls put(part, index, plane, value) for every number that is no rotation.
    template <typename Put>
    static void each_number(const PackedClip& clip, const PackedMoment& moment, Put put) noexcept {
        for (const PackedConstant& constant : clip.constants)
            put(constant.part, constant.index, constant.plane, constant.value);
        const std::size_t numbers = clip.lines * std::size_t{kPackedLine / 2};
        for (std::size_t k = 0; k < clip.channels.size(); ++k) {
            const PackedChannel& channel = clip.channels[k];
            float value = value_of(clip, moment, numbers, k);
            if (k + 1 < clip.channels.size() && clip.channels[k + 1].more != 0) {
                value += value_of(clip, moment, numbers, ++k);
            }
            put(channel.part, channel.index, channel.plane, value);
        }
    }

    void add(const CrowdItem& item, float weight, float* weights, FrameCharacter& c) noexcept {
        const PackedClip& clip = *job_.rig.clips[item.clip].packed;
        MOTUS_ASSERT(c.count < kMaxCrowdItems && c.overs == 0 && weight > 0.0f);
        const PackedMoment moment = open(clip, item.time, weight, c.inputs[c.count]);
        if (weight > c.inputs[c.reference].weight) c.reference = c.count;
        ++c.count;
        const RootMotion& root = detail::root_of(job_.rig, item.clip);
        each_number(clip, moment,
                    [&](PackedPart part, std::uint32_t index, std::uint32_t plane, float value) {
                        // What is root motion stays at rest.
                        const bool taken = part == PackedPart::joint && index == root.joint &&
                                           ((plane == 0 && root.x) || (plane == 1 && root.y) ||
                                            (plane == 2 && root.z));
                        if (!taken) move(part, index, plane, value, weight, weights, c);
                    });
    }

    static float value_of(const PackedClip& clip, const PackedMoment& moment, std::size_t numbers,
                          std::size_t k) noexcept {
        const std::int32_t mixed = moment.left[numbers + k] * (kPackedWhole - moment.weight) +
                                   moment.right[numbers + k] * moment.weight;
        return clip.channels[k].offset + clip.channels[k].scale * static_cast<float>(mixed);
    }

    // Shares of a number that are not given stay at rest: rest + sum of weight * (value - rest).
    void move(PackedPart part, std::uint32_t index, std::uint32_t plane, float value, float weight,
              float* weights, FrameCharacter& c) noexcept {
        const Skeleton& skeleton = job_.rig.skeleton;
        if (part == PackedPart::weight) {
            if (weights == nullptr) return;
            weights[index] += weight * (value - skeleton.rest_weights[index]);
            return;
        }
        const float* rest = skeleton.rest.plane(static_cast<Plane>(plane));
        number_at(index, plane, c) += weight * (value - rest[index]);
    }

    // A number of a joint's translation or scale; its group starts at rest.
    float& number_at(std::uint32_t index, std::uint32_t plane, FrameCharacter& c) const noexcept {
        const Skeleton& skeleton = job_.rig.skeleton;
        const bool size = plane >= static_cast<std::uint32_t>(Plane::sx);
        float* planes = c.memory + (size ? 7 : 4) * task_.stride;
        float& flag = (size ? c.sized : c.moved)[index / kPackedLanes];
        if (flag == 0.0f) {
            flag = 1.0f;
            const std::size_t first = index / kPackedLanes * kPackedLanes;
            const float* from = skeleton.rest.plane(size ? Plane::sx : Plane::tx) + first;
            for (std::size_t p = 0; p < 3; ++p) {
                std::memcpy(planes + p * task_.stride + first, from + p * task_.stride,
                            kPackedLanes * sizeof(float));
            }
        }
        return planes[(plane - (size ? 7 : 0)) * task_.stride + index];
    }

    PoseView scratch_pose(std::size_t index) const noexcept {
        const Skeleton& skeleton = job_.rig.skeleton;
        float* data = poses_ + index * pose_floats(skeleton);
        return {{data, skeleton.joint_count(), soa_stride(skeleton.joint_count())},
                {data + soa_floats(skeleton.joint_count()), skeleton.rest_weights.size()}};
    }

    // Clips that are not packed for this rig: over poses, as the evaluator does it.
    void sample(std::span<const CrowdItem> items, std::size_t index, FrameCharacter& c) noexcept {
        BlendLayer layers[kMaxCrowdItems];
        const ConstPoseView rest = rest_pose(job_.rig.skeleton);
        std::size_t count = 0;
        for (const CrowdItem& item : items) {
            const PoseView out = scratch_pose(1 + count);
            (void)motus::run(SampleJob{job_.rig.clips[item.clip], item.time, rest, {}, out});
            layers[count].pose = out;
            layers[count].weight = item.weight;
            layers[count].motion = static_cast<std::uint32_t>(count);
            ++count;
        }
        (void)motus::run(BlendJob{{layers, count}, rest, scratch_pose(0)});
        pose(scratch_pose(0), index, c);
    }

    // A pose of the scratch, which the next character needs too.
    void pose(const ConstPoseView& from, std::size_t index, FrameCharacter& c) noexcept {
        const std::size_t bytes = task_.stride * sizeof(float);
        std::memcpy(c.memory, from.joints.plane(Plane::qx), 4 * bytes);
        std::memcpy(c.memory + 4 * task_.stride, from.joints.plane(Plane::tx), 3 * bytes);
        std::memcpy(c.memory + 7 * task_.stride, from.joints.plane(Plane::sx), 3 * bytes);
        show(from, index, c);
    }

    // A pose that stays where it is. Beyond its joints kernels compute what nobody reads.
    void show_pose(const ConstPoseView& from, std::size_t index, FrameCharacter& c) noexcept {
        c.rotations = from.joints.plane(Plane::qx);
        c.moves = from.joints.plane(Plane::tx);
        c.sizes = from.joints.plane(Plane::sx);
        show(from, index, c);
    }

    void show(const ConstPoseView& from, std::size_t index, FrameCharacter& c) noexcept {
        c.posed = true;
        std::fill(c.moved, c.moved + task_.groups, 1.0f);
        std::fill(c.sized, c.sized + task_.groups, task_.plan.chain ? 0.0f : 1.0f);
        if (float* weights = weights_of(index); weights != nullptr) {
            std::copy(from.weights.begin(), from.weights.end(), weights);
        }
    }

    const CrowdFrameJob& job_;
    FrameTask task_;
    FrameCharacter characters_[2][kCrowdLanes];
    bool prefetch_ = false;
    bool shows_ = true;
    float* poses_ = nullptr;
    detail::FirstFault& fault_;
};

struct SharedFrame {
    const CrowdFrameJob& job;
    detail::FirstFault fault{};
};

void run_part(void* user, std::uint32_t part, std::uint32_t worker) {
    auto& shared = *static_cast<SharedFrame*>(user);
    const CrowdFrameJob& job = shared.job;
    const std::size_t first = std::size_t{part} * job.batch;
    const std::size_t end = std::min(job.characters.size(), first + job.batch);
    Part(job, job.scratch[worker], shared.fault).run(first, end);
}

}  // namespace

namespace detail {

Status check_frame(const CrowdFrameJob& job) noexcept {
    const Skeleton& skeleton = job.rig.skeleton;
    // Places that are written: as many as characters, unless told.
    std::size_t count = job.characters.size();
    if (!job.places.empty()) {
        if (job.places.size() < count) return Status::bad_size;
        count = 0;
        for (const std::uint32_t place : job.places.first(job.characters.size()))
            count = std::max<std::size_t>(count, std::size_t{place} + 1);
    }
    if (job.rig.plan == nullptr) return Status::missing;
    const std::size_t stride = stride_of(job);
    if (job.batch == 0 || job.executor.workers == 0 || stride < job.rig.plan->palette_size ||
        count > 0xffffffffu - job.batch) {
        return Status::bad_argument;
    }
    if (job.scratch.size() < job.executor.workers ||
        (!job.palettes.empty() &&
         job.palettes.size() / std::max<std::size_t>(stride, 1) < (stride == 0 ? 0 : count))) {
        return Status::bad_size;
    }
    if (!job.weights.empty() &&
        job.weights.size() / std::max<std::size_t>(skeleton.rest_weights.size(), 1) < count) {
        return Status::bad_size;
    }
    for (std::uint32_t w = 0; w < job.executor.workers; ++w) {
        if (job.scratch[w].size() < crowd_scratch_floats(job.rig, job.scratch_items, job.batch))
            return Status::bad_size;
    }
    if (!job.detail.joints.empty() && (job.detail.joints.size() != skeleton.joint_count() ||
                                       job.detail.first.size() != skeleton.joint_count() + 1)) {
        return Status::bad_size;
    }
    if (job.scratch_items < kMaxCrowdItems || (!job.roots.empty() && job.roots.size() < count)) {
        return Status::bad_size;
    }
    for (const CrowdCharacter& c : job.characters) {
        if (c.playlist != nullptr) continue;
        if (c.pose != nullptr) {
            if (!is_valid(*c.pose) || c.pose->joint_count() != skeleton.joint_count() ||
                c.pose->weights.size() != skeleton.rest_weights.size()) {
                return Status::bad_size;
            }
            continue;
        }
        if (c.count > kMaxCrowdItems || c.first > job.items.size() ||
            c.count > job.items.size() - c.first) {
            return Status::bad_size;
        }
        for (const CrowdItem& item : job.items.subspan(c.first, c.count)) {
            if (item.clip >= job.rig.clips.size()) return Status::missing;
            const Clip& clip = job.rig.clips[item.clip];
            if (clip.joint_limit > skeleton.joint_count() ||
                clip.weight_limit > skeleton.rest_weights.size()) {
                return Status::bad_size;
            }
            if (!(item.weight >= 0.0f) || !(item.weight <= kMostWeight)) {
                return Status::bad_argument;
            }
        }
    }
    return Status::ok;
}

bool plays_in_registers(const Rig& rig, const Playlist& playlist,
                        std::span<const float> carry) noexcept {
    FusedLayer base;
    std::size_t overs = 0;
    return collect_all(rig, playlist, carry, base, overs);
}

}  // namespace detail

std::size_t crowd_scratch_floats(const Rig& rig, std::uint32_t items,
                                 std::uint32_t batch) noexcept {
    return std::size_t{rig.plan->slots} * 12 * kCrowdLanes +
           prepared_characters(batch) * character_floats(rig) + pose_floats(rig.skeleton) +
           scratch_floats(rig.skeleton, std::max(items, kMaxCrowdItems));
}

Status run(const CrowdFrameJob& job) noexcept {
    if (const Status status = detail::check_frame(job); status != Status::ok) return status;
    const auto parts =
        static_cast<std::uint32_t>((job.characters.size() + job.batch - 1) / job.batch);
    SharedFrame shared{job};
    run_parts(job.executor, parts, run_part, &shared);
    return shared.fault.status();
}

}  // namespace motus
