// Small clips of files: streams that end where the reader's promise to kernels ends.
// SPDX-License-Identifier: MIT
#include <motus/bake/writer.h>
#include <motus/clip/read_small.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

/// One frame of eight rotations whose streams are `first` + 16 bits long, in so many rows.
Status read_rows(std::uint32_t first, std::uint32_t rows) {
    SmallEntry entry;
    entry.frame_count = 1;
    entry.segment_frames = 1;
    entry.narrow = 1;
    entry.group_count = 1;
    entry.word_count = 1 + 3 + rows * kSmallLanes;
    SmallGroup group;
    for (std::size_t l = 0; l < kSmallLanes; ++l)
        group.left[3][l] = group.right[3][l] = 127;
    std::vector<std::uint32_t> words(entry.word_count);
    words[1] = first;  // Widths of the first band of three groups of curves: x, y, z.
    words[2] = 16;
    SectionWriter writer;
    writer.add(SectionKind::clip_small, std::vector<SmallEntry>{entry});
    writer.add(SectionKind::small_groups, std::vector<SmallGroup>{group});
    writer.add(SectionKind::small_words, words);
    const AlignedBytes bytes = writer.finish();
    Container container;
    EXPECT_EQ(open_container(bytes, container), Status::ok);
    SmallTable table;
    return read_small(container, table);
}

TEST(SmallReader, ARowStandsBehindTheLastBitAndTwoBehindAFullOne) {
    EXPECT_EQ(read_rows(15, 2), Status::ok);
    EXPECT_EQ(read_rows(15, 1), Status::bad_data);
    EXPECT_EQ(read_rows(16, 3), Status::ok);
    EXPECT_EQ(read_rows(16, 2), Status::bad_data);
    EXPECT_EQ(read_rows(17, 3), Status::ok);
    EXPECT_EQ(read_rows(17, 2), Status::bad_data);
}

}  // namespace
}  // namespace motus
