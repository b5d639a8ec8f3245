// motus/import/fbx/context.h - what the parts of one import share.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/fbx/fbx.h>
#include <motus/import/fbx/scene.h>

#include <string>
#include <vector>

namespace motus::fbx {

/// Nodes of a model. With a scale that a child does not inherit, a second node holds the scale.
struct ModelNodes {
    std::uint32_t turned = kNone;  ///< Moves and turns; has the model's name.
    std::uint32_t scaled = kNone;  ///< Has the scale too: the same node, or a child of it.
    [[nodiscard]] bool is_split() const { return turned != scaled; }
};

/// Where the weight of a channel goes: to the shapes of a mesh.
struct MorphUse {
    std::uint32_t node = kNone;
    std::uint32_t channel = kNoIndex;
    std::uint32_t first = 0;  ///< The first target of the channel's shapes.
};

struct Context {
    const Tree& tree;
    Scene& scene;
    Asset& asset;
    FbxInfo& info;
    const FbxOptions& options;
    Faults& faults;
    std::vector<FbxPoints>& points;  ///< Of each mesh.
    std::vector<ModelNodes> nodes;   ///< Of each model.
    std::vector<MorphUse> morphs;    ///< By node, then by channel.
};

/// The weights of a channel's shapes at a percentage, in the order of its shapes.
void shape_weights(const BlendChannel& channel, double percent, double* out);

bool read_meshes(Context& context);
/// The skin of a mesh on a model's node, as joints and weights of the file's vertices; the mesh's
/// vertices are already moved by the geometric transform.
struct SkinWeights {
    std::uint32_t skin = kNone;
    std::uint32_t influences = 0;  ///< 0, 4 or 8.
    std::vector<std::uint16_t> joints;
    std::vector<float> weights;
};
bool read_skin(Context& context, std::uint32_t model, const Geometry& geometry, std::size_t points,
               SkinWeights& out);
void read_materials(Context& context);

[[nodiscard]] std::string place_of(const Model& model);

}  // namespace motus::fbx
