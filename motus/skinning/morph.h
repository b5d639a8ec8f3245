// motus/skinning/morph.h - adds weighted morph targets to the vertices of a mesh, before skinning.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/math/vec.h>
#include <motus/skinning/vertex_stream.h>

#include <cstdint>
#include <span>

namespace motus {

/// Displacements of one target. A span is empty (the target does not touch that attribute) or has
/// one entry per vertex; or, where `indices` is not empty, one entry per index.
struct MorphTarget {
    std::span<const Vec3> positions{};
    std::span<const Vec3> normals{};
    std::span<const Vec3> tangents{};          ///< Direction only; w does not morph.
    std::span<const std::uint32_t> indices{};  ///< Sparse: which vertices, ascending strictly.
};

/// out = base + sum of weight x displacement, in the order of the targets. Targets of weight 0 are
/// skipped: they cost nothing, and with no weight at all the base comes out bit for bit.
/// Normals and tangents are not normalised; SkinningJob, or a shader, does that.
///
/// An output may be exactly the stream of its own base; no other overlap is allowed.
struct MorphJob {
    std::uint32_t vertex_count = 0;
    std::span<const MorphTarget> targets{};
    std::span<const float> weights{};  ///< One per target; any finite number.

    ConstVertexStream positions{};  ///< 3 floats.
    ConstVertexStream normals{};    ///< 3 floats.
    ConstVertexStream tangents{};   ///< 4 floats; w is kept.

    /// An output that is empty is not computed; one that is not needs its base.
    VertexStream out_positions{};
    VertexStream out_normals{};
    VertexStream out_tangents{};
};

/// Runs the job. Cost: vertices x targets whose weight is not 0, of sparse ones their entries. No
/// allocation, no lock. `bad_size` for counts that do not agree, `bad_data` for indices of an
/// active target that do not ascend or go beyond the mesh, `bad_argument` for a weight that is not
/// finite, a stream that is not aligned to 4 bytes or an output without its base; the outputs are
/// untouched then.
Status run(const MorphJob& job) noexcept;

}  // namespace motus
