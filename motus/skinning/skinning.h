// motus/skinning/skinning.h - moves the vertices of a mesh by a palette, on the CPU.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/math/vec.h>
#include <motus/skinning/vertex_stream.h>

#include <cstdint>
#include <span>

namespace motus {

/// Which joints move each vertex, and how much. Weights are used as they are: they should sum to
/// 1 (the importers see to that); a vertex whose weights are all 0 goes to the origin.
struct Influences {
    std::uint32_t per_vertex = 4;             ///< 4 or 8.
    std::span<const std::uint16_t> joints{};  ///< per_vertex for each vertex; into the palette.
    std::span<const float> weights{};         ///< The same number.
    /// Every joint is below this: measured once, at load, by joint_limit_of. 0: not known, and then
    /// each run of a job looks at every joint first. A limit that is too low is a broken promise:
    /// the job would read past the palette.
    std::uint32_t joint_limit = 0;
};

/// One more than the largest joint; 0 where there is none.
[[nodiscard]] std::uint32_t joint_limit_of(std::span<const std::uint16_t> joints) noexcept;

/// Linear blend skinning: M = sum of weight x palette, then for every vertex
/// position' = M * position; normal' = the inverse transpose of M's 3x3 part times normal, so that
/// it stays perpendicular under non-uniform scale and points outwards under mirroring; tangent' =
/// the 3x3 part times tangent. Normals and tangents come out with length 1.
///
/// A matrix that is flat within float precision counts as not mirrored. Where it leaves a normal
/// or tangent no direction at all (scale 0), the vector is written as it came in.
///
/// An output may be exactly the stream of its own input; no other overlap is allowed.
struct SkinningJob {
    std::uint32_t vertex_count = 0;
    Influences influences{};
    std::span<const Mat34> palette{};  ///< Of the skin: model[joint] * inverse bind. Finite.

    ConstVertexStream positions{};  ///< 3 floats.
    ConstVertexStream normals{};    ///< 3 floats, unit.
    ConstVertexStream tangents{};   ///< 4 floats: unit direction, and handedness w = +1 or -1.

    /// An output that is empty is not computed; one that is not needs its input.
    VertexStream out_positions{};
    VertexStream out_normals{};
    VertexStream out_tangents{};

    /// Also makes each tangent perpendicular to its normal; needs out_normals.
    bool orthonormal = false;
    /// w is kept as it is. With this on, it changes sign where the matrix mirrors, so that the
    /// bitangent cross(normal, tangent) * w follows the surface there too.
    bool flip_mirrored_w = false;
};

/// Runs the job. Cost: vertices; numbers in docs/performance.md. No allocation, no lock.
/// `bad_size` for spans or streams too small, `bad_data` for a joint beyond the palette,
/// `bad_argument` for a palette that is not finite, for influences other than 4 or 8, for a stream
/// that is not aligned to 4 bytes, an output without its input or orthonormal without normals; the
/// outputs are untouched then. NaN in an attribute or a weight stays in its own vertex.
/// Same inputs, same bits: docs/determinism.md.
Status run(const SkinningJob& job) noexcept;

}  // namespace motus
