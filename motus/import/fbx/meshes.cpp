// Geometries to meshes: polygons to triangles, corners to vertices, shapes to morph targets.
// SPDX-License-Identifier: MIT
#include <motus/import/fbx/context.h>
#include <motus/import/fbx/layers.h>
#include <motus/import/fbx/triangulate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <unordered_map>

namespace motus::fbx {
namespace {

/// What a corner's vertex is made of; equal ones are one vertex.
struct VertexKey {
    std::uint32_t point = 0;
    std::array<float, 15> values{};  // normal, tangent, two texcoords, colour
    friend bool operator==(const VertexKey&, const VertexKey&) = default;
};
struct HashVertex {
    std::size_t operator()(const VertexKey& key) const {
        std::uint64_t hash = key.point * 0x9e3779b97f4a7c15ull;
        for (const float value : key.values) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, &value, sizeof(bits));
            hash = (hash ^ bits) * 0xff51afd7ed558ccdull;
            hash ^= hash >> 29;
        }
        return static_cast<std::size_t>(hash);
    }
};

/// Layer elements of that name, by the order of their layers.
std::vector<NodeRef> elements_of(NodeRef node, std::string_view name) {
    std::vector<NodeRef> out;
    for (NodeRef at = node.child(); at.exists(); at = at.next())
        if (at.name() == name && out.size() < 2) out.push_back(at);
    out.resize(2);
    return out;
}

void set_knots(BlendChannel& channel) {
    channel.full_weights.resize(channel.shapes.size(), 100.0);
    channel.knots = {{0.0, kNoIndex}};
    for (std::uint32_t i = 0; i < channel.shapes.size(); ++i) {
        const double at = channel.full_weights[i];
        channel.knots.push_back({at != 0.0 ? at : 100.0, i});
    }
    std::stable_sort(channel.knots.begin(), channel.knots.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    // Of two shapes that are full at one place the first is kept.
    channel.knots.erase(
        std::unique(channel.knots.begin(), channel.knots.end(),
                    [](const auto& a, const auto& b) { return a.first == b.first; }),
        channel.knots.end());
}

class MeshReader {
  public:
    MeshReader(Context& context, std::uint32_t model, std::uint32_t geometry)
        : context_(context),
          faults_(context.faults),
          model_index_(model),
          model_(context.scene.models[model]),
          geometry_(context.scene.geometries[geometry]),
          node_(geometry_.node),
          place_(place_of(model_)) {}

    bool run(std::uint32_t target_node) {
        if (!read_points() || !node_.find("PolygonVertexIndex").integers(corners_, faults_) ||
            !read_elements()) {
            return false;
        }
        if (points_.empty()) {
            const std::string kind = plain_text(node_.text(node_.is_text(0) ? 1 : 2));
            faults_.warn_some(kMeshCode, place_,
                              "its geometry of kind " + in_quotes(kind) + " has no vertices");
            return true;
        }
        if (node_.find("PreviewDivisionLevels").integer(0) > 0 &&
            node_.find("Smoothness").integer(0) > 1) {
            faults_.warn_some(kMeshCode, place_, "its subdivision is left out: the cage is kept");
        }
        if (!geometry_.skins.empty() &&
            !read_skin(context_, model_index_, geometry_, points_.size(), skin_)) {
            return false;
        }
        mesh_.name = geometry_.name.empty() ? model_.name : geometry_.name;
        if (!read_polygons() || !add_loose_points() || !read_shapes(target_node)) return false;
        if (geometry_.has_cache)
            faults_.warn_some(kMeshCode, place_,
                              "the vertex cache, which is in other files, is left out");
        AssetNode& node = context_.asset.nodes[target_node];
        node.mesh = static_cast<std::uint32_t>(context_.asset.meshes.size());
        node.skin = skin_.skin;
        context_.asset.meshes.push_back(std::move(mesh_));
        context_.points.push_back({points_.size(), std::move(of_vertices_)});
        return true;
    }

  private:
    bool read_points() {
        std::vector<double> numbers;
        if (!node_.find("Vertices").numbers(numbers, faults_)) return false;
        if (!faults_.charge(numbers.size() / 3, sizeof(Double3))) return false;
        bool odd = numbers.size() % 3 != 0;
        to_mesh_ = model_.has_geometric ? matrix_of(model_.geometric) : DoubleMatrix{};
        flipped_ = (determinant(to_mesh_) < 0.0) != context_.scene.space.mirror;
        normals_by_ = cofactors(to_mesh_);
        points_.resize(numbers.size() / 3);
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const Double3 p{numbers[i * 3], numbers[i * 3 + 1], numbers[i * 3 + 2]};
            points_[i] = context_.scene.space.point(transform_point(to_mesh_, p));
        }
        if (odd) faults_.warn_some(kMeshCode, place_, "the last vertex has fewer than 3 numbers");
        return true;
    }

    bool read_elements() {
        const auto read = [&](LayerElement& out, NodeRef from, const char* values,
                              const char* indices, std::size_t width) {
            return out.read(from, values, indices, width, place_, faults_);
        };
        const std::vector<NodeRef> uvs = elements_of(node_, "LayerElementUV");
        if (!read(normals_, node_.find("LayerElementNormal"), "Normals", "NormalsIndex", 3) ||
            !read(tangents_, node_.find("LayerElementTangent"), "Tangents", "TangentsIndex", 3) ||
            !read(binormals_, node_.find("LayerElementBinormal"), "Binormals", "BinormalsIndex",
                  3) ||
            !read(colors_, node_.find("LayerElementColor"), "Colors", "ColorIndex", 4) ||
            !read(uvs_[0], uvs[0], "UV", "UVIndex", 2) ||
            !read(uvs_[1], uvs[1], "UV", "UVIndex", 2) ||
            !read(materials_, node_.find("LayerElementMaterial"), "Materials", "", 1)) {
            return false;
        }
        if (normals_.is_empty() && node_.find("Normals").exists() &&
            !normals_.read_plain(node_.find("Normals"), NodeRef(), 3, points_.size(), faults_)) {
            return false;
        }
        const NodeRef old = node_.find("GeometryUVInfo");
        return !old.exists() ||
               uvs_[0].read_plain(old.find("TextureUV"), old.find("TextureUVVerticeIndex"), 2,
                                  points_.size(), faults_);
    }

    // Corners end a polygon where they are negative.
    bool read_polygons() {
        std::vector<Double3> around;
        std::vector<std::uint32_t> triangles, vertices;
        std::size_t begin = 0, polygon = 0, outside = 0, lines = 0, wide = 0;
        const bool has_faces = has_triangles();
        for (std::size_t i = 0; i < corners_.size(); ++i) {
            if (corners_[i] >= 0 && i + 1 < corners_.size()) continue;
            if (corners_[i] < 0) corners_[i] = ~corners_[i];
            const std::size_t count = i + 1 - begin;
            const auto inside = [&](std::int64_t c) {
                return c >= 0 && c < static_cast<std::int64_t>(points_.size());
            };
            const bool ok =
                std::all_of(corners_.begin() + static_cast<std::ptrdiff_t>(begin),
                            corners_.begin() + static_cast<std::ptrdiff_t>(i + 1), inside);
            if (!ok) {
                ++outside;
            } else if (count >= 3 || (count == 2 && !has_faces)) {
                const Corner first{begin, polygon, static_cast<std::size_t>(corners_[begin])};
                AssetPrimitive& primitive = primitive_of(first, count == 2);
                around.clear();
                vertices.clear();
                for (std::size_t c = begin; c <= i; ++c) {
                    const Corner corner{c, polygon, static_cast<std::size_t>(corners_[c])};
                    around.push_back(points_[corner.point]);
                    vertices.push_back(vertex_of(primitive, corner));
                }
                if (faults_.first()) return false;
                triangles.clear();
                triangulate(around, triangles);
                if (count == 2) triangles = {0, 1};
                if (flipped_ && count > 2) {
                    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
                        std::swap(triangles[t + 1], triangles[t + 2]);
                }
                wide += count > kMostEarCorners;
                if (!faults_.charge(triangles.size(), sizeof(std::uint32_t))) return false;
                for (const std::uint32_t corner : triangles)
                    primitive.indices.push_back(vertices[corner]);
            } else {
                ++lines;
            }
            begin = i + 1;
            ++polygon;
        }
        if (outside != 0) {
            faults_.warn_some(
                kMeshCode, place_,
                std::to_string(outside) + " polygons use vertices that are not there");
        }
        if (lines != 0) {
            faults_.warn_some(
                kMeshCode, place_,
                std::to_string(lines) + " polygons of one or two corners are left out");
        }
        if (wide != 0) {
            faults_.warn_some(kMeshCode, place_,
                              std::to_string(wide) +
                                  " polygons of more than 256 corners are cut "
                                  "as if they were convex");
        }
        return true;
    }

    [[nodiscard]] bool has_triangles() const {
        std::size_t count = 0;
        for (const std::int64_t corner : corners_) {
            if (++count >= 3) return true;
            if (corner < 0) count = 0;
        }
        return false;
    }

    // One primitive per material.
    AssetPrimitive& primitive_of(const Corner& corner, bool line) {
        std::uint32_t material = kNone;
        if (!model_.materials.empty()) {
            const auto index = static_cast<std::size_t>(materials_.index_at(corner));
            material = model_.materials[index < model_.materials.size() ? index : 0];
        }
        const auto [found, is_new] = primitives_.try_emplace(material, mesh_.primitives.size());
        if (is_new) {
            AssetPrimitive primitive;
            primitive.mode = line ? PrimitiveMode::lines : PrimitiveMode::triangles;
            primitive.material = material;
            primitive.influences = skin_.influences;
            mesh_.primitives.push_back(std::move(primitive));
            seen_.emplace_back();
            of_vertices_.emplace_back();
        }
        current_ = found->second;
        return mesh_.primitives[current_];
    }

    std::uint32_t vertex_of(AssetPrimitive& primitive, const Corner& corner) {
        VertexKey key;
        key.point = static_cast<std::uint32_t>(corner.point);
        if (const double* n = normals_.at(corner)) {
            put(key, 0, normal_of(n));
            const double *t = tangents_.at(corner), *b = binormals_.at(corner);
            if (t != nullptr) {
                const Double3 tangent = tangent_of(t);
                put(key, 3, tangent);
                key.values[6] = b == nullptr || handed(n, t, b) ? 1.0f : -1.0f;
            }
        }
        for (std::size_t i = 0; i < 2; ++i) {
            if (const double* uv = uvs_[i].at(corner)) {
                key.values[7 + i * 2] = to_float(uv[0]);
                key.values[8 + i * 2] = to_float(1.0 - uv[1]);  // glTF's v points down
            }
        }
        if (const double* color = colors_.at(corner)) {
            for (std::size_t i = 0; i < 4; ++i)
                key.values[11 + i] = to_float(color[i]);
        }
        for (float& value : key.values)
            value += 0.0f;  // minus zero is zero
        const auto [found, is_new] = seen_[current_].try_emplace(
            key, static_cast<std::uint32_t>(primitive.positions.size()));
        if (is_new) add_vertex(primitive, key);
        return found->second;
    }

    void add_vertex(AssetPrimitive& primitive, const VertexKey& key) {
        if (!faults_.charge(1, 2 * sizeof(VertexKey) + 64)) return;
        const auto& v = key.values;
        primitive.positions.push_back(to_float(points_[key.point]));
        of_vertices_[current_].push_back(key.point);
        if (!normals_.is_empty()) primitive.normals.push_back({v[0], v[1], v[2]});
        if (!normals_.is_empty() && !tangents_.is_empty())
            primitive.tangents.push_back({v[3], v[4], v[5], v[6] == 0.0f ? 1.0f : v[6]});
        if (!uvs_[0].is_empty()) primitive.texcoords0.push_back({v[7], v[8]});
        if (!uvs_[1].is_empty()) primitive.texcoords1.push_back({v[9], v[10]});
        if (!colors_.is_empty()) primitive.colors.push_back({v[11], v[12], v[13], v[14]});
        const std::size_t from = key.point * skin_.influences;
        for (std::size_t i = 0; i < skin_.influences; ++i) {
            primitive.joints.push_back(skin_.joints[from + i]);
            primitive.joint_weights.push_back(skin_.weights[from + i]);
        }
    }

    static void put(VertexKey& key, std::size_t at, const Double3& v) {
        key.values[at] = to_float(v.x);
        key.values[at + 1] = to_float(v.y);
        key.values[at + 2] = to_float(v.z);
    }
    static Double3 unit(const Double3& v) {
        const double length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
        return length > 1e-30 ? v * (1.0 / length) : Double3{0.0, 1.0, 0.0};
    }
    [[nodiscard]] Double3 normal_of(const double* n) const {
        const Double3 v = transform_vector(normals_by_, {n[0], n[1], n[2]});
        return unit(context_.scene.space.vector(determinant(to_mesh_) < 0.0 ? v * -1.0 : v));
    }
    [[nodiscard]] Double3 tangent_of(const double* t) const {
        return unit(context_.scene.space.vector(transform_vector(to_mesh_, {t[0], t[1], t[2]})));
    }
    [[nodiscard]] bool handed(const double* n, const double* t, const double* b) const {
        const double x = n[1] * t[2] - n[2] * t[1], y = n[2] * t[0] - n[0] * t[2],
                     z = n[0] * t[1] - n[1] * t[0];
        return (x * b[0] + y * b[1] + z * b[2] < 0.0) == flipped_;
    }

    // Vertices in no polygon are kept behind the others, so that none of the file's is missing.
    bool add_loose_points() {
        std::vector<bool> used(points_.size());
        for (const auto& list : of_vertices_)
            for (const std::uint32_t point : list)
                used[point] = true;
        if (mesh_.primitives.empty()) {
            primitive_of({0, 0, 0}, false).mode = PrimitiveMode::points;
        } else {
            current_ = 0;
        }
        AssetPrimitive& primitive = mesh_.primitives[current_];
        for (std::size_t i = 0; i < points_.size(); ++i) {
            if (used[i]) continue;
            VertexKey key;
            key.point = static_cast<std::uint32_t>(i);
            key.values[1] = 1.0f;  // some unit normal
            add_vertex(primitive, key);
        }
        return !faults_.first();
    }

    bool read_shapes(std::uint32_t target_node) {
        std::vector<std::int64_t> indexes;
        std::vector<double> moves;
        std::uint32_t first = 0;
        for (const std::uint32_t index : geometry_.channels) {
            BlendChannel& channel = context_.scene.channels[index];
            if (channel.shapes.empty()) continue;
            set_knots(channel);
            std::vector<double> weights(channel.shapes.size());
            shape_weights(channel, channel.percent, weights.data());
            context_.morphs.push_back({target_node, index, first});
            for (std::size_t k = 0; k < channel.shapes.size(); ++k) {
                const Shape& shape = context_.scene.shapes[channel.shapes[k]];
                if (!shape.node.find("Indexes").integers(indexes, faults_) ||
                    !shape.node.find("Vertices").numbers(moves, faults_) ||
                    !add_target(shape, indexes, moves)) {
                    return false;
                }
                const bool between = channel.shapes.size() > 1 && !shape.name.empty();
                mesh_.target_names.push_back(between ? shape.name : channel.name);
                mesh_.weights.push_back(to_float(weights[k]));
                ++first;
            }
        }
        return true;
    }

    bool add_target(const Shape& shape, const std::vector<std::int64_t>& indexes,
                    const std::vector<double>& moves) {
        std::vector<Vec3> by_point(points_.size());
        if (!faults_.charge(points_.size(), sizeof(Vec3))) return false;
        const std::size_t count = std::min(indexes.size(), moves.size() / 3);
        std::size_t outside = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (indexes[i] < 0 || indexes[i] >= static_cast<std::int64_t>(points_.size())) {
                ++outside;
                continue;
            }
            const Double3 move{moves[i * 3], moves[i * 3 + 1], moves[i * 3 + 2]};
            by_point[static_cast<std::size_t>(indexes[i])] =
                to_float(context_.scene.space.point(transform_vector(to_mesh_, move)));
        }
        if (outside != 0) {
            faults_.warn_some(kShapeCode, "Shape[" + shape.name + "]",
                              std::to_string(outside) + " vertices are not in the mesh");
        }
        for (std::size_t i = 0; i < mesh_.primitives.size(); ++i) {
            if (!faults_.charge(of_vertices_[i].size(), sizeof(Vec3))) return false;
            AssetMorphTarget target;
            target.positions.reserve(of_vertices_[i].size());
            for (const std::uint32_t point : of_vertices_[i])
                target.positions.push_back(by_point[point]);
            mesh_.primitives[i].targets.push_back(std::move(target));
        }
        return true;
    }

    Context& context_;
    Faults& faults_;
    std::uint32_t model_index_;
    const Model& model_;
    const Geometry& geometry_;
    NodeRef node_;
    std::string place_;
    DoubleMatrix to_mesh_, normals_by_;
    bool flipped_ = false;
    std::vector<Double3> points_;
    std::vector<std::int64_t> corners_;
    LayerElement normals_, tangents_, binormals_, colors_, materials_;
    std::array<LayerElement, 2> uvs_;
    SkinWeights skin_;
    AssetMesh mesh_;
    std::map<std::uint32_t, std::size_t> primitives_;  // by material
    std::vector<std::unordered_map<VertexKey, std::uint32_t, HashVertex>> seen_;
    std::vector<std::vector<std::uint32_t>> of_vertices_;  // per primitive
    std::size_t current_ = 0;
};

}  // namespace

void shape_weights(const BlendChannel& channel, double percent, double* out) {
    std::fill(out, out + channel.shapes.size(), 0.0);
    const auto& knots = channel.knots;
    if (knots.size() < 2) return;
    // Outside all knots the nearest piece goes on.
    std::size_t above = 1;
    while (above + 1 < knots.size() && knots[above].first <= percent)
        ++above;
    const auto &low = knots[above - 1], &high = knots[above];
    const double share = (percent - low.first) / (high.first - low.first);
    if (low.second != kNoIndex) out[low.second] = 1.0 - share;
    if (high.second != kNoIndex) out[high.second] = share;
}

bool read_meshes(Context& context) {
    Scene& scene = context.scene;
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> shown;
    for (std::uint32_t i = 0; i < scene.models.size(); ++i) {
        const std::vector<std::uint32_t>& geometries = scene.models[i].geometries;
        for (std::size_t k = 0; k < geometries.size(); ++k) {
            std::uint32_t node = context.nodes[i].scaled;
            if (context.asset.nodes[node].mesh != kNone) {  // a node has one mesh
                AssetNode extra;
                extra.name = scene.models[i].name + "_mesh" + std::to_string(k);
                extra.parent = node;
                node = static_cast<std::uint32_t>(context.asset.nodes.size());
                context.asset.nodes.push_back(std::move(extra));
            }
            // Models that show the same thing share a mesh.
            const Model& model = scene.models[i];
            const Geometry& geometry = scene.geometries[geometries[k]];
            const bool plain =
                !model.has_geometric && geometry.skins.empty() && geometry.channels.empty();
            if (const auto found = shown.find(geometries[k]);
                plain && found != shown.end() &&
                scene.models[found->second.first].materials == model.materials) {
                context.asset.nodes[node].mesh = found->second.second;
                continue;
            }
            if (!MeshReader(context, i, geometries[k]).run(node)) return false;
            if (plain && context.asset.nodes[node].mesh != kNone)
                shown.try_emplace(geometries[k], i, context.asset.nodes[node].mesh);
        }
    }
    return true;
}

}  // namespace motus::fbx
