// motus/bake/baker.h - bakes one document again and again, and does again only what has changed.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/bake.h>
#include <motus/bake/pack_step.h>
#include <motus/bake/store.h>

#include <memory>
#include <string>
#include <vector>

namespace motus {

/// A baked file that was opened. Moving it leaves the views of `file` valid.
struct Baked {
    AlignedBytes bytes;
    BakedFile file{};
    std::vector<ClipMeasure> measures;  ///< One per clip of the file, in its order.
};

/// A clip that a bake put off. The bytes are all that a worker needs: run_pack_job().
struct PackJob {
    BakeKey key;
    std::uint64_t clip = 0;        ///< Id of a clip in the document that waits for it.
    std::size_t source_bytes = 0;  ///< Of its keys: how long it takes grows with them.
    AlignedBytes bytes;
};

/// Bakes a document after each edit. The bytes and the faults are those of `bake`, whatever was
/// baked before; what is kept is the costly part, under everything that went into it:
///
/// | step | goes in | kept |
/// |---|---|---|
/// | rig | an asset | until set_assets |
/// | keys of a clip | rig, source clip, part of it | while it is in use, and 16 bakes longer |
/// | space of a rig's clips | rig, keys of all its clips | the last one of each rig |
/// | packed clip | skeleton, keys, space, form, bounds, version of the step | 64 MB, and in the
/// store |
///
/// What is left is linear in the document and in the bytes of the file: docs/bake.md has times.
/// For one thread at a time; packing alone may run anywhere.
class Baker {
  public:
    /// `store`, where there is one, outlives the baker.
    explicit Baker(BakeStore* store = nullptr);
    Baker(Baker&&) noexcept;
    Baker& operator=(Baker&&) noexcept;
    ~Baker();

    /// The assets of the document's sources: they stay as they are until this is called again.
    void set_assets(std::vector<BakeAsset> assets);

    /// As motus::bake().
    [[nodiscard]] Result<Baked> bake(const Document& document, Diagnostics& diagnostics,
                                     const BakeSettings& settings = {});

    /// Clips that the last bake put off (`pack_later`): they are in its file with their keys, and
    /// play. Each is to be packed, by anyone, and handed to `take`; then the next bake has it.
    [[nodiscard]] std::size_t waiting() const noexcept;
    [[nodiscard]] std::vector<PackJob> pack_jobs() const;
    /// What run_pack_job made of a job: of this baker's last bake or of an earlier one.
    void take(const BakeKey& key, PackResult part);

  private:
    std::unique_ptr<class BakeMemo> memo_;
};

}  // namespace motus
