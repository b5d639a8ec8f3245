// Numbers of text files beside those of the C library.
// SPDX-License-Identifier: MIT
#include <motus/import/text/number.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

namespace motus {
namespace {

void expect_as_strtod(const std::string& text) {
    double got = 0.0;
    const char* const end = text::read_number(text.data(), text.data() + text.size(), got);
    char* wanted_end = nullptr;
    const double want = std::strtod(text.c_str(), &wanted_end);
    EXPECT_EQ(end - text.data(), wanted_end - text.c_str()) << text;
    EXPECT_EQ(got, want) << text;
    EXPECT_EQ(std::signbit(got), std::signbit(want)) << text;
}

TEST(Number, EdgesAreThoseOfTheCLibrary) {
    for (const char* text : {"0",
                             "-0",
                             "-0.0000",
                             "1",
                             "+1.5",
                             ".5",
                             "5.",
                             "1e3",
                             "1E-3",
                             "1e",
                             "1e+",
                             "1.e2",
                             "007",
                             "9007199254740993",
                             "9007199254740992.5",
                             "123456789012345678",
                             "1234567890123456789",
                             "0.000000000000000000000000000000123456789",
                             "00000000000000000000000.5",
                             "0.00000000000000000000",
                             "1e22",
                             "1e23",
                             "1e-22",
                             "1e-23",
                             "1e308",
                             "1e309",
                             "-1e400",
                             "5e-324",
                             "1e-400",
                             "179769313486231570000000000000000000000e270",
                             "1e999999999999",
                             "12345678901234567890123456789.98765432109876543210e-5"}) {
        expect_as_strtod(text);
    }
}

TEST(Number, WhatIsNone) {
    for (const std::string text : {"", "-", "+", ".", "-.", "e5", "x", "--1", " 1"}) {
        double out = 7.0;
        EXPECT_EQ(text::read_number(text.data(), text.data() + text.size(), out), text.data());
        EXPECT_EQ(out, 7.0);
    }
}

TEST(Number, RandomOnesAreThoseOfTheCLibrary) {
    std::mt19937 random(7);
    const auto below = [&](unsigned limit) { return random() % limit; };
    for (int i = 0; i < 20000; ++i) {
        std::string text = below(2) != 0 ? "-" : "";
        for (unsigned digits = 1 + below(i % 10 == 0 ? 25 : 6); digits-- > 0;)
            text += static_cast<char>('0' + below(10));
        if (below(4) != 0) {
            text += '.';
            for (unsigned digits = below(i % 10 == 0 ? 25 : 8); digits-- > 0;)
                text += static_cast<char>('0' + below(10));
        }
        if (below(8) == 0) text += "e" + std::to_string(static_cast<int>(below(700)) - 350);
        expect_as_strtod(text);
    }
}

}  // namespace
}  // namespace motus
