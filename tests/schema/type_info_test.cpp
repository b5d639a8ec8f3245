// SPDX-License-Identifier: MIT
#include <motus/schema/type_info.h>

#include <motus/document/access.h>
#include <motus/document/model.h>
#include <motus/document/new_document.h>

#include <set>

#include <gtest/gtest.h>

namespace motus {
namespace {

TEST(TypeInfo, FindsByNumberAndName) {
    const TypeInfo& type = doc::AnimationTimeline::static_type();
    EXPECT_EQ(document_schema().find_type(16), &type);
    EXPECT_EQ(document_schema().find_type("AnimationTimeline"), &type);
    EXPECT_EQ(document_schema().find_type("Nothing"), nullptr);
    const PropertyInfo* fps = type.find("snap_fps");
    ASSERT_NE(fps, nullptr);
    EXPECT_EQ(type.find(doc::AnimationTimeline::kSnapFps, 9), fps);  // a wrong hint
    EXPECT_EQ(document_schema().find_property(fps->id), fps);
    EXPECT_EQ(fps->display_name, "Snap fps");
    EXPECT_EQ(fps->unit, "fps");
    EXPECT_EQ(fps->min, 0.0);
    EXPECT_EQ(*fps->default_value().as_number(), 30.0);
}

TEST(TypeInfo, NewTimelineIsAsAgreed) {
    const doc::AnimationTimeline timeline;
    EXPECT_EQ(timeline.duration(), 60);
    EXPECT_EQ(timeline.playback_mode(), doc::PlaybackMode::loop);
    EXPECT_EQ(timeline.playback_speed(), 1.0f);
    EXPECT_EQ(timeline.snap_fps(), 30.0f);
}

// What the tables say of a default and what a new object has are two lines of generated code.
TEST(TypeInfo, DefaultsAgreeWithNewObjects) {
    std::size_t compared = 0;
    std::set<std::uint32_t> ids;
    for (const TypeInfo* type : document_schema().types()) {
        const std::unique_ptr<Object> object = create_object(*type);
        EXPECT_EQ(&object->type(), type);
        for (const PropertyInfo& property : type->properties) {
            EXPECT_TRUE(ids.insert(property.id).second);
            EXPECT_EQ(property.id >> 16, type->number);
            EXPECT_FALSE(property.display_name.empty());
            if (property.has(kAlways)) {
                EXPECT_EQ(children_of(*object, property).size(), 1u);
            } else {
                EXPECT_TRUE(is_default(*object, property)) << type->name << "." << property.name;
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 250u);
}

TEST(TypeInfo, ReferencesNameTypesThatExist) {
    std::size_t seen = 0;
    for (const TypeInfo* type : document_schema().types()) {
        for (const PropertyInfo& property : type->properties) {
            std::string_view names = property.refers_to;
            while (!names.empty()) {
                const std::string_view name = names.substr(0, names.find('|'));
                EXPECT_NE(document_schema().find_type(name), nullptr) << name;
                names.remove_prefix(std::min(names.size(), name.size() + 1));
                ++seen;
            }
        }
    }
    EXPECT_GT(seen, 30u);
}

}  // namespace
}  // namespace motus
