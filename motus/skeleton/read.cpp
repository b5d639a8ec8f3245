// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/skeleton/read.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

// As when rigs are built: larger numbers overflow when joints are multiplied. NaN fails.
bool are_sane(std::span<const float> values) noexcept {
    return std::all_of(values.begin(), values.end(),
                       [](float value) { return std::fabs(value) <= 3e38f; });
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
    return are_sane({skeleton.rest.data, soa_floats(count)}) && are_sane(skeleton.rest_weights) &&
           has_unit_rotations(skeleton);
}

bool check_ranges(const RigTable& table, const RigEntry& rig) noexcept {
    const std::uint32_t joints = rig.joint_count;
    if (!in_range(rig.joint_start, joints, table.parents.size())) return false;
    if (joints > 0x0fffffffu || rig.rest_start % kSoaLanes != 0) return false;
    return rig.rest_start <= table.rest.size() &&
           soa_floats(joints) <= table.rest.size() - rig.rest_start &&
           in_range(rig.weight_start, rig.weight_count, table.weights.size()) &&
           in_range(rig.morph_start, rig.morph_count, table.morphs.size()) &&
           in_range(rig.skin_start, rig.skin_count, table.skins.size());
}

bool check_rig(const RigTable& table, std::uint32_t index) noexcept {
    const RigEntry& rig = table.rigs[index];
    if (!check_ranges(table, rig)) return false;
    if (rig.root_joint != kNoJoint && rig.root_joint >= rig.joint_count) return false;
    if (static_cast<std::uint8_t>(rig.root_axes) >= kRootAxesCount) return false;
    if (!(rig.unit_scale > 0.0f && rig.unit_scale <= 1e15f)) return false;
    if (!check_skeleton(skeleton_at(table, index))) return false;
    for (const MorphEntry& morph : morphs_at(table, index)) {
        if (morph.node >= rig.joint_count) return false;
        if (!in_range(morph.first, morph.count, rig.weight_count)) return false;
    }
    for (std::uint32_t s = 0; s < rig.skin_count; ++s) {
        const SkinEntry& entry = table.skins[rig.skin_start + s];
        if (!in_range(entry.start, entry.count, table.skin_joints.size())) return false;
        const Skin skin = skin_at(table, index, s);
        for (const JointIndex joint : skin.joints) {
            if (joint >= rig.joint_count) return false;
        }
        for (const Mat34& bind : skin.inverse_binds) {
            if (!are_sane(bind.floats())) return false;
        }
    }
    return true;
}

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
    for (std::uint32_t i = 0; i < table.rigs.size(); ++i) {
        if (!check_rig(table, i)) return Status::bad_data;
    }
    out = table;
    return Status::ok;
}

Skeleton skeleton_at(const RigTable& table, std::uint32_t rig) noexcept {
    MOTUS_ASSERT(rig < table.rigs.size());
    const RigEntry& entry = table.rigs[rig];
    const std::size_t start = entry.joint_start, count = entry.joint_count;
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
