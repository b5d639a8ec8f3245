// SPDX-License-Identifier: MIT
#include <tools/sheet/figure.h>

#include <motus/math/ops.h>
#include <motus/palette/morph.h>
#include <motus/palette/palette.h>
#include <motus/palette/skinning.h>
#include <motus/sample/sample.h>

#include <utility>

namespace motus::sheet {

Result<Figure> Figure::make(const Asset& asset) {
    Result<Rig> rig = make_rig(asset);
    if (!rig) return rig.error();
    return Figure(asset, std::move(rig).value());
}

Figure::Figure(const Asset& asset, Rig rig)
    : asset_(&asset), rig_(std::move(rig)), pose_(rig_.skeleton.view()) {
    model_.resize(rig_.skeleton.view().joint_count());
    for (std::uint32_t n = 0; n < asset.nodes.size(); ++n) {
        const AssetNode& node = asset.nodes[n];
        if (node.mesh == kNone || !node.visible) continue;
        for (const AssetPrimitive& primitive : asset.meshes[node.mesh].primitives) {
            if (primitive.mode != PrimitiveMode::triangles || primitive.normals.empty()) continue;
            Drawn d;
            d.node = n;
            d.primitive = &primitive;
            d.positions = primitive.positions;
            d.normals = primitive.normals;
            for (const Vec4& c : primitive.colors)
                d.colours.push_back({c.x, c.y, c.z});
            d.indices = primitive.indices;
            for (std::uint32_t i = 0;
                 d.indices.size() < d.positions.size() && primitive.indices.empty(); ++i)
                d.indices.push_back(i);
            drawn_.push_back(std::move(d));
        }
    }
}

Status Figure::pose(std::optional<std::uint32_t> clip, Ticks time, bool in_place) {
    const Skeleton skeleton = rig_.skeleton.view();
    Status status = Status::ok;
    if (clip) {
        SampleJob job;
        job.clip = rig_.clips[*clip].view();
        job.time = time;
        job.rest = rest_pose(skeleton);
        job.out = pose_.view();
        status = run(job);
    } else {
        status = copy_pose(rest_pose(skeleton), pose_.view());
    }
    if (status != Status::ok) return status;
    if (in_place && asset_->root_motion_node != kNone) {
        const JointIndex root = skeleton.of_source[asset_->root_motion_node];
        Transform t = joint_transform(pose_.view(), root);
        const Transform rest = joint_transform(rest_pose(skeleton), root);
        t.translation = {rest.translation.x, t.translation.y, rest.translation.z};
        set_joint_transform(pose_.view(), root, t);
    }
    LocalToModelJob compose;
    compose.skeleton = skeleton;
    compose.local = pose_.view();
    compose.model = model_;
    status = run(compose);
    triangles_.clear();
    for (Drawn& d : drawn_) {
        if (status == Status::ok) status = place(d);
        Triangles t{d.positions, d.normals, d.colours, d.indices};
        if (d.primitive->material != kNone) {
            const AssetMaterial& m = asset_->materials[d.primitive->material];
            t.tint = {m.base_color[0], m.base_color[1], m.base_color[2]};
            t.gloss = 1.0f - m.roughness;
        }
        triangles_.push_back(t);
    }
    return status;
}

Status Figure::place(Drawn& d) {
    const AssetPrimitive& from = *d.primitive;
    const AssetNode& node = asset_->nodes[d.node];
    std::span<const Vec3> positions = from.positions, normals = from.normals;
    for (const MorphRange& range : rig_.morphs) {
        if (range.node != d.node || from.targets.empty()) continue;
        std::vector<MorphTarget> targets;
        for (const AssetMorphTarget& t : from.targets)
            targets.push_back({t.positions, t.normals, t.tangents, {}});
        const PoseView pose = pose_.view();
        MorphJob job;
        job.vertex_count = static_cast<std::uint32_t>(from.positions.size());
        job.targets = targets;
        job.weights = pose.weights.subspan(range.first, range.count);
        job.positions = stream_of(positions);
        job.normals = stream_of(normals);
        job.out_positions = stream_of(std::span(d.positions));
        job.out_normals = stream_of(std::span(d.normals));
        const Status status = run(job);
        if (status != Status::ok) return status;
        positions = d.positions;
        normals = d.normals;
    }
    if (node.skin == kNone || from.influences == 0) {
        const Mat34& m = model_[rig_.skeleton.view().of_source[d.node]];
        for (std::size_t i = 0; i < positions.size(); ++i) {
            d.positions[i] = transform_point(m, positions[i]);
            d.normals[i] = normalize(transform_vector(m, normals[i]));
        }
        return Status::ok;
    }
    const Skin skin = rig_.skins[node.skin].view();
    palette_.resize(skin.joints.size());
    const Status status = run(PaletteJob{skin, model_, palette_});
    if (status != Status::ok) return status;
    SkinningJob job;
    job.vertex_count = static_cast<std::uint32_t>(positions.size());
    job.influences = {from.influences, from.joints, from.joint_weights, 0};
    job.palette = palette_;
    job.positions = stream_of(positions);
    job.normals = stream_of(normals);
    job.out_positions = stream_of(std::span(d.positions));
    job.out_normals = stream_of(std::span(d.normals));
    return run(job);
}

}  // namespace motus::sheet
