// tests/skinning/palette_test.cpp - model space, palettes and attachments.
// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/math/ops.h>
#include <motus/pose/pose_buffer.h>
#include <motus/skinning/palette.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/rigs.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace motus::test {
namespace {

using Matrix = std::array<double, 12>;

// T * R * S in double, from the textbook rotation matrix.
Matrix matrix_of(const Transform& t) {
    const double x = t.rotation.x, y = t.rotation.y, z = t.rotation.z, w = t.rotation.w;
    const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                         2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                         2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    const double s[3] = {t.scale.x, t.scale.y, t.scale.z};
    const double p[3] = {t.translation.x, t.translation.y, t.translation.z};
    Matrix m;
    for (int i = 0; i < 3; ++i) {
        for (int c = 0; c < 3; ++c)
            m[i * 4 + c] = r[i * 3 + c] * s[c];
        m[i * 4 + 3] = p[i];
    }
    return m;
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix m;
    for (int i = 0; i < 3; ++i) {
        for (int c = 0; c < 4; ++c) {
            m[i * 4 + c] = a[i * 4] * b[c] + a[i * 4 + 1] * b[4 + c] + a[i * 4 + 2] * b[8 + c] +
                           (c == 3 ? a[i * 4 + 3] : 0.0);
        }
    }
    return m;
}

Matrix widen(const Mat34& m) {
    Matrix out;
    for (int i = 0; i < 12; ++i)
        out[i] = m.m[i];
    return out;
}

double largest(const Matrix& m) {
    double most = 1.0;
    for (const double v : m)
        most = std::fmax(most, std::fabs(v));
    return most;
}

struct Body {
    SkeletonBuffer skeleton;
    SkinBuffer skin;
    PoseBuffer pose;
};

Body make_body(std::uint32_t count, std::uint64_t seed) {
    Random random(seed);
    const RandomTree tree(count, random);
    auto skeleton = build_skeleton(tree.joints);
    EXPECT_TRUE(skeleton.has_value());
    std::vector<std::uint32_t> joints;
    for (std::uint32_t i = 0; i < count; i += 2)
        joints.push_back(count - 1 - i);
    auto skin = build_skin(*skeleton, joints);
    EXPECT_TRUE(skin.has_value());
    PoseBuffer pose(*skeleton);
    for (JointIndex j = 0; j < count; ++j) {
        set_joint_transform(pose, j,
                            {random.vec3(1.0f),
                             random.rotation(),
                             {random.range(-2.0f, 2.0f), 1.0f, random.range(0.1f, 1.0f)}});
    }
    return {std::move(skeleton).value(), std::move(skin).value(), std::move(pose)};
}

TEST(LocalToModel, MatchesDoublePrecision) {
    for (const std::uint32_t count : {1u, 7u, 16u, 17u, 100u}) {
        const Body body = make_body(count, count);
        const Skeleton s = body.skeleton;
        const Mat34 root = to_matrix({{1, 2, 3}, {0.5f, 0.5f, 0.5f, 0.5f}, {2, 2, 2}});
        std::vector<Mat34> model(count);
        ASSERT_EQ(run(LocalToModelJob{s, body.pose, root, model}), Status::ok);
        std::vector<Matrix> want(count);
        for (JointIndex j = 0; j < count; ++j) {
            const Matrix local = matrix_of(joint_transform(body.pose, j));
            want[j] = product(s.parents[j] == kNoJoint ? widen(root) : want[s.parents[j]], local);
            const double size = largest(want[j]);
            for (int i = 0; i < 12; ++i) {
                ASSERT_NEAR(model[j].m[i], want[j][i], 4e-6 * size) << "joint " << j;
            }
        }
        // Palettes go on from there.
        const Skin skin = body.skin;
        std::vector<Mat34> palette(skin.joints.size());
        ASSERT_EQ(run(PaletteJob{skin, model, palette}), Status::ok);
        for (std::size_t k = 0; k < palette.size(); ++k) {
            const Matrix p = product(want[skin.joints[k]], widen(skin.inverse_binds[k]));
            const double size =
                largest(want[skin.joints[k]]) * largest(widen(skin.inverse_binds[k]));
            for (int i = 0; i < 12; ++i)
                ASSERT_NEAR(palette[k].m[i], p[i], 1e-5 * size);
        }
    }
}

// cases.md: Root / Spine / Head, inverse binds 0, -1, -2 in y: the bind pose gives identities.
TEST(Palette, BindPoseIsTheIdentity) {
    const Transform up{{0, 1, 0}, {}, {1, 1, 1}};
    const JointDesc joints[] = {{"Root", kNoJoint, {}}, {"Spine", 0, up}, {"Head", 1, up}};
    const auto skeleton = build_skeleton(joints);
    ASSERT_TRUE(skeleton.has_value());
    std::vector<Mat34> binds(3);
    binds[1].m[7] = -1.0f;
    binds[2].m[7] = -2.0f;
    const std::uint32_t all[] = {0, 1, 2};
    for (const bool given : {true, false}) {
        const auto skin = build_skin(*skeleton, all, given ? binds : std::vector<Mat34>{});
        ASSERT_TRUE(skin.has_value());
        std::vector<Mat34> model(3), palette(3);
        ASSERT_EQ(run(LocalToModelJob{*skeleton, rest_pose(*skeleton), {}, model}), Status::ok);
        EXPECT_EQ(model[2].m[7], 2.0f) << "rows of four: y of the head";
        ASSERT_EQ(run(PaletteJob{*skin, model, palette}), Status::ok);
        for (const Mat34& m : palette) {
            for (int i = 0; i < 12; ++i)
                EXPECT_NEAR(m.m[i], Mat34{}.m[i], 1e-5f);
        }
    }
}

TEST(Palette, SameBitsOnEveryTarget) {
    std::uint64_t expected = 0;
    for_each_simd_target([&](const char* name) {
        std::uint64_t hash = kHashSeed;
        for (const std::uint32_t count : {1u, 2u, 15u, 16u, 17u, 33u, 200u}) {
            const Body body = make_body(count, count);
            std::vector<Mat34> model(count), palette(body.skin.view().joints.size());
            ASSERT_EQ(run(LocalToModelJob{body.skeleton, body.pose, {}, model}), Status::ok);
            ASSERT_EQ(run(PaletteJob{body.skin, model, palette}), Status::ok);
            for (const Mat34& m : model)
                hash = hash_floats(hash, m.floats());
            for (const Mat34& m : palette)
                hash = hash_floats(hash, m.floats());
            // The kernels say that they compute what the functions on values compute.
            for (JointIndex j = 0; j < count; ++j) {
                const JointIndex parent = body.skeleton.view().parents[j];
                const Mat34 local = to_matrix(joint_transform(body.pose, j));
                ASSERT_EQ(model[j], multiply(parent == kNoJoint ? Mat34{} : model[parent], local))
                    << name;
            }
        }
        if (expected == 0) expected = hash;
        EXPECT_EQ(hash, expected) << name;
    });
    EXPECT_EQ(expected, 0x8aae7b47a3746ae6u)
        << "pinned: the same from every compiler and from WebAssembly";
}

TEST(Palette, PaddingDoesNotLeak) {
    Body body = make_body(19, 3);
    std::vector<Mat34> clean(19), dirty(19);
    ASSERT_EQ(run(LocalToModelJob{body.skeleton, body.pose, {}, clean}), Status::ok);
    const SoaView planes = body.pose.view().joints;
    for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
        for (std::uint32_t j = planes.count; j < planes.stride; ++j) {
            planes.plane(static_cast<Plane>(p))[j] = std::numeric_limits<float>::quiet_NaN();
        }
    }
    ASSERT_EQ(run(LocalToModelJob{body.skeleton, body.pose, {}, dirty}), Status::ok);
    EXPECT_EQ(clean, dirty);
}

TEST(Palette, WritesOnlyWhatItOwns) {
    const Body body = make_body(21, 4);
    const std::size_t joints = body.skin.view().joints.size();
    Mat34 mark;
    mark.m[0] = 77.0f;
    std::vector<Mat34> model(23, mark), palette(joints + 2, mark);
    ASSERT_EQ(run(LocalToModelJob{body.skeleton, body.pose, {}, model}), Status::ok);
    ASSERT_EQ(run(PaletteJob{body.skin, model, palette}), Status::ok);
    EXPECT_EQ(model[21], mark);
    EXPECT_EQ(palette[joints], mark);
}

TEST(Palette, FaultsLeaveTheOutputAlone) {
    const Body body = make_body(20, 5), other = make_body(21, 5);
    std::vector<Mat34> model(20), palette(10);
    Mat34 mark;
    mark.m[0] = 77.0f;
    for (Mat34& m : model)
        m = mark;
    for (Mat34& m : palette)
        m = mark;
    EXPECT_EQ(run(LocalToModelJob{body.skeleton, other.pose, {}, model}), Status::bad_size);
    EXPECT_EQ(run(LocalToModelJob{body.skeleton, body.pose, {}, std::span(model).first(19)}),
              Status::bad_size);
    EXPECT_EQ(run(PaletteJob{body.skin, model, std::span(palette).first(9)}), Status::bad_size);
    JointIndex last = 0;
    for (const JointIndex joint : body.skin.view().joints)
        last = std::max(last, joint);
    EXPECT_EQ(run(PaletteJob{body.skin, std::span(model).first(last), palette}), Status::bad_size);
    Skin skin = body.skin;
    skin.inverse_binds = skin.inverse_binds.first(9);
    EXPECT_EQ(run(PaletteJob{skin, model, palette}), Status::bad_size);
    for (const Mat34& m : model)
        EXPECT_EQ(m, mark);
    for (const Mat34& m : palette)
        EXPECT_EQ(m, mark);
    EXPECT_EQ(run(LocalToModelJob{}), Status::ok) << "no joints, nothing to do";
    EXPECT_EQ(run(PaletteJob{}), Status::ok);
}

TEST(Attachment, FollowsItsJoint) {
    const Body body = make_body(12, 6);
    std::vector<Mat34> model(12);
    ASSERT_EQ(run(LocalToModelJob{body.skeleton, body.pose, {}, model}), Status::ok);
    const Mat34 grip = to_matrix({{0.1f, 0.2f, 0.3f}, {0, 1, 0, 0}, {1, 1, 1}});
    Mat34 out;
    ASSERT_EQ(attach({7, grip}, model, out), Status::ok);
    EXPECT_EQ(out, multiply(model[7], grip));
    const Mat34 before = out;
    EXPECT_EQ(attach({12, grip}, model, out), Status::missing);
    EXPECT_EQ(attach({}, model, out), Status::missing);
    EXPECT_EQ(out, before);
}

TEST(Palette, AllocatesNothing) {
    const Body body = make_body(80, 7);
    std::vector<Mat34> model(80), palette(40);
    Mat34 sword;
    AllocCounter allocations;
    Status status = run(LocalToModelJob{body.skeleton, body.pose, {}, model});
    EXPECT_EQ(status, Status::ok);
    status = run(PaletteJob{body.skin, model, palette});
    EXPECT_EQ(status, Status::ok);
    status = attach({3, {}}, model, sword);
    EXPECT_EQ(status, Status::ok);
    EXPECT_EQ(allocations.count(), 0u);
}

}  // namespace
}  // namespace motus::test
