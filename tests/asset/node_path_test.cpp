// SPDX-License-Identifier: MIT
#include <motus/asset/node_path.h>

#include <random>

#include <gtest/gtest.h>

namespace motus {
namespace {

Asset asset_of(const std::vector<std::pair<std::string, std::uint32_t>>& nodes) {
    Asset asset;
    for (const auto& [name, parent] : nodes) {
        asset.nodes.emplace_back();
        asset.nodes.back().name = name;
        asset.nodes.back().parent = parent;
    }
    return asset;
}

TEST(NodePath, JoinsNamesFromTheRoot) {
    const Asset asset = asset_of({{"root", kNone}, {"hips", 0}, {"", 1}, {"head", 2}});
    EXPECT_EQ(node_path(asset, 0), "root");
    EXPECT_EQ(node_path(asset, 3), "root/hips//head");
    EXPECT_EQ(node_path(asset, 9), "");
}

TEST(NodePath, MatchesWholeOrByItsEnd) {
    const Asset asset = asset_of({{"root", kNone}, {"hips", 0}, {"head", 1}});
    EXPECT_EQ(match_path(asset, 2, "root/hips/head"), PathMatch::whole);
    EXPECT_EQ(match_path(asset, 2, "hips/head"), PathMatch::below_root);
    EXPECT_EQ(match_path(asset, 2, "head"), PathMatch::end);
    EXPECT_EQ(match_path(asset, 2, "ead"), PathMatch::none);
    EXPECT_EQ(match_path(asset, 2, "ips/head"), PathMatch::none);
    EXPECT_EQ(match_path(asset, 2, "x/root/hips/head"), PathMatch::none);
    EXPECT_EQ(match_path(asset, 0, "root"), PathMatch::whole);
}

// The meaning, by the joined texts; names with slashes and without letters among them.
TEST(NodePath, MatchesAsTheJoinedTextsDo) {
    std::mt19937 random(7);
    const char* const names[] = {"a", "b", "ab", "", "a/b", "/", "b/"};
    for (int round = 0; round < 200; ++round) {
        std::vector<std::pair<std::string, std::uint32_t>> nodes;
        for (std::uint32_t i = 0; i < 6; ++i)
            nodes.emplace_back(names[random() % 7], i == 0 || random() % 4 == 0 ? kNone : i - 1);
        const Asset asset = asset_of(nodes);
        for (std::uint32_t from = 0; from < 6; ++from) {
            const std::string whole = node_path(asset, from);
            for (std::size_t cut = 0; cut < whole.size(); ++cut) {
                const std::string path = whole.substr(cut);
                for (std::uint32_t node = 0; node < 6; ++node) {
                    const std::string joined = node_path(asset, node);
                    std::uint32_t root = node;
                    while (asset.nodes[root].parent != kNone)
                        root = asset.nodes[root].parent;
                    const bool below = joined == asset.nodes[root].name + "/" + path;
                    const PathMatch expected = joined == path          ? PathMatch::whole
                                               : root != node && below ? PathMatch::below_root
                                               : joined.ends_with("/" + path) ? PathMatch::end
                                                                              : PathMatch::none;
                    ASSERT_EQ(match_path(asset, node, path), expected) << joined << " " << path;
                }
            }
        }
    }
}

TEST(NodePath, EndsInARing) {
    const Asset asset = asset_of({{"a", 1}, {"a", 0}});
    EXPECT_EQ(match_path(asset, 0, "a/a/a/a/a"), PathMatch::end);
    EXPECT_LE(node_path(asset, 0).size(), 8u);
}

}  // namespace
}  // namespace motus
