// tests/render/compare.cpp - blur, subtract, count.
// SPDX-License-Identifier: MIT
#include <motus/asset/file.h>
#include <tests/render/compare.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace motus::test {
namespace {

// 1 2 1 in both directions; edges repeat. Alpha counts as a channel.
std::vector<double> blurred(const render::Picture& p) {
    const auto w = static_cast<int>(p.width), h = static_cast<int>(p.height);
    std::vector<double> out(p.rgba.size());
    for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
            for (int c = 0; c < 4; ++c) {
                double sum = 0.0;
                for (int dy = -1; dy <= 1; ++dy) {
                    for (int dx = -1; dx <= 1; ++dx) {
                        const int sx = std::clamp(x + dx, 0, w - 1),
                                  sy = std::clamp(y + dy, 0, h - 1);
                        const double weight = (2 - std::abs(dx)) * (2 - std::abs(dy));
                        sum += weight * p.rgba[static_cast<std::size_t>((sy * w + sx) * 4 + c)];
                    }
                }
                out[static_cast<std::size_t>((y * w + x) * 4 + c)] = sum / 16.0;
            }
        }
    }
    return out;
}

}  // namespace

Difference compare_pictures(const render::Picture& a, const render::Picture& b) {
    if (a.width != b.width || a.height != b.height || a.rgba.empty()) return {};
    const std::vector<double> x = blurred(a), y = blurred(b);
    Difference out{0.0, 0.0, 0.0};
    const std::size_t pixels = x.size() / 4;
    for (std::size_t i = 0; i < pixels; ++i) {
        double most = 0.0;
        for (std::size_t c = 0; c < 4; ++c)
            most = std::max(most, std::fabs(x[i * 4 + c] - y[i * 4 + c]));
        out.mean += most / static_cast<double>(pixels);
        out.large += most > 16.0 ? 1.0 / static_cast<double>(pixels) : 0.0;
        out.largest = std::max(out.largest, most);
    }
    return out;
}

void expect_golden(const std::string& name, const render::Picture& picture) {
    const std::filesystem::path golden = std::filesystem::path(MOTUS_GOLDEN_DIR) / (name + ".png");
    const auto png = render::encode_png(picture);
    ASSERT_TRUE(png) << to_string(png.error());
    if (std::getenv("MOTUS_UPDATE_GOLDEN")) {
        ASSERT_TRUE(write_file_atomic(golden, *png));
        return;
    }
    std::ifstream file(golden, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    const auto expected = render::decode_picture(std::as_bytes(std::span(bytes)));
    ASSERT_TRUE(expected) << golden << ": " << to_string(expected.error());
    const Difference difference = compare_pictures(*expected, picture);
    const bool same = difference.mean <= 0.7 && difference.large <= 0.002;
    EXPECT_TRUE(same) << name << ": mean " << difference.mean << " (0.7 allowed), "
                      << difference.large * 100.0 << " % of the pixels by more than 16 (0.2 "
                      << "allowed), largest " << difference.largest << "; look at " << name
                      << "-now.png";
    if (same) return;
    EXPECT_TRUE(write_file_atomic(name + "-now.png", *png));
}

}  // namespace motus::test
