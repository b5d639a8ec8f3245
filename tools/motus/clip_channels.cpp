// SPDX-License-Identifier: MIT
#include "clip_channels.h"

#include <motus/clip/packed.h>
#include <motus/clip/small.h>

#include <set>
#include <utility>

namespace motus::tool {
namespace {

/// What a track would move: a joint, or the first weight of a node.
class Channels {
  public:
    explicit Channels(std::span<const MorphEntry> morphs) : morphs_(morphs) {}

    void add(TrackKind kind, std::uint32_t target) { all_.insert({kind, target}); }

    /// A number: `plane` is 0 to 2 of a translation, 7 to 9 of a scale.
    void add_number(std::uint32_t joint, std::uint32_t plane) {
        add(plane < 3 ? TrackKind::translation : TrackKind::scale, joint);
    }

    void add_weight(std::uint32_t weight) {
        for (const MorphEntry& morph : morphs_)
            if (weight >= morph.first && weight - morph.first < morph.count)
                add(TrackKind::weights, morph.first);
    }

    void add_bits(TrackKind kind, std::size_t group, std::uint32_t bits) {
        for (std::uint32_t i = 0; i < 8; ++i)
            if ((bits >> i & 1u) != 0) add(kind, static_cast<std::uint32_t>(8 * group + i));
    }

    [[nodiscard]] std::size_t count() const { return all_.size(); }
    void remove(TrackKind kind, std::uint32_t target) { all_.erase({kind, target}); }

  private:
    std::span<const MorphEntry> morphs_;
    std::set<std::pair<TrackKind, std::uint32_t>> all_;
};

void add_rests(std::size_t group, std::uint32_t translations, std::uint32_t rotations,
               std::uint32_t scales, Channels& out) {
    out.add_bits(TrackKind::translation, group, translations);
    out.add_bits(TrackKind::rotation, group, rotations);
    out.add_bits(TrackKind::scale, group, scales);
}

void add_fast(const PackedClip& clip, Channels& out) {
    for (std::size_t g = 0; g < clip.groups.size(); ++g) {
        const PackedGroup& group = clip.groups[g];
        if (group.line != kPackedNone) out.add_bits(TrackKind::rotation, g, group.joints);
        add_rests(g, group.rest_translations, group.rest_rotations, group.rest_scales, out);
    }
    const auto add = [&](const auto& number) {
        if (number.part == PackedPart::weight)
            out.add_weight(number.index);
        else
            out.add_number(number.index, number.plane);
    };
    for (const PackedChannel& channel : clip.channels)
        add(channel);
    for (const PackedConstant& constant : clip.constants)
        add(constant);
}

void add_small(const SmallClip& clip, Channels& out) {
    for (const SmallGroup& group : clip.groups)
        for (const std::uint16_t joint : group.joints)
            if (joint != kSmallNone) out.add(TrackKind::rotation, joint);
    for (const SmallStill& still : clip.stills)
        out.add(TrackKind::rotation, still.joint);
    for (const SmallScalar& scalar : clip.scalars) {
        if (scalar.plane == kSmallWeight)
            out.add_weight(scalar.index);
        else
            out.add_number(scalar.index, scalar.plane);
    }
    for (std::size_t g = 0; 3 * g + 2 < clip.rests.size(); ++g)
        add_rests(g, clip.rests[3 * g], clip.rests[3 * g + 1], clip.rests[3 * g + 2], out);
}

}  // namespace

InterpolationCounts count_channels(const BakedFile& file, std::uint32_t index, const Clip& clip) {
    InterpolationCounts counts{};
    Channels packed(morphs_at(file.rigs, file.clips.clips[index].rig));
    if (clip.packed != nullptr && clip.packed->small != nullptr)
        add_small(*clip.packed->small, packed);
    else if (clip.packed != nullptr)
        add_fast(*clip.packed, packed);
    for (const TrackRecord& track : clip.tracks) {  // these keep their keys, on top of it
        ++counts[static_cast<std::size_t>(track.interpolation)];
        packed.remove(track.kind, track.target);
    }
    counts[static_cast<std::size_t>(Interpolation::linear)] +=
        static_cast<std::uint32_t>(packed.count());
    return counts;
}

}  // namespace motus::tool
