// tests/render/board_handles_test.cpp - a dragged handle follows the pointer, in any frame.
// SPDX-License-Identifier: MIT
#include <motus/render/board_handles.h>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

using namespace render;

/// A turned and scaled parent with a child in it.
struct Pair {
    std::vector<record::Entity> entities{{1, 1, kNoRecord, {0, 1}, true}, {2, 2, 0, {1, 1}, true}};
    std::vector<record::Link> links;
    std::vector<record::Transform2D> transforms{
        {{100, 50}, 0.5f, {2, 1.5f}, {80, 40}, {0.5f, 0.5f}, 0},
        {{10, -20}, -0.3f, {0.8f, 1.2f}, {30, 20}, {0.25f, 0.75f}, 0}};

    Pair() {
        for (std::uint32_t i = 0; i < 2; ++i) {
            record::Link link{};
            link.type = static_cast<std::uint32_t>(SceneType::transform_2d);
            link.index = i;
            links.push_back(link);
        }
    }
    SceneRecords view() const {
        SceneRecords out;
        out.entities = entities;
        out.links = links;
        out.transforms_2d = transforms;
        return out;
    }
    /// Where a corner of the child stands after its transform was replaced.
    Vec2 corner(const record::Transform2D& transform) {
        transforms[1] = transform;
        const BoardPlace place = *place_on_board(view(), 2);
        return to_scene(place.own, {place.box.x + place.box.width, place.box.y});
    }
};

TEST(BoardHandles, WhatIsTakenFollowsThePointer) {
    Pair pair;
    const BoardPlace place = *place_on_board(pair.view(), 2);
    const Vec2 from = pair.corner(place.transform);
    const Vec2 to{from.x + 13.0f, from.y - 7.0f};
    Vec2 at = pair.corner(drag_on_board(place, {BoardDragKind::move, from, to}));
    EXPECT_NEAR(at.x, to.x, 1e-3f);
    EXPECT_NEAR(at.y, to.y, 1e-3f);
    // The corner is where the pointer is when both axes are free.
    at = pair.corner(drag_on_board(place, {BoardDragKind::scale, from, to}));
    EXPECT_NEAR(at.x, to.x, 1e-3f);
    EXPECT_NEAR(at.y, to.y, 1e-3f);
    const record::Transform2D even =
        drag_on_board(place, {BoardDragKind::scale, from, to, true, true, true});
    EXPECT_NEAR(even.scale[0] / even.scale[1], 0.8f / 1.2f, 1e-5f);
    const record::Transform2D wide =
        drag_on_board(place, {BoardDragKind::scale, from, to, true, false});
    EXPECT_EQ(wide.scale[1], place.transform.scale[1]);
    EXPECT_NE(wide.scale[0], place.transform.scale[0]);
}

TEST(BoardHandles, ATurnGoesWithThePointerAboutThePivot) {
    std::vector<record::Entity> one{{1, 1, kNoRecord, {0, 1}, true}};
    Pair pair;
    pair.transforms[0] = {{100, 50}, 0.25f, {1, 1}, {80, 40}, {0.5f, 0.5f}, 0};
    const BoardPlace place = *place_on_board(pair.view(), 1);
    const BoardDrag quarter{BoardDragKind::rotate, {150, 50}, {100, 100}};
    EXPECT_NEAR(drag_on_board(place, quarter).angle_rad, 0.25f + 1.5707963f, 1e-5f);
    // Through the seam of the angle it goes the short way.
    const BoardDrag seam{BoardDragKind::rotate, {50, 49}, {50, 51}};
    EXPECT_NEAR(drag_on_board(place, seam).angle_rad, 0.25f - 0.04f, 1e-3f);
    BoardDrag stepped = quarter;
    stepped.even = true;
    const float steps = drag_on_board(place, stepped).angle_rad / (3.14159265f / 12.0f);
    EXPECT_NEAR(steps, std::round(steps), 1e-4f);
}

TEST(BoardHandles, WhatHasNoAnswerChangesNothing) {
    Pair pair;
    EXPECT_FALSE(place_on_board(pair.view(), 7).has_value());
    pair.transforms[0].scale[0] = 0.0f;
    BoardPlace place = *place_on_board(pair.view(), 2);
    EXPECT_EQ(drag_on_board(place, {BoardDragKind::move, {0, 0}, {5, 5}}).position[0], 10.0f);
    EXPECT_EQ(drag_on_board(place, {BoardDragKind::scale, {0, 0}, {5, 5}}).scale[0], 0.8f);
    pair.transforms[0].scale[0] = 1.0f;
    place = *place_on_board(pair.view(), 2);
    const Vec2 pivot{place.own.tx, place.own.ty};
    EXPECT_EQ(drag_on_board(place, {BoardDragKind::scale, pivot, {5, 5}}).scale[0], 0.8f);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(drag_on_board(place, {BoardDragKind::move, pivot, {nan, 5}}).position[0], 10.0f);
    pair.transforms[1].angle_rad = nan;
    EXPECT_FALSE(place_on_board(pair.view(), 2).has_value());
}

}  // namespace
}  // namespace motus::test
