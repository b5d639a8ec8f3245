// Skins: clusters of vertices that follow a model.
// SPDX-License-Identifier: MIT
#include <motus/import/fbx/context.h>

#include <algorithm>
#include <numeric>

namespace motus::fbx {
namespace {

constexpr std::size_t kMostJoints = 65535;

struct Influence {
    std::uint32_t point = 0;
    std::uint16_t joint = 0;
    double weight = 0.0;
};

bool read_matrix(NodeRef node, DoubleMatrix& out, Faults& faults) {
    std::vector<double> numbers;
    if (!node.numbers(numbers, faults) || numbers.size() < 16) return false;
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 4; ++column)
            out.m[row * 4 + column] = numbers[column * 4 + row];
    return true;
}

}  // namespace

bool read_skin(Context& context, std::uint32_t model, const Geometry& geometry, std::size_t points,
               SkinWeights& out) {
    Faults& faults = context.faults;
    const std::string place = place_of(context.scene.models[model]);
    if (geometry.skins.size() > 1)
        faults.warn_some(kSkinCode, place, "has several skins: only the first is kept");
    const Skin& skin = context.scene.skins[geometry.skins[0]];
    AssetSkin made;
    made.name = context.scene.models[model].name;
    std::vector<Influence> all;
    std::vector<std::int64_t> indexes;
    std::vector<double> weights;
    std::size_t outside = 0;
    for (const Cluster& cluster : skin.clusters) {
        if (cluster.model == kNoIndex) {
            faults.warn_some(kSkinCode, place, "a cluster without a bone is left out");
            continue;
        }
        if (made.joints.size() + 1 >= kMostJoints) {
            faults.warn(kSkinCode, place, "has more than 65,535 bones: the rest are left out");
            break;
        }
        DoubleMatrix bind;
        if (!cluster.node.find("Indexes").integers(indexes, faults) ||
            !cluster.node.find("Weights").numbers(weights, faults)) {
            return false;
        }
        if (!read_matrix(cluster.node.find("Transform"), bind, faults)) {
            if (faults.first()) return false;
            DoubleMatrix link;
            if (read_matrix(cluster.node.find("TransformLink"), link, faults)) {
                if (!invert(link, bind)) bind = {};
            } else if (!indexes.empty()) {
                faults.warn_some(kSkinCode, place, "a cluster has no matrix: it is left out");
                continue;
            }
        }
        const auto joint = static_cast<std::uint16_t>(made.joints.size());
        made.joints.push_back(context.nodes[cluster.model].scaled);
        made.inverse_binds.push_back(to_float(context.scene.space.matrix(bind)));
        const std::string_view mode = cluster.node.find("Mode").text(0);
        if (mode == "Additive" && !indexes.empty())
            faults.warn_some(kSkinCode, place, "an additive cluster is played as a normal one");
        const std::size_t count = std::min(indexes.size(), weights.size());
        if (!faults.charge(count, sizeof(Influence))) return false;
        for (std::size_t i = 0; i < count; ++i) {
            if (indexes[i] < 0 || indexes[i] >= static_cast<std::int64_t>(points)) {
                ++outside;
            } else if (weights[i] > 0.0) {
                all.push_back({static_cast<std::uint32_t>(indexes[i]), joint, weights[i]});
            }
        }
    }
    if (outside != 0) {
        faults.warn_some(kSkinCode, place,
                         std::to_string(outside) + " weights of vertices that are not there");
    }
    if (made.joints.empty()) return true;
    const std::string_view method = skin.node.find("SkinningType").text(0);
    if (method == "DualQuaternion" || method == "Blend") {
        faults.warn_some(kSkinCode, place, "dual quaternion skinning is played as linear skinning");
    }
    std::stable_sort(all.begin(), all.end(), [](const Influence& a, const Influence& b) {
        return a.point != b.point ? a.point < b.point : a.weight > b.weight;
    });
    std::size_t most = 0, cut = 0, loose = 0;
    for (std::size_t i = 0; i < all.size();) {
        std::size_t end = i;
        while (end < all.size() && all[end].point == all[i].point)
            ++end;
        most = std::max(most, end - i);
        cut += end - i > 8;
        i = end;
    }
    out.influences = most > 4 ? 8 : 4;
    if (!faults.charge(points * out.influences, sizeof(std::uint16_t) + sizeof(float)))
        return false;
    out.joints.assign(points * out.influences, 0);
    out.weights.assign(points * out.influences, 0.0f);
    const auto fallback = static_cast<std::uint16_t>(made.joints.size());
    std::size_t at = 0;
    for (std::size_t point = 0; point < points; ++point) {
        std::size_t end = at;
        double sum = 0.0;
        while (end < all.size() && all[end].point == point) {
            if (end - at < out.influences) sum += all[end].weight;
            ++end;
        }
        std::uint16_t* joints = &out.joints[point * out.influences];
        float* shares = &out.weights[point * out.influences];
        if (at == end) {  // it stays with the mesh's own node
            ++loose;
            joints[0] = fallback;
            shares[0] = 1.0f;
        }
        for (std::size_t i = at; i < end && i - at < out.influences; ++i) {
            joints[i - at] = all[i].joint;
            shares[i - at] = static_cast<float>(all[i].weight / sum);
        }
        at = end;
    }
    if (loose != 0) {
        made.joints.push_back(context.nodes[model].scaled);
        made.inverse_binds.push_back({});
    }
    if (cut != 0) {
        faults.warn_some(kSkinCode, place,
                         std::to_string(cut) +
                             " vertices have more than 8 bones: the 8 largest "
                             "weights are kept");
    }
    out.skin = static_cast<std::uint32_t>(context.asset.skins.size());
    context.asset.skins.push_back(std::move(made));
    return true;
}

}  // namespace motus::fbx
