// tests/bake/damage_test.cpp - damaged files are refused, or do no harm: every bit, every length.
// SPDX-License-Identifier: MIT
#include "baked.h"
#include "exercise.h"

#include <motus/bake/writer.h>

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace motus::test {
namespace {

// Playing is slow where asserts and sanitizers are on: there each byte is damaged two or three
// times, not eight.
#ifdef NDEBUG
constexpr std::size_t kBitStep = 1;
#else
constexpr std::size_t kBitStep = 3;
#endif

AlignedBytes copy(const AlignedBytes& bytes) {
    return AlignedBytes(std::span<const std::byte>(bytes));
}

TEST(Damage, EveryCutIsRefused) {
    const AlignedBytes good = small_file();
    ASSERT_GT(good.size(), 0u);
    BakedFile file;
    for (std::size_t size = 0; size < good.size(); ++size) {
        const AlignedBytes cut(std::span<const std::byte>(good).first(size));
        ASSERT_NE(open_baked(cut, file), Status::ok) << size;
    }
}

TEST(Damage, EveryFlippedBitIsRefused) {
    AlignedBytes bytes = small_file();
    BakedFile file;
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        ASSERT_NE(open_baked(bytes, file), Status::ok) << "bit " << bit;
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    }
    EXPECT_EQ(open_baked(bytes, file), Status::ok);
}

// With the checksum signed again the readers are alone: what they accept must play.
TEST(Damage, EveryFlippedBitThatIsSignedIsRefusedOrPlays) {
    const AlignedBytes good = small_file();
    std::size_t accepted = 0, refused = 0;
    for (std::size_t bit = 0; bit < good.size() * 8; bit += kBitStep) {
        AlignedBytes bytes = copy(good);
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        sign_container(bytes);
        BakedFile file;
        if (open_baked(bytes, file) != Status::ok) {
            ++refused;
            continue;
        }
        ++accepted;
        const char* fault = exercise(file);
        ASSERT_EQ(fault, nullptr) << fault << ", bit " << bit;
    }
    EXPECT_GT(accepted, 100u);  // values of keys
    EXPECT_GT(refused, accepted);
}

// Each item of each section that holds indices, set to what an index must never be.
TEST(Damage, NoIndexOutOfRangeIsAccepted) {
    const AlignedBytes good = small_file();
    Container container;
    ASSERT_EQ(open_container(good, container), Status::ok);
    std::size_t tried = 0;
    for (const SectionEntry& entry : container.sections) {
        switch (entry.kind) {
            case SectionKind::joint_parents:
            case SectionKind::joint_by_name:
            case SectionKind::joint_source:
            case SectionKind::joint_of_source:
            case SectionKind::skin_joints:
                break;
            default:
                continue;
        }
        for (std::uint32_t i = 0; i < entry.count; ++i) {
            for (const std::uint32_t value : {0x7fffffffu, 0xfffffffeu, 1000u}) {
                AlignedBytes bytes = copy(good);
                std::memcpy(bytes.data() + entry.offset + i * 4, &value, 4);
                sign_container(bytes);
                BakedFile file;
                EXPECT_EQ(open_baked(bytes, file), Status::bad_data)
                    << to_string(entry.kind) << " " << i;
                ++tried;
            }
        }
    }
    EXPECT_GE(tried, 3u * 5u);
}

// What is not a rotation makes matrices that are not numbers.
TEST(Damage, RotationsOfAnotherLengthAreRefused) {
    for (const float factor : {0.0f, 0.9f, 2.0f, 1e14f}) {
        AlignedBytes bytes = small_file();
        Container container;
        ASSERT_EQ(open_container(bytes, container), Status::ok);
        const SectionEntry* tracks_at = find_section(container, SectionKind::clip_tracks);
        const SectionEntry* values_at = find_section(container, SectionKind::clip_values);
        ASSERT_TRUE(tracks_at != nullptr && values_at != nullptr);
        const auto* track = reinterpret_cast<const TrackRecord*>(bytes.data() + tracks_at->offset);
        while (track->kind != TrackKind::rotation || track->interpolation != Interpolation::linear)
            ++track;
        auto* values = reinterpret_cast<float*>(bytes.data() + values_at->offset);
        for (std::uint32_t c = 0; c < 4; ++c)
            values[track->value_start + c] *= factor;
        sign_container(bytes);
        BakedFile file;
        EXPECT_EQ(open_baked(bytes, file), Status::bad_data) << factor;
    }
}

}  // namespace
}  // namespace motus::test
