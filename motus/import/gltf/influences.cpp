// SPDX-License-Identifier: MIT
#include <motus/import/gltf/primitive.h>

#include <motus/math/ops.h>

#include <cmath>

namespace motus::gltf {
namespace {

/// One set of four joints and weights into its half of the vertices' influences.
bool read_set(Context& context, const Object& attributes, std::size_t set, std::uint64_t count,
              AssetPrimitive& out) {
    const char* joints_key = set == 0 ? "JOINTS_0" : "JOINTS_1";
    const char* weights_key = set == 0 ? "WEIGHTS_0" : "WEIGHTS_1";
    bool ok = true;
    const Accessor* joints = attribute(context, attributes, joints_key, count, ok);
    const Accessor* weights = attribute(context, attributes, weights_key, count, ok);
    if (!ok) return false;
    if (joints->matrix || joints->width != 4 || joints->normalized ||
        (joints->component != Component::u8 && joints->component != Component::u16)) {
        return attributes.error(
            kMeshCode, joints_key,
            "must be VEC4 of unsigned byte or unsigned short, not " + describe(*joints));
    }
    const bool weight_type = weights->component == Component::f32 ||
                             weights->component == Component::u8 ||
                             weights->component == Component::u16;
    if (weights->matrix || weights->width != 4 || !weight_type) {
        return attributes.error(
            kMeshCode, weights_key,
            "must be VEC4 of float or a normalised unsigned type, not " + describe(*weights));
    }
    if (!context.charge(count, 4 * (4 + 4), attributes.where(joints_key))) return false;
    const auto n = static_cast<std::size_t>(count);
    std::vector<std::uint32_t> indices(n * 4);
    std::vector<float> values(n * 4);
    if (!read_integers(context, *joints, indices, attributes.where(joints_key)) ||
        !read_floats(context, *weights, count, values, attributes.where(weights_key))) {
        return false;
    }
    if (const std::size_t bad = first_not_finite(values); bad != values.size()) {
        return attributes.error(
            kMeshCode, weights_key,
            "vertex " + std::to_string(bad / 4) + " has a weight that is not finite");
    }
    for (std::size_t v = 0; v < n; ++v) {
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t at = v * out.influences + set * 4 + k;
            out.joints[at] = static_cast<std::uint16_t>(indices[v * 4 + k]);
            out.joint_weights[at] = values[v * 4 + k];
        }
    }
    return true;
}

/// What the weights of a primitive turned out to be, for one warning each.
struct Mended {
    std::size_t negative = 0, empty = 0, rescaled = 0;
};

void normalise_vertex(std::span<std::uint16_t> joints, std::span<float> weights, Mended& mended) {
    double sum = 0.0;
    for (float& weight : weights) {
        if (weight < 0.0f) {
            weight = 0.0f;
            ++mended.negative;
        }
        sum += static_cast<double>(weight);
    }
    if (!(sum > 0.0)) {
        ++mended.empty;
        weights[0] = 1.0f;
        sum = 1.0;
    }
    // A sum that is 1 but for rounding stays, so that import of an export gives the same bits:
    // after a division the roundings of all weights together are below 2^-24.
    if (std::fabs(sum - 1.0) > 1e-7) {
        if (std::fabs(sum - 1.0) > 1e-2) ++mended.rescaled;
        for (float& weight : weights)
            weight = static_cast<float>(weight / sum);
    }
    for (std::size_t k = 0; k < weights.size(); ++k) {
        weights[k] += 0.0f;  // No -0: it would not survive a comparison of bytes.
        if (weights[k] == 0.0f) joints[k] = 0;
    }
}

}  // namespace

bool read_influences(Context& context, const Object& attributes, AssetPrimitive& out,
                     PrimitiveJoints& joints) {
    std::size_t sets = 0;
    for (std::size_t set = 0; set < 2; ++set) {
        const char* joints_key = set == 0 ? "JOINTS_0" : "JOINTS_1";
        const char* weights_key = set == 0 ? "WEIGHTS_0" : "WEIGHTS_1";
        const bool has_joints = attributes.has(joints_key),
                   has_weights = attributes.has(weights_key);
        if (has_joints != has_weights) {
            return attributes.error(kMeshCode, has_joints ? weights_key : joints_key,
                                    "is required where there is its counterpart");
        }
        if (has_joints && sets != set) {
            return attributes.error(kMeshCode, "JOINTS_0", "is required where there is JOINTS_1");
        }
        if (has_joints) ++sets;
    }
    if (sets == 0) return true;
    const std::size_t count = out.positions.size();
    if (!context.charge(count, sets * 4 * (2 + 4), attributes.where("JOINTS_0"))) return false;
    out.influences = static_cast<std::uint32_t>(sets * 4);
    out.joints.resize(count * out.influences);
    out.joint_weights.resize(count * out.influences);
    for (std::size_t set = 0; set < sets; ++set) {
        if (!read_set(context, attributes, set, count, out)) return false;
    }
    Mended mended;
    for (std::size_t v = 0; v < count; ++v) {
        const auto vertex_joints =
            std::span(out.joints).subspan(v * out.influences, out.influences);
        const auto vertex_weights =
            std::span(out.joint_weights).subspan(v * out.influences, out.influences);
        normalise_vertex(vertex_joints, vertex_weights, mended);
        for (std::uint16_t joint : vertex_joints) {
            if (joint <= joints.largest) continue;
            joints.largest = joint;
            joints.vertex = v;
        }
    }
    const auto say = [&](std::size_t n, const char* what) {
        if (n != 0) attributes.warn(kMeshCode, "WEIGHTS_0", std::to_string(n) + what);
    };
    say(mended.negative, " negative weights are taken as 0");
    say(mended.empty, " vertices have no weight and follow their first joint");
    say(mended.rescaled, " vertices have weights that do not sum to 1 and are rescaled");
    return true;
}

}  // namespace motus::gltf
