// tests/determinism/hash.h - a running hash of what the runtime computes, printed by name.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/hash.h>
#include <motus/core/status.h>
#include <motus/math/vec.h>
#include <motus/pose/pose_view.h>
#include <scenes/stress/stress.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>

namespace motus::determinism {

/// A running hash; what a call returned is part of the result.
struct Hash {
    std::uint64_t value = kHashSeed;

    void add(std::uint64_t v) { value = hash_u64(value, v); }
    void add(std::uint32_t v) { add(std::uint64_t{v}); }
    void add(std::span<const float> v) { value = hash_floats(value, v); }
    void add(Status s) { add(static_cast<std::uint64_t>(s)); }
    void add(double v) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &v, sizeof bits);
        add(bits);
    }
    void add(const Vec3& v) { add(std::span(&v.x, 3)); }
    void add(const Quat& q) { add(std::span(&q.x, 4)); }
    void add(const Mat34& m) { add(m.floats()); }
    void add(std::span<const Mat34> matrices) {
        for (const Mat34& m : matrices)
            add(m);
    }
    /// Padding has no meaning, so it is left out.
    void add(const ConstPoseView& pose) {
        for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
            add(std::span(pose.joints.plane(static_cast<Plane>(p)), pose.joints.count));
        }
        add(pose.weights);
    }

    void print(const char* name) const {
        std::printf("%-10s %016llx\n", name, static_cast<unsigned long long>(value));
    }
};

void hash_poses(const scenes::StressRig& rig);
void hash_players(const scenes::StressRig& rig);
void hash_mix(const scenes::StressRig& rig);
void hash_mixer(const scenes::StressRig& rig);
void hash_vertices(const scenes::StressRig& rig);
void hash_graph(const scenes::StressRig& rig);
void hash_crowd();

}  // namespace motus::determinism
