// SPDX-License-Identifier: MIT
#include "sample.h"

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::AnimationLibrary;
using doc::AnimationTimeline;

TEST(Ids, AreUniqueAndFollowTheSeed) {
    test::Sample a = test::make_sample({.id_seed = 1}), b = test::make_sample({.id_seed = 1}),
                 c = test::make_sample({.id_seed = 2});
    EXPECT_EQ(a.text(), b.text());
    EXPECT_NE(a.timeline, c.timeline);
    auto timeline = std::make_unique<AnimationTimeline>();
    set_property_raw(*timeline, *timeline->type().id_property, Reference{a.timeline});
    const auto taken =
        a.document->insert(content(*a.document).library().handle(),
                           doc::AnimationLibrary::kTimelines, 0, std::move(timeline));
    EXPECT_EQ(taken.error().code, "id-taken");
}

// A file may hold one id many times: validation says so. It opens nevertheless, and edits mend it;
// were all that have the id looked at for each of them, this test would run into its time limit.
TEST(Ids, ThatManyHaveNameTheFirst) {
    constexpr std::uint64_t kId = 77;
    constexpr std::size_t kCount = 100'000;
    std::string text = R"({"version": 2, "library": {"timelines": [)";
    for (std::size_t i = 0; i < kCount; ++i)
        text += i == 0 ? R"({"id": 77})" : R"(, {"id": 77})";
    Diagnostics diagnostics;
    const auto read = read_document(text + "]}}", diagnostics);
    ASSERT_TRUE(read);
    Document& document = **read;
    const AnimationLibrary& library = content(document).library();
    ASSERT_EQ(library.timelines().size(), kCount);

    Step step = document.begin_step("remove");
    for (std::size_t left = kCount; left > 0; --left) {
        ASSERT_EQ(document.find_id(kId), &library.timelines()[0]);
        // Mostly the last, so that the first stays it; now and then the first itself.
        const std::size_t index = left % 1000 == 0 ? 0 : left - 1;
        ASSERT_TRUE(document.remove(library.handle(), AnimationLibrary::kTimelines, index));
    }
    ASSERT_TRUE(step.commit());
    EXPECT_EQ(document.find_id(kId), nullptr);
    ASSERT_TRUE(*document.undo());
    ASSERT_EQ(library.timelines().size(), kCount);
    EXPECT_EQ(document.find_id(kId), &library.timelines()[0]);
}

}  // namespace
}  // namespace motus
