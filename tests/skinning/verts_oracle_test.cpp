// tests/skinning/verts_oracle_test.cpp - whole meshes morphed and skinned by the runtime, against
// vertices that three.js computed from the same files.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/morph.h>
#include <motus/skinning/palette.h>
#include <motus/skinning/skinning.h>
#include <tests/import/oracle.h>

#include <fstream>
#include <string>

namespace motus::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// three.js reads four influences and drops the rest.
bool is_comparable(const std::string& file) {
    return file != "Synthetic/eight_influences.glb";
}

std::span<const float> weights_of(const AssetRig& rig, const ConstPoseView& pose,
                                  std::uint32_t node) {
    for (const MorphRange& range : rig.morphs) {
        if (range.node == node) return pose.weights.subspan(range.first, range.count);
    }
    return {};
}

// All vertices of a node's first primitive in world space, through the runtime's own jobs.
std::vector<Vec3> world_vertices(const Asset& asset, const AssetRig& rig, const ConstPoseView& pose,
                                 std::span<const Mat34> model, std::uint32_t node) {
    const AssetNode& owner = asset.nodes[node];
    const AssetPrimitive& mesh = asset.meshes[owner.mesh].primitives.at(0);
    std::vector<Vec3> vertices = mesh.positions;
    const auto count = static_cast<std::uint32_t>(vertices.size());

    std::vector<MorphTarget> targets;
    for (const AssetMorphTarget& t : mesh.targets)
        targets.push_back({t.positions, {}, {}, {}});
    MorphJob morph;
    morph.vertex_count = count;
    morph.targets = targets;
    morph.weights = weights_of(rig, pose, node);
    morph.positions = stream_of(std::span<const Vec3>(mesh.positions));
    morph.out_positions = stream_of(std::span(vertices));
    EXPECT_EQ(run(morph), Status::ok);

    if (owner.skin == kNone || mesh.influences == 0) {
        const Mat34& world = model[rig.skeleton.view().of_source[node]];
        for (Vec3& v : vertices)
            v = transform_point(world, v);
        return vertices;
    }
    const Skin skin = rig.skins[owner.skin];
    std::vector<Mat34> palette(skin.joints.size());
    EXPECT_EQ(run(PaletteJob{skin, model, palette}), Status::ok);
    SkinningJob job;
    job.vertex_count = count;
    job.influences = {mesh.influences, mesh.joints, mesh.joint_weights,
                      joint_limit_of(mesh.joints)};
    job.palette = palette;
    job.positions = stream_of(std::span<const Vec3>(vertices));
    job.out_positions = stream_of(std::span(vertices));
    EXPECT_EQ(run(job), Status::ok);
    return vertices;
}

std::size_t compare(const Asset& asset, const AssetRig& rig, const ConstPoseView& pose,
                    const json& expected, double tolerance) {
    std::vector<Mat34> model(rig.skeleton.view().joint_count());
    EXPECT_EQ(run(LocalToModelJob{rig.skeleton, pose, {}, model}), Status::ok);
    std::size_t compared = 0;
    const json nodes = expected.value("verts", json::object());
    for (const auto& [key, wanted] : nodes.items()) {
        const auto node = static_cast<std::uint32_t>(std::stoul(key));
        const std::vector<Vec3> ours = world_vertices(asset, rig, pose, model, node);
        for (const auto& [vertex, v] : wanted.items()) {
            const Vec3 p = ours.at(std::stoul(vertex));
            const double d[3] = {p.x - v[0].get<double>(), p.y - v[1].get<double>(),
                                 p.z - v[2].get<double>()};
            EXPECT_LE(std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), tolerance)
                << "node " << key << " vertex " << vertex;
            ++compared;
        }
    }
    return compared;
}

std::size_t compare_file(const fs::path& models, const json& oracle) {
    SCOPED_TRACE(oracle["file"].get<std::string>());
    const auto model = oracle_model(models, oracle);
    if (!model) return 0;
    const auto& [asset, rig] = *model;
    const double tolerance = oracle_tolerance(oracle).world * largest_world(oracle);
    const ConstPoseView rest = rest_pose(rig.skeleton);
    std::size_t compared = compare(asset, rig, rest, oracle["rest"], tolerance);
    PoseBuffer pose(rig.skeleton);
    for (const auto& animation : oracle["animations"]) {
        const Clip clip = rig.clips.at(animation["index"].get<std::size_t>());
        for (const auto& sample : animation["samples"]) {
            SCOPED_TRACE("t " + sample["t"].dump());
            EXPECT_EQ(run(SampleJob{clip, oracle_time(sample), rest, {}, pose}), Status::ok);
            compared += compare(asset, rig, pose, sample, tolerance);
        }
    }
    return compared;
}

TEST(SkinningOracle, VerticesMatchThreeJs) {
    MOTUS_NEED_DATA(data);
    std::size_t compared = 0;
    for (const fs::path& path : files_below(data / "oracle" / "poses", {".json"})) {
        std::ifstream in(path);
        const json oracle = json::parse(in);
        if (is_comparable(oracle["file"])) compared += compare_file(data / "models", oracle);
    }
    EXPECT_GE(compared, 2600u) << "too few vertices were compared";
    RecordProperty("vertices_compared", static_cast<int>(compared));
}

}  // namespace
}  // namespace motus::test
