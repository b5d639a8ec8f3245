// SPDX-License-Identifier: MIT
#include <motus/play/rig.h>

#include <motus/clip/packed.h>
#include <motus/clip/small.h>

#include <algorithm>
#include <string>
#include <vector>

namespace motus {
namespace {

Error fault(const char* code, const char* list, std::size_t index, std::string cause) {
    return {code, std::string(list) + "[" + std::to_string(index) + "]", std::move(cause)};
}

// The joints that a clip animates, a bit each.
class Cover {
  public:
    explicit Cover(std::uint32_t joints) : joints_(joints), bits_((joints + 15) / 16, 0) {}

    void add(std::size_t joint) {
        if (joint < joints_) bits_[joint / 16] |= static_cast<std::uint16_t>(1u << joint % 16);
    }
    [[nodiscard]] bool is_whole() const {
        for (std::uint32_t j = 0; j < joints_; ++j) {
            if ((bits_[j / 16] >> j % 16 & 1) == 0) return false;
        }
        return true;
    }
    std::vector<std::uint16_t> take() && { return std::move(bits_); }

  private:
    std::uint32_t joints_;
    std::vector<std::uint16_t> bits_;
};

void add_packed(const PackedClip& clip, Cover& cover) {
    for (std::size_t g = 0; g < clip.groups.size(); ++g) {
        const PackedGroup& group = clip.groups[g];
        const unsigned turns = group.line != kPackedNone ? group.joints : 0u;
        const unsigned joints =
            turns | group.rest_translations | group.rest_rotations | group.rest_scales;
        for (std::size_t i = 0; i < kPackedLanes; ++i) {
            if ((joints >> i & 1u) != 0) cover.add(g * kPackedLanes + i);
        }
    }
    for (const PackedChannel& channel : clip.channels) {
        if (channel.part == PackedPart::joint) cover.add(channel.index);
    }
    for (const PackedConstant& constant : clip.constants) {
        if (constant.part == PackedPart::joint) cover.add(constant.index);
    }
}

void add_small(const SmallClip& clip, Cover& cover) {
    for (const SmallGroup& group : clip.groups) {
        for (const std::uint16_t joint : group.joints) {
            if (joint != kSmallNone) cover.add(joint);
        }
    }
    for (const SmallScalar& scalar : clip.scalars) {
        if (scalar.plane != kSmallWeight) cover.add(scalar.index);
    }
    for (const SmallStill& still : clip.stills)
        cover.add(still.joint);
    for (std::size_t at = 0; at < clip.rests.size(); ++at) {
        for (std::size_t i = 0; i < 8; ++i) {
            if ((clip.rests[at] >> i & 1u) != 0) cover.add(at / 3 * 8 + i);
        }
    }
}

// Empty where the clip animates all joints.
std::vector<std::uint16_t> cover_of(const Clip& clip, std::uint32_t joint_count) {
    Cover cover(joint_count);
    for (const TrackRecord& track : clip.tracks) {
        if (track.kind != TrackKind::weights) cover.add(track.target);
    }
    if (clip.packed != nullptr) {
        add_packed(*clip.packed, cover);
        if (clip.packed->small != nullptr) add_small(*clip.packed->small, cover);
    }
    if (cover.is_whole()) return {};
    return std::move(cover).take();
}

bool clip_fits(const Clip& clip, const Skeleton& skeleton) noexcept {
    return clip.joint_limit <= skeleton.joint_count() &&
           clip.weight_limit <= skeleton.rest_weights.size();
}

}  // namespace

struct RigBuffer::Tables {
    Rig rig{};
    std::vector<Clip> clips;
    std::vector<Skin> skins;
    std::vector<std::vector<float>> mask_floats;
    std::vector<Mask> masks;
    std::vector<RootMotion> roots;
    std::vector<AdditiveReference> references;
    std::vector<std::vector<EventTime>> event_times;
    std::vector<std::span<const EventTime>> events;
    std::vector<std::vector<std::uint16_t>> cover_bits;
    std::vector<ClipCover> covers;
    std::vector<PalettePlanBuffer> plan_buffer;  // one
    PalettePlan plan{};
};

RigBuffer::RigBuffer() : tables_(std::make_unique<Tables>()) {}
RigBuffer::RigBuffer(RigBuffer&&) noexcept = default;
RigBuffer& RigBuffer::operator=(RigBuffer&&) noexcept = default;
RigBuffer::~RigBuffer() = default;

const Rig& RigBuffer::view() const noexcept {
    return tables_->rig;
}

Result<RigBuffer> build_rig(const Rig& parts, std::uint32_t first, std::uint32_t count) {
    const Skeleton& skeleton = parts.skeleton;
    const std::size_t clips = parts.clips.size();
    const auto per_clip = [&](std::size_t size) { return size == 0 || size == clips; };
    if (!per_clip(parts.roots.size()) || !per_clip(parts.references.size()) ||
        !per_clip(parts.events.size())) {
        return Error{"rig-list", "", "roots, references and events need one entry per clip"};
    }
    RigBuffer out;
    RigBuffer::Tables& tables = *out.tables_;
    tables.clips.assign(parts.clips.begin(), parts.clips.end());
    tables.skins.assign(parts.skins.begin(), parts.skins.end());
    tables.roots.assign(parts.roots.begin(), parts.roots.end());
    tables.references.assign(parts.references.begin(), parts.references.end());
    tables.cover_bits.resize(clips);
    tables.covers.resize(clips);
    std::vector<Clip> own;
    for (std::size_t i = 0; i < clips; ++i) {
        if (i < first || i - first >= count) continue;
        const Clip& clip = parts.clips[i];
        if (!clip_fits(clip, skeleton)) {
            return fault("rig-clip", "clips", i,
                         "targets a joint or morph weight that the skeleton does not have");
        }
        own.push_back(clip);
        tables.cover_bits[i] = cover_of(clip, skeleton.joint_count());
        tables.covers[i] = {tables.cover_bits[i], clip.weight_limit > 0};
    }
    for (const auto& given : parts.events) {
        std::vector<EventTime>& times = tables.event_times.emplace_back(given.begin(), given.end());
        std::stable_sort(times.begin(), times.end(),
                         [](const EventTime& a, const EventTime& b) { return a.time < b.time; });
    }
    tables.events.assign(tables.event_times.begin(), tables.event_times.end());
    for (std::size_t i = 0; i < parts.masks.size(); ++i) {
        if (!is_valid_mask(parts.masks[i], skeleton.joint_count())) {
            return fault("rig-mask", "masks", i, "needs a weight in [0, 1] for each joint");
        }
        tables.mask_floats.emplace_back(parts.masks[i].begin(), parts.masks[i].end());
    }
    tables.masks.assign(tables.mask_floats.begin(), tables.mask_floats.end());
    auto plan = build_palette_plan(skeleton, tables.skins, own);
    if (!plan) return plan.error();
    tables.plan_buffer.push_back(std::move(*plan));
    tables.plan = tables.plan_buffer[0].view();
    tables.rig = {.skeleton = skeleton,
                  .clips = tables.clips,
                  .skins = tables.skins,
                  .masks = tables.masks,
                  .root = parts.root,
                  .roots = tables.roots,
                  .references = tables.references,
                  .events = tables.events,
                  .covers = tables.covers,
                  .plan = &tables.plan};
    return out;
}

}  // namespace motus
