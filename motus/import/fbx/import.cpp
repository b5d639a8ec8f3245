// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/import/fbx/hierarchy.h>
#include <motus/import/gltf/gltf.h>
#include <motus/math/trig.h>

#include <utility>

namespace motus {
namespace fbx {
namespace {

void read_cameras(Context& context) {
    const Scene& scene = context.scene;
    for (std::size_t i = 0; i < scene.models.size(); ++i) {
        const std::uint32_t index = scene.models[i].camera;
        if (index == kNoIndex) continue;
        const Properties& p = scene.cameras[index].properties;
        AssetCamera camera;
        camera.name = scene.cameras[index].name;
        camera.perspective = p.integer("CameraProjectionType", 0) == 0;
        const double width = p.number("AspectWidth", 320.0),
                     height = p.number("AspectHeight", 200.0);
        if (width > 0.0 && height > 0.0) camera.aspect = to_float(width / height);
        const double angle = p.number("FieldOfViewY", 0.0), across = p.number("FieldOfView", 0.0);
        if (angle > 0.1 && angle < 179.0) {
            camera.yfov_rad = to_float(angle * kPi / 180.0);
        } else if (across > 0.1 && across < 179.0 && camera.aspect > 0.0f) {
            const SinCos half = sin_cos(across * kPi / 360.0);
            camera.yfov_rad = to_float(
                2.0 * arc_tangent(half.sin / half.cos / static_cast<double>(camera.aspect), 1.0));
        }
        const double unit = scene.space.metres_per_unit;
        const double near = p.number("NearPlane", 10.0) * unit,
                     far = p.number("FarPlane", 4000.0) * unit;
        if (near > 0.0 && far > near) {
            camera.znear = to_float(near);
            camera.zfar = to_float(far);
        }
        const double zoom = p.number("OrthoZoom", 1.0);
        if (zoom > 0.0) camera.xmag = camera.ymag = to_float(zoom);
        // FBX' cameras look along x, an asset's along -z.
        AssetNode node;
        node.name = scene.models[i].name + "_camera";
        node.parent = context.nodes[i].scaled;
        node.local.rotation = to_float(rotation_of({0.0, -90.0, 0.0}, RotationOrder::xyz));
        node.camera = static_cast<std::uint32_t>(context.asset.cameras.size());
        context.asset.cameras.push_back(std::move(camera));
        context.asset.nodes.push_back(std::move(node));
    }
}

bool import_all(Context& context) {
    Scene& scene = context.scene;
    if (!read_scene(context.tree, scene, context.faults)) return false;
    std::vector<FbxCurve> curves(scene.curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (!read_curve(context.tree, scene.curves[i], curves[i], context.faults)) return false;
        context.info.keys += curves[i].keys.keys.size();
    }
    context.info.curves = curves.size();
    std::vector<bool> scale_animated(scene.models.size());
    for (const Layer& layer : scene.layers) {
        for (const AnimatedProperty& property : layer.properties) {
            if (property.kind != TargetKind::model || property.property != "Lcl Scaling") continue;
            for (const std::uint32_t index : property.curves) {
                if (index == kNoIndex) continue;
                const auto& keys = curves[index].keys.keys;
                const bool one =
                    curves[index].is_constant() && !keys.empty() && keys[0].value == 1.0;
                if (!one) scale_animated[property.target] = true;
            }
        }
    }
    const Hierarchy hierarchy(scene, scale_animated);
    if (!read_nodes(context, hierarchy) || !read_meshes(context)) return false;
    read_materials(context);
    read_cameras(context);
    return !context.faults.first() && read_animations(context, hierarchy, curves);
}

}  // namespace
}  // namespace fbx

Result<FbxScene> import_fbx(std::span<const std::byte> bytes, const FbxOptions& options,
                            Diagnostics& diagnostics) {
    fbx::Faults faults(diagnostics, bytes.size());
    fbx::Tree tree;
    fbx::Scene scene;
    FbxScene out;
    if (fbx::parse(bytes, tree, faults)) {
        const fbx::NodeRef header =
            fbx::NodeRef(tree, 0).find("FBXHeaderExtension").find("FBXVersion");
        out.info.version = static_cast<std::uint32_t>(header.integer(0, tree.version));
        out.info.ascii = tree.ascii;
        tree.version = out.info.version;
        fbx::Context context{tree, scene, out.asset, out.info, options, faults, out.points, {}, {}};
        if (!fbx::import_all(context) && !faults.first())
            faults.error(fbx::kFileCode, "", "cannot be read");
        out.info.metres_per_unit = scene.space.metres_per_unit;
        out.info.rate_hz = scene.rate_hz;
    }
    faults.finish();
    if (faults.first()) return *faults.first();
    return out;
}

Result<FbxSource> import_fbx_source(const std::filesystem::path& file, Diagnostics& diagnostics) {
    using Bytes = std::vector<std::byte>;
    const Result<Bytes> bytes = read_model_file(file);
    if (!bytes) {
        const Error fault{std::string(fbx::kFileCode), "", bytes.error().cause};
        diagnostics.error(fault.code, "", fault.cause);
        return fault;
    }
    FbxSource source;
    source.content_hash = checksum_bytes(*bytes);
    const FbxLoader load = gltf_folder_loader(file.parent_path());
    const FbxLoader noted = [&](const std::string& path) -> Result<Bytes> {
        Result<Bytes> loaded = load(path);
        if (loaded) source.content_hash = hash_u64(source.content_hash, checksum_bytes(*loaded));
        return loaded;
    };
    Result<FbxScene> scene = import_fbx(*bytes, {noted}, diagnostics);
    if (!scene) return scene.error();
    source.scene = *std::move(scene);
    return source;
}

}  // namespace motus
