// SPDX-License-Identifier: MIT
#include <motus/asset/json_writer.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace motus {
namespace {

TEST(JsonWriter, KeepsTheOrderAndPutsTheCommas) {
    std::string text;
    JsonWriter writer(text);
    writer.begin_object().key("z").value(1).key("a").begin_array().end_array();
    writer.key("m").begin_array().value(true).null().begin_object().end_object().value("x");
    writer.end_array().key("r").raw("[1,2]").key("u").value(std::uint64_t{18446744073709551615u});
    writer.key("i").value(std::int64_t{-5}).end_object();
    EXPECT_EQ(text, R"({"z":1,"a":[],"m":[true,null,{},"x"],"r":[1,2],)"
                    R"("u":18446744073709551615,"i":-5})");
}

TEST(JsonWriter, WritesOneValuePerLine) {
    std::string text;
    JsonWriter writer(text);
    writer.begin_object().end_object().end_line();
    writer.begin_array().end_array().end_line();
    EXPECT_EQ(text, "{}\n[]\n");
}

TEST(JsonWriter, WritesTheShortestNumber) {
    std::string text;
    JsonWriter writer(text);
    const float numbers[] = {0.1f, 1.0f, -0.0f, 16777216.0f, 1e-7f, 3.4028235e38f};
    writer.values(numbers);
    EXPECT_EQ(text, "[0.1,1,-0.0,16777216,1e-07,3.4028235e+38]");
    text.clear();
    JsonWriter(text).value(0.1);
    EXPECT_EQ(text, "0.1");
}

TEST(JsonWriter, NumbersReadBackAsTheyWere) {
    std::mt19937 random(5);
    for (int i = 0; i < 100000; ++i) {
        const std::uint32_t bits = random();
        float number = 0.0f;
        std::memcpy(&number, &bits, sizeof number);
        if (!std::isfinite(number)) continue;
        std::string text;
        JsonWriter(text).value(number);
        const float back = std::strtof(text.c_str(), nullptr);
        EXPECT_EQ(std::memcmp(&back, &number, sizeof number), 0) << text;
    }
}

TEST(JsonWriter, WhatIsNotFiniteIsNull) {
    std::string text;
    JsonWriter writer(text);
    writer.begin_array().value(std::numeric_limits<float>::quiet_NaN());
    writer.value(-std::numeric_limits<double>::infinity()).end_array();
    EXPECT_EQ(text, "[null,null]");
}

TEST(JsonWriter, EscapesStrings) {
    std::string text;
    JsonWriter(text).value(std::string_view("a\"b\\c\nd\te\0f\x7f", 12));
    EXPECT_EQ(text, R"("a\"b\\c\nd\te\u0000f\u007f")");
}

TEST(JsonWriter, KeepsGoodUtf8AndReplacesBad) {
    std::string text;
    JsonWriter(text).value("\xc3\xa4 \xe6\xbc\xa2 \xf0\x9f\xa6\x8a");
    EXPECT_EQ(text, "\"\xc3\xa4 \xe6\xbc\xa2 \xf0\x9f\xa6\x8a\"");
    // A lone tail, an overlong slash, a surrogate, above U+10FFFF, cut off.
    for (const char* bad : {"\x80", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe6\xbc"}) {
        text.clear();
        JsonWriter(text).value(bad);
        std::string expected = "\"";
        for (std::size_t i = 0; i < std::strlen(bad); ++i)
            expected += "\\ufffd";
        EXPECT_EQ(text, expected + "\"");
    }
}

}  // namespace
}  // namespace motus
