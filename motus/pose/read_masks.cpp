// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/pose/read_masks.h>

namespace motus {

Status read_masks(const Container& container, const RigTable& rigs, MaskTable& out) noexcept {
    MaskTable table;
    if (read_section(container, SectionKind::masks, table.ranges) != Status::ok ||
        read_section(container, SectionKind::mask_weights, table.weights) != Status::ok) {
        return Status::bad_data;
    }
    const std::size_t rig_count = rigs.rigs.size();
    if (!table.ranges.empty()) {
        if (rig_count == 0 || table.ranges.size() % rig_count != 0) return Status::bad_data;
        table.mask_count = static_cast<std::uint32_t>(table.ranges.size() / rig_count);
    }
    TiledRanges weights;
    for (std::size_t i = 0; i < table.ranges.size(); ++i) {
        const MaskRange& range = table.ranges[i];
        if (range.rig != i / table.mask_count || range.mask != i % table.mask_count ||
            range.count != rigs.rigs[range.rig].joint_count ||
            !weights.take(range.start, range.count, table.weights.size()) ||
            !is_valid_mask(table.weights.subspan(range.start, range.count), range.count)) {
            return Status::bad_data;
        }
    }
    if (!weights.end(table.weights.size())) return Status::bad_data;
    out = table;
    return Status::ok;
}

Mask mask_at(const MaskTable& table, std::uint32_t rig, std::uint32_t mask) noexcept {
    MOTUS_ASSERT(mask < table.mask_count);
    MOTUS_ASSERT(std::size_t{rig} * table.mask_count + mask < table.ranges.size());
    const MaskRange& range = table.ranges[std::size_t{rig} * table.mask_count + mask];
    MOTUS_ASSERT(range.rig == rig && range.mask == mask);
    return table.weights.subspan(range.start, range.count);
}

}  // namespace motus
