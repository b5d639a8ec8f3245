// SPDX-License-Identifier: MIT
#include <motus/import/gltf/accessor.h>

#include <motus/math/ops.h>

#include <cmath>

namespace motus::gltf {
namespace {

bool is_same_matrix(const Mat34& a, const Mat34& b) {
    double largest = 1.0, difference = 0.0;
    for (std::size_t i = 0; i < 12; ++i) {
        largest = std::fmax(largest, std::fabs(static_cast<double>(a.m[i])));
        difference = std::fmax(difference, std::fabs(static_cast<double>(a.m[i]) - b.m[i]));
    }
    return difference <= 1e-4 * largest;
}

void read_matrix(const Object& json, Transform& out) {
    float columns[16] = {};
    if (!json.numbers("matrix", columns)) return;
    Mat34 matrix;
    if (!affine_of(columns, matrix)) {
        json.warn(kNodeCode, "matrix", "the last row is not 0 0 0 1 and is ignored");
    }
    out = decompose(matrix);
    if (!is_finite(out)) {
        json.error(kNodeCode, "matrix", "its numbers are too large to be split into T, R and S");
    } else if (!is_same_matrix(to_matrix(out), matrix)) {
        json.warn(kNodeCode, "matrix", "is not a product of T, R and S; its shear is lost");
    }
    for (const char* key : {"translation", "rotation", "scale"}) {
        if (json.has(key)) json.warn(kNodeCode, key, "is ignored: the node has a matrix");
    }
}

void read_rotation(const Object& json, Quat& out) {
    float v[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    if (!json.numbers("rotation", v)) return;
    const double x = v[0], y = v[1], z = v[2], w = v[3];
    const double square = x * x + y * y + z * z + w * w;
    if (!(square > 0.0)) {
        json.error(kNodeCode, "rotation", "has no length");
        return;
    }
    out = {v[0], v[1], v[2], v[3]};
    // Leaving what is already unit alone makes import of an export give the same bits.
    if (std::fabs(square - 1.0) <= 1e-6) return;
    if (std::fabs(square - 1.0) > 1e-2) {
        json.warn(kNodeCode, "rotation", "is not of unit length and has been normalised");
    }
    const double length = std::sqrt(square);
    out = {static_cast<float>(x / length), static_cast<float>(y / length),
           static_cast<float>(z / length), static_cast<float>(w / length)};
}

void read_node(Context& context, const Object& json, std::size_t skins, AssetNode& node) {
    json.text("name", node.name);
    json.index("mesh", context.meshes.size(), "mesh", node.mesh);
    json.index("camera", context.asset.cameras.size(), "camera", node.camera);
    json.index("skin", skins, "skin", node.skin);
    if (json.has("matrix")) {
        read_matrix(json, node.local);
    } else {
        float v[3] = {0.0f, 0.0f, 0.0f};
        if (json.numbers("translation", v)) node.local.translation = {v[0], v[1], v[2]};
        float s[3] = {1.0f, 1.0f, 1.0f};
        if (json.numbers("scale", s)) node.local.scale = {s[0], s[1], s[2]};
        read_rotation(json, node.local.rotation);
    }
    json.extension("KHR_node_visibility").boolean("visible", node.visible);
    std::vector<float> weights;
    if (!json.number_list("weights", weights) || weights.empty()) return;
    if (node.mesh == kNone) {
        json.warn(kNodeCode, "weights", "are ignored: the node has no mesh");
    } else if (context.meshes[node.mesh].valid &&
               weights.size() != context.meshes[node.mesh].targets) {
        json.error(kNodeCode, "weights",
                   std::to_string(weights.size()) + " weights for " +
                       std::to_string(context.meshes[node.mesh].targets) + " morph targets");
    } else {
        node.weights = std::move(weights);
    }
}

/// With one parent each, whatever is not below a root hangs in a ring.
void check_rings(Context& context, const std::vector<std::vector<std::uint32_t>>& children) {
    const auto& nodes = context.asset.nodes;
    std::vector<bool> reached(nodes.size(), false);
    std::vector<std::uint32_t> stack;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent == kNone) stack.push_back(i);
    }
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        reached[node] = true;
        for (std::uint32_t child : children[node]) {
            if (nodes[child].parent == node) stack.push_back(child);
        }
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (reached[i]) continue;
        context.faults.error(kNodeCode, "nodes[" + std::to_string(i) + "].children",
                             "the node is its own ancestor, or hangs below one that is");
        return;
    }
}

}  // namespace

void read_nodes(Context& context) {
    const Array list = context.root.array("nodes");
    auto& nodes = context.asset.nodes;
    nodes.resize(list.size());
    const Json* skin_list = context.root.find("skins");
    const std::size_t skins = skin_list && skin_list->is_array() ? skin_list->size() : 0;
    std::vector<std::vector<std::uint32_t>> children(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (!json.exists()) continue;
        read_node(context, json, skins, nodes[i]);
        json.index_list("children", list.size(), "node", children[i]);
        for (std::size_t k = 0; k < children[i].size(); ++k) {
            std::uint32_t& parent = nodes[children[i][k]].parent;
            if (parent == kNone) {
                parent = static_cast<std::uint32_t>(i);
            } else {
                json.error(kNodeCode, "children[" + std::to_string(k) + "]",
                           "node " + std::to_string(children[i][k]) +
                               " is already a child of node " + std::to_string(parent));
            }
        }
    }
    check_rings(context, children);
}

void read_scenes(Context& context) {
    const Array list = context.root.array("scenes");
    Asset& asset = context.asset;
    asset.scenes.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (!json.exists()) continue;
        json.text("name", asset.scenes[i].name);
        auto& roots = asset.scenes[i].roots;
        json.index_list("nodes", asset.nodes.size(), "node", roots);
        for (std::size_t k = 0; k < roots.size(); ++k) {
            if (asset.nodes[roots[k]].parent == kNone) continue;
            json.error("gltf-scene", "nodes[" + std::to_string(k) + "]",
                       "node " + std::to_string(roots[k]) + " is a child of node " +
                           std::to_string(asset.nodes[roots[k]].parent) + ", not a root");
        }
    }
    if (!asset.scenes.empty()) asset.scene = 0;
    context.root.index("scene", asset.scenes.size(), "scene", asset.scene);
    // Where root motion is kept: the file's extras, the asset's, or the default scene's.
    const std::size_t count = asset.nodes.size();
    const Object info = context.root.object("asset");
    std::uint32_t& node = asset.root_motion_node;
    context.root.extra("motus").index("rootMotionNode", count, "node", node);
    if (node == kNone) info.extra("motus").index("rootMotionNode", count, "node", node);
    if (node == kNone && asset.scene < list.size()) {
        const Object scene = list.object(asset.scene);
        scene.extra("motus").index("rootMotionNode", count, "node", node);
    }
}

}  // namespace motus::gltf
