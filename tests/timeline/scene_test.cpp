// Components of a scene as objects: each found by its entity, written, and seen in records().
// SPDX-License-Identifier: MIT
#include "stage.h"

#include "../support/alloc_counter.h"

#include <motus/timeline/evaluate.h>
#include <motus/timeline/scene.h>

#include <gtest/gtest.h>

#include <cstring>

namespace motus::test {
namespace {

constexpr std::uint32_t kTransform3D = 60, kTransform2D = 61, kFill = 62, kPaintLayer = 63,
                        kPaint = 64, kText = 65, kHostComponent = 69, kHostProperty = 68;

/// Two entities with one component of every type each, in the order of the tables; the second
/// entity's are second everywhere, so that an index that is dropped finds the first one's.
struct Parts {
    Stage stage;
    std::vector<record::Link> links;
    std::vector<record::Transform2D> transforms_2d{2};
    std::vector<record::Transform3D> transforms_3d{2};
    std::vector<record::Fill> fills{2};
    std::vector<record::Paint> paints{2};
    std::vector<record::PaintLayer> layers{5};
    std::vector<record::Text> texts{2};
    std::vector<record::HostComponent> hosts{2};
    std::vector<record::HostProperty> properties{3};
    std::vector<PropertyValue> pool{float_value(0), float_value(10), float_value(20),
                                    whole_value(30)};

    Parts() {
        for (std::uint32_t e = 0; e < 2; ++e) {
            stage.entity(e + 1);
            const auto first = static_cast<std::uint32_t>(links.size());
            for (const std::uint32_t type :
                 {kTransform3D, kTransform2D, kFill, kPaint, kText, kHostComponent})
                links.push_back({type, e});
            stage.entities_[e].components = {first, 6};
        }
        paints[0].layers = {0, 2};
        paints[1].layers = {2, 3};
        hosts[0].properties = {0, 1};
        hosts[1].properties = {1, 2};
        for (std::uint32_t p = 0; p < 3; ++p)
            properties[p] = {p, p + 1, p == 2 ? ValueKind::integer : ValueKind::number};
    }
    [[nodiscard]] SceneRecords scene() const {
        return {stage.entities_, links, transforms_2d, transforms_3d, fills, paints,
                layers,          texts, hosts,         properties,    pool};
    }
    void key(std::uint32_t component, std::uint32_t property, ValueKind kind,
             const PropertyValue& value, std::uint32_t item = 0, std::uint64_t path = 0) {
        stage.track({1, component, property, kind, 0, item, path}, {{0, value}});
    }
};

template <class T>
bool same_bytes(std::span<const T> a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

TEST(SceneBuffer, ATimelineWritesEveryComponentAndRecordsShowIt) {
    Parts p;
    p.stage.timeline("all", 30);
    p.key(kTransform3D, id_of(kTransform3D, 1), ValueKind::vec3, float_value(1, 2, 3));
    p.key(kTransform2D, id_of(kTransform2D, 1), ValueKind::vec2, float_value(4, 5));
    p.key(kFill, id_of(kFill, 2), ValueKind::number, float_value(6));
    p.key(kPaint, id_of(kPaintLayer, 4), ValueKind::number, float_value(7), 2);
    p.key(kPaint, id_of(kPaint, 2), ValueKind::number, float_value(8));
    p.key(kText, id_of(kText, 2), ValueKind::number, float_value(9));
    p.key(kHostComponent, id_of(kHostProperty, 3), ValueKind::number, float_value(11), 0);
    p.key(kHostComponent, id_of(kHostProperty, 3), ValueKind::integer, whole_value(12), 1);
    ASSERT_EQ(check(p.scene()), Status::ok);
    SceneBuffer buffer(p.scene());
    ASSERT_EQ(buffer.host_values().size(), 3u);
    EXPECT_EQ(buffer.host_values()[1].v[0], 20.0f) << "what the file says";
    const TimelineIndex index(p.stage.view());
    std::vector<BoundProperty> bound(index.set().channels.size());
    std::vector<PropertyValue> base(bound.size());
    BindReport report;
    ASSERT_EQ(run(BindJob{index.set(), buffer.host(), bound, base, &report}), Status::ok);
    EXPECT_EQ(report.bound, 8u);
    EXPECT_EQ(report.missing, 0u);
    const Parts before = p;
    const AllocCounter allocations;
    ASSERT_EQ(run(PlayTimelineJob{index.set(), 0, {}, false, bound}), Status::ok);
    const SceneRecords now = buffer.records();
    EXPECT_EQ(allocations.count(), 0u);

    Parts want = before;
    const float position[3] = {1, 2, 3};
    std::copy(position, position + 3, &want.transforms_3d[1].position[0]);
    want.transforms_2d[1].position[0] = 4;
    want.transforms_2d[1].position[1] = 5;
    want.fills[1].opacity = 6;
    want.layers[4].opacity = 7;
    want.paints[1].opacity = 8;
    want.texts[1].size = 9;
    EXPECT_TRUE(same_bytes(now.transforms_3d, want.transforms_3d));
    EXPECT_TRUE(same_bytes(now.transforms_2d, want.transforms_2d));
    EXPECT_TRUE(same_bytes(now.fills, want.fills));
    EXPECT_TRUE(same_bytes(now.paint_layers, want.layers));
    EXPECT_TRUE(same_bytes(now.paints, want.paints));
    EXPECT_TRUE(same_bytes(now.texts, want.texts));
    EXPECT_EQ(buffer.host_values()[0].v[0], 10.0f);
    EXPECT_EQ(buffer.host_values()[1].v[0], 11.0f);
    EXPECT_EQ(buffer.host_values()[2].whole, 12);
    EXPECT_EQ(now.entities.data(), p.stage.entities_.data()) << "all else is the file's own";
    EXPECT_EQ(now.links.size(), 12u);
    EXPECT_EQ(now.host_properties.size(), 3u);
    EXPECT_EQ(now.host_components.size(), 2u);
    EXPECT_TRUE(same_bytes<record::Fill>(p.fills, before.fills)) << "the file is as it was";
    EXPECT_TRUE(same_bytes<record::Text>(p.texts, before.texts));
}

TEST(SceneBuffer, FindsNothingWhereNothingIs) {
    Parts p;
    SceneBuffer buffer(p.scene());
    const PropertyHost host = buffer.host();
    const record::Entity& second = p.stage.entities_[1];
    const auto find = [&](std::uint32_t component, std::uint32_t type, std::uint32_t item = 0,
                          std::uint64_t path = 0) {
        return host.find(host.user, {&second, path, component, type, item});
    };
    EXPECT_NE(find(kFill, kFill), nullptr);
    EXPECT_EQ(find(kFill, kFill, 0, 77), nullptr) << "a node inside a rig";
    EXPECT_EQ(host.find(host.user, {nullptr, 0, kFill, kFill, 0}), nullptr);
    EXPECT_NE(find(kPaint, kPaintLayer, 2), nullptr);
    EXPECT_EQ(find(kPaint, kPaintLayer, 3), nullptr) << "one past the second's layers";
    EXPECT_NE(find(kHostComponent, kHostProperty, 1), nullptr);
    EXPECT_EQ(find(kHostComponent, kHostProperty, 2), nullptr);
    for (const std::uint32_t component :
         {kTransform3D, kTransform2D, kFill, kPaint, kText, kHostComponent}) {
        const std::uint32_t other = component == kFill ? kText : kFill;
        EXPECT_EQ(find(component, other), nullptr) << component << " is not a " << other;
    }
    EXPECT_EQ(find(kPaintLayer, kPaintLayer), nullptr) << "a layer is no component";
    p.stage.entities_[1].components.count = 2;
    EXPECT_EQ(find(kFill, kFill), nullptr) << "the entity has none";
}

}  // namespace
}  // namespace motus::test
