// tests/bake/container_test.cpp - the file around the sections: what is written is read, and
// nothing else is. SPDX-License-Identifier: MIT
#include <motus/bake/writer.h>
#include <motus/core/container.h>

#include <gtest/gtest.h>

#include <cstring>

namespace motus::test {
namespace {

AlignedBytes small_container() {
    SectionWriter writer;
    writer.add(SectionKind::clip_values, std::vector<float>{1.0f, 2.0f, 3.0f});
    const std::uint64_t words[] = {7, 8};
    const std::uint16_t half[] = {9};
    writer.add(SectionKind::records, 35, std::span<const std::uint64_t>(words));
    writer.add(SectionKind::records, 33, std::span<const std::uint16_t>(half));
    writer.add(SectionKind::names, std::vector<std::uint32_t>{});
    return writer.finish();
}

TEST(Container, GivesBackWhatWasWritten) {
    const AlignedBytes bytes = small_container();
    Container file;
    ASSERT_EQ(open_container(bytes, file), Status::ok);
    ASSERT_EQ(file.sections.size(), 3u);
    for (const SectionEntry& entry : file.sections)
        EXPECT_EQ(entry.offset % kSectionAlignment, 0u);
    std::span<const float> floats;
    ASSERT_EQ(read_section(file, SectionKind::clip_values, floats), Status::ok);
    ASSERT_EQ(floats.size(), 3u);
    EXPECT_EQ(floats[2], 3.0f);
    std::span<const std::uint64_t> words;
    ASSERT_EQ(read_section(file, SectionKind::records, 35, words), Status::ok);
    EXPECT_EQ(words[1], 8u);
    EXPECT_EQ(read_section(file, SectionKind::records, 33, words), Status::bad_data);
    EXPECT_EQ(words.size(), 2u);
    ASSERT_EQ(read_section(file, SectionKind::names, words), Status::ok);
    EXPECT_TRUE(words.empty());
}

TEST(Container, OrderOfAddingDoesNotMatter) {
    SectionWriter a, b;
    a.add(SectionKind::names, std::vector<int>{1});
    a.add(SectionKind::clips, std::vector<int>{2});
    b.add(SectionKind::clips, std::vector<int>{2});
    b.add(SectionKind::names, std::vector<int>{1});
    EXPECT_TRUE(a.finish() == b.finish());
}

TEST(Container, EveryFlippedBitAndEveryCutIsFound) {
    const AlignedBytes good = small_container();
    Container file;
    for (std::size_t i = 0; i < good.size() * 8; ++i) {
        AlignedBytes bad{std::span<const std::byte>(good)};
        bad[i / 8] ^= std::byte{1} << (i % 8);
        EXPECT_NE(open_container(bad, file), Status::ok) << "bit " << i;
    }
    for (std::size_t size = 0; size < good.size(); ++size) {
        const AlignedBytes cut(std::span<const std::byte>(good).first(size));
        EXPECT_NE(open_container(cut, file), Status::ok) << size;
    }
    EXPECT_TRUE(file.bytes.empty());
}

// With the checksum made to fit, only what is inside sections may change.
TEST(Container, TheTableIsCheckedWithoutTheChecksum) {
    const AlignedBytes good = small_container();
    Container file, whole;
    ASSERT_EQ(open_container(good, whole), Status::ok);
    for (std::size_t i = 0; i < good.size() * 8; ++i) {
        AlignedBytes bad{std::span<const std::byte>(good)};
        bad[i / 8] ^= std::byte{1} << (i % 8);
        sign_container(bad);
        if (open_container(bad, file) != Status::ok) continue;
        const std::size_t at = i / 8;
        const bool checksum = at >= 24 && at < 32;
        bool inside = checksum;
        std::size_t entry = 64;
        for (const SectionEntry& section : whole.sections) {
            inside |= at >= section.offset &&
                      at < section.offset + std::uint64_t{section.count} * section.stride;
            // Another kind that keeps the order, and a size that takes zeros from the gap behind
            // it, are another file, and a valid one; a section elsewhere is none.
            inside |= (at >= entry && at < entry + 8) || (at >= entry + 16 && at < entry + 24);
            entry += 24;
        }
        EXPECT_TRUE(inside) << "bit " << i;
    }
}

TEST(Container, SaysWhy) {
    AlignedBytes bytes = small_container();
    Container file;
    ContainerFault why{};
    const auto fault = [&](std::span<const std::byte> data) {
        EXPECT_NE(open_container(data, file, &why), Status::ok);
        return why;
    };
    EXPECT_EQ(fault({}), ContainerFault::truncated);
    EXPECT_EQ(fault(std::span<const std::byte>(bytes).first(100)), ContainerFault::truncated);
    EXPECT_EQ(fault(std::span<const std::byte>(bytes).subspan(8)), ContainerFault::alignment);
    bytes[6] = std::byte{'\n'};
    EXPECT_EQ(fault(bytes), ContainerFault::text_mode);
    bytes[0] = std::byte{'g'};
    EXPECT_EQ(fault(bytes), ContainerFault::magic);
    bytes = small_container();
    bytes[8] = std::byte{2};
    EXPECT_EQ(fault(bytes), ContainerFault::version);
    bytes = small_container();
    bytes[bytes.size() - 1] ^= std::byte{1};
    EXPECT_EQ(fault(bytes), ContainerFault::checksum);
    sign_container(bytes);
    EXPECT_EQ(fault(bytes), ContainerFault::table);
    bytes = small_container();
    AlignedBytes longer(bytes.size() + 64);  // a file in an archive: what follows is not its own
    std::memcpy(longer.data(), bytes.data(), bytes.size());
    EXPECT_EQ(open_container(longer, file), Status::ok);
}

// Words of the checksum: no single change is lost, and two flips of high bits do not cancel.
TEST(Checksum, SeesEveryWordAndTheLength) {
    std::vector<std::byte> zeros(203);
    const std::uint64_t base = checksum_bytes(zeros);
    for (std::size_t size = 0; size < zeros.size(); ++size)
        EXPECT_NE(checksum_bytes(std::span(zeros).first(size)), base);
    for (std::size_t i = 7; i + 32 < zeros.size(); i += 8) {
        zeros[i] = zeros[i + 32] = std::byte{0x80};
        EXPECT_NE(checksum_bytes(zeros), base) << i;
        zeros[i] = zeros[i + 32] = std::byte{0};
    }
    std::vector<std::byte> text(100);
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<std::byte>(i);
    EXPECT_EQ(checksum_bytes(text), 0xbf0da4a410cc275cu);  // as another program computes it
}

}  // namespace
}  // namespace motus::test
