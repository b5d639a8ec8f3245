// motus/bake/pack.h - exact clips to packed ones, with the error bound held by measurement.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/error.h>
#include <motus/clip/build.h>
#include <motus/clip/packed.h>
#include <motus/clip/small.h>
#include <motus/core/result.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace motus {

/// Asked every few milliseconds while a clip is packed, on the thread that packs. Once it has said
/// false it must go on saying so; packing then ends with "pack-cancelled". Empty: true.
using PackWatch = std::function<bool()>;

/// How a clip is to be packed.
struct PackSettings {
    ErrorSettings error{};  ///< In model units: settings_for() turns metres into them.
    PackedSpace space{};    ///< Null: rotations stay local. Its planes must outlive the clip.
    PackWatch watch{};

    [[nodiscard]] bool cancelled() const { return watch && !watch(); }
};

/// Code of the error that a cancelled packing returns.
inline constexpr const char* kPackCancelled = "pack-cancelled";

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

/// For clips whose keys are on an even grid but for a shift in the middle: the coarsest grid of up
/// to eight frames per smallest distance that all of them are on; else `even` is false.
[[nodiscard]] FrameGrid find_fine_grid(const Clip& clip);

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

struct SmallCut;

/// Owns a clip in the small form. Move-only; moving it leaves views valid.
class SmallClipBuffer {
  public:
    [[nodiscard]] Clip view() const noexcept;
    operator Clip() const noexcept { return view(); }  // NOLINT
    [[nodiscard]] const SmallClip& small() const noexcept { return *small_; }
    /// Segments, widths and rows, as a file has them.
    [[nodiscard]] std::span<const std::uint32_t> words() const noexcept { return words_; }

    /// What the clip takes in a file, exact tracks included.
    [[nodiscard]] std::size_t bytes() const noexcept;
    [[nodiscard]] std::uint32_t exact_tracks() const noexcept;
    [[nodiscard]] const ErrorReport& error() const noexcept { return error_; }

    SmallClipBuffer(SmallClipBuffer&&) noexcept = default;
    SmallClipBuffer& operator=(SmallClipBuffer&&) noexcept = default;

  private:
    friend class SmallPacker;
    friend Result<SmallClipBuffer> pack_small(const Skeleton&, const Clip&, const PackSettings&);
    SmallClipBuffer() = default;
    static Result<SmallClipBuffer> pack_with(const Skeleton& skeleton, const Clip& source,
                                             const PackSettings& local, double part, double still,
                                             std::span<const SmallCut> cuts, bool& overflowed);

    std::vector<SmallGroup> groups_;
    std::vector<SmallScalar> scalars_;
    std::vector<SmallStill> stills_;
    std::vector<std::uint8_t> rests_;
    std::vector<std::uint32_t> words_;
    std::optional<ClipBuffer> exact_;
    std::unique_ptr<SmallClip> small_;
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

/// Packs an exact clip in the small form: the same promise in a third to a half of the bytes,
/// decoded at a few times the cost. Rotations are local, whatever settings.space is. Takes a second
/// or so: steps are searched for. Fails as pack_fast does, and for rigs of 65535 joints or more.
[[nodiscard]] Result<SmallClipBuffer> pack_small(const Skeleton& skeleton, const Clip& source,
                                                 const PackSettings& settings = {});

}  // namespace motus
