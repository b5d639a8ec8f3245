// motus/bake/pack.h - exact clips to packed ones, with the error bound held by measurement.
// Room: bake. Includes clip, error. Included by bake, tools, tests, bench.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/error.h>
#include <motus/clip/build.h>
#include <motus/clip/packed.h>
#include <motus/core/result.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace motus {

/// How a clip is to be packed.
struct PackSettings {
    ErrorSettings error{};  ///< In model units: settings_for() turns metres into them.
    PackedSpace space{};    ///< Null: rotations stay local. Its planes must outlive the clip.
};

/// Times of the frames: `frames` of them, `step` ticks apart.
struct FrameGrid {
    Ticks start{};
    double step = 0.0;
    std::uint32_t frames = 1;
    bool even = true;  ///< Every key of the source is on a frame.
};

/// The rate a clip was authored at, from its keys: the coarsest even grid that all of them are on.
/// Where there is none, one as fine as the usual distance of keys, and `even` is false.
[[nodiscard]] FrameGrid find_grid(const Clip& clip);

/// Owns a packed clip. Move-only; moving it leaves views valid.
class PackedClipBuffer {
  public:
    [[nodiscard]] Clip view() const noexcept;
    operator Clip() const noexcept { return view(); }  // NOLINT
    [[nodiscard]] const PackedClip& packed() const noexcept { return *packed_; }

    /// What the clip takes in memory and in a file, exact tracks included.
    [[nodiscard]] std::size_t bytes() const noexcept;
    /// Tracks that keep their keys, because frames could not hold the bound.
    [[nodiscard]] std::uint32_t exact_tracks() const noexcept;
    /// Lines of rotations that do not change.
    [[nodiscard]] std::uint32_t still_lines() const noexcept {
        return static_cast<std::uint32_t>(still_.size());
    }
    [[nodiscard]] double rate_hz() const noexcept;
    [[nodiscard]] const ErrorReport& error() const noexcept { return error_; }

    PackedClipBuffer(PackedClipBuffer&&) noexcept = default;
    PackedClipBuffer& operator=(PackedClipBuffer&&) noexcept = default;

  private:
    friend class FastPacker;
    PackedClipBuffer() = default;

    struct alignas(64) Line {
        std::int16_t numbers[kPackedLine / 2];
    };
    std::vector<Line> lines_, still_;
    std::vector<PackedGroup> groups_;
    std::vector<PackedChannel> channels_;
    std::vector<PackedConstant> constants_;
    std::optional<ClipBuffer> exact_;
    std::unique_ptr<PackedClip> packed_;
    Ticks duration_{};
    std::uint32_t joint_limit_ = 0, weight_limit_ = 0;
    ErrorReport error_{};
};

/// Bytes of a clip in exact form.
[[nodiscard]] std::size_t exact_bytes(const Clip& clip) noexcept;

/// Packs an exact clip in the fast form: frames at the rate it was authored at, at a whole part of
/// it where that holds the bound too, at a multiple where that is smaller than keeping keys; tracks
/// that no such rate holds (steps, uneven keys, half turns from key to key) keep their keys. The
/// result has been measured: its error() is under the bound.
///
/// `skeleton` must outlive the clip. Fails where the clip does not fit the skeleton, or where even
/// floats cannot hold the bound ("pack-bound": the bound is too small for the size of the rig).
[[nodiscard]] Result<PackedClipBuffer> pack_fast(const Skeleton& skeleton, const Clip& source,
                                                 const PackSettings& settings = {});

}  // namespace motus
