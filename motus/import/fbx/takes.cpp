// Takes of versions before 7000, and the models of versions before 6000.
// SPDX-License-Identifier: MIT
#include <motus/import/fbx/scene.h>

#include <unordered_map>

namespace motus::fbx {
namespace {

NodeRef channel_named(NodeRef node, std::string_view name) {
    for (NodeRef at = node.child(); at.exists(); at = at.next())
        if (at.name() == "Channel" && at.text(0) == name) return at;
    return {};
}

bool has_keys(NodeRef channel) {
    return channel.find("Key").exists() && channel.find("KeyCount").integer(0) > 0;
}

constexpr std::array<std::string_view, 3> kAxes = {"X", "Y", "Z"};

/// The default values of the three channels below one.
Double3 defaults_of(NodeRef channel, const Double3& otherwise) {
    std::array<double, 3> out{otherwise.x, otherwise.y, otherwise.z};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = channel_named(channel, kAxes[i]).find("Default").number(0, out[i]);
    return {out[0], out[1], out[2]};
}

class TakeReader {
  public:
    TakeReader(Scene& scene, const TakeNames& names) : scene_(scene), names_(names) {}

    void read(NodeRef take) {
        Stack stack;
        stack.name = plain_text(take.text(0));
        const NodeRef range = take.find("LocalTime");
        stack.start = range.integer(0);
        stack.stop = range.integer(1);
        stack.has_range = stack.stop > stack.start;
        stack.layers.push_back(static_cast<std::uint32_t>(scene_.layers.size()));
        layer_ = Layer{};
        for (NodeRef object = take.child(); object.exists(); object = object.next()) {
            if (object.name() == "FileName" || object.name() == "LocalTime") continue;
            read_object(object, object.name() == "Model" ? names_.model(object.text(0)) : kNoIndex);
        }
        scene_.layers.push_back(std::move(layer_));
        scene_.stacks.push_back(std::move(stack));
    }

  private:
    void read_object(NodeRef object, std::uint32_t model) {
        for (NodeRef channel = object.child(); channel.exists(); channel = channel.next()) {
            if (channel.name() != "Channel") continue;
            if (channel.text(0) == "Transform") {
                add(channel_named(channel, "T"), TargetKind::model, model, "Lcl Translation", 0.0);
                add(channel_named(channel, "R"), TargetKind::model, model, "Lcl Rotation", 0.0);
                add(channel_named(channel, "S"), TargetKind::model, model, "Lcl Scaling", 1.0);
                continue;
            }
            std::string_view name = channel.text(0);
            constexpr std::string_view kShape = " (Shape)";
            if (name.ends_with(kShape)) name.remove_suffix(kShape.size());
            const std::uint32_t shape =
                model == kNoIndex ? kNoIndex : names_.channel(model, plain_text(name));
            if (shape != kNoIndex) {
                add(channel, TargetKind::channel, shape, "DeformPercent", 0.0);
            } else {
                add(channel, TargetKind::other, kNoIndex, name, 0.0);
            }
        }
    }

    // Curves of the channel itself, or of those below it.
    void add(NodeRef channel, TargetKind kind, std::uint32_t target, std::string_view property,
             double otherwise) {
        if (!channel.exists()) return;
        AnimatedProperty out;
        out.kind = target == kNoIndex ? TargetKind::other : kind;
        out.target = target;
        out.property = property;
        const Double3 values = defaults_of(channel, {otherwise, otherwise, otherwise});
        out.values = {channel.find("Default").number(0, values.x), values.y, values.z};
        bool any = false;
        if (has_keys(channel)) {
            out.curves[0] = add_curve(channel);
            any = true;
        }
        for (NodeRef below = channel.child(); below.exists(); below = below.next()) {
            if (below.name() != "Channel" || !has_keys(below)) continue;
            const std::string_view axis = below.text(0);
            std::size_t at = 0;
            while (at < 3 && kAxes[at] != axis)
                ++at;
            const std::uint32_t curve = add_curve(below);
            if (at < 3) out.curves[at] = curve;
            any = true;
        }
        if (any) layer_.properties.push_back(out);
    }

    std::uint32_t add_curve(NodeRef channel) {
        scene_.curves.push_back(channel);
        return static_cast<std::uint32_t>(scene_.curves.size() - 1);
    }

    Scene& scene_;
    const TakeNames& names_;
    Layer layer_;
};

/// In version 5 what later are properties are nodes with the same names.
Double3 part(NodeRef node, std::string_view name, const Double3& otherwise) {
    const NodeRef found = node.find(name);
    if (!found.exists()) return otherwise;
    return {found.number(0, otherwise.x), found.number(1, otherwise.y),
            found.number(2, otherwise.z)};
}

}  // namespace

void read_takes(const Tree& tree, const TakeNames& names, Scene& scene, Faults&) {
    const NodeRef takes = NodeRef(tree, 0).find("Takes");
    TakeReader reader(scene, names);
    for (NodeRef take = takes.child(); take.exists(); take = take.next())
        if (take.name() == "Take" && take.child().exists()) reader.read(take);
}

bool read_old_models(const Tree& tree, Scene& scene, Faults& faults) {
    std::unordered_map<std::string_view, std::uint32_t> by_name;
    const NodeRef root(tree, 0);
    for (NodeRef node = root.child(); node.exists(); node = node.next()) {
        if (node.name() != "Model") continue;
        Model model;
        model.name = plain_text(bare_name(node.text(0)));
        model.kind = node.find("Type").text(0);
        model.node = node;
        const NodeRef transform = channel_named(node, "Transform");
        model.translation = defaults_of(channel_named(transform, "T"), {});
        model.rotation = defaults_of(channel_named(transform, "R"), {});
        model.scaling = defaults_of(channel_named(transform, "S"), {1.0, 1.0, 1.0});
        Pivots& pivots = model.pivots;
        pivots.rotation_offset = part(node, "RotationOffset", {});
        pivots.rotation_pivot = part(node, "RotationPivot", {});
        pivots.scaling_offset = part(node, "ScalingOffset", {});
        pivots.scaling_pivot = part(node, "ScalingPivot", {});
        pivots.pre_rotation = rotation_of(part(node, "PreRotation", {}), RotationOrder::xyz);
        pivots.post_rotation = rotation_of(part(node, "PostRotation", {}), RotationOrder::xyz);
        const NodeRef visibility = channel_named(node, "Visibility").find("Default");
        model.visible = visibility.number(0, 1.0) != 0.0;
        const auto index = static_cast<std::uint32_t>(scene.models.size());
        by_name.emplace(node.text(0), index);
        if (node.find("Vertices").exists()) {
            Geometry geometry;
            geometry.name = model.name;
            geometry.node = node;
            for (NodeRef shape = node.child(); shape.exists(); shape = shape.next()) {
                if (shape.name() != "Shape") continue;
                BlendChannel channel;
                channel.name = plain_text(shape.text(0));
                const NodeRef weight = channel_named(node, std::string(shape.text(0)) + " (Shape)");
                channel.percent = weight.find("Default").number(0);
                channel.shapes.push_back(static_cast<std::uint32_t>(scene.shapes.size()));
                channel.full_weights.push_back(100.0);
                scene.shapes.push_back({channel.name, shape});
                geometry.channels.push_back(static_cast<std::uint32_t>(scene.channels.size()));
                scene.channels.push_back(std::move(channel));
            }
            model.geometries.push_back(static_cast<std::uint32_t>(scene.geometries.size()));
            scene.geometries.push_back(std::move(geometry));
        }
        scene.models.push_back(std::move(model));
    }
    const auto find = [&](std::string_view name) {
        const auto found = by_name.find(name);
        return found == by_name.end() ? kNoIndex : found->second;
    };
    for (std::uint32_t i = 0; i < scene.models.size(); ++i) {
        const NodeRef node = scene.models[i].node;
        const NodeRef children = node.find("Children");
        for (std::size_t c = 0; c < children.size(); ++c) {
            const std::uint32_t child = find(children.text(c));
            if (child != kNoIndex && child != i && scene.models[child].parent == kNoIndex)
                scene.models[child].parent = i;
        }
        if (scene.models[i].geometries.empty()) continue;
        Skin skin;
        skin.node = node;
        for (NodeRef link = node.child(); link.exists(); link = link.next())
            if (link.name() == "Link") skin.clusters.push_back({link, find(link.text(0))});
        if (skin.clusters.empty()) continue;
        scene.geometries[scene.models[i].geometries[0]].skins.push_back(
            static_cast<std::uint32_t>(scene.skins.size()));
        scene.skins.push_back(std::move(skin));
    }
    TakeNames names;
    names.model = find;
    names.channel = [&](std::uint32_t model, std::string_view name) {
        for (const std::uint32_t geometry : scene.models[model].geometries)
            for (const std::uint32_t channel : scene.geometries[geometry].channels)
                if (scene.channels[channel].name == name) return channel;
        return kNoIndex;
    };
    read_takes(tree, names, scene, faults);
    return true;
}

bool read_scene(const Tree& tree, Scene& scene, Faults& faults) {
    read_settings(tree, scene, faults);
    const bool has_objects = NodeRef(tree, 0).find("Objects").exists();
    if (!(has_objects ? read_objects(tree, scene, faults) : read_old_models(tree, scene, faults)))
        return false;
    // Parents in a circle: one of them becomes a root.
    std::vector<std::uint8_t> state(scene.models.size());  // 1: on the way up, 2: leads to a root
    for (std::uint32_t i = 0; i < scene.models.size(); ++i) {
        std::vector<std::uint32_t> way;
        std::uint32_t at = i;
        while (at != kNoIndex && state[at] == 0) {
            state[at] = 1;
            way.push_back(at);
            const std::uint32_t up = scene.models[at].parent;
            if (up != kNoIndex && state[up] == 1) {
                faults.warn_some(kSceneCode, "Model[" + scene.models[at].name + "]",
                                 "is its own ancestor: it becomes a root");
                scene.models[at].parent = kNoIndex;
                break;
            }
            at = up;
        }
        for (const std::uint32_t done : way)
            state[done] = 2;
    }
    return true;
}

}  // namespace motus::fbx
