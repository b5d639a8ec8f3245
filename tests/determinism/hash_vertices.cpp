// Morphing and skinning of vertices on the CPU.
#include <motus/math/ops.h>
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <motus/skinning/morph.h>
#include <motus/skinning/skinning.h>
#include <tests/determinism/hash.h>

#include <vector>

namespace motus::determinism {

void hash_vertices(const scenes::StressRig& rig) {
    constexpr std::uint32_t kVertices = 501;  // not a multiple of any register's width
    struct Vec4 {
        float x, y, z, w;
    };
    Hash hash;
    scenes::Dice dice(15);
    const auto vec = [&] { return Vec3{dice.unit(), dice.unit(), dice.unit()}; };
    const std::uint32_t joints = rig.skeleton.view().joint_count();

    std::vector<Vec3> positions, normals, shifts(kVertices);
    std::vector<Vec4> tangents;
    std::vector<std::uint16_t> bones;
    std::vector<float> weights;
    for (std::uint32_t v = 0; v < kVertices; ++v) {
        positions.push_back(vec());
        normals.push_back(normalize(add(vec(), {0.0f, 2.0f, 0.0f})));
        const Vec3 along = normalize(cross(normals.back(), {1.0f, 0.0f, 0.0f}));
        tangents.push_back({along.x, along.y, along.z, v % 2 == 0 ? 1.0f : -1.0f});
        shifts[v] = multiply(vec(), 0.1f);
        const float first = 0.5f + 0.25f * dice.unit();
        for (float w : {first, 0.75f * (1.0f - first), 0.25f * (1.0f - first), 0.0f}) {
            bones.push_back(static_cast<std::uint16_t>(dice.below(joints)));
            weights.push_back(w);
        }
    }
    const MorphTarget target{shifts, shifts, shifts, {}};
    std::vector<Vec3> out_positions(kVertices), out_normals(kVertices);
    std::vector<Vec4> out_tangents(kVertices);
    PoseBuffer pose(rig.skeleton);
    std::vector<Mat34> model(joints), palette(joints);
    for (int frame = 0; frame < 20; ++frame) {
        Player player;
        player.clip = ClipId{static_cast<std::uint32_t>(frame) % scenes::kStressClips};
        seek(player, rig.clips[static_cast<std::uint32_t>(player.clip)],
             ticks_of_frames(frame, 24));
        hash.add(evaluate(player, rig.view(), {pose, model}, palette));

        const float morph_weight[] = {dice.unit()};
        MorphJob morph;
        morph.vertex_count = kVertices;
        morph.targets = {&target, 1};
        morph.weights = morph_weight;
        morph.positions = stream_of(std::span<const Vec3>(positions));
        morph.normals = stream_of(std::span<const Vec3>(normals));
        morph.tangents = stream_of(std::span<const Vec4>(tangents));
        morph.out_positions = stream_of(std::span<Vec3>(out_positions));
        morph.out_normals = stream_of(std::span<Vec3>(out_normals));
        morph.out_tangents = stream_of(std::span<Vec4>(out_tangents));
        hash.add(run(morph));

        SkinningJob skin;
        skin.vertex_count = kVertices;
        skin.influences = {4, bones, weights, joint_limit_of(bones)};
        skin.palette = palette;
        skin.positions = morph.out_positions;
        skin.normals = morph.out_normals;
        skin.tangents = morph.out_tangents;
        skin.out_positions = morph.out_positions;
        skin.out_normals = morph.out_normals;
        skin.out_tangents = morph.out_tangents;
        skin.orthonormal = frame % 2 == 0;
        skin.flip_mirrored_w = frame % 3 == 0;
        hash.add(run(skin));
        for (std::uint32_t v = 0; v < kVertices; ++v) {
            hash.add(out_positions[v]);
            hash.add(out_normals[v]);
            hash.add(std::span<const float>(&out_tangents[v].x, 4));
        }
    }
    hash.print("vertices");
}

}  // namespace motus::determinism
