// SPDX-License-Identifier: MIT
#include <motus/schema/value.h>

#include <motus/schema/json.h>

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>
#include <tests/support/random.h>

namespace motus {
namespace {

TEST(Value, NumbersAreFloatsOrWholeNumbers) {
    EXPECT_EQ(*Value(0.1).as_number(), static_cast<double>(0.1f));
    EXPECT_EQ(*Value(9007199254740991.0).as_number(), 9007199254740991.0);
    EXPECT_EQ(*Value(16777217).as_number(), 16777217.0);
    EXPECT_FALSE(std::signbit(*Value(-0.0).as_number()));
}

TEST(Value, KnowsItsKind) {
    EXPECT_TRUE(Value().is_none());
    EXPECT_TRUE(*Value(true).as_bool());
    EXPECT_EQ(Value("text").as_bool(), nullptr);
    EXPECT_EQ(*Value("text").as_text(), "text");
    EXPECT_EQ(Value(Float3{1, 2, 3}).as_tuple()->size, 3);
    EXPECT_EQ(Value(Reference{7}).as_reference()->id, 7u);
    EXPECT_FALSE(Value(1) == Value(true));
    EXPECT_FALSE(Value(Float2{1, 2}) == Value(Float3{1, 2, 0}));
}

// Text is parsed as a double and narrowed: twice rounded. The shortest text of a float must come
// back as the same float all the same.
TEST(Value, ShortestTextOfFloatsComesBack) {
    test::Random random(5);
    for (int i = 0; i < 200000; ++i) {
        const auto bits = static_cast<std::uint32_t>(random.bits());
        float number = 0.0f;
        std::memcpy(&number, &bits, sizeof(number));
        if (!std::isfinite(number)) continue;
        std::string text;
        append_json_float(text, number);
        const Result<Json> json = parse_json(text);
        ASSERT_TRUE(json) << text;
        const auto back = static_cast<float>(json->number);
        ASSERT_EQ(std::memcmp(&back, &number, sizeof(back)), 0) << text;
    }
}

}  // namespace
}  // namespace motus
