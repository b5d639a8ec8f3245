// tests/bake/shared_test.cpp - no item has two owners: else a small file were long to look at.
// SPDX-License-Identifier: MIT
#include "baked.h"

#include <motus/bake/writer.h>

#include <gtest/gtest.h>

#include <cstring>

namespace motus::test {
namespace {

/// Two rigs with two clips and two skins each.
AlignedBytes twins() {
    Asset asset = small_asset();
    asset.clips.push_back(asset.clips[0]);
    asset.clips[1].name = "Again";
    asset.skins.push_back(asset.skins[0]);
    Baked baked = bake_document(*small_document(asset), asset);
    EXPECT_TRUE(baked.ok()) << baked.why();
    return std::move(baked.bytes);
}

/// Changes item `index` of a section and signs the file.
template <class T, class Change>
Status open_changed(const AlignedBytes& good, SectionKind kind, std::uint32_t index,
                    Change&& change) {
    AlignedBytes bytes(std::span<const std::byte>(good).first(good.size()));
    Container container;
    EXPECT_EQ(open_container(bytes, container), Status::ok);
    const SectionEntry* entry = find_section(container, kind);
    EXPECT_NE(entry, nullptr);
    EXPECT_EQ(entry->stride, sizeof(T));
    EXPECT_LT(index, entry->count);
    std::byte* at = bytes.data() + entry->offset + std::size_t{index} * sizeof(T);
    T item;
    std::memcpy(&item, at, sizeof item);
    change(item);
    std::memcpy(at, &item, sizeof item);
    sign_container(bytes);
    BakedFile file;
    return open_baked(bytes, file);
}

TEST(SharedItems, AreRefused) {
    const AlignedBytes good = twins();
    EXPECT_EQ(open_changed<ClipEntry>(good, SectionKind::clips, 1, [](ClipEntry&) {}), Status::ok);
    const auto clip = [&](auto&& change) {
        return open_changed<ClipEntry>(good, SectionKind::clips, 1, change);
    };
    EXPECT_EQ(clip([](ClipEntry& c) { c.track_start = 0; }), Status::bad_data);
    EXPECT_EQ(clip([](ClipEntry& c) { c.time_start = 0; }), Status::bad_data);
    EXPECT_EQ(clip([](ClipEntry& c) { c.value_start = 0; }), Status::bad_data);
    // Not to the end either: what nobody owns could be anything.
    EXPECT_EQ(clip([](ClipEntry& c) { --c.track_count; }), Status::bad_data);
    EXPECT_EQ(open_changed<TrackRecord>(good, SectionKind::clip_tracks, 1,
                                        [](TrackRecord& t) { t.time_start = 0; }),
              Status::bad_data);
    EXPECT_EQ(open_changed<TrackRecord>(good, SectionKind::clip_tracks, 1,
                                        [](TrackRecord& t) { t.value_start = 0; }),
              Status::bad_data);
    EXPECT_EQ(
        open_changed<SkinEntry>(good, SectionKind::skins, 1, [](SkinEntry& s) { s.start = 0; }),
        Status::bad_data);
    EXPECT_EQ(
        open_changed<NameEntry>(good, SectionKind::names, 1, [](NameEntry& n) { n.start = 0; }),
        Status::bad_data);
    EXPECT_EQ(
        open_changed<RigEntry>(good, SectionKind::rigs, 0, [](RigEntry& r) { --r.skin_count; }),
        Status::bad_data);
    EXPECT_EQ(
        open_changed<MaskRange>(good, SectionKind::masks, 0, [](MaskRange& m) { m.start = 1; }),
        Status::bad_data);
}

}  // namespace
}  // namespace motus::test
