// Imported models against poses that three.js computed from the same files, in double precision.
// SPDX-License-Identifier: MIT
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>
#include <tests/import/oracle.h>

#include <fstream>
#include <string>

namespace motus {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

using test::OracleTolerance;

/// One pose of ours, and how many numbers of it have been compared.
class Posed {
  public:
    Posed(const Asset& asset, const AssetRig& rig) : asset_(asset), rig_(rig), pose_(skeleton()) {
        model_.resize(skeleton().joint_count());
    }

    void sample(std::uint32_t clip, Ticks time) {
        const SampleJob job{rig_.clips[clip].view(), time, rest_pose(skeleton()), {}, pose_};
        ASSERT_EQ(run(job), Status::ok);
    }

    void finish() {
        ASSERT_EQ(run(LocalToModelJob{skeleton(), pose_, {}, model_}), Status::ok);
        palettes_.resize(rig_.skins.size());
        for (std::size_t i = 0; i < rig_.skins.size(); ++i) {
            palettes_[i].resize(rig_.skins[i].view().joints.size());
            ASSERT_EQ(run(PaletteJob{rig_.skins[i], model_, palettes_[i]}), Status::ok);
        }
    }

    void compare(const json& expected, const json& oracle, OracleTolerance tolerance,
                 double scale) {
        compared_ = 0;
        for (const auto& [key, values] : expected["local"].items()) {
            const Transform t = joint_transform(
                pose_.view(), skeleton().of_source[static_cast<std::uint32_t>(std::stoul(key))]);
            const float ours[10] = {t.translation.x, t.translation.y, t.translation.z, t.rotation.x,
                                    t.rotation.y,    t.rotation.z,    t.rotation.w,    t.scale.x,
                                    t.scale.y,       t.scale.z};
            double dot = 0.0;
            for (std::size_t k = 3; k < 7; ++k)
                dot += ours[k] * values[k].get<double>();
            for (std::size_t k = 0; k < 10; ++k) {
                const double sign = k >= 3 && k < 7 && dot < 0.0 ? -1.0 : 1.0;
                near(ours[k], sign * values[k].get<double>(), tolerance.local,
                     "local " + key + "[" + std::to_string(k) + "]");
            }
        }
        const double world = tolerance.world * scale;
        for (const auto& [key, values] : expected["world"].items()) {
            const auto node = static_cast<std::uint32_t>(std::stoul(key));
            matrix(model_[skeleton().of_source[node]], values, world, "world " + key);
        }
        const std::size_t step = oracle.value("jointStep", 1);
        const json skins = expected.value("skins", json::object());
        for (const auto& [key, palette] : skins.items()) {
            const auto& ours = palettes_.at(std::stoul(key));
            ASSERT_EQ(palette.size(), (ours.size() + step - 1) / step);
            for (std::size_t k = 0; k < palette.size(); ++k) {
                matrix(ours[k * step], palette[k], world, "skin " + key);
            }
        }
        const json weights = expected.value("weights", json::object());
        for (const auto& [key, values] : weights.items()) {
            const auto ours = weights_of(static_cast<std::uint32_t>(std::stoul(key)));
            ASSERT_EQ(ours.size(), values.size());
            for (std::size_t k = 0; k < ours.size(); ++k) {
                near(ours[k], values[k], tolerance.local, "weights " + key);
            }
        }
        if (asset_.meshes.empty() || oracle["file"] == "Synthetic/eight_influences.glb") return;
        const json verts = expected.value("verts", json::object());
        for (const auto& [key, vertices] : verts.items()) {
            for (const auto& [vertex, values] : vertices.items()) {
                position(static_cast<std::uint32_t>(std::stoul(key)), std::stoul(vertex), values,
                         world);
            }
        }
    }

    [[nodiscard]] std::size_t compared() const { return compared_; }

  private:
    [[nodiscard]] Skeleton skeleton() const { return rig_.skeleton.view(); }

    std::span<const float> weights_of(std::uint32_t node) const {
        for (const MorphRange& range : rig_.morphs) {
            if (range.node == node) return pose_.view().weights.subspan(range.first, range.count);
        }
        return {};
    }

    void near(double ours, double theirs, double tolerance, const std::string& what) {
        ++compared_;
        if (std::fabs(ours - theirs) <= tolerance) return;
        ADD_FAILURE() << what << ": ours " << ours << ", theirs " << theirs;
    }

    void matrix(const Mat34& ours, const json& columns, double tolerance, const std::string& what) {
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 4; ++column) {
                near(ours.m[row * 4 + column], columns[column * 4 + row], tolerance, what);
            }
        }
    }

    /// Morph, then skin, in double: the mesh data as imported, our weights and palettes.
    void position(std::uint32_t node, std::size_t vertex, const json& expected, double tolerance) {
        const AssetNode& owner = asset_.nodes[node];
        const AssetPrimitive& mesh = asset_.meshes[owner.mesh].primitives.at(0);
        const Vec3 p = mesh.positions.at(vertex);
        double at[3] = {p.x, p.y, p.z};
        const auto weights = weights_of(node);
        for (std::size_t t = 0; t < mesh.targets.size(); ++t) {
            if (mesh.targets[t].positions.empty()) continue;
            const Vec3 d = mesh.targets[t].positions[vertex];
            const double w = weights[t];
            at[0] += w * d.x, at[1] += w * d.y, at[2] += w * d.z;
        }
        double sum[12] = {};
        const auto add = [&](const Mat34& m, double w) {
            for (std::size_t i = 0; i < 12; ++i)
                sum[i] += w * m.m[i];
        };
        if (owner.skin != kNone && mesh.influences != 0) {
            for (std::size_t k = 0; k < mesh.influences; ++k) {
                const std::size_t i = vertex * mesh.influences + k;
                add(palettes_[owner.skin].at(mesh.joints[i]), mesh.joint_weights[i]);
            }
        } else {
            add(model_[skeleton().of_source[node]], 1.0);
        }
        for (std::size_t row = 0; row < 3; ++row) {
            const double* m = sum + row * 4;
            near(m[0] * at[0] + m[1] * at[1] + m[2] * at[2] + m[3], expected[row], tolerance,
                 "vertex " + std::to_string(vertex) + " of node " + std::to_string(node));
        }
    }

    const Asset& asset_;
    const AssetRig& rig_;
    PoseBuffer pose_;
    std::vector<Mat34> model_;
    std::vector<std::vector<Mat34>> palettes_;
    std::size_t compared_ = 0;
};

std::size_t compare_file(const fs::path& models, const json& oracle) {
    SCOPED_TRACE(oracle["file"].get<std::string>());
    const auto model = test::oracle_model(models, oracle);
    if (!model) return 0;
    const auto& [asset, rig] = *model;
    for (const auto& node : oracle["nodes"]) {
        const std::uint32_t index = node["i"];
        EXPECT_EQ(asset.nodes.at(index).name, node["name"].is_null() ? "" : node["name"]);
        const int parent = node["parent"];
        EXPECT_EQ(asset.nodes[index].parent,
                  parent < 0 ? kNone : static_cast<std::uint32_t>(parent));
    }
    const OracleTolerance tolerance = test::oracle_tolerance(oracle);
    const double scale = test::largest_world(oracle);
    std::size_t compared = 0;
    {
        SCOPED_TRACE("rest");
        Posed posed(asset, rig);
        posed.finish();
        posed.compare(oracle["rest"], oracle, tolerance, scale);
        compared += posed.compared();
    }
    for (const auto& animation : oracle["animations"]) {
        const std::uint32_t clip = animation["index"];
        SCOPED_TRACE("clip " + std::to_string(clip));
        EXPECT_NEAR(seconds_of(asset.clips.at(clip).duration), animation["duration"], 1e-6);
        for (const auto& sample : animation["samples"]) {
            SCOPED_TRACE("t " + sample["t"].dump());
            Posed posed(asset, rig);
            posed.sample(clip, test::oracle_time(sample));
            posed.finish();
            posed.compare(sample, oracle, tolerance, scale);
            compared += posed.compared();
        }
    }
    return compared;
}

TEST(GltfOracle, PosesPalettesAndMorphs) {
    MOTUS_NEED_DATA(data);
    std::size_t files = 0, compared = 0;
    for (const fs::path& path : test::files_below(data / "oracle" / "poses", {".json"})) {
        std::ifstream in(path);
        const json oracle = json::parse(in);
        const std::size_t numbers = compare_file(data / "models", oracle);
        EXPECT_GT(numbers, 0u) << path;
        compared += numbers;
        ++files;
    }
    EXPECT_GE(files, 80u);
    EXPECT_GE(compared, 200'000u);
    RecordProperty("numbers_compared", static_cast<int>(compared));
}

}  // namespace
}  // namespace motus
