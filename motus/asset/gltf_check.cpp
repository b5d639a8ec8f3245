// SPDX-License-Identifier: MIT
#include <motus/asset/gltf_parts.h>
#include <motus/math/ops.h>

#include <cmath>
#include <cstring>
#include <string>

namespace motus {
namespace {

/// Finds the first fault; the checks after it do nothing.
class Checker {
  public:
    explicit Checker(const Asset& asset) : asset_(asset) {}

    std::optional<Error> run() {
        check_nodes();
        check_scenes();
        check_skins();
        check_meshes();
        check_materials();
        check_clips();
        return std::move(fault_);
    }

  private:
    void fail(const char* code, const std::string& place, const std::string& cause) {
        if (!fault_) fault_ = Error{code, place, cause};
    }

    void index(std::uint32_t value, std::size_t size, const std::string& place,
               bool optional = true) {
        if ((optional && value == kNone) || value < size) return;
        fail("export-index", place,
             value == kNone
                 ? "is not set"
                 : std::to_string(value) + " is out of range, there are " + std::to_string(size));
    }

    void count(std::size_t have, std::size_t want, const std::string& place) {
        if (have == want) return;
        fail("export-count", place,
             "has " + std::to_string(have) + " entries instead of " + std::to_string(want));
    }

    template <typename T>
    void attribute(const std::vector<T>& elements, std::size_t want, const std::string& place) {
        if (!elements.empty()) count(elements.size(), want, place);
        static_assert(sizeof(T) % sizeof(float) == 0);
        finite(std::as_bytes(std::span<const T>(elements)), place);
    }

    void finite(std::span<const std::byte> bytes, const std::string& place);
    void check_nodes();
    void check_circles();
    void check_scenes();
    void check_skins();
    void check_meshes();
    void check_primitive(const AssetPrimitive& primitive, const std::string& place);
    void check_materials();
    void check_clips();
    void check_track(const AssetTrack& track, const std::string& place);
    void check_pointer(const AssetPointerTrack& track, const std::string& place);
    void check_times(const std::vector<Ticks>& times, const std::string& place);

    const Asset& asset_;
    std::optional<Error> fault_;
};

std::string at(const char* list, std::size_t index) {
    return std::string(list) + "[" + std::to_string(index) + "]";
}

void Checker::finite(std::span<const std::byte> bytes, const std::string& place) {
    const std::size_t size = bytes.size() / sizeof(float);
    for (std::size_t i = 0; i < size; ++i) {
        float number = 0.0f;
        std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
        if (std::isfinite(number)) continue;
        fail("export-not-finite", place, "number " + std::to_string(i) + " is not finite");
        return;
    }
}

void Checker::check_nodes() {
    for (std::size_t i = 0; i < asset_.nodes.size(); ++i) {
        const AssetNode& node = asset_.nodes[i];
        const std::string place = at("nodes", i);
        index(node.parent, asset_.nodes.size(), place + ".parent");
        index(node.mesh, asset_.meshes.size(), place + ".mesh");
        index(node.skin, asset_.skins.size(), place + ".skin");
        index(node.camera, asset_.cameras.size(), place + ".camera");
        attribute(node.weights, node.weights.size(), place + ".weights");
        if (!is_finite(node.local)) fail("export-not-finite", place, "the transform is not finite");
    }
    index(asset_.root_motion_node, asset_.nodes.size(), "root_motion_node");
    if (!fault_) check_circles();
}

void Checker::check_circles() {
    // Each node is walked once: a walk that meets itself is a circle, one that meets an older
    // walk is done.
    std::vector<std::uint32_t> walk_of(asset_.nodes.size(), kNone);
    for (std::uint32_t start = 0; start < asset_.nodes.size(); ++start) {
        std::uint32_t node = start;
        while (node != kNone && walk_of[node] == kNone) {
            walk_of[node] = start;
            node = asset_.nodes[node].parent;
        }
        if (node != kNone && walk_of[node] == start) {
            fail("export-cycle", at("nodes", node), "is its own ancestor");
            return;
        }
    }
}

void Checker::check_scenes() {
    index(asset_.scene, asset_.scenes.size(), "scene");
    for (std::size_t i = 0; i < asset_.scenes.size(); ++i) {
        for (const std::uint32_t root : asset_.scenes[i].roots) {
            index(root, asset_.nodes.size(), at("scenes", i) + ".roots", false);
        }
    }
    for (std::size_t i = 0; i < asset_.cameras.size(); ++i) {
        const AssetCamera& camera = asset_.cameras[i];
        attribute(std::vector<float>{camera.yfov_rad, camera.aspect, camera.xmag, camera.ymag,
                                     camera.znear, camera.zfar},
                  6, at("cameras", i));
    }
}

void Checker::check_skins() {
    for (std::size_t i = 0; i < asset_.skins.size(); ++i) {
        const AssetSkin& skin = asset_.skins[i];
        const std::string place = at("skins", i);
        index(skin.skeleton, asset_.nodes.size(), place + ".skeleton");
        if (skin.joints.empty()) fail("export-count", place + ".joints", "is empty");
        for (const std::uint32_t joint : skin.joints) {
            index(joint, asset_.nodes.size(), place + ".joints", false);
        }
        count(skin.inverse_binds.size(), skin.joints.size(), place + ".inverse_binds");
        attribute(skin.inverse_binds, skin.joints.size(), place + ".inverse_binds");
    }
}

void Checker::check_primitive(const AssetPrimitive& primitive, const std::string& place) {
    const std::size_t vertices = primitive.positions.size();
    index(primitive.material, asset_.materials.size(), place + ".material");
    attribute(primitive.positions, vertices, place + ".positions");
    attribute(primitive.normals, vertices, place + ".normals");
    attribute(primitive.tangents, vertices, place + ".tangents");
    attribute(primitive.texcoords0, vertices, place + ".texcoords0");
    attribute(primitive.texcoords1, vertices, place + ".texcoords1");
    attribute(primitive.colors, vertices, place + ".colors");
    if (primitive.influences != 0 && primitive.influences != 4 && primitive.influences != 8) {
        fail("export-count", place + ".influences", "is not 0, 4 or 8");
    }
    count(primitive.joints.size(), vertices * primitive.influences, place + ".joints");
    count(primitive.joint_weights.size(), primitive.joints.size(), place + ".joint_weights");
    attribute(primitive.joint_weights, primitive.joints.size(), place + ".joint_weights");
    for (const std::uint32_t vertex : primitive.indices) {
        index(vertex, vertices, place + ".indices", false);
    }
    for (std::size_t i = 0; i < primitive.targets.size(); ++i) {
        const AssetMorphTarget& target = primitive.targets[i];
        const std::string target_place = place + "." + at("targets", i);
        attribute(target.positions, vertices, target_place + ".positions");
        attribute(target.normals, vertices, target_place + ".normals");
        attribute(target.tangents, vertices, target_place + ".tangents");
    }
}

void Checker::check_meshes() {
    for (std::size_t i = 0; i < asset_.meshes.size() && !fault_; ++i) {
        const AssetMesh& mesh = asset_.meshes[i];
        const std::string place = at("meshes", i);
        attribute(mesh.weights, mesh.weights.size(), place + ".weights");
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            check_primitive(mesh.primitives[p], place + "." + at("primitives", p));
        }
    }
}

void Checker::check_materials() {
    for (std::size_t i = 0; i < asset_.materials.size(); ++i) {
        const AssetMaterial& material = asset_.materials[i];
        const std::string place = at("materials", i);
        const std::size_t textures = asset_.textures.size();
        std::vector<float> numbers{material.metallic, material.roughness, material.alpha_cutoff};
        numbers.insert(numbers.end(), material.base_color.begin(), material.base_color.end());
        numbers.insert(numbers.end(), material.emissive.begin(), material.emissive.end());
        for (const AssetTextureRef* reference :
             {&material.base_color_texture, &material.metallic_roughness_texture,
              &material.normal_texture, &material.occlusion_texture, &material.emissive_texture}) {
            index(reference->texture, textures, place);
            numbers.push_back(reference->scale);
        }
        attribute(numbers, numbers.size(), place);
    }
    for (std::size_t i = 0; i < asset_.textures.size(); ++i) {
        index(asset_.textures[i].image, asset_.images.size(), at("textures", i) + ".image");
    }
}

void Checker::check_times(const std::vector<Ticks>& times, const std::string& place) {
    if (times.empty()) fail("export-count", place, "is empty");
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i] < Ticks{0} || (i > 0 && times[i] <= times[i - 1])) {
            fail("export-times", place, "do not ascend from 0 or more");
        }
    }
}

void Checker::check_pointer(const AssetPointerTrack& track, const std::string& place) {
    check_times(track.times, place + ".times");
    const std::size_t triple = track.interpolation == Interpolation::cubic_spline ? 3 : 1;
    count(track.values.size(), track.times.size() * triple * track.base.size(), place + ".values");
    attribute(track.values, track.values.size(), place + ".values");
}

void Checker::check_track(const AssetTrack& track, const std::string& place) {
    index(track.node, asset_.nodes.size(), place + ".node", false);
    check_times(track.times, place + ".times");
    const std::size_t triple = track.interpolation == Interpolation::cubic_spline ? 3 : 1;
    const std::size_t values = track.values.size();
    const std::size_t keys = track.times.size() * triple;
    if (track.kind == TrackKind::weights) {
        if (keys == 0 || values == 0 || values % keys != 0) {
            fail("export-count", place + ".values", "are not a whole number per key");
        }
    } else {
        count(values, keys * (track.kind == TrackKind::rotation ? 4 : 3), place + ".values");
    }
    attribute(track.values, values, place + ".values");
}

void Checker::check_clips() {
    for (std::size_t i = 0; i < asset_.clips.size() && !fault_; ++i) {
        const AssetClip& clip = asset_.clips[i];
        for (std::size_t t = 0; t < clip.tracks.size(); ++t) {
            check_track(clip.tracks[t], at("clips", i) + "." + at("tracks", t));
        }
        for (std::size_t t = 0; t < clip.pointers.size(); ++t) {
            check_pointer(clip.pointers[t], at("clips", i) + "." + at("pointers", t));
        }
    }
}

}  // namespace

std::optional<Error> find_export_fault(const Asset& asset) {
    return Checker(asset).run();
}

}  // namespace motus
