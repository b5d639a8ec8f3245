// tests/load/library_test.cpp - a baked file by names: what is there, what is not, what is damaged.
// SPDX-License-Identifier: MIT
#include <motus/load/library.h>

#include <motus/bake/bake.h>
#include <motus/core/guess.h>
#include <motus/document/new_document.h>
#include <motus/machine/tick.h>
#include <scenes/hero/hero.h>
#include <scenes/hero/hero_document.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace motus {
namespace {

AlignedBytes bake_hero() {
    const auto document = scenes::make_hero_document();
    const Asset asset = scenes::make_hero();
    const BakeAsset source{content(*document).sources()[0].id(), &asset};
    Diagnostics diagnostics;
    Result<AlignedBytes> bytes = bake(*document, {&source, 1}, diagnostics);
    EXPECT_TRUE(bytes) << to_string(bytes.error());
    return *std::move(bytes);
}

AlignedBytes hero_bytes() {
    static const AlignedBytes bytes = bake_hero();
    return AlignedBytes(std::span<const std::byte>(bytes));
}

TEST(Library, FindsWhatTheFileHasByName) {
    const Result<Library> library = Library::open(hero_bytes());
    ASSERT_TRUE(library) << to_string(library.error());
    const Result<std::uint32_t> machine = library->find_machine("hero");
    ASSERT_TRUE(machine);
    const std::uint32_t rig = library->rig_of(*machine);
    EXPECT_EQ(library->find_rig("Hero").value(), rig);
    const Result<std::uint32_t> walk = library->find_clip(rig, "Walk");
    ASSERT_TRUE(walk);
    EXPECT_EQ(library->text(library->file().clips.clips[*walk].name), "Walk");
    EXPECT_EQ(library->clips()[*walk].duration, library->file().clips.clips[*walk].duration);
    EXPECT_GT(library->machine(*machine).states.size(), 0u);
    EXPECT_EQ(library->rig(rig).skins.size(), library->file().rigs.rigs[rig].skin_count);
    EXPECT_NE(find_joint(library->rig(rig).skeleton, hash_name("Head")), kNoJoint);
}

TEST(Library, AWrongNameIsAnErrorThatListsTheRightOnes) {
    const Library library = *Library::open(hero_bytes());
    const Error machine = library.find_machine("heroo").error();
    EXPECT_EQ(machine.code, "unknown-name");
    EXPECT_EQ(machine.cause,
              "there is no machine \"heroo\" (did you mean \"hero\"?); there are \"hero\"");
    const Error clip = library.find_clip(0, "Wlak").error();
    EXPECT_NE(clip.cause.find("did you mean \"Walk\"?"), std::string::npos) << clip.cause;
    EXPECT_NE(clip.cause.find("\"Run\""), std::string::npos) << clip.cause;
    EXPECT_EQ(library.find_timeline("x").error().cause,
              "there is no timeline \"x\": the file has none");
    EXPECT_FALSE(library.find_rig("hero"));  // names are as they were written
    EXPECT_FALSE(library.find_clip(7, "Walk"));
}

// What a program gets that does not look: empty things, which jobs refuse.
TEST(Library, AnIndexThatIsNotThereGivesWhatNoJobTakes) {
    const Library library = *Library::open(hero_bytes());
    const Machine nothing = library.machine(kNoItem);
    EXPECT_TRUE(nothing.layers.empty());
    EXPECT_TRUE(machine_at(library.file().machines, kNoItem).layers.empty());
    EXPECT_EQ(library.rig(kNoItem).skeleton.joint_count(), 0u);
    EXPECT_EQ(library.rig_of(kNoItem), kNoItem);
    std::vector<std::uint64_t> words(8);
    Playlist playlist;
    TickJob job{nothing, std::as_writable_bytes(std::span(words)), 0.1f, &playlist};
    EXPECT_NE(run(job), Status::ok);
}

TEST(Library, StaysValidWhereItIsMoved) {
    Library first = *Library::open(hero_bytes());
    const std::span<const Clip> clips = first.clips();
    const Library second = std::move(first);
    EXPECT_EQ(second.clips().data(), clips.data());
    EXPECT_TRUE(second.find_clip(0, "Run"));
}

TEST(Library, OpensBytesWhereverTheyLieAndFilesByPath) {
    const AlignedBytes bytes = hero_bytes();
    std::vector<std::byte> crooked(bytes.size() + 3);
    std::copy(bytes.begin(), bytes.end(), crooked.begin() + 3);
    EXPECT_TRUE(Library::open(std::span<const std::byte>(crooked).subspan(3)));
    const auto path =
        (std::filesystem::temp_directory_path() / "motus_library_test.motusb").string();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    const Result<Library> mapped = Library::open(path.c_str());
    ASSERT_TRUE(mapped) << to_string(mapped.error());
    EXPECT_TRUE(mapped->find_machine("hero"));
    std::filesystem::remove(path);
    const Error missing = Library::open(path.c_str()).error();
    EXPECT_EQ(missing.place, path);
    EXPECT_EQ(missing.cause, "the file cannot be opened");
}

TEST(Library, RefusesDamagedBytesAndSaysWhy) {
    AlignedBytes bytes = hero_bytes();
    bytes[bytes.size() / 2] ^= std::byte{1};
    const Error error = Library::open(std::span<const std::byte>(bytes)).error();
    EXPECT_EQ(error.code, "baked-file");
    EXPECT_FALSE(error.cause.empty());
    EXPECT_FALSE(Library::open(std::span<const std::byte>()));
}

TEST(Library, RefusesMasksThatWouldFillTheMemory) {
    const Library library = *Library::open(hero_bytes());
    BakedFile file = library.file();
    const std::vector<PropertyMask> masks(1 << 13);
    const std::vector<record::AnimationTrack> tracks((1 << 11) + 1);
    file.timelines.masks = masks;
    file.timelines.tracks = tracks;
    EXPECT_FALSE(Library::of(file));
}

TEST(Guess, NamesWhatIsMeant) {
    EXPECT_EQ(did_you_mean("inspekt", {"inspect", "bake"}), " (did you mean \"inspect\"?)");
    EXPECT_EQ(did_you_mean("xyz", {"inspect", "bake"}), "");
}

}  // namespace
}  // namespace motus
