// motus/import/model/resample.h - clips of an asset with keys at even times.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/core/result.h>

#include <cstdint>
#include <optional>

namespace motus {

/// Replaces the keys of every track but stepped ones by `rate_hz` linear keys a second, from 0 to
/// the clip's end, where the last key is. Rates: kMinModelRate_hz to kMaxModelRate_hz.
/// An error where the clips would have more than kMaxResampledValues, or the asset is inconsistent.
[[nodiscard]] std::optional<Error> resample_clips(Asset& asset, double rate_hz);

inline constexpr std::uint64_t kMaxResampledValues = 200'000'000;

}  // namespace motus
