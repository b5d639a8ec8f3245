// tests/scenes/hero_mesh_test.cpp - the hero's body: joints, skin, closed surfaces, colours.
// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/math/ops.h>
#include <scenes/hero/hero.h>
#include <tests/scenes/hero_stage.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace motus::test {
namespace {

std::vector<const AssetPrimitive*> primitives() {
    std::vector<const AssetPrimitive*> out;
    for (const AssetPrimitive& p : hero().meshes.at(0).primitives)
        out.push_back(&p);
    return out;
}

TEST(HeroMesh, HasTheBodyItPromises) {
    const Stage stage(hero());
    ASSERT_EQ(hero().skins.size(), 1u);
    EXPECT_GE(hero().skins[0].joints.size(), 24u);
    for (const char* name : {"Root", "Hips", "Spine", "Chest", "Neck", "Head", "Clavicle.L",
                             "UpperArm.R", "Forearm.L", "Hand.R", "Thumb1.L", "Index2.R", "Grip.L",
                             "Grip.R", "Thigh.L", "Shin.R", "Foot.L", "Toe.R"})
        EXPECT_NE(stage.joint(name), kNoJoint) << name;
    EXPECT_EQ(hero().nodes.at(hero().root_motion_node).name, "Root");

    std::size_t vertices = 0, triangles = 0;
    Vec3 lo{1e9f, 1e9f, 1e9f}, hi{-1e9f, -1e9f, -1e9f};
    for (const AssetPrimitive* p : primitives()) {
        vertices += p->positions.size();
        triangles += p->indices.size() / 3;
        EXPECT_LT(p->material, hero().materials.size());
        EXPECT_EQ(p->influences, 4u);
        ASSERT_EQ(p->normals.size(), p->positions.size());
        ASSERT_EQ(p->colors.size(), p->positions.size());
        ASSERT_EQ(p->joints.size(), 4 * p->positions.size());
        ASSERT_EQ(p->joint_weights.size(), 4 * p->positions.size());
        for (const Vec3& v : p->positions) {
            lo = {std::fmin(lo.x, v.x), std::fmin(lo.y, v.y), std::fmin(lo.z, v.z)};
            hi = {std::fmax(hi.x, v.x), std::fmax(hi.y, v.y), std::fmax(hi.z, v.z)};
        }
    }
    EXPECT_GE(vertices, 1500u);
    EXPECT_LT(vertices, 24000u) << "too heavy for a default";
    EXPECT_NEAR(lo.y, 0.0, 0.002) << "feet stand on the floor";
    EXPECT_NEAR(hi.y, 1.71, 0.03);
    EXPECT_NEAR(lo.x, -hi.x, 0.001) << "the same to both sides";
    std::printf("hero: %zu joints, %zu vertices, %zu triangles\n", hero().skins[0].joints.size(),
                vertices, triangles);
}

TEST(HeroMesh, WeightsSumToOneAndNameEachJointOnce) {
    for (const AssetPrimitive* p : primitives()) {
        for (std::size_t v = 0; v < p->positions.size(); ++v) {
            double sum = 0.0;
            std::set<std::uint16_t> used;
            for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) {
                ASSERT_GE(p->joint_weights[k], 0.0f);
                ASSERT_LT(p->joints[k], hero().skins[0].joints.size());
                sum += p->joint_weights[k];
                if (p->joint_weights[k] > 0.0f) {
                    EXPECT_TRUE(used.insert(p->joints[k]).second) << "joint twice, vertex " << v;
                } else {
                    EXPECT_EQ(p->joints[k], 0) << "an unused slot names a joint, vertex " << v;
                }
            }
            ASSERT_NEAR(sum, 1.0, 2e-7) << v;
        }
    }
}

TEST(HeroMesh, WeightsFallOffSmoothly) {
    // Across every edge of the surface no joint's share jumps. Fingers lie closer together than
    // the edges of their gloves are long.
    const std::set<std::string> close = {"Hand",   "Index1", "Index2", "Middle1", "Middle2",
                                         "Pinky1", "Pinky2", "Thumb1", "Thumb2"};
    double worst = 0.0;
    Vec3 where{};
    std::string moved_by;
    for (const AssetPrimitive* p : primitives()) {
        const auto share = [&](std::uint32_t v, std::uint16_t joint) {
            double w = 0.0;
            for (std::size_t k = 4 * v; k < 4 * v + 4; ++k)
                if (p->joints[k] == joint) w += p->joint_weights[k];
            return w;
        };
        for (std::size_t i = 0; i < p->indices.size(); ++i) {
            const std::uint32_t a = p->indices[i], b = p->indices[i % 3 == 2 ? i - 2 : i + 1];
            for (std::size_t k = 4 * a; k < 4 * a + 4; ++k) {
                const double change = std::fabs(share(a, p->joints[k]) - share(b, p->joints[k]));
                const std::string& name = hero().nodes[p->joints[k]].name;
                if (close.count(name.substr(0, name.find('.'))) != 0) continue;
                if (change > worst) {
                    worst = change;
                    where = p->positions[a];
                    moved_by = name;
                }
            }
        }
    }
    EXPECT_LT(worst, 0.75) << moved_by << " near " << where.x << ", " << where.y << ", " << where.z;
}

TEST(HeroMesh, SurfacesAreClosedAndFaceOutwards) {
    // Colour borders split vertices, so corners are told apart by place. Every edge is used once
    // in each direction: no hole, no flipped triangle. The volume inside is positive.
    using Corner = std::array<float, 3>;
    std::map<std::pair<Corner, Corner>, int> edges;
    double volume = 0.0;
    std::size_t against = 0, triangles = 0;
    for (const AssetPrimitive* p : primitives()) {
        const auto corner = [&](std::uint32_t v) {
            const Vec3& q = p->positions[v];
            return Corner{q.x, q.y, q.z};
        };
        for (std::size_t i = 0; i + 2 < p->indices.size(); i += 3) {
            const std::array<std::uint32_t, 3> t{p->indices[i], p->indices[i + 1],
                                                 p->indices[i + 2]};
            for (std::size_t e = 0; e < 3; ++e) {
                ++edges[{corner(t[e]), corner(t[(e + 1) % 3])}];
                --edges[{corner(t[(e + 1) % 3]), corner(t[e])}];
            }
            const Vec3 &a = p->positions[t[0]], &b = p->positions[t[1]], &c = p->positions[t[2]];
            volume += static_cast<double>(dot(a, cross(b, c))) / 6.0;
            const Vec3 face = cross(subtract(b, a), subtract(c, a));
            const Vec3 mean = add(add(p->normals[t[0]], p->normals[t[1]]), p->normals[t[2]]);
            ++triangles;
            if (length(face) > 1e-9f && dot(face, mean) < 0.0f) ++against;
        }
    }
    std::size_t open = 0;
    for (const auto& [edge, balance] : edges)
        open += balance != 0 ? 1 : 0;
    EXPECT_EQ(open, 0u) << "edges without a neighbour";
    EXPECT_GT(volume, 0.08);
    EXPECT_LT(volume, 0.14) << "cubic metres, parts inside each other counted twice";
    EXPECT_LT(against, triangles / 500) << "normals against their triangles";
    for (const AssetPrimitive* p : primitives())
        for (const Vec3& n : p->normals)
            ASSERT_NEAR(length(n), 1.0, 1e-5);
}

TEST(HeroMesh, RestPoseIsTheBindPose) {
    Stage stage(hero());
    stage.rest();
    const AssetSkin& skin = hero().skins[0];
    for (std::size_t k = 0; k < skin.joints.size(); ++k) {
        const JointIndex joint = stage.rig().skeleton.view().of_source[skin.joints[k]];
        const Mat34 m = multiply(stage.model()[joint], skin.inverse_binds[k]);
        const Mat34 identity{};
        for (std::size_t i = 0; i < 12; ++i)
            ASSERT_NEAR(m.m[i], identity.m[i], 1e-6) << hero().nodes[skin.joints[k]].name;
    }
}

TEST(HeroMesh, GripsLieInTheHandsAndPointToTheThumb) {
    Stage stage(hero());
    stage.rest();
    for (const std::string side : {".L", ".R"}) {
        const Vec3 grip = stage.at("Grip" + side);
        EXPECT_LT(length(subtract(grip, stage.at("Middle1" + side))), 0.06f);
        const Mat34& m = stage.model()[stage.joint("Grip" + side)];
        const Vec3 up{m.m[1], m.m[5], m.m[9]};
        const Vec3 across = subtract(stage.at("Index1" + side), stage.at("Pinky1" + side));
        EXPECT_GT(dot(up, normalize(across)), 0.9f) << "a bar held runs across the palm";
    }
}

TEST(HeroMesh, SameBytesFromEveryBuild) {
    const Asset again = scenes::make_hero();
    EXPECT_TRUE(again == hero());
    std::uint64_t hash = kHashSeed;
    for (const AssetNode& n : hero().nodes) {
        const Transform& t = n.local;
        const std::array<float, 10> all{
            t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
            t.rotation.z,    t.rotation.w,    t.scale.x,       t.scale.y,    t.scale.z};
        hash = hash_floats(hash, all);
    }
    for (const AssetPrimitive* p : primitives()) {
        for (std::size_t v = 0; v < p->positions.size(); ++v) {
            const Vec3 &q = p->positions[v], &n = p->normals[v];
            const Vec4& c = p->colors[v];
            const std::array<float, 10> all{q.x, q.y, q.z, n.x, n.y, n.z, c.x, c.y, c.z, c.w};
            hash = hash_floats(hash, all);
        }
        hash = hash_floats(hash, p->joint_weights);
        for (const std::uint16_t j : p->joints)
            hash = hash_u64(hash, j);
        for (const std::uint32_t i : p->indices)
            hash = hash_u64(hash, i);
    }
    const std::uint64_t body = hash;
    for (const AssetClip& clip : hero().clips)
        for (const AssetTrack& t : clip.tracks) {
            for (const Ticks time : t.times)
                hash = hash_u64(hash, static_cast<std::uint64_t>(time.value));
            hash = hash_floats(hash, t.values);
        }
    EXPECT_EQ(body, 0x9d71281c386ae0caull) << "the body changed";
    EXPECT_EQ(hash, 0xc44a5ac92fa4259dull) << "the body or a clip changed";
}

}  // namespace
}  // namespace motus::test
