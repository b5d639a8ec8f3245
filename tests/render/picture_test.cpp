// tests/render/picture_test.cpp - pictures in and out of files, sheets, films.
// SPDX-License-Identifier: MIT
#include <motus/render/film.h>
#include <motus/render/picture.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>

namespace motus::test {
namespace {

using namespace render;

Picture random_picture(std::uint32_t width, std::uint32_t height, bool opaque,
                       std::uint64_t seed = 1) {
    Random random(seed);
    Picture out{width, height, {}};
    for (std::size_t i = 0; i < out.row_bytes() * height; ++i)
        out.rgba.push_back(i % 4 == 3 && opaque ? 255
                                                : static_cast<std::uint8_t>(random.below(256)));
    return out;
}

TEST(Png, RoundTripsThroughAnotherDecoder) {
    for (const bool opaque : {true, false}) {
        const Picture picture = random_picture(37, 21, opaque);
        const auto png = encode_png(picture);
        ASSERT_TRUE(png) << to_string(png.error());
        const auto back = decode_picture(*png);
        ASSERT_TRUE(back) << to_string(back.error());
        EXPECT_EQ(*back, picture);
        // The header's colour type: 2 is RGB, 6 is RGBA.
        EXPECT_EQ(static_cast<int>((*png)[25]), opaque ? 2 : 6);
    }
}

TEST(Png, RefusesSizesThatAreNone) {
    EXPECT_FALSE(encode_png({}));
    EXPECT_FALSE(encode_png({4, 4, std::vector<std::uint8_t>(10)}));
    EXPECT_FALSE(encode_png({kMaxPictureSize + 1, 1, {}}));
}

TEST(Png, EveryPrefixIsRefusedOrDecoded) {
    const auto png = encode_png(random_picture(9, 7, false));
    ASSERT_TRUE(png);
    std::size_t refused = 0;
    for (std::size_t n = 0; n < png->size(); ++n) {
        const auto picture = decode_picture(std::span(*png).first(n));
        if (picture) {
            EXPECT_EQ(picture->rgba.size(), picture->row_bytes() * picture->height);
        } else {
            EXPECT_EQ(picture.error().code, "picture-decode");
            ++refused;
        }
    }
    EXPECT_GT(refused, png->size() / 2);
}

TEST(Sheet, PutsEveryTileInItsPlace) {
    std::vector<Picture> tiles;
    for (std::uint64_t i = 0; i < 5; ++i)
        tiles.push_back(random_picture(4, 3, true, i));
    const Picture sheet = contact_sheet(tiles, 3, 2, {1, 2, 3, 255});
    ASSERT_EQ(sheet.width, 3u * 6 + 2);
    ASSERT_EQ(sheet.height, 2u * 5 + 2);
    const auto pixel = [&](const Picture& p, std::size_t x, std::size_t y) {
        std::array<std::uint8_t, 4> out;
        std::memcpy(out.data(), p.rgba.data() + y * p.row_bytes() + x * 4, 4);
        return out;
    };
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        for (std::size_t y = 0; y < 3; ++y) {
            for (std::size_t x = 0; x < 4; ++x)
                EXPECT_EQ(pixel(sheet, 2 + i % 3 * 6 + x, 2 + i / 3 * 5 + y),
                          pixel(tiles[i], x, y));
        }
    }
    const std::array<std::uint8_t, 4> gap{1, 2, 3, 255};
    EXPECT_EQ(pixel(sheet, 0, 0), gap);
    EXPECT_EQ(pixel(sheet, 19, 11), gap);
    EXPECT_EQ(pixel(sheet, 15, 8), gap) << "the sixth place is empty";
    tiles.push_back(random_picture(5, 3, true));
    EXPECT_EQ(contact_sheet(tiles, 3, 2, gap), Picture{}) << "sizes that differ";
    EXPECT_EQ(contact_sheet({}, 3, 2, gap), Picture{});
}

TEST(Sheet, ColumnsLeaveFewHoles) {
    EXPECT_EQ(sheet_columns(6, 240, 300), 3u);
    EXPECT_EQ(sheet_columns(1, 100, 100), 1u);
    EXPECT_EQ(sheet_columns(12, 320, 240), 4u);
}

std::uint32_t little32(std::span<const std::byte> bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (int i = 3; i >= 0; --i)
        value = value << 8 | static_cast<std::uint32_t>(bytes[at + static_cast<std::size_t>(i)]);
    return value;
}

// Walks the RIFF chunks of the file, which the encoder's own library does not do for us here.
TEST(Film, HoldsEveryFrameForItsTime) {
    FilmOptions options;
    options.width = 32;
    options.height = 24;
    auto film = WebpFilm::make(options);
    ASSERT_TRUE(film);
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(film->add(random_picture(32, 24, true, static_cast<std::uint64_t>(i)), i * 40));
    const auto bytes = film->finish(5 * 40);
    ASSERT_TRUE(bytes);
    const auto tag = [&](std::size_t at) {
        return std::string(reinterpret_cast<const char*>(bytes->data()) + at, 4);
    };
    ASSERT_GT(bytes->size(), 30u);
    EXPECT_EQ(tag(0), "RIFF");
    EXPECT_EQ(tag(8), "WEBP");
    EXPECT_EQ(little32(*bytes, 4) + 8, bytes->size());
    int frames = 0, loops = -1;
    for (std::size_t at = 12; at + 8 <= bytes->size();) {
        const std::size_t size = little32(*bytes, at + 4);
        if (tag(at) == "ANMF") {
            ++frames;
            EXPECT_EQ(little32(*bytes, at + 8 + 12) & 0xffffff, 40u) << "duration of " << frames;
        }
        if (tag(at) == "ANIM") loops = static_cast<int>((*bytes)[at + 8 + 4]);
        at += 8 + (size + 1) / 2 * 2;
    }
    EXPECT_EQ(frames, 5);
    EXPECT_EQ(loops, 0) << "plays for ever";
}

TEST(Film, RefusesAFrameOfAnotherSize) {
    FilmOptions options;
    options.width = 32;
    options.height = 24;
    auto film = WebpFilm::make(options);
    ASSERT_TRUE(film);
    const auto bad = film->add(random_picture(31, 24, true), 0);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, "film-encode");
    options.width = 0;
    EXPECT_FALSE(WebpFilm::make(options));
}

}  // namespace
}  // namespace motus::test
