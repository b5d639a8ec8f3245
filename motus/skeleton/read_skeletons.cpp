// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/skeleton/read_skeletons.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

// As when rigs are built, so that what was baked is read.
bool are_finite(std::span<const float> values) noexcept {
    return std::all_of(values.begin(), values.end(),
                       [](float value) { return std::isfinite(value); });
}

bool has_unit_rotations(const Skeleton& skeleton) noexcept {
    const float* x = skeleton.rest.plane(Plane::qx);
    const float* y = skeleton.rest.plane(Plane::qy);
    const float* z = skeleton.rest.plane(Plane::qz);
    const float* w = skeleton.rest.plane(Plane::qw);
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
        const float square = x[j] * x[j] + y[j] * y[j] + z[j] * z[j] + w[j] * w[j];
        if (!(std::fabs(square - 1.0f) <= 1e-3f)) return false;
    }
    return true;
}

bool check_skeleton(const Skeleton& skeleton) noexcept {
    const std::uint32_t count = skeleton.joint_count();
    for (JointIndex j = 0; j < count; ++j) {
        if (skeleton.parents[j] != kNoJoint && skeleton.parents[j] >= j) return false;
        const std::uint32_t source = skeleton.source[j];
        if (source >= count || skeleton.of_source[source] != j) return false;
        const JointIndex named = skeleton.by_name[j];
        if (named >= count) return false;
        if (j == 0) continue;
        const JointIndex before = skeleton.by_name[j - 1];
        const NameHash a = skeleton.names[before], b = skeleton.names[named];
        if (!(a < b || (a == b && before < named))) return false;
    }
    return are_finite({skeleton.rest.data, soa_floats(count)}) &&
           are_finite(skeleton.rest_weights) && has_unit_rotations(skeleton);
}

/// The arrays of all rigs lie rig by rig: each item is somebody's, and is looked at once.
class RigChecker {
  public:
    explicit RigChecker(const RigTable& table) noexcept : table_(table) {}

    bool run() noexcept {
        for (std::uint32_t i = 0; i < table_.rigs.size(); ++i) {
            if (!take(table_.rigs[i]) || !check(i)) return false;
        }
        return joints_.end(table_.parents.size()) && rest_ == table_.rest.size() &&
               weights_.end(table_.weights.size()) && morphs_.end(table_.morphs.size()) &&
               skins_.end(table_.skins.size()) && skin_joints_.end(table_.skin_joints.size());
    }

  private:
    bool take(const RigEntry& rig) noexcept {
        const std::uint32_t joints = rig.joint_count;
        if (!joints_.take(rig.joint_start, joints, table_.parents.size())) return false;
        if (joints > 0x0fffffffu || rig.rest_start != rest_) return false;
        if (soa_floats(joints) > table_.rest.size() - rest_) return false;
        rest_ += soa_floats(joints);
        return weights_.take(rig.weight_start, rig.weight_count, table_.weights.size()) &&
               morphs_.take(rig.morph_start, rig.morph_count, table_.morphs.size()) &&
               skins_.take(rig.skin_start, rig.skin_count, table_.skins.size());
    }

    bool check(std::uint32_t index) noexcept {
        const RigEntry& rig = table_.rigs[index];
        if (rig.root_joint != kNoJoint && rig.root_joint >= rig.joint_count) return false;
        if (static_cast<std::uint8_t>(rig.root_axes) >= kRootAxesCount) return false;
        if (!(rig.unit_scale > 0.0f && rig.unit_scale <= kMaxUnitScale)) return false;
        if (!check_skeleton(skeleton_at(table_, index))) return false;
        for (const MorphEntry& morph : morphs_at(table_, index)) {
            if (morph.node >= rig.joint_count) return false;
            if (!in_range(morph.first, morph.count, rig.weight_count)) return false;
        }
        for (std::uint32_t s = 0; s < rig.skin_count; ++s) {
            const SkinEntry& entry = table_.skins[rig.skin_start + s];
            if (!skin_joints_.take(entry.start, entry.count, table_.skin_joints.size())) {
                return false;
            }
            const Skin skin = skin_at(table_, index, s);
            for (const JointIndex joint : skin.joints) {
                if (joint >= rig.joint_count) return false;
            }
            for (const Mat34& bind : skin.inverse_binds) {
                if (!are_finite(bind.floats())) return false;
            }
        }
        return true;
    }

    const RigTable& table_;
    TiledRanges joints_, weights_, morphs_, skins_, skin_joints_;
    std::size_t rest_ = 0;
};

}  // namespace

Status read_rigs(const Container& container, RigTable& out) noexcept {
    RigTable table;
    const auto read = [&](SectionKind kind, auto& span) {
        return read_section(container, kind, span) == Status::ok;
    };
    if (!read(SectionKind::rigs, table.rigs) || !read(SectionKind::joint_parents, table.parents) ||
        !read(SectionKind::joint_rest, table.rest) ||
        !read(SectionKind::joint_names, table.names) ||
        !read(SectionKind::joint_by_name, table.by_name) ||
        !read(SectionKind::joint_source, table.source) ||
        !read(SectionKind::joint_of_source, table.of_source) ||
        !read(SectionKind::rest_weights, table.weights) ||
        !read(SectionKind::morphs, table.morphs) || !read(SectionKind::skins, table.skins) ||
        !read(SectionKind::skin_joints, table.skin_joints) ||
        !read(SectionKind::skin_binds, table.skin_binds)) {
        return Status::bad_data;
    }
    const std::size_t joints = table.parents.size();
    if (table.names.size() != joints || table.by_name.size() != joints ||
        table.source.size() != joints || table.of_source.size() != joints ||
        table.skin_binds.size() != table.skin_joints.size()) {
        return Status::bad_data;
    }
    if (!RigChecker(table).run()) return Status::bad_data;
    out = table;
    return Status::ok;
}

Skeleton skeleton_at(const RigTable& table, std::uint32_t rig) noexcept {
    MOTUS_ASSERT(rig < table.rigs.size());
    const RigEntry& entry = table.rigs[rig];
    const std::size_t start = entry.joint_start, count = entry.joint_count;
    MOTUS_ASSERT(in_range(entry.joint_start, entry.joint_count, table.parents.size()));
    MOTUS_ASSERT(entry.rest_start <= table.rest.size() &&
                 soa_floats(entry.joint_count) <= table.rest.size() - entry.rest_start);
    return {.parents = table.parents.subspan(start, count),
            .rest = {table.rest.data() + entry.rest_start, entry.joint_count,
                     soa_stride(entry.joint_count)},
            .rest_weights = table.weights.subspan(entry.weight_start, entry.weight_count),
            .names = table.names.subspan(start, count),
            .by_name = table.by_name.subspan(start, count),
            .source = table.source.subspan(start, count),
            .of_source = table.of_source.subspan(start, count)};
}

Skin skin_at(const RigTable& table, std::uint32_t rig, std::uint32_t skin) noexcept {
    MOTUS_ASSERT(rig < table.rigs.size() && skin < table.rigs[rig].skin_count);
    const SkinEntry& entry = table.skins[table.rigs[rig].skin_start + skin];
    return {table.skin_joints.subspan(entry.start, entry.count),
            table.skin_binds.subspan(entry.start, entry.count)};
}

std::span<const MorphEntry> morphs_at(const RigTable& table, std::uint32_t rig) noexcept {
    MOTUS_ASSERT(rig < table.rigs.size());
    const RigEntry& entry = table.rigs[rig];
    return table.morphs.subspan(entry.morph_start, entry.morph_count);
}

}  // namespace motus
