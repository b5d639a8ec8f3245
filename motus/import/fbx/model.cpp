// Models and the settings of the scene, out of properties.
// SPDX-License-Identifier: MIT
#include <motus/import/fbx/scene.h>
#include <motus/import/text/number.h>

#include <array>
#include <cmath>

namespace motus::fbx {
namespace {

/// Frames a second of the modes that FBX has numbers for; 0: a custom rate, or not known.
double rate_of_mode(std::int64_t mode) {
    constexpr std::array kRates = {0.0,
                                   120.0,
                                   100.0,
                                   60.0,
                                   50.0,
                                   48.0,
                                   30.0,
                                   30.0,
                                   30000.0 / 1001.0,
                                   30000.0 / 1001.0,
                                   25.0,
                                   24.0,
                                   1000.0,
                                   24000.0 / 1001.0,
                                   0.0,
                                   96.0,
                                   72.0,
                                   60000.0 / 1001.0,
                                   120000.0 / 1001.0};
    if (mode < 0 || mode >= static_cast<std::int64_t>(kRates.size())) return 0.0;
    return kRates[static_cast<std::size_t>(mode)];
}

RotationOrder order_of(std::int64_t number) {
    return number >= 0 && number <= 6 ? static_cast<RotationOrder>(number) : RotationOrder::xyz;
}

void read_axes(const Properties& settings, Space& space, Faults& faults) {
    // Each row is the file's axis that becomes x, y and z.
    std::array<std::array<double, 3>, 3> rows{};
    std::array<bool, 3> used{};
    const auto set = [&](std::size_t row, std::string_view axis, std::string_view sign,
                         std::int64_t otherwise) {
        const std::int64_t at = settings.integer(axis, otherwise);
        if (at < 0 || at > 2 || used[static_cast<std::size_t>(at)]) return false;
        used[static_cast<std::size_t>(at)] = true;
        rows[row][static_cast<std::size_t>(at)] = settings.integer(sign, 1) < 0 ? -1.0 : 1.0;
        return true;
    };
    if (!set(0, "CoordAxis", "CoordAxisSign", 0) || !set(1, "UpAxis", "UpAxisSign", 1) ||
        !set(2, "FrontAxis", "FrontAxisSign", 2)) {
        faults.warn(kSceneCode, "GlobalSettings", "its axes are not three: Y up is assumed");
        return;
    }
    DoubleMatrix m;
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            m.m[r * 4 + c] = rows[r][c];
    space.mirror = determinant(m) < 0.0;
    if (space.mirror) {
        for (std::size_t r = 0; r < 3; ++r)
            m.m[r * 4] = -m.m[r * 4];
    }
    // A turn of the axes: the angles are multiples of 90 degrees, so this is exact enough.
    const double trace = m.m[0] + m.m[5] + m.m[10];
    DoubleQuat q;
    if (trace > -0.5) {
        const double w = 0.5 * std::sqrt(1.0 + trace);
        q = {(m.m[9] - m.m[6]) / (4 * w), (m.m[2] - m.m[8]) / (4 * w), (m.m[4] - m.m[1]) / (4 * w),
             w};
    } else {  // a half turn: the axis is what stays, or lies between what is swapped
        q = {std::sqrt(std::fmax(0.0, 0.5 * (1.0 + m.m[0]))),
             std::sqrt(std::fmax(0.0, 0.5 * (1.0 + m.m[5]))),
             std::sqrt(std::fmax(0.0, 0.5 * (1.0 + m.m[10]))), 0.0};
        if (m.m[1] + m.m[4] < 0.0) q.y = -q.y;
        if (m.m[2] + m.m[8] < 0.0) q.z = -q.z;
        if (q.x == 0.0 && m.m[6] + m.m[9] < 0.0) q.z = -q.z;
    }
    space.rotation = q;
}

}  // namespace

std::string_view bare_name(std::string_view name) {
    constexpr std::string_view kSeparator("\0\1", 2);
    if (const std::size_t at = name.find(kSeparator); at != name.npos) return name.substr(0, at);
    const std::size_t at = name.find("::");
    return at == name.npos ? name : name.substr(at + 2);
}

void read_model(const Properties& p, Model& model) {
    model.translation = p.vector("Lcl Translation", {});
    model.rotation = p.vector("Lcl Rotation", {});
    model.scaling = p.vector("Lcl Scaling", {1.0, 1.0, 1.0});
    Pivots& pivots = model.pivots;
    pivots.rotation_offset = p.vector("RotationOffset", {});
    pivots.rotation_pivot = p.vector("RotationPivot", {});
    pivots.scaling_offset = p.vector("ScalingOffset", {});
    pivots.scaling_pivot = p.vector("ScalingPivot", {});
    if (p.integer("RotationActive", 0) != 0) {
        pivots.order = order_of(p.integer("RotationOrder", 0));
        pivots.pre_rotation = rotation_of(p.vector("PreRotation", {}), RotationOrder::xyz);
        pivots.post_rotation = rotation_of(p.vector("PostRotation", {}), RotationOrder::xyz);
    }
    const std::int64_t inherit = p.integer("InheritType", 1);
    model.inherit =
        inherit >= 0 && inherit <= 2 ? static_cast<InheritType>(inherit) : InheritType::normal;
    model.visible = p.number("Visibility", 1.0) != 0.0 && p.integer("Show", 1) != 0;
    const Double3 move = p.vector("GeometricTranslation", {}),
                  turn = p.vector("GeometricRotation", {}),
                  size = p.vector("GeometricScaling", {1.0, 1.0, 1.0});
    model.has_geometric =
        !(move == Double3{}) || !(turn == Double3{}) || !(size == Double3{1.0, 1.0, 1.0});
    model.geometric = {move, rotation_of(turn, RotationOrder::xyz), size};
}

void read_settings(const Tree& tree, Scene& scene, Faults& faults) {
    const NodeRef root(tree, 0);
    NodeRef node = root.find("GlobalSettings");
    if (!node.exists()) node = root.find("Objects").find("GlobalSettings");
    const Properties settings(node, NodeRef());
    read_axes(settings, scene.space, faults);
    const double unit_cm = settings.number("UnitScaleFactor", 1.0);
    if (unit_cm > 1e-6 && unit_cm < 1e6) {
        scene.space.metres_per_unit = 0.01 * unit_cm;
    } else {
        faults.warn(kSceneCode, "GlobalSettings.UnitScaleFactor",
                    "is not a length: centimetres are assumed");
    }
    NodeRef old = root.find("Version5").find("Settings");
    if (!old.exists()) old = root.find("Settings");
    const NodeRef old_mode = old.find("TimeMode"), old_rate = old.find("FrameRate");
    double rate = rate_of_mode(settings.integer("TimeMode", -1));
    if (settings.integer("TimeMode", -1) == 14) rate = settings.number("CustomFrameRate", 0.0);
    if (!(rate > 0.0) && old_rate.exists()) {
        rate = old_rate.number(0);
        const std::string_view digits = old_rate.text(0);
        if (!digits.empty() && text::read_number(digits.data(), digits.data() + digits.size(),
                                                 rate) == digits.data()) {
            rate = 0.0;
        }
    }
    if (!(rate > 0.0) && old_mode.exists()) rate = rate_of_mode(old_mode.integer(0));
    if (rate >= 1.0 && rate <= 100000.0) scene.rate_hz = rate;
}

}  // namespace motus::fbx
