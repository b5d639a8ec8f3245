// motus/import/fbx/scene.h - what an FBX file means, the same for all its versions: models,
// geometries, deformers and animated properties, with indices between them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/fbx/space.h>
#include <motus/import/fbx/tree.h>

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace motus::fbx {

constexpr std::uint32_t kNoIndex = 0xffffffffu;

/// Time of FBX: 46,186,158,000 a second.
using FbxTime = std::int64_t;
inline constexpr FbxTime kFbxTicksPerSecond = 46'186'158'000;

/// The properties of an object and, behind them, those of its type's template.
class Properties {
  public:
    Properties() = default;
    /// Cost: linear in both lists, then logarithmic for each question.
    Properties(NodeRef object, NodeRef defaults);

    [[nodiscard]] bool has(std::string_view name) const { return find(name).node.exists(); }
    [[nodiscard]] double number(std::string_view name, double otherwise) const;
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
    [[nodiscard]] Double3 vector(std::string_view name, const Double3& otherwise) const;
    [[nodiscard]] std::string_view text(std::string_view name) const;

  private:
    struct Entry {
        std::string_view name;
        NodeRef node;
        std::uint32_t first = 0;  ///< Where its values begin.
    };
    [[nodiscard]] Entry find(std::string_view name) const;
    void add(NodeRef list);
    std::vector<Entry> entries_;
};

enum class InheritType : std::uint8_t {
    scale_after_rotation,  ///< RrSs: the parent's scale acts on the axes of this node.
    normal,                ///< RSrs: as matrices multiply.
    no_parent_scale        ///< Rrs: the parent's own scale is left out.
};

struct Model {
    std::string name;
    std::string_view kind;  ///< "Mesh", "LimbNode", "Null", "Camera" ...
    NodeRef node;
    std::uint32_t parent = kNoIndex;
    Pivots pivots;
    InheritType inherit = InheritType::normal;
    Double3 translation, rotation, scaling{1.0, 1.0, 1.0};
    LocalTransform geometric;  ///< Acts on geometry alone, before all of the above.
    bool has_geometric = false;
    bool visible = true;
    std::vector<std::uint32_t> geometries, materials;
    std::uint32_t camera = kNoIndex;  ///< Into Scene::cameras.
};

/// Vertices of a shape that differ from the geometry's, by how much.
struct Shape {
    std::string name;
    NodeRef node;
};

/// A weight that runs through shapes, each full at one percentage: the last, and those in between.
struct BlendChannel {
    std::string name;
    double percent = 0.0;
    std::vector<std::uint32_t> shapes;
    std::vector<double> full_weights;  ///< Of the shapes, in percent.
    /// Percentages by ascending order, each with the shape that is full there; 0 has none.
    std::vector<std::pair<double, std::uint32_t>> knots;
};

struct Cluster {
    NodeRef node;
    std::uint32_t model = kNoIndex;
};

struct Skin {
    NodeRef node;
    std::vector<Cluster> clusters;
};

struct Geometry {
    std::string name;
    NodeRef node;
    std::vector<std::uint32_t> skins, channels;
    bool has_cache = false;
};

struct Material {
    std::string name;
    NodeRef node;
    Properties properties;
    std::vector<std::pair<std::string_view, std::uint32_t>> textures;  ///< By property.
};

struct Texture {
    std::string name;
    std::string file;
    std::span<const std::byte> content{};  ///< Of a file inside the file.
    std::vector<std::byte> decoded;        ///< The same of an ASCII file.
    Properties properties;
};

struct Camera {
    std::string name;
    Properties properties;
};

/// What a curve moves.
enum class TargetKind : std::uint8_t { model, channel, layer, other };

/// The curves of one property of one object in one layer.
struct AnimatedProperty {
    TargetKind kind = TargetKind::other;
    std::uint32_t target = kNoIndex;
    std::string_view property;
    std::array<std::uint32_t, 3> curves{kNoIndex, kNoIndex, kNoIndex};  ///< Into Scene::curves.
    std::array<double, 3> values{};                                     ///< Where there is none.
};

struct Layer {
    std::string name;
    double weight = 100.0;
    int blend_mode = 0;  ///< 0 adds, 1 overrides, 2 overrides and lets through.
    bool rotate_by_channel = false, scale_by_adding = false;
    bool muted = false;
    std::vector<AnimatedProperty> properties;
};

struct Stack {
    std::string name;
    FbxTime start = 0, stop = 0;
    bool has_range = false;
    std::vector<std::uint32_t> layers;
};

struct Scene {
    std::vector<Model> models;
    std::vector<Geometry> geometries;
    std::vector<Shape> shapes;
    std::vector<BlendChannel> channels;
    std::vector<Skin> skins;
    std::vector<Material> materials;
    std::vector<Texture> textures;
    std::vector<Camera> cameras;
    std::vector<NodeRef> curves;
    std::vector<Layer> layers;
    std::vector<Stack> stacks;
    Space space;
    double rate_hz = 30.0;
};

/// Reads the objects and their connections. What is wrong with them is a warning and is left out;
/// false only where the file asks for too much memory.
[[nodiscard]] bool read_scene(const Tree& tree, Scene& scene, Faults& faults);

/// Its parts. Versions 6000 and later have objects and connections; before, models hold all.
[[nodiscard]] bool read_objects(const Tree& tree, Scene& scene, Faults& faults);
[[nodiscard]] bool read_old_models(const Tree& tree, Scene& scene, Faults& faults);
void read_settings(const Tree& tree, Scene& scene, Faults& faults);

/// The transform and the rest of a model, out of its properties.
void read_model(const Properties& properties, Model& model);

/// Takes of versions before 7000: curves are nested in channels, below the names of models.
struct TakeNames {
    /// The index of a model, kNoIndex where there is none.
    std::function<std::uint32_t(std::string_view)> model;
    /// The channel of a model's geometry by the name of its shape.
    std::function<std::uint32_t(std::uint32_t model, std::string_view)> channel;
};
void read_takes(const Tree& tree, const TakeNames& names, Scene& scene, Faults& faults);

/// "Model::Cube" or, of binary files, "Cube", a zero byte, 1 and "Model": the name without class.
[[nodiscard]] std::string_view bare_name(std::string_view name);

}  // namespace motus::fbx
