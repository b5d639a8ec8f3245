// The irregularities of Unity's YAML, each alone.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/text.h>
#include <motus/import/unity/tree.h>

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include <fmt/format.h>

namespace motus::unity {
namespace {

/// Parses and writes back: {} for maps, [] for lists, '' around scalars, ~ for nothing.
void write(Node node, std::string& out) {
    if (node.kind() == NodeKind::null) out += '~';
    if (node.kind() == NodeKind::scalar) out += fmt::format("'{}'", node.text());
    if (node.kind() != NodeKind::map && node.kind() != NodeKind::list) return;
    const bool map = node.kind() == NodeKind::map;
    out += map ? '{' : '[';
    bool first = true;
    for (const Node child : node) {
        if (!first) out += ' ';
        first = false;
        if (map) out += fmt::format("{}:", child.key());
        write(child, out);
    }
    out += map ? '}' : ']';
}

std::string parse(std::string_view text) {
    std::vector<std::string> oddities;
    const Result<Tree> tree = Tree::parse(text, 0, text.size(), 1, oddities);
    if (!tree) return "error: " + to_string(tree.error());
    std::string out;
    write(tree->root(), out);
    for (const std::string& oddity : oddities)
        out += fmt::format(" ({})", oddity);
    return out;
}

TEST(UnityTree, MapsAndScalars) {
    EXPECT_EQ(parse("A:\n  b: 1\n  c: two words\n  d: \n"), "{A:{b:'1' c:'two words' d:~}}");
    EXPECT_EQ(parse("A:\r\n  b: 1\r\n  c:\r\n"), "{A:{b:'1' c:~}}");
    EXPECT_EQ(parse("a: 1\n\n\nb: 2"), "{a:'1' b:'2'}");
}

TEST(UnityTree, ListsStandAtTheIndentOfTheirKey) {
    EXPECT_EQ(parse("a:\n- x: 1\n  y: 2\n- x: 3\nb: 4\n"), "{a:[{x:'1' y:'2'} {x:'3'}] b:'4'}");
    EXPECT_EQ(parse("a:\n  - 1\n  - 2\nb: 3\n"), "{a:['1' '2'] b:'3'}");
    EXPECT_EQ(parse("a:\n- - 1\n  - 2\n- - 3\n"), "{a:[['1' '2'] ['3']]}");
    EXPECT_EQ(parse("a:\n- x:\n  - 1\n  y: 2\n"), "{a:[{x:['1'] y:'2'}]}");
    EXPECT_EQ(parse("a:\n-\n- 1\n"), "{a:[~ '1']}");
    EXPECT_EQ(parse("a:\n-\n  x: 1\n"), "{a:[{x:'1'}]}");
}

TEST(UnityTree, FlowMapsAlsoOverSeveralLines) {
    EXPECT_EQ(parse("a: {fileID: 1, guid: 0f,\n    type: 2}\nb: 3\n"),
              "{a:{fileID:'1' guid:'0f' type:'2'} b:'3'}");
    EXPECT_EQ(parse("a: {}\nb: []\nc: [1, {d: e}, [2]]\n"), "{a:{} b:[] c:['1' {d:'e'} ['2']]}");
    EXPECT_EQ(parse("a: {b: 'x, }', \"c d\": \"e\"}\n"), "{a:{b:'x, }' c d:'e'}}");
    EXPECT_EQ(parse("a: {b: x:y}\n"), "{a:{b:'x:y'}}");
    EXPECT_EQ(parse("a:\n- {x: 1}\n- {x: 2}\n"), "{a:[{x:'1'} {x:'2'}]}");
}

TEST(UnityTree, FoldedText) {
    EXPECT_EQ(parse("a: one\n  two: three\n  four\nb: 1\n"), "{a:'one two: three four' b:'1'}");
    EXPECT_EQ(parse("a: 'one\n\n  two'\nb: \"one\n  two\"\n"), "{a:'one\ntwo' b:'one two'}");
    EXPECT_EQ(parse("a:\n  text\n"), "{a:'text'}");
    EXPECT_EQ(parse("a: \"one\\\n    two\"\n"), "{a:'onetwo'}");
}

TEST(UnityTree, Quotes) {
    EXPECT_EQ(parse("a: 'it''s: here'\n"), "{a:'it's: here'}");
    EXPECT_EQ(parse(R"(a: "\x41\u30a2\n\\\"\U0001F600\ud83d\ude00")"), "{a:'Aア\n\\\"😀😀'}");
    EXPECT_EQ(parse(R"(a: "\ud83d")"), "{a:'\xef\xbf\xbd'}");
    EXPECT_EQ(parse("a: \"b\"c\nd: 1\n"),
              "{a:'b' d:'1'} (line 1: the text after a closing quote or brace is left out)");
    EXPECT_EQ(parse("a: ''\n"), "{a:''}");
}

TEST(UnityTree, KeysInQuotes) {
    EXPECT_EQ(parse("'odd key': 3\nb: 1\n"), "{odd key:'3' b:'1'}");
    EXPECT_EQ(parse("\"a: \\\"b\\\"\" :\n  'it''s: c':\n  - 1\n"), "{a: \"b\":{it's: c:['1']}}");
    EXPECT_EQ(parse("a:\n- 'k': 1\n  '': 2\n- 'text'\n"), "{a:[{k:'1' :'2'} 'text']}");
    EXPECT_EQ(parse("a:\n- 'k:v'\n- 'k': v'\n"), "{a:['k:v' {k:'v''}]}");
    EXPECT_EQ(parse("'a\n").substr(0, 6), "error:");
    EXPECT_EQ(parse("'a'\n").substr(0, 6), "error:");
}

TEST(UnityTree, KeysMayRepeat) {
    EXPECT_EQ(parse("m:\n  data:\n    first: 1\n  data:\n    first: 2\n"),
              "{m:{data:{first:'1'} data:{first:'2'}}}");
}

TEST(UnityTree, FaultsNameTheLine) {
    EXPECT_EQ(parse("a: 1\n\tb: 2\n"),
              "error: line 2: a tab in the indentation: Unity writes spaces");
    EXPECT_EQ(parse("a:\n  b: 1\n c: 2\n").substr(0, 14), "error: line 3:");
    EXPECT_EQ(parse("a: {b: 1\nc: 2\n").substr(0, 14), "error: line 3:");
    EXPECT_EQ(parse("a: {b: 1]\n"), "error: line 1: braces and brackets do not match");
    EXPECT_EQ(parse("a: \"b\n").substr(0, 14), "error: line 2:");
    EXPECT_EQ(parse("a: \"\\q\"\n"), "error: line 1: an unknown escape in quotes");
    EXPECT_EQ(parse("a: \"\\u12\"\n"), "error: line 1: an escape without its digits");
    EXPECT_EQ(parse("a: 1\nbroken\n"),
              "error: line 2: neither a key nor a list item; the file may be damaged or cut off");
    EXPECT_EQ(parse("a: 1\n- b\n"), "error: line 2: a list item outside of a list");
}

TEST(UnityTree, DepthIsBounded) {
    for (const char* open : {"{a: ", "["}) {
        std::string deep = "x: ";
        for (int i = 0; i < 200000; ++i)
            deep += open;
        EXPECT_EQ(parse(deep), "error: line 1: nested deeper than 64");
    }
    std::string block, dashes = "a:\n";
    for (int i = 0; i < 300; ++i)
        block += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    EXPECT_NE(parse(block).find("nested deeper than 64"), std::string::npos);
    for (int i = 0; i < 100000; ++i)
        dashes += "- ";
    EXPECT_EQ(parse(dashes), "error: line 2: nested deeper than 64");
}

// Twice the text may take twice the time, with room for noise; not four times and more.
TEST(UnityTree, TimeIsLinear) {
    const auto seconds = [](const std::string& text) {
        const std::clock_t start = std::clock();  // of this process: others may be busy
        std::vector<std::string> oddities;
        (void)Tree::parse(text, 0, text.size(), 1, oddities);
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    };
    for (const char* piece :
         {"- {fileID: 1}\n", "  more text\n", "- a: 1\n  b: 'x'\n", "'' ", "\n"}) {
        const std::string head = std::string(piece) == "  more text\n" ? "a: b\n" : "a:\n";
        std::string text = head;
        while (text.size() < 400000)
            text += piece;
        const double once = seconds(text);
        std::string longer = head;
        while (longer.size() < 3200000)
            longer += piece;
        EXPECT_LT(seconds(longer), 8 * 6 * once + 0.05) << piece;
    }
}

TEST(UnityText, Numbers) {
    EXPECT_EQ(parse_integer("-9223372036854775808"), INT64_MIN);
    EXPECT_EQ(parse_integer("9223372036854775807"), INT64_MAX);
    EXPECT_FALSE(parse_integer("9223372036854775808"));
    EXPECT_FALSE(parse_integer("-9223372036854775809"));
    EXPECT_FALSE(parse_integer("99999999999999999999999"));
    EXPECT_FALSE(parse_integer(""));
    EXPECT_FALSE(parse_integer("-"));
    EXPECT_FALSE(parse_integer("1.5"));
    EXPECT_EQ(parse_real(".75"), 0.75);
    EXPECT_EQ(parse_real("-.5"), -0.5);
    EXPECT_EQ(parse_real("1e-05"), 1e-05);
    EXPECT_EQ(parse_real("3."), 3.0);
    EXPECT_EQ(parse_real("inf"), HUGE_VAL);
    EXPECT_EQ(parse_real("-Infinity"), -HUGE_VAL);
    EXPECT_TRUE(std::isnan(*parse_real(".nan")));
    EXPECT_TRUE(std::isnan(*parse_real("NaN")));
    for (const char* none : {"", ".", "-", "e5", "1e", "0x10", "1 2", "infx", "--1"})
        EXPECT_FALSE(parse_real(none)) << none;
}

TEST(UnityText, References) {
    const auto read = [](std::string_view text) {
        std::vector<std::string> oddities;
        const Result<Tree> tree = Tree::parse(text, 0, text.size(), 1, oddities);
        return read_reference(tree->root().first());
    };
    EXPECT_TRUE(read("a: {fileID: 0}")->is_none());
    EXPECT_TRUE(read("a: {fileID: -5}")->is_local());
    EXPECT_EQ(*read("a: {fileID: 5, guid: 0000000000000000F000000000000000, type: 3}"),
              (AssetRef{5, "0000000000000000f000000000000000", 3}));
    EXPECT_FALSE(read("a: {fileID: 99999999999999999999999}"));
    EXPECT_FALSE(read("a: {fileID: 1, guid: 12, type: 2}"));
    EXPECT_FALSE(read("a: {fileID: 1, guid: z0000000000000000000000000000000, type: 2}"));
    EXPECT_FALSE(read("a: 5"));
}

}  // namespace
}  // namespace motus::unity
