// SPDX-License-Identifier: MIT
#include <motus/schema/json.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

std::string again(std::string_view text) {
    const Result<Json> json = parse_json(text);
    return json ? to_text(*json) : to_string(json.error());
}

TEST(Json, KeepsOrderAndValues) {
    EXPECT_EQ(again(R"({"b":1,"a":[true,null,"x\u00e9\n"],"c":{}})"),
              "{\"b\": 1, \"a\": [true, null, \"x\xc3\xa9\\n\"], \"c\": {}}");
    EXPECT_EQ(again("-0.0"), "-0.0");
    EXPECT_EQ(again("1e300"), "1e+300");
    EXPECT_EQ(again("18446744073709551615"), "18446744073709551615");
    EXPECT_EQ(again("9007199254740993"), "9007199254740993");
}

TEST(Json, SaysWhere) {
    EXPECT_EQ(parse_json("{\n  \"a\": 1,\n  \"b\": ?\n}").error().place, "line 3, column 8");
    EXPECT_EQ(parse_json("").error().code, "json-syntax");
    EXPECT_EQ(parse_json("1 2").error().place, "line 1, column 3");
    EXPECT_EQ(parse_json("{\"a\": 1e999}").error().code, "json-syntax");
    EXPECT_NE(parse_json("{\"a\":1,\n\"a\":2}").error().cause.find("\"a\" repeats"),
              std::string::npos);
    EXPECT_EQ(parse_json("{\"a\":1,\n\"a\":2}").error().place.substr(0, 6), "line 2");
}

TEST(Json, RefusesZeroBytesAndWhatFollowsThem) {
    for (const std::string_view text :
         {std::string_view("{\"a\": 1}\0garbage", 16), std::string_view("{\"a\": 1}\n\0", 10),
          std::string_view("{\"a\": \0 1}", 10)}) {
        const Result<Json> json = parse_json(text);
        ASSERT_FALSE(json) << text.size();
        EXPECT_EQ(json.error().code, "json-syntax");
        EXPECT_NE(json.error().cause.find("zero byte"), std::string::npos);
    }
    EXPECT_EQ(parse_json(std::string_view("{}\n\0", 4)).error().place, "line 2, column 1");
    EXPECT_FALSE(parse_json("{\"a\": 1} garbage"));
}

TEST(Json, FindsRepeatedKeysInLargeObjects) {
    std::string text = "{";
    for (int i = 0; i < 40; ++i)
        text += "\"k" + std::to_string(i) + "\": 1, ";
    EXPECT_TRUE(parse_json(text + "\"z\": 1}"));
    EXPECT_FALSE(parse_json(text + "\"k17\": 1}"));
}

TEST(Json, RefusesDepth) {
    const auto nested = [](int depth) {
        return std::string(static_cast<std::size_t>(depth), '[') +
               std::string(static_cast<std::size_t>(depth), ']');
    };
    EXPECT_TRUE(parse_json(nested(kMaxJsonDepth)));
    EXPECT_NE(parse_json(nested(kMaxJsonDepth + 1)).error().cause.find("deeper"),
              std::string::npos);
    EXPECT_FALSE(parse_json(std::string(1000000, '[')));
}

TEST(Json, ChecksUtf8) {
    EXPECT_TRUE(is_utf8("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"));
    for (const char* bad :
         {"\x80", "\xc0\xaf", "\xc3", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82"})
        EXPECT_FALSE(is_utf8(bad));
    EXPECT_FALSE(parse_json("\"\xff\""));
}

TEST(Json, EscapesPointers) {
    EXPECT_EQ(pointer_token("a/b~c"), "a~1b~0c");
}

}  // namespace
}  // namespace motus
