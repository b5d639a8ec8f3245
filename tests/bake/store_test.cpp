// tests/bake/store_test.cpp - keys of bake steps, and the folder that keeps their results.
// SPDX-License-Identifier: MIT
#include <motus/bake/disk_store.h>

#include <tests/support/random.h>

#include <fstream>
#include <set>
#include <thread>

#include <unistd.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

BakeKey key_of(std::uint64_t number) {
    return KeyMaker("test", 1).add(number).key();
}

/// A folder of its own, that goes with it.
class StoreFolder {
  public:
    StoreFolder()
        : path_(fs::temp_directory_path() /
                ("motus-store-" + std::to_string(::getpid()) + "-" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
        fs::remove_all(path_);
    }
    ~StoreFolder() { fs::remove_all(path_); }
    [[nodiscard]] const fs::path& path() const { return path_; }
    [[nodiscard]] DiskStore open(std::uint64_t most = kStoreBytes) const {
        return DiskStore::open(path_, most).value();
    }
    [[nodiscard]] fs::path file(const BakeKey& key) const {
        const std::string name = to_string(key);
        return path_ / name.substr(0, 2) / name;
    }

  private:
    fs::path path_;
};

bool holds(DiskStore& store, const BakeKey& key, std::string_view text) {
    const std::optional<AlignedBytes> found = store.find(key);
    return found && *found == AlignedBytes(bytes_of(text));
}

// The published values of MurmurHash3_x64_128 with seed 0.
TEST(BakeStore, HashesAreThoseOfMurmurHash3) {
    EXPECT_EQ(to_string(hash_key({})), "00000000000000000000000000000000");
    EXPECT_EQ(to_string(hash_key(bytes_of("hello"))), "cbd8a7b341bd9b025b1e906a48ae1d19");
    EXPECT_EQ(to_string(hash_key(bytes_of("The quick brown fox jumps over the lazy dog"))),
              "e34bbc7bbc071b6c7a433ca9c49a9347");
}

TEST(BakeStore, KeysTellOrderAndEndsOfParts) {
    std::set<BakeKey> keys;
    keys.insert(KeyMaker("a", 1).key());
    keys.insert(KeyMaker("a", 2).key());
    keys.insert(KeyMaker("b", 1).key());
    keys.insert(KeyMaker("a", 1).add_text("xy").add_text("z").key());
    keys.insert(KeyMaker("a", 1).add_text("x").add_text("yz").key());
    keys.insert(KeyMaker("a", 1).add_text("").key());
    keys.insert(KeyMaker("a", 1).add(std::uint64_t{0}).key());
    keys.insert(KeyMaker("a", 1).add(0.5).add(1.0).key());
    keys.insert(KeyMaker("a", 1).add(1.0).add(0.5).key());
    EXPECT_EQ(keys.size(), 9u);
    EXPECT_EQ(KeyMaker("a", 1).add(0.5).key(), KeyMaker("a", 1).add(0.5).key());
}

TEST(BakeStore, AFolderKeepsWhatWasPut) {
    const StoreFolder folder;
    DiskStore store = folder.open();
    EXPECT_FALSE(store.find(key_of(1)));
    store.put(key_of(1), bytes_of("one"));
    store.put(key_of(2), {});
    EXPECT_TRUE(holds(store, key_of(1), "one"));
    EXPECT_TRUE(holds(store, key_of(2), ""));
    DiskStore other = folder.open();
    EXPECT_TRUE(holds(other, key_of(1), "one"));
    const std::optional<AlignedBytes> found = other.find(key_of(1));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(found->data()) % 64, 0u);
}

// Every byte of an entry is looked at: a changed one, a missing end, or another entry's bytes.
TEST(BakeStore, ADamagedFileIsNotFoundAndGoes) {
    const StoreFolder folder;
    DiskStore store = folder.open();
    const std::string text = "what was packed";
    store.put(key_of(1), bytes_of(text));
    const fs::path file = folder.file(key_of(1));
    std::ifstream stream(file, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(stream)), {});
    ASSERT_EQ(whole.size(), 64 + text.size());
    const auto write = [&](const std::string& content) {
        std::ofstream(file, std::ios::binary) << content;
    };
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
        write(damaged);
        const bool reserved = i >= 48 && i < 64;
        EXPECT_EQ(store.find(key_of(1)).has_value(), reserved) << "byte " << i;
        EXPECT_EQ(fs::exists(file), reserved) << "byte " << i;
        write(whole.substr(0, i));
        EXPECT_FALSE(store.find(key_of(1))) << "cut at " << i;
    }
    write(whole + "x");
    EXPECT_FALSE(store.find(key_of(1)));
    write(whole);
    EXPECT_TRUE(holds(store, key_of(1), text));
    fs::create_directories(folder.file(key_of(2)).parent_path());
    fs::copy_file(file, folder.file(key_of(2)));
    EXPECT_FALSE(store.find(key_of(2))) << "the result of another step";
}

TEST(BakeStore, WhatWasUsedLongestAgoGoesFirst) {
    const StoreFolder folder;
    constexpr std::uint64_t kMost = 100'000;
    DiskStore store = folder.open(kMost);
    const std::string text(4'000, 'x');
    const auto age = [&](std::uint64_t i, int minutes) {
        fs::last_write_time(folder.file(key_of(i)),
                            fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
    };
    for (std::uint64_t i = 0; i < 20; ++i) {
        store.put(key_of(i), bytes_of(text));
        age(i, 100 - static_cast<int>(i));
    }
    EXPECT_TRUE(holds(store, key_of(0), text)) << "now it was used";
    for (std::uint64_t i = 20; i < 40; ++i)
        store.put(key_of(i), bytes_of(text));
    EXPECT_LE(store.trim(), kMost);
    EXPECT_TRUE(store.find(key_of(0)));
    EXPECT_FALSE(store.find(key_of(1)));
    EXPECT_TRUE(store.find(key_of(39)));
    store.put(key_of(99), bytes_of(std::string(kMost / 2, 'x')));
    EXPECT_FALSE(store.find(key_of(99))) << "one must not drive out all others";
}

TEST(BakeStore, TheSizeIsCountedAnewWhereItIsNotKnown) {
    const StoreFolder folder;
    constexpr std::uint64_t kMost = 50'000;
    DiskStore store = folder.open(kMost);
    const std::string text(4'000, 'x');
    for (std::uint64_t i = 0; i < 30; ++i) {
        store.put(key_of(i), bytes_of(text));
        if (i % 5 == 0) std::ofstream(folder.path() / "size") << "nonsense";
        if (i % 7 == 0) fs::remove(folder.path() / "size");
    }
    // Without its file there is nothing to hold: then each put counts. Never far beyond the bound.
    EXPECT_LE(store.trim(), kMost);
}

TEST(BakeStore, AFolderThatCannotBeIsAnError) {
    const StoreFolder folder;
    std::ofstream(folder.path()) << "a file";
    EXPECT_FALSE(DiskStore::open(folder.path()));
    EXPECT_FALSE(DiskStore::open(folder.path() / "below"));
}

TEST(BakeStore, AFolderThatIsRemovedMeanwhileKeepsNothing) {
    const StoreFolder folder;
    DiskStore store = folder.open();
    fs::remove_all(folder.path());
    store.put(key_of(1), bytes_of("one"));
    EXPECT_FALSE(store.find(key_of(1)));
}

TEST(BakeStore, ManyThreadsUseOneFolder) {
    const StoreFolder folder;
    DiskStore store = folder.open(200'000);
    const auto text = [](std::uint64_t i) { return std::string(1'000 + i, static_cast<char>(i)); };
    std::vector<std::thread> threads;
    std::atomic<int> wrong{0};
    for (std::uint64_t t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            Random random(t);
            for (int round = 0; round < 100; ++round) {
                const std::uint64_t i = random.below(250);
                const std::optional<AlignedBytes> found = store.find(key_of(i));
                if (!found) {
                    store.put(key_of(i), bytes_of(text(i)));
                } else if (!(*found == AlignedBytes(bytes_of(text(i))))) {
                    ++wrong;
                }
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_LE(store.trim(), 200'000u);
}

}  // namespace
}  // namespace motus::test
