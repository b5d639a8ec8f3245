// Import of glTF: megabytes per second, and whether time grows as the file does (n, 2n, 4n).
// SPDX-License-Identifier: MIT
#include <bench/report.h>
#include <motus/asset/gltf_export.h>
#include <motus/import/gltf/gltf.h>

#include <string>

namespace motus {
namespace {

using Bytes = std::vector<std::byte>;

Bytes written(const Asset& asset) {
    auto bytes = export_glb(asset);
    if (!bytes) {
        std::fprintf(stderr, "bench: %s\n", to_string(bytes.error()).c_str());
        std::abort();
    }
    return std::move(*bytes);
}

/// A skinned mesh with everything a vertex can have: about `megabytes` of file.
Bytes mesh_file(std::size_t megabytes) {
    Asset asset;
    asset.nodes.resize(65);
    asset.nodes[0].mesh = 0;
    asset.nodes[0].skin = 0;
    asset.skins.resize(1);
    for (std::uint32_t i = 1; i < 65; ++i)
        asset.skins[0].joints.push_back(i);
    asset.skins[0].inverse_binds.resize(64);
    AssetPrimitive primitive;
    const std::size_t count = megabytes * 1'000'000 / 84;  // 60 bytes a vertex, 6 indices.
    for (std::size_t i = 0; i < count; ++i) {
        const float f = static_cast<float>(i % 1000) * 0.001f;
        primitive.positions.push_back({f, 1.0f - f, 0.5f});
        primitive.normals.push_back({0.0f, 0.0f, 1.0f});
        primitive.texcoords0.push_back({f, f});
        for (std::uint16_t k = 0; k < 4; ++k) {
            primitive.joints.push_back(static_cast<std::uint16_t>((i + k) % 64));
            primitive.joint_weights.push_back(0.25f);
        }
        for (std::size_t k = 0; k < 6; ++k) {
            primitive.indices.push_back(static_cast<std::uint32_t>((i + k) % count));
        }
    }
    primitive.influences = 4;
    asset.meshes.resize(1);
    asset.meshes[0].primitives.push_back(std::move(primitive));
    return written(asset);
}

/// One clip: translation, rotation and scale of one node, `keys` keys each.
Bytes clip_file(std::size_t keys) {
    Asset asset;
    asset.nodes.resize(1);
    asset.clips.resize(1);
    for (const TrackKind kind : {TrackKind::translation, TrackKind::rotation, TrackKind::scale}) {
        AssetTrack track;
        track.node = 0;
        track.kind = kind;
        for (std::size_t i = 0; i < keys; ++i) {
            track.times.push_back(ticks_of_frames(static_cast<std::int64_t>(i), 30));
            const float f = static_cast<float>(i % 100) * 0.01f;
            if (kind == TrackKind::rotation) {
                track.values.insert(track.values.end(), {0.6f, 0.0f, 0.0f, 0.8f});
            } else {
                track.values.insert(track.values.end(), {f, 1.0f, f});
            }
        }
        asset.clips[0].duration = track.times.back();
        asset.clips[0].tracks.push_back(std::move(track));
    }
    return written(asset);
}

/// A chain of nodes: nearly all of the file is JSON.
Bytes node_file(std::size_t nodes) {
    Asset asset;
    asset.nodes.resize(nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        asset.nodes[i].name = "node " + std::to_string(i);
        asset.nodes[i].local.translation = {0.0f, 0.125f, 0.0f};
        if (i > 0) asset.nodes[i].parent = static_cast<std::uint32_t>(i - 1);
    }
    asset.scenes.push_back({"scene", {0}});
    asset.scene = 0;
    return written(asset);
}

std::uint64_t hash_asset(const Asset& asset) {
    std::uint64_t hash = kHashSeed;
    for (const AssetMesh& mesh : asset.meshes) {
        for (const AssetPrimitive& p : mesh.primitives) {
            hash = hash_u64(hash, p.positions.size());
            hash = hash_floats(hash, p.joint_weights);
        }
    }
    for (const AssetClip& clip : asset.clips) {
        for (const AssetTrack& track : clip.tracks) {
            hash = hash_u64(hash, static_cast<std::uint64_t>(track.times.back().value));
            hash = hash_floats(hash, track.values);
        }
    }
    return hash_u64(hash, asset.nodes.size());
}

void import(benchmark::State& state, const Bytes& file, const char* item, std::size_t items) {
    Diagnostics diagnostics;
    const Result<Asset> once = import_gltf(file, {}, diagnostics);
    if (!once) {
        std::fprintf(stderr, "bench: %s\n", to_string(once.error()).c_str());
        std::abort();
    }
    for (auto _ : state) {
        Diagnostics again;
        auto asset = import_gltf(file, {}, again);
        benchmark::DoNotOptimize(asset);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.size()));
    bench::report(state, item, items, hash_asset(*once));
}

void import_mesh_mb(benchmark::State& state) {
    const auto n = static_cast<std::size_t>(state.range(0));
    import(state, mesh_file(n), "per_byte", n * 1'000'000);
}
void import_clip_keys(benchmark::State& state) {
    const auto n = static_cast<std::size_t>(state.range(0));
    import(state, clip_file(n), "per_key", n * 3);
}
void import_nodes(benchmark::State& state) {
    const auto n = static_cast<std::size_t>(state.range(0));
    import(state, node_file(n), "per_node", n);
}

BENCHMARK(import_mesh_mb)->Arg(25)->Arg(50)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(import_clip_keys)->Arg(25'000)->Arg(50'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(import_nodes)->Arg(25'000)->Arg(50'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace motus

BENCHMARK_MAIN();
