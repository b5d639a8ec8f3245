// motus/import/gltf/accessor.h - typed reading of checked accessors.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/gltf/context.h>

#include <cstdint>
#include <span>

namespace motus::gltf {

/// Bytes of one component.
[[nodiscard]] std::uint32_t size_of(Component component);

/// "VEC3 of float", "MAT4 of unsigned byte": for messages.
[[nodiscard]] std::string describe(const Accessor& accessor);

/// The first `count` elements (at most accessor.count) as floats, `width` per element. Normalised
/// integers become fractions, others keep their value. `out` has room for count * width floats.
/// The caller has checked the width, and that a matrix is MAT4. False: a sparse index is out of
/// range or out of order, and it has been reported at `place`.
bool read_floats(Context& context, const Accessor& accessor, std::uint64_t count,
                 std::span<float> out, const std::string& place);

/// Unsigned integers, not normalised: joints and indices. Otherwise as read_floats.
bool read_integers(Context& context, const Accessor& accessor, std::span<std::uint32_t> out,
                   const std::string& place);

/// The upper three rows of a column-major 4x4. False: the last row is not 0 0 0 1.
bool affine_of(std::span<const float> columns, Mat34& out);

/// Index of the first float that is not finite, or values.size().
[[nodiscard]] std::size_t first_not_finite(std::span<const float> values) noexcept;

}  // namespace motus::gltf
