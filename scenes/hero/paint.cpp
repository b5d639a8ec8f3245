// SPDX-License-Identifier: MIT
#include <scenes/hero/part.h>

namespace motus::scenes::hero {
namespace {

/// sRGB to linear by a cubic, within 0.002 of the standard's curve: no power function needed.
double linear(std::uint32_t byte) {
    const double c = static_cast<double>(byte) / 255.0;
    return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

constexpr std::array<std::uint32_t, kPaintCount> kSrgb = {
    0xf3c19b,  // skin
    0xea8f73,  // blush
    0x7a3d22,  // hair
    0xa85e33,  // hair_light
    0xfbf7f0,  // eye_white
    0x2f8f8a,  // iris
    0x17161d,  // pupil
    0xffffff,  // glint
    0x2a1812,  // lash
    0x8c3a34,  // mouth
    0x1f8a86,  // tunic
    0x187270,  // tunic_dark
    0xf1dfb4,  // trim
    0xe9e2d2,  // shirt
    0x6a4327,  // belt
    0xe6b84a,  // buckle
    0x3c4b70,  // trousers
    0x70452a,  // boot
    0xb98a58,  // boot_cuff
    0x3a2a22,  // sole
    0x8a5a36,  // glove
    0xc79a66,  // glove_cuff
    0xe2572f,  // scarf
    0xb93f22,  // scarf_dark
};

}  // namespace

Vec3d colour_of(Paint paint) {
    const std::uint32_t rgb = kSrgb[static_cast<std::size_t>(paint)];
    return {linear(rgb >> 16), linear((rgb >> 8) & 255u), linear(rgb & 255u)};
}

}  // namespace motus::scenes::hero
