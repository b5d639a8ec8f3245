// tests/bake/baker_test.cpp - a Baker: what it does again, what it puts off, what it keeps.
// SPDX-License-Identifier: MIT
#include "baked.h"

#include <motus/bake/baker.h>
#include <motus/document/model_change.h>

#include <map>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

/// Keeps everything, and counts.
class CountingStore final : public BakeStore {
  public:
    std::optional<AlignedBytes> find(const BakeKey& key) override {
        ++asked;
        const auto at = kept.find(key);
        if (at == kept.end()) return std::nullopt;
        return AlignedBytes(std::span<const std::byte>(at->second));
    }
    void put(const BakeKey& key, std::span<const std::byte> bytes) override {
        kept[key] = {bytes.begin(), bytes.end()};
        ++put_count;
    }
    std::map<BakeKey, std::vector<std::byte>> kept;
    int asked = 0, put_count = 0;
};

struct Shop {
    explicit Shop(BakeStore* store = nullptr) : baker(store) {
        for (const doc::Source& source : content(*document).sources())
            assets.push_back({source.id(), &asset});
        baker.set_assets(assets);
    }

    [[nodiscard]] const doc::Rig& rig() const {
        return static_cast<const doc::Rig&>(
            content(*document).scene().entities()[0].components()[0]);
    }
    void pack(doc::PackedKind kind) {
        auto change = document->begin_change(rig());
        change.set_packed(kind);
        change.clips_change(0).set_packed(doc::ClipPacking::as_rig);
        ASSERT_TRUE(change.commit());
    }
    void rename(const std::string& name) {
        auto change = document->begin_change(rig());
        change.clips_change(0).set_name(name);
        ASSERT_TRUE(change.commit());
    }
    [[nodiscard]] motus::Baked bake(const BakeSettings& settings = {}) {
        Diagnostics faults;
        Result<motus::Baked> baked = baker.bake(*document, faults, settings);
        EXPECT_TRUE(baked) << (baked ? "" : baked.error().cause);
        return *std::move(baked);
    }
    [[nodiscard]] AlignedBytes scratch(const BakeSettings& settings = {}) const {
        Diagnostics faults;
        return motus::bake(*document, assets, faults, settings).value();
    }

    Asset asset = small_asset();
    std::unique_ptr<Document> document = small_document(asset);
    std::vector<BakeAsset> assets;
    Baker baker;
};

TEST(Baker, AClipIsPackedAgainOnlyWhereItsInputsChange) {
    CountingStore store;
    Shop shop(&store);
    shop.pack(doc::PackedKind::small);
    EXPECT_TRUE(shop.bake().bytes == shop.scratch());
    EXPECT_EQ(store.put_count, 1);
    shop.rename("other");
    EXPECT_TRUE(shop.bake().bytes == shop.scratch());
    EXPECT_EQ(store.put_count, 1);
    EXPECT_EQ(store.asked, 1) << "what is in memory is not asked for";
    shop.pack(doc::PackedKind::fast);
    EXPECT_TRUE(shop.bake().bytes == shop.scratch());
    EXPECT_EQ(store.put_count, 2);
    ASSERT_TRUE(shop.document->undo());
    EXPECT_TRUE(shop.bake().bytes == shop.scratch());
    EXPECT_EQ(store.put_count, 2) << "undo finds what was packed before";
}

TEST(Baker, AStoreServesTheNextProgram) {
    CountingStore store;
    Shop first(&store);
    first.pack(doc::PackedKind::small);
    const motus::Baked one = first.bake();
    EXPECT_FALSE(one.measures[0].kept);
    EXPECT_GT(one.measures[0].seconds, 0.0);
    Shop second(&store);
    second.pack(doc::PackedKind::small);
    const motus::Baked two = second.bake();
    EXPECT_TRUE(one.bytes == two.bytes);
    EXPECT_EQ(store.put_count, 1);
    EXPECT_TRUE(two.measures[0].kept);
    EXPECT_EQ(one.measures[0].seconds, two.measures[0].seconds);
}

// A store that breaks its promise costs time, and not a byte.
TEST(Baker, WhatAStoreGivesIsChecked) {
    CountingStore store;
    Shop first(&store);
    first.pack(doc::PackedKind::small);
    const motus::Baked right = first.bake();
    const std::vector<std::byte> good = store.kept.begin()->second;
    for (std::size_t i = 0; i < good.size(); i += 13) {
        store.kept.begin()->second = good;
        store.kept.begin()->second[i] ^= std::byte{0x04};
        Shop next(&store);
        next.pack(doc::PackedKind::small);
        EXPECT_TRUE(next.bake().bytes == right.bytes) << "byte " << i;
    }
}

TEST(Baker, PackingIsPutOffAndTakenLater) {
    Shop shop;
    shop.pack(doc::PackedKind::small);
    BakeSettings later;
    later.pack_later = true;
    const motus::Baked exact = shop.bake(later);
    EXPECT_EQ(exact.file.clips.clips[0].kind, ClipKind::exact) << "it plays meanwhile";
    ASSERT_EQ(shop.baker.waiting(), 1u);
    const std::vector<PackJob> jobs = shop.baker.pack_jobs();
    ASSERT_EQ(jobs.size(), 1u);
    EXPECT_EQ(jobs[0].clip, shop.rig().clips()[0].id());
    EXPECT_GT(jobs[0].source_bytes, 0u);
    shop.rename("while it is being packed");
    (void)shop.bake(later);
    EXPECT_EQ(shop.baker.waiting(), 1u);
    shop.baker.take(jobs[0].key, run_pack_job(jobs[0].bytes).value());
    EXPECT_TRUE(shop.bake(later).bytes == shop.scratch());
    EXPECT_EQ(shop.baker.waiting(), 0u);
}

TEST(Baker, SettingsStandAboveTheDocument) {
    Shop shop;
    BakeSettings settings;
    for (const ClipKind kind : {ClipKind::fast, ClipKind::small, ClipKind::exact}) {
        settings.pack = kind;
        Shop edited;
        edited.pack(static_cast<doc::PackedKind>(kind));
        EXPECT_TRUE(shop.bake(settings).bytes == edited.scratch()) << static_cast<int>(kind);
    }
    settings.pack = ClipKind::fast;
    settings.bound_m = 0.01f;
    Shop wide;
    wide.pack(doc::PackedKind::fast);
    auto change = wide.document->begin_change(wide.rig());
    change.set_error_bound(0.01f);
    ASSERT_TRUE(change.commit());
    EXPECT_TRUE(shop.bake(settings).bytes == wide.scratch());
    EXPECT_FALSE(shop.bake(settings).bytes == shop.bake().bytes);
}

TEST(Baker, OtherAssetsAreOtherBytes) {
    Shop shop;
    const AlignedBytes before = shop.scratch();
    EXPECT_TRUE(shop.bake().bytes == before);
    Asset other = small_asset();
    other.nodes[0].name = "Renamed";
    std::vector<BakeAsset> assets = shop.assets;
    assets[0].asset = &other;
    shop.baker.set_assets(assets);
    shop.assets = assets;
    EXPECT_TRUE(shop.bake().bytes == shop.scratch());
    EXPECT_FALSE(shop.bake().bytes == before);
    // A fault is told in every bake, and goes with its cause.
    shop.baker.set_assets({});
    for (int i = 0; i < 2; ++i) {
        Diagnostics faults;
        EXPECT_FALSE(shop.baker.bake(*shop.document, faults));
        EXPECT_EQ(faults.first_error().code, "source-file");
    }
    shop.baker.set_assets(shop.assets);
    EXPECT_TRUE(shop.bake().bytes == shop.scratch());
}

}  // namespace
}  // namespace motus::test
