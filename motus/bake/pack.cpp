// SPDX-License-Identifier: MIT
#include <motus/bake/pack.h>

#include <motus/bake/pack_fast.h>

#include <utility>

namespace motus {

Clip PackedClipBuffer::view() const noexcept {
    Clip clip;
    if (exact_) clip = exact_->view();
    clip.duration = duration_;
    clip.joint_limit = joint_limit_;
    clip.weight_limit = weight_limit_;
    clip.packed = packed_.get();
    return clip;
}

std::size_t PackedClipBuffer::bytes() const noexcept {
    constexpr std::size_t kHeader = 64;
    return kHeader + still_.size() * kPackedLine + packed_->groups.size_bytes() +
           packed_->channels.size_bytes() + packed_->constants.size_bytes() +
           std::size_t{packed_->frame_bytes} * packed_->frame_count +
           (exact_ ? exact_bytes(exact_->view()) : 0);
}

std::uint32_t PackedClipBuffer::exact_tracks() const noexcept {
    return exact_ ? static_cast<std::uint32_t>(exact_->view().tracks.size()) : 0;
}

double PackedClipBuffer::rate_hz() const noexcept {
    return packed_->frames_per_tick * static_cast<double>(kTicksPerSecond);
}

// How many times the room of its keys a clip may take to be rid of them.
static constexpr std::size_t kFineBytes = 4;

static Error cancelled_error() {
    return {kPackCancelled, "clip", "packing was cancelled"};
}

Result<PackedClipBuffer> pack_fast(const Skeleton& skeleton, const Clip& source,
                                   const PackSettings& settings) {
    if (source.packed != nullptr) return Error{"pack-twice", "clip", "the clip is packed already"};
    if (source.joint_limit > skeleton.joint_count() ||
        source.weight_limit > skeleton.rest_weights.size()) {
        return Error{"pack-skeleton", "clip",
                     "the clip animates joints the skeleton does not have"};
    }
    FastPacker packer(skeleton, source, settings);
    const FrameGrid authored = find_grid(source);
    const auto at_rate = [&](double parts) {
        FrameGrid grid = authored;
        const double steps = (authored.frames - 1) * parts;
        grid.frames = static_cast<std::uint32_t>(steps) + 1;
        grid.step = authored.step / parts;
        return grid;
    };
    Result<PackedClipBuffer> best = packer.pack(authored);
    if (!best || authored.frames < 2) return best;
    // Keys are slow to sample, so a track that keeps them counts as if it were larger.
    const auto cost = [&](const PackedClipBuffer& clip) {
        const std::size_t kept = clip.exact_tracks();
        return clip.bytes() + (kept > 0 ? exact_bytes(clip.view()) + 256 * kept : 0);
    };
    const auto try_rate = [&](double parts) {
        if (settings.cancelled()) return;
        Result<PackedClipBuffer> other = packer.pack(at_rate(parts));
        if (other && cost(*other) < cost(*best)) best = std::move(other);
    };
    if (best->exact_tracks() > 0) {
        for (const double parts : {2.0, 4.0}) {
            if ((authored.frames - 1) * parts < 65536.0) try_rate(parts);
        }
        // Crowds mix frames several times faster than keys: a clip that needs none of its keys may
        // take more room.
        const FrameGrid fine = authored.even ? FrameGrid{} : find_fine_grid(source);
        if (fine.even && fine.frames > 1 && best->exact_tracks() > 0) {
            Result<PackedClipBuffer> other = packer.pack(fine);
            if (other && other->exact_tracks() == 0 &&
                other->bytes() <= kFineBytes * exact_bytes(source)) {
                best = std::move(other);
            }
        }
    } else {
        for (const std::uint32_t part : {2u, 3u, 4u}) {
            if ((authored.frames - 1) % part == 0) try_rate(1.0 / part);
        }
    }
    if (settings.cancelled()) return cancelled_error();
    return best;
}

}  // namespace motus
