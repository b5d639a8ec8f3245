// motus/core/status.h - how a runtime call says that it could not do its work.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace motus {

/// Outcome of a runtime job. Anything but `ok` means that the outputs are untouched, unless the
/// function says otherwise.
enum class [[nodiscard]] Status : std::uint8_t{
    ok = 0,
    bad_argument,  ///< A parameter is out of its stated range, or NaN.
    bad_size,      ///< A span is too small for the job, or sizes do not agree.
    bad_data,      ///< Data that should have been checked at load or build is inconsistent.
    missing,       ///< What the job refers to (a clip, a joint) is not there.
};

/// A short English phrase for people: "ok", "bad argument", ... Never null.
[[nodiscard]] const char* to_string(Status status) noexcept;

}  // namespace motus
