// motus/render/crowd_layout.cpp - rows with some disorder.
// SPDX-License-Identifier: MIT
#include "crowd_layout.h"

#include <algorithm>
#include <cmath>

namespace motus::render {
namespace {

// SplitMix64 of a number: the same disorder on every machine.
double disorder(std::uint64_t n) {
    n = (n + 1) * 0x9e3779b97f4a7c15u;
    n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9u;
    n = (n ^ (n >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((n ^ (n >> 31)) >> 11) * 0x1p-53;
}

}  // namespace

std::vector<CrowdPlace> crowd_layout(std::uint32_t count, const Bounds& figure) {
    std::vector<CrowdPlace> out(std::max(count, 1u));
    if (out.size() == 1) return out;
    const double size_x = std::max<double>(figure.hi.x - figure.lo.x, 1e-3);
    const double size_z = std::max<double>(figure.hi.z - figure.lo.z, 1e-3);
    const double wide = 1.15 * std::max(size_x, 0.45 * size_z);
    const double deep = 1.15 * std::max(size_z, 0.45 * size_x);
    // Roughly square on the ground, seen from the front.
    const auto columns = static_cast<std::size_t>(
        std::max(1.0, std::floor(std::sqrt(static_cast<double>(count) * deep / wide) + 0.5)));
    const std::size_t rows = (out.size() + columns - 1) / columns;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t row = i / columns, column = i % columns;
        const double shift = row % 2 == 0 ? 0.25 : -0.25;
        const double x =
            static_cast<double>(column) - 0.5 * static_cast<double>(columns - 1) + shift;
        const double z = static_cast<double>(row) - 0.5 * static_cast<double>(rows - 1);
        CrowdPlace& place = out[i];
        place.place.m[3] = static_cast<float>((x + 0.36 * (disorder(i * 8) - 0.5)) * wide);
        place.place.m[11] = static_cast<float>((-z + 0.36 * (disorder(i * 8 + 1) - 0.5)) * deep);
        place.phase = disorder(i * 8 + 2);
        const double bright = 0.78 + 0.34 * disorder(i * 8 + 3);
        place.tint = {static_cast<float>(bright * (0.94 + 0.12 * disorder(i * 8 + 4))),
                      static_cast<float>(bright),
                      static_cast<float>(bright * (0.94 + 0.12 * disorder(i * 8 + 5))), 1.0f};
    }
    return out;
}

}  // namespace motus::render
