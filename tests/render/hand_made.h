// tests/render/hand_made.h - a 2D scene that is put together record by record.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/board.h>

#include <cstdint>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

namespace motus::test {

/// Components go to the entity that was added last.
struct HandMade {
    std::vector<record::Entity> entities;
    std::vector<record::Link> links;
    std::vector<record::Transform2D> transforms;
    std::vector<record::Fill> fills;
    std::vector<record::Paint> paints;
    std::vector<record::PaintLayer> layers;
    std::vector<record::Text> texts;
    bool checked = true;  ///< Whether view() expects what a reader would accept.

    std::uint32_t add(float x, float y, float width, float height,
                      std::uint32_t parent = kNoRecord) {
        const auto at = static_cast<std::uint32_t>(entities.size());
        entities.push_back({at + 1, at + 1, parent, {std::uint32_t(links.size()), 0}, true});
        transforms.push_back({{x, y}, 0, {1, 1}, {width, height}, {0.5f, 0.5f}, 0});
        link(SceneType::transform_2d, transforms.size());
        return at;
    }
    record::Fill& fill(float red, float radius = 0.0f) {
        fills.push_back({{red, 0, 0, 1}, 1, radius, true});
        link(SceneType::fill, fills.size());
        return fills.back();
    }
    record::PaintLayer& paint(std::initializer_list<record::PaintKind> kinds) {
        paints.push_back({{std::uint32_t(layers.size()), std::uint32_t(kinds.size())}, 1});
        link(SceneType::paint, paints.size());
        for (const record::PaintKind kind : kinds)
            layers.push_back({{0, 1, 0, 1}, {0, 0, 1, 1}, 1, 2, {0, 0}, 0, 0, kind, true});
        return layers[layers.size() - kinds.size()];
    }
    SceneRecords view() const {
        SceneRecords out;
        out.entities = entities;
        out.links = links;
        out.transforms_2d = transforms;
        out.fills = fills;
        out.paints = paints;
        out.paint_layers = layers;
        out.texts = texts;
        if (checked) {
            EXPECT_EQ(check(out), Status::ok);
        }
        return out;
    }
    render::Canvas draw() const {
        render::Canvas canvas;
        render::draw_board(canvas, view(), {});
        return canvas;
    }

  private:
    void link(SceneType type, std::size_t count) {
        links.push_back({static_cast<std::uint32_t>(type), std::uint32_t(count - 1)});
        ++entities.back().components.count;
    }
};

}  // namespace motus::test
