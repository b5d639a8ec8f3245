// SPDX-License-Identifier: MIT
#include <motus/import/gltf/context.h>

#include <cmath>
#include <limits>

namespace motus::gltf {
namespace {

/// A lens cannot change what moves: a number that is none is a warning. Exporters write null for
/// a number that is not finite.
void read_lens_number(const Object& lens, const char* key, float& out) {
    const Json* value = lens.find(key);
    if (value == nullptr) return;
    const double number = value->is_number() ? value->get<double>() : std::nan("");
    if (std::fabs(number) <= static_cast<double>(std::numeric_limits<float>::max())) {
        out = static_cast<float>(number);
    } else {
        lens.warn("gltf-camera", key, "is not a number; a default is taken");
    }
}

void read_camera(const Object& json, AssetCamera& camera) {
    json.text("name", camera.name);
    std::string type;
    if (!json.require("type") || !json.text("type", type)) return;
    if (type != "perspective" && type != "orthographic") {
        json.error("gltf-camera", "type", in_quotes(type) + " is not a kind of camera");
        return;
    }
    camera.perspective = type == "perspective";
    if (!json.require(type.c_str())) return;
    const Object lens = json.object(type.c_str());
    read_lens_number(lens, "znear", camera.znear);
    read_lens_number(lens, "zfar", camera.zfar);
    if (camera.perspective) {
        read_lens_number(lens, "yfov", camera.yfov_rad);
        read_lens_number(lens, "aspectRatio", camera.aspect);
    } else {
        read_lens_number(lens, "xmag", camera.xmag);
        read_lens_number(lens, "ymag", camera.ymag);
    }
}

}  // namespace

void read_cameras(Context& context) {
    const Array list = context.root.array("cameras");
    context.asset.cameras.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (json.exists()) read_camera(json, context.asset.cameras[i]);
    }
}

}  // namespace motus::gltf
