// Objects and connections: versions 6000 (by name) and 7000 (by number).
// SPDX-License-Identifier: MIT
#include <motus/import/fbx/fbx.h>
#include <motus/import/fbx/scene.h>

#include <algorithm>
#include <unordered_map>

namespace motus::fbx {
namespace {

enum class Class : std::uint8_t {
    other,
    model,
    geometry,
    shape,
    skin,
    cluster,
    blend,
    channel,
    cache,
    material,
    texture,
    video,
    layered_texture,
    camera,
    stack,
    layer,
    curve_node,
    curve
};

struct ObjectEntry {
    Class kind = Class::other;
    std::uint32_t index = kNoIndex;  ///< Into the list of its class.
    NodeRef node;
};

Class class_of(std::string_view type, std::string_view kind) {
    if (type == "Model") return Class::model;
    if (type == "Geometry") return kind == "Shape" ? Class::shape : Class::geometry;
    if (type == "Deformer") {
        if (kind == "Skin") return Class::skin;
        if (kind == "Cluster") return Class::cluster;
        if (kind == "BlendShape") return Class::blend;
        if (kind == "BlendShapeChannel") return Class::channel;
        return kind == "VertexCacheDeformer" ? Class::cache : Class::other;
    }
    if (type == "NodeAttribute") return kind == "Camera" ? Class::camera : Class::other;
    if (type == "Material") return Class::material;
    if (type == "Texture") return Class::texture;
    if (type == "LayeredTexture") return Class::layered_texture;
    if (type == "Video") return Class::video;
    if (type == "AnimationStack") return Class::stack;
    if (type == "AnimationLayer") return Class::layer;
    if (type == "AnimationCurveNode") return Class::curve_node;
    if (type == "AnimationCurve") return Class::curve;
    return Class::other;
}

std::vector<std::byte> decode_base64(std::string_view text) {
    std::vector<std::byte> out;
    out.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0, count = 0;
    for (const char c : text) {
        const int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (digit < 0) continue;
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        if (++count % 4 == 0 || count % 4 == 2 || count % 4 == 3) {
            const std::uint32_t shift = count % 4 == 2 ? 4 : count % 4 == 3 ? 2 : 0;
            out.push_back(static_cast<std::byte>(bits >> shift & 255u));
        }
    }
    return out;
}

class ObjectReader {
  public:
    ObjectReader(const Tree& tree, Scene& scene, Faults& faults)
        : tree_(tree), scene_(scene), faults_(faults) {}

    bool run() {
        const NodeRef root(tree_, 0);
        read_templates(root.find("Definitions"));
        for (NodeRef list = root.child(); list.exists(); list = list.next()) {
            if (list.name() != "Objects") continue;
            for (NodeRef node = list.child(); node.exists(); node = node.next())
                add_object(node);
        }
        if (scene_.models.size() > kMaxFbxModels)
            return faults_.error(kSceneCode, "Objects", "there are too many models");
        for (NodeRef list = root.child(); list.exists(); list = list.next()) {
            if (list.name() != "Connections") continue;
            for (NodeRef node = list.child(); node.exists(); node = node.next())
                add_connection(node);
        }
        finish();
        if (tree_.version < 7000 || scene_.stacks.empty())
            read_takes(tree_, take_names(), scene_, faults_);
        return !faults_.first();
    }

  private:
    void read_templates(NodeRef definitions) {
        for (NodeRef type = definitions.child(); type.exists(); type = type.next()) {
            if (type.name() == "ObjectType")
                templates_.emplace(type.text(0), type.find("PropertyTemplate"));
        }
    }

    [[nodiscard]] Properties properties(NodeRef node) const {
        const auto found = templates_.find(node.name());
        return {node, found == templates_.end() ? NodeRef() : found->second};
    }

    template <typename T>
    std::uint32_t append(std::vector<T>& list, T item) {
        list.push_back(std::move(item));
        return static_cast<std::uint32_t>(list.size() - 1);
    }

    void add_object(NodeRef node) {
        const bool by_name = node.is_text(0);
        const std::size_t at = by_name ? 0 : 1;
        const std::string_view full = node.text(at), kind = node.text(at + 1);
        const std::string name = plain_text(bare_name(full));
        ObjectEntry entry{class_of(node.name(), kind), kNoIndex, node};
        switch (entry.kind) {
            case Class::model: {
                Model model;
                model.name = name;
                model.kind = kind;
                model.node = node;
                const Properties own = properties(node);
                read_model(own, model);
                entry.index = append(scene_.models, std::move(model));
                if (by_name) add_parts(entry.index, own);
                break;
            }
            case Class::geometry:
                entry.index = append(scene_.geometries, {name, node, {}, {}, false});
                break;
            case Class::shape:
                entry.index = append(scene_.shapes, {name, node});
                break;
            case Class::skin:
                entry.index = append(scene_.skins, {node, {}});
                break;
            case Class::cluster:
                entry.index = append(clusters_, {{node, kNoIndex}, kNoIndex});
                break;
            case Class::blend:
                entry.index = append(blends_, {});
                break;
            case Class::channel: {
                BlendChannel channel;
                channel.name = name;
                channel.percent = node.find("DeformPercent").number(0);
                const Properties own(node, NodeRef());  // the template's value is not the channel's
                channel.percent = own.number("DeformPercent", channel.percent);
                if (!node.find("FullWeights").numbers(channel.full_weights, faults_)) return;
                entry.index = append(scene_.channels, std::move(channel));
                break;
            }
            case Class::material:
                entry.index = append(scene_.materials, {name, node, properties(node), {}});
                break;
            case Class::texture: {
                Texture texture;
                texture.name = name;
                texture.file = plain_text(node.find("RelativeFilename").text(0));
                if (texture.file.empty()) texture.file = plain_text(node.find("FileName").text(0));
                texture.properties = properties(node);
                entry.index = append(scene_.textures, std::move(texture));
                break;
            }
            case Class::layered_texture:
                entry.index = append(layered_, {});
                break;
            case Class::video:
                entry.index = append(videos_, node);
                break;
            case Class::camera:
                entry.index = append(scene_.cameras, {name, Properties(node, NodeRef())});
                break;
            case Class::stack: {
                Stack stack;
                stack.name = name;
                const Properties own(node, NodeRef());
                stack.start = own.integer("LocalStart", 0);
                stack.stop = own.integer("LocalStop", 0);
                stack.has_range = stack.stop > stack.start;
                if (!stack.has_range) read_range_of_take(full, stack);
                entry.index = append(scene_.stacks, std::move(stack));
                break;
            }
            case Class::layer: {
                Layer layer;
                layer.name = name;
                const Properties own = properties(node);
                layer.weight = own.number("Weight", 100.0);
                layer.blend_mode =
                    static_cast<int>(std::clamp<std::int64_t>(own.integer("BlendMode", 0), 0, 2));
                layer.rotate_by_channel = own.integer("RotationAccumulationMode", 0) == 1;
                layer.scale_by_adding = own.integer("ScaleAccumulationMode", 0) == 1;
                layer.muted = own.integer("Mute", 0) != 0;
                entry.index = append(scene_.layers, std::move(layer));
                break;
            }
            case Class::curve_node: {
                const Properties own(node, NodeRef());
                CurveNode curves;
                for (std::size_t i = 0; i < 3; ++i) {
                    constexpr std::array<std::string_view, 3> kAxes = {"d|X", "d|Y", "d|Z"};
                    curves.property.values[i] = own.number(kAxes[i], 0.0);
                }
                curves.node = node;
                entry.index = append(curve_nodes_, std::move(curves));
                break;
            }
            case Class::curve:
                entry.index = append(scene_.curves, node);
                break;
            default:
                break;
        }
        const auto index = static_cast<std::uint32_t>(objects_.size());
        objects_.push_back(entry);
        if (by_name) {
            by_name_.emplace(full, index);
        } else {
            by_id_.emplace(node.integer(0), index);
        }
    }

    // A model of version 6000 holds its geometry and shapes.
    void add_parts(std::uint32_t model, const Properties& own) {
        const NodeRef node = scene_.models[model].node;
        if (scene_.models[model].kind == "Camera") {
            scene_.models[model].camera = append(scene_.cameras, {scene_.models[model].name, own});
        }
        if (!node.find("Vertices").exists()) return;
        const std::uint32_t geometry =
            append(scene_.geometries, {scene_.models[model].name, node, {}, {}, false});
        scene_.models[model].geometries.push_back(geometry);
        for (NodeRef shape = node.child(); shape.exists(); shape = shape.next()) {
            if (shape.name() != "Shape") continue;
            BlendChannel channel;
            channel.name = plain_text(shape.text(0));
            channel.percent = own.number(shape.text(0), 0.0);
            channel.shapes.push_back(append(scene_.shapes, {channel.name, shape}));
            channel.full_weights.push_back(100.0);
            scene_.geometries[geometry].channels.push_back(
                append(scene_.channels, std::move(channel)));
        }
    }

    void read_range_of_take(std::string_view name, Stack& stack) const {
        const NodeRef takes = NodeRef(tree_, 0).find("Takes");
        for (NodeRef take = takes.child(); take.exists(); take = take.next()) {
            if (take.name() != "Take" || take.text(0) != bare_name(name)) continue;
            const NodeRef range = take.find("LocalTime");
            stack.start = range.integer(0);
            stack.stop = range.integer(1);
            stack.has_range = stack.stop > stack.start;
            return;
        }
    }

    const ObjectEntry* find(NodeRef connection, std::size_t at) const {
        if (connection.is_text(at)) {
            const auto found = by_name_.find(connection.text(at));
            return found == by_name_.end() ? nullptr : &objects_[found->second];
        }
        const auto found = by_id_.find(connection.integer(at));
        return found == by_id_.end() ? nullptr : &objects_[found->second];
    }

    void add_connection(NodeRef node) {
        if (node.name() != "C" && node.name() != "Connect") return;
        const ObjectEntry *from = find(node, 1), *to = find(node, 2);
        if (from == nullptr || to == nullptr || from == to) return;
        const std::string_view property = node.text(0) == "OP" ? node.text(3) : std::string_view{};
        connect(*from, *to, property);
    }

    void connect(const ObjectEntry& from, const ObjectEntry& to, std::string_view property) {
        const auto is = [&](Class a, Class b) { return from.kind == a && to.kind == b; };
        const std::uint32_t a = from.index, b = to.index;
        if (is(Class::model, Class::model)) {
            // Other properties that name a model, as a camera's target, make no parent of it.
            if (property.empty() && scene_.models[a].parent == kNoIndex)
                scene_.models[a].parent = b;
        } else if (is(Class::geometry, Class::model)) {
            scene_.models[b].geometries.push_back(a);
        } else if (is(Class::shape, Class::channel)) {
            scene_.channels[b].shapes.push_back(a);
        } else if (is(Class::skin, Class::geometry)) {
            scene_.geometries[b].skins.push_back(a);
        } else if (is(Class::skin, Class::model)) {
            if (!scene_.models[b].geometries.empty())
                scene_.geometries[scene_.models[b].geometries[0]].skins.push_back(a);
        } else if (is(Class::cluster, Class::skin)) {
            if (clusters_[a].skin == kNoIndex) order_.push_back(a);
            clusters_[a].skin = b;
        } else if (is(Class::model, Class::cluster)) {
            if (clusters_[b].cluster.model == kNoIndex) clusters_[b].cluster.model = a;
        } else if (is(Class::channel, Class::blend)) {
            blends_[b].push_back(a);
        } else if (is(Class::blend, Class::geometry)) {
            geometry_blends_.push_back({b, a});
        } else if (is(Class::blend, Class::model)) {
            if (!scene_.models[b].geometries.empty())
                geometry_blends_.push_back({scene_.models[b].geometries[0], a});
        } else if (is(Class::cache, Class::geometry)) {
            scene_.geometries[b].has_cache = true;
        } else if (is(Class::material, Class::model)) {
            scene_.models[b].materials.push_back(a);
        } else if (is(Class::texture, Class::material)) {
            scene_.materials[b].textures.push_back({property, a});
        } else if (is(Class::texture, Class::layered_texture)) {
            layered_[b].push_back(a);
        } else if (is(Class::layered_texture, Class::material)) {
            layered_uses_.push_back({property, a, b});
        } else if (is(Class::texture, Class::model)) {
            model_textures_.push_back({b, a});
        } else if (is(Class::video, Class::texture)) {
            read_video(videos_[a], scene_.textures[b]);
        } else if (is(Class::camera, Class::model)) {
            scene_.models[b].camera = a;
        } else if (is(Class::layer, Class::stack)) {
            scene_.stacks[b].layers.push_back(a);
        } else if (is(Class::curve_node, Class::layer)) {
            curve_nodes_[a].layers.push_back(b);
        } else if (is(Class::curve, Class::curve_node)) {
            const char axis = property.empty() ? 'X' : property.back();
            const std::size_t at = axis == 'Y' ? 1 : axis == 'Z' ? 2 : 0;
            curve_nodes_[b].property.curves[at] = a;
        } else if (from.kind == Class::curve_node) {
            AnimatedProperty& target = curve_nodes_[a].property;
            target.property = property;
            target.target = b;
            target.kind = to.kind == Class::model     ? TargetKind::model
                          : to.kind == Class::channel ? TargetKind::channel
                          : to.kind == Class::layer   ? TargetKind::layer
                                                      : TargetKind::other;
        }
    }

    void read_video(NodeRef video, Texture& texture) {
        const NodeRef content = video.find("Content");
        if (texture.file.empty()) texture.file = plain_text(video.find("RelativeFilename").text(0));
        if (!texture.content.empty() || !content.exists()) return;
        if (!tree_.ascii) {
            const std::string_view bytes = content.text(0);
            texture.content = std::as_bytes(std::span(bytes.data(), bytes.size()));
            return;
        }
        std::string all;
        for (std::size_t i = 0; i < content.size(); ++i)
            all += content.text(i);
        texture.decoded = decode_base64(all);
        texture.content = texture.decoded;
    }

    void finish() {
        for (const std::uint32_t index : order_)
            scene_.skins[clusters_[index].skin].clusters.push_back(clusters_[index].cluster);
        for (const auto& [geometry, blend] : geometry_blends_) {
            auto& channels = scene_.geometries[geometry].channels;
            if (!faults_.charge(blends_[blend].size(), sizeof(std::uint32_t))) return;
            channels.insert(channels.end(), blends_[blend].begin(), blends_[blend].end());
        }
        for (const auto& use : layered_uses_) {
            if (layered_[use.layered].empty()) continue;
            scene_.materials[use.material].textures.push_back(
                {use.property, layered_[use.layered][0]});
            if (layered_[use.layered].size() > 1) {
                faults_.warn_some(kMaterialCode,
                                  "Material[" + scene_.materials[use.material].name + "]",
                                  "of layered textures only the first is kept");
            }
        }
        std::vector<bool> has_texture(scene_.models.size());
        for (const auto& [model, texture] : model_textures_) {
            if (has_texture[model]) continue;
            has_texture[model] = true;
            for (const std::uint32_t material : scene_.models[model].materials) {
                auto& textures = scene_.materials[material].textures;
                if (textures.empty()) textures.push_back({"DiffuseColor", texture});
            }
        }
        for (const CurveNode& node : curve_nodes_) {
            for (const std::uint32_t layer : node.layers)
                scene_.layers[layer].properties.push_back(node.property);
        }
    }

    TakeNames take_names() {
        TakeNames names;
        names.model = [this](std::string_view name) {
            const auto found = by_name_.find(name);
            if (found == by_name_.end() || objects_[found->second].kind != Class::model)
                return kNoIndex;
            return objects_[found->second].index;
        };
        names.channel = [this](std::uint32_t model, std::string_view name) {
            for (const std::uint32_t geometry : scene_.models[model].geometries)
                for (const std::uint32_t channel : scene_.geometries[geometry].channels)
                    if (scene_.channels[channel].name == name) return channel;
            return kNoIndex;
        };
        return names;
    }

    struct LooseCluster {
        Cluster cluster;
        std::uint32_t skin = kNoIndex;
    };
    struct CurveNode {
        AnimatedProperty property;
        std::vector<std::uint32_t> layers;
        NodeRef node;
    };
    struct LayeredUse {
        std::string_view property;
        std::uint32_t layered = 0, material = 0;
    };

    const Tree& tree_;
    Scene& scene_;
    Faults& faults_;
    std::unordered_map<std::string_view, NodeRef> templates_;
    std::unordered_map<std::string_view, std::uint32_t> by_name_;
    std::unordered_map<std::int64_t, std::uint32_t> by_id_;
    std::vector<ObjectEntry> objects_;
    std::vector<LooseCluster> clusters_;
    std::vector<std::uint32_t> order_;
    std::vector<std::vector<std::uint32_t>> blends_, layered_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> geometry_blends_, model_textures_;
    std::vector<LayeredUse> layered_uses_;
    std::vector<NodeRef> videos_;
    std::vector<CurveNode> curve_nodes_;
};

}  // namespace

bool read_objects(const Tree& tree, Scene& scene, Faults& faults) {
    return ObjectReader(tree, scene, faults).run();
}

}  // namespace motus::fbx
