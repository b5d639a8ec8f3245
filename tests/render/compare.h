// tests/render/compare.h - how different two pictures look; golden pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/picture.h>

#include <string>

namespace motus::test {

/// Differences after a blur of three pixels, so that an edge which moved by a fraction of one does
/// not count, in steps of 1/255.
struct Difference {
    double mean = 255.0;  ///< Over all pixels, the largest channel of each.
    double large = 1.0;   ///< Share of pixels that differ by more than 16.
    double largest = 255.0;
};
[[nodiscard]] Difference compare_pictures(const render::Picture& a, const render::Picture& b);

/// Expects that `picture` looks like golden picture `name`. With MOTUS_UPDATE_GOLDEN set, writes it
/// instead. Where they differ, the new picture is left in the working folder.
void expect_golden(const std::string& name, const render::Picture& picture);

}  // namespace motus::test
