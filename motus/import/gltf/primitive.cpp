// SPDX-License-Identifier: MIT
#include <motus/import/gltf/draco.h>
#include <motus/import/gltf/primitive.h>

#include <motus/math/ops.h>

#include <utility>

namespace motus::gltf {
namespace {

/// What to do with a number that is not finite: positions are an error, the rest can be mended.
enum class NotFinite : std::uint8_t { error, zero };

/// Reads an attribute of `Width` components into structs of as many floats.
template <std::uint32_t Width, typename T>
bool read_vectors(Context& context, const Object& attributes, const char* key, std::uint64_t count,
                  NotFinite rule, std::vector<T>& out) {
    static_assert(sizeof(T) == Width * sizeof(float));
    bool ok = true;
    const Accessor* accessor = attribute(context, attributes, key, count, ok);
    if (accessor == nullptr) return ok;
    if (accessor->matrix || accessor->width != Width) {
        return attributes.error(
            kMeshCode, key, "must be VEC" + std::to_string(Width) + ", not " + describe(*accessor));
    }
    const std::string place = attributes.where(key);
    if (!context.charge(count, sizeof(T), place)) return false;
    out.resize(static_cast<std::size_t>(count));
    const std::span<float> floats(reinterpret_cast<float*>(out.data()), out.size() * Width);
    if (!read_floats(context, *accessor, count, floats, place)) return false;
    std::size_t bad = first_not_finite(floats);
    if (bad == floats.size()) return true;
    const std::string message =
        "element " + std::to_string(bad / Width) + " has a number that is not finite";
    if (rule == NotFinite::error) return attributes.error(kMeshCode, key, message);
    attributes.warn(kMeshCode, key, message + "; zeros are taken");
    for (; bad < floats.size(); ++bad) {
        if (!is_finite(floats[bad])) floats[bad] = 0.0f;
    }
    return true;
}

bool read_colors(Context& context, const Object& attributes, std::uint64_t count,
                 AssetPrimitive& out) {
    bool ok = true;
    const char* key = "COLOR_0";
    const Accessor* accessor = attribute(context, attributes, key, count, ok);
    if (accessor == nullptr) return ok;
    if (accessor->width != 3) {
        return read_vectors<4>(context, attributes, key, count, NotFinite::zero, out.colors);
    }
    std::vector<Vec3> rgb;
    if (!read_vectors<3>(context, attributes, key, count, NotFinite::zero, rgb) ||
        !context.charge(count, sizeof(Vec4), attributes.where(key))) {
        return false;
    }
    out.colors.reserve(rgb.size());
    for (const Vec3& c : rgb)
        out.colors.push_back({c.x, c.y, c.z, 1.0f});
    return true;
}

bool check_indices(const Object& json, std::uint64_t vertices, const AssetPrimitive& out) {
    for (std::size_t i = 0; i < out.indices.size(); ++i) {
        if (out.indices[i] < vertices) continue;
        return json.error(kMeshCode, "indices",
                          "index " + std::to_string(i) + " is " + std::to_string(out.indices[i]) +
                              "; there are " + std::to_string(vertices) + " vertices");
    }
    return true;
}

bool read_indices(Context& context, const Object& json, std::uint64_t vertices,
                  AssetPrimitive& out) {
    std::uint32_t index = kNone;
    if (!json.index("indices", context.accessors.size(), "accessor", index)) return false;
    if (index == kNone) return true;
    const Accessor& accessor = context.accessors[index];
    if (!accessor.valid) return false;
    const bool unsigned_type = accessor.component == Component::u8 ||
                               accessor.component == Component::u16 ||
                               accessor.component == Component::u32;
    if (accessor.width != 1 || !unsigned_type || accessor.normalized) {
        return json.error(kMeshCode, "indices",
                          "must be SCALAR of an unsigned type, not " + describe(accessor));
    }
    if (!context.charge(accessor.count, 4, json.where("indices"))) return false;
    out.indices.resize(static_cast<std::size_t>(accessor.count));
    return read_integers(context, accessor, out.indices, json.where("indices")) &&
           check_indices(json, vertices, out);
}

/// True where a target's attribute is nothing but zeros: an accessor without any data.
bool is_nothing(Context& context, const Object& target, const char* key) {
    std::uint32_t index = kNone;
    if (!target.index(key, context.accessors.size(), "accessor", index) || index == kNone) {
        return false;
    }
    const Accessor& accessor = context.accessors[index];
    return accessor.valid && accessor.data.empty() && accessor.sparse_count == 0;
}

bool read_target(Context& context, const Object& json, std::uint64_t count, AssetMorphTarget& out) {
    struct Part {
        const char* key;
        NotFinite rule;
        std::vector<Vec3>* values;
    };
    bool ok = true;
    for (const Part& part : {Part{"POSITION", NotFinite::error, &out.positions},
                             Part{"NORMAL", NotFinite::zero, &out.normals},
                             Part{"TANGENT", NotFinite::zero, &out.tangents}}) {
        ok = read_vectors<3>(context, json, part.key, count, part.rule, *part.values) && ok;
        if (ok && is_nothing(context, json, part.key)) part.values->clear();
    }
    for (const auto& [key, value] : json.json()->items()) {
        if (key == "POSITION" || key == "NORMAL" || key == "TANGENT") continue;
        json.warn(kMeshCode, key, "is not kept: only positions, normals and tangents morph");
    }
    return ok;
}

bool read_targets(Context& context, const Object& json, std::uint64_t count, AssetPrimitive& out) {
    bool ok = true;
    const Array list = json.array("targets", &ok);
    if (list.size() == 0) return ok;
    if (!context.charge(list.size(), sizeof(AssetMorphTarget), json.where("targets"))) return false;
    out.targets.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object entry = list.object(i, &ok);
        if (entry.exists()) ok = read_target(context, entry, count, out.targets[i]) && ok;
    }
    return ok;
}

void warn_of_unknown(const Object& attributes) {
    static constexpr const char* kKnown[] = {"POSITION",   "NORMAL",   "TANGENT",  "TEXCOORD_0",
                                             "TEXCOORD_1", "COLOR_0",  "JOINTS_0", "JOINTS_1",
                                             "WEIGHTS_0",  "WEIGHTS_1"};
    for (const auto& [key, value] : attributes.json()->items()) {
        bool known = key.starts_with("_");  // Application-specific: meant for others.
        for (const char* name : kKnown)
            known = known || key == name;
        if (!known) attributes.warn(kMeshCode, key, "is not kept");
    }
}

bool read_attributes(Context& context, const Object& attributes, AssetPrimitive& out,
                     PrimitiveJoints& joints) {
    std::uint32_t index = kNone;
    if (!attributes.index("POSITION", context.accessors.size(), "accessor", index)) return false;
    if (!context.accessors[index].valid) return false;
    const std::uint64_t count = context.accessors[index].count;
    if (count >= 0xffffffffu) {
        return attributes.error("gltf-limit", "POSITION",
                                std::to_string(count) + " vertices are too many");
    }
    const auto zero = NotFinite::zero;
    bool ok =
        read_vectors<3>(context, attributes, "POSITION", count, NotFinite::error, out.positions);
    ok = read_vectors<3>(context, attributes, "NORMAL", count, zero, out.normals) && ok;
    ok = read_vectors<4>(context, attributes, "TANGENT", count, zero, out.tangents) && ok;
    ok = read_vectors<2>(context, attributes, "TEXCOORD_0", count, zero, out.texcoords0) && ok;
    ok = read_vectors<2>(context, attributes, "TEXCOORD_1", count, zero, out.texcoords1) && ok;
    ok = read_colors(context, attributes, count, out) && ok;
    ok = ok && read_influences(context, attributes, out, joints);
    return ok;
}

}  // namespace

const Accessor* attribute(Context& context, const Object& attributes, const char* key,
                          std::uint64_t count, bool& ok) {
    std::uint32_t index = kNone;
    if (!attributes.index(key, context.accessors.size(), "accessor", index)) {
        ok = false;
        return nullptr;
    }
    if (index == kNone) return nullptr;
    const Accessor& accessor = context.accessors[index];
    if (!accessor.valid) {
        ok = false;
        return nullptr;
    }
    if (accessor.count != count) {
        ok = attributes.error(kMeshCode, key,
                              std::to_string(accessor.count) + " elements; there are " +
                                  std::to_string(count) + " positions");
        return nullptr;
    }
    return &accessor;
}

bool read_primitive(Context& context, const Object& json, AssetPrimitive& out,
                    PrimitiveJoints& joints) {
    std::uint64_t mode = 4;
    bool ok = json.integer("mode", mode, 0, 6);
    if (ok) out.mode = static_cast<PrimitiveMode>(mode);
    ok = json.index("material", context.asset.materials.size(), "material", out.material) && ok;
    ok = json.require("attributes") && ok;
    const Object attributes = json.object("attributes", &ok);
    if (!ok) return false;
    if (!attributes.has("POSITION")) {
        json.warn(kMeshCode, "attributes", "have no POSITION; the primitive is left empty");
        bool targets_ok = true;
        out.targets.resize(json.array("targets", &targets_ok).size());
        return targets_ok;
    }
    warn_of_unknown(attributes);
    DracoPrimitive draco(context);
    if (!draco.decode(json, attributes)) return false;
    if (!read_attributes(context, attributes, out, joints)) return false;
    if (out.material != kNone) context.texcoords[out.material].apply(out);
    const std::uint64_t count = out.positions.size();
    if (draco.decoded()) {
        out.indices = std::move(draco.indices());
        out.mode = PrimitiveMode::triangles;
        ok = check_indices(json, count, out);
    } else {
        ok = read_indices(context, json, count, out);
    }
    return read_targets(context, json, count, out) && ok;
}

}  // namespace motus::gltf
