// SPDX-License-Identifier: MIT
#include <scenes/hero/mesh.h>
#include <scenes/hero/part.h>

#include <map>
#include <utility>

namespace motus::scenes::hero {
namespace {

/// Distance to everything that throws shade; far away it is only a lower bound.
class Shade {
  public:
    explicit Shade(const std::vector<Part>& parts) : parts_(parts) {}

    double distance(Vec3d p) const {
        double best = kFar;
        for (const Part& part : parts_) {
            if (!part.occludes) continue;
            best = std::fmin(best, near(part, p));
            if (part.both_sides) best = std::fmin(best, near(part, mirror_x(p)));
        }
        return best;
    }

    /// 1 in the open, less in folds and under things: how much nearer the next surface is than it
    /// would be over a plane, at four heights.
    double open(Vec3d p, Vec3d n) const {
        double shade = 0.0, share = 0.5;
        for (const double h : {0.012, 0.028, 0.056, 0.095}) {
            const double missing = clamp01((h - distance(p + n * h)) / h);
            shade += share * missing;
            share *= 0.62;
        }
        return 1.0 - 0.62 * clamp01(shade / 1.12);
    }

  private:
    static constexpr double kFar = 0.12;

    static double near(const Part& part, Vec3d p) {
        const Box& b = part.box;
        if (p.x < b.lo.x - kFar || p.x > b.hi.x + kFar || p.y < b.lo.y - kFar ||
            p.y > b.hi.y + kFar || p.z < b.lo.z - kFar || p.z > b.hi.z + kFar)
            return kFar;
        return part.solid(p);
    }

    const std::vector<Part>& parts_;
};

/// Joint indices and weights as the mesh stores them: unused slots are joint 0, weight 0, and the
/// four floats add up to 1 as nearly as floats can.
void push_influences(const Influences& from, AssetPrimitive& to) {
    std::array<float, 4> w{};
    for (std::size_t i = 1; i < 4; ++i) {
        w[i] = static_cast<float>(from.weights[i]);
        if (!(w[i] > 1e-4f)) w[i] = 0.0f;
    }
    w[0] = 1.0f - (w[1] + w[2] + w[3]);
    for (std::size_t i = 0; i < 4; ++i) {
        const bool used = w[i] > 0.0f;
        to.joints.push_back(used ? static_cast<std::uint16_t>(index_of(from.joints[i])) : 0u);
        to.joint_weights.push_back(used ? w[i] : 0.0f);
    }
}

Vec3d tinted(Paint paint, Vec3d p) {
    const Vec3d base = colour_of(paint);
    if (paint == Paint::skin) {
        // Warm cheeks, nose and ears.
        const double x = p.x < 0.0 ? -p.x : p.x;
        const double cheek =
            1.0 -
            smooth_step(0.012, 0.050, length(Vec3d{x, p.y, p.z} - Vec3d{0.088, 1.393, 0.108}));
        const double ear = smooth_step(0.150, 0.172, x) * 0.8;
        return mix(base, colour_of(Paint::blush), 0.65 * std::fmax(cheek, ear));
    }
    if (paint == Paint::hair)
        return mix(base, colour_of(Paint::hair_light), smooth_step(1.50, 1.68, p.y));
    return base;
}

void add_part(const Part& part, const Shade& shade, AssetPrimitive& out, bool mirrored,
              const Surface& surface) {
    std::map<std::pair<std::uint32_t, Paint>, std::uint32_t> vertex_of;
    const auto vertex = [&](std::uint32_t point, Paint paint) {
        const auto [at, fresh] =
            vertex_of.try_emplace({point, paint}, static_cast<std::uint32_t>(out.positions.size()));
        if (fresh) {
            const Vec3d made = surface.points[point];
            const Vec3d made_normal = normalize(gradient(part.solid, made));
            const Vec3d p = mirrored ? mirror_x(made) : made;
            const Vec3d n = mirrored ? mirror_x(made_normal) : made_normal;
            const Vec3d c = tinted(paint, p) * shade.open(p, n);
            out.positions.push_back(to_float(p));
            out.normals.push_back(to_float(n));
            const Vec3 rgb = to_float(c);
            out.colors.push_back({rgb.x, rgb.y, rgb.z, 1.0f});
            push_influences(part.moved_by(p), out);
        }
        return at->second;
    };
    for (const auto& t : surface.triangles) {
        const Vec3d centre =
            (surface.points[t[0]] + surface.points[t[1]] + surface.points[t[2]]) * (1.0 / 3.0);
        const Paint paint = part.paint(centre);
        const std::uint32_t a = vertex(t[0], paint), b = vertex(t[1], paint);
        const std::uint32_t c = vertex(t[2], paint);
        const std::array<std::uint32_t, 3> corner{a, mirrored ? c : b, mirrored ? b : c};
        out.indices.insert(out.indices.end(), corner.begin(), corner.end());
    }
}

}  // namespace

AssetMesh make_mesh() {
    std::vector<Part> parts;
    add_body_parts(parts);
    add_limb_parts(parts);
    add_head_parts(parts);
    const Shade shade(parts);

    AssetMesh mesh;
    mesh.name = "Hero";
    mesh.primitives.resize(2);
    for (std::uint32_t i = 0; i < 2; ++i) {
        mesh.primitives[i].material = i;
        mesh.primitives[i].influences = 4;
    }
    for (const Part& part : parts) {
        Surface surface = polygonise(part.solid, part.box, part.cell);
        for (const Field& border : part.borders)
            cut(surface, part.solid, border, 0.12 * part.cell);
        AssetPrimitive& out = mesh.primitives[static_cast<std::size_t>(part.finish)];
        add_part(part, shade, out, false, surface);
        if (part.both_sides) add_part(part, shade, out, true, surface);
    }
    return mesh;
}

}  // namespace motus::scenes::hero
