// tests/render/context_test.cpp - what a missing driver, a bad shader and a GL error come to.
// SPDX-License-Identifier: MIT
#include <motus/render/gl_objects.h>
#include <tests/render/gl_test.h>

#include <cstdlib>

namespace motus::test {

void GlTest::TearDown() {
    if (!context_) return;
    const auto ok = render::check_gl("the end of the test");
    EXPECT_TRUE(ok) << to_string(ok.error());
}

namespace {

using render::check_gl;
using render::make_program;

TEST_F(GlTest, SaysWhatDraws) {
    EXPECT_NE(context_->description().find("OpenGL ES 3"), std::string::npos)
        << context_->description();
}

// Runs in a process of its own: the loader of GL remembers what it found.
TEST(Context, MissingDriverIsAnErrorWithAdvice) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto open_without_driver = [] {
        setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent/egl.json", 1);
        const auto opened = render::open_context();
        const bool right = !opened && opened.error().code == "gl-missing" &&
                           opened.error().cause.find("libegl") != std::string::npos;
        std::_Exit(right ? 0 : 1);
    };
    EXPECT_EXIT(open_without_driver(), ::testing::ExitedWithCode(0), "");
}

TEST_F(GlTest, FailedCompileGivesTheLog) {
    const std::string good = "precision highp float; out vec4 o; void main() { o = vec4(1.0); }";
    const std::string vertex = "void main() { gl_Position = vec4(0.0); }";
    EXPECT_TRUE(make_program({"good", "", vertex, good, {}}));
    const auto bad =
        make_program({"stage", "", vertex, "void main() { undeclared_name = 1.0; }", {}});
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, "gl-shader");
    EXPECT_EQ(bad.error().place, "stage (fragment shader)");
    EXPECT_NE(bad.error().cause.find("undeclared_name"), std::string::npos) << bad.error().cause;
}

TEST_F(GlTest, FailedLinkGivesTheLog) {
    const auto bad = make_program(
        {"pair",
         "",
         "void main() { gl_Position = vec4(0.0); }",
         "precision highp float; in vec4 v_missing; out vec4 o; void main() { o = v_missing; }",
         {}});
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, "gl-shader");
    EXPECT_NE(bad.error().cause.find("v_missing"), std::string::npos) << bad.error().cause;
}

TEST_F(GlTest, ErrorsAreReportedOnceAndNamed) {
    render::gl::Enable(0xffff);
    const auto bad = check_gl("somewhere");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, "gl-error");
    EXPECT_EQ(bad.error().place, "somewhere");
    EXPECT_EQ(bad.error().cause, "GL_INVALID_ENUM");
    EXPECT_TRUE(check_gl("somewhere"));
}

}  // namespace
}  // namespace motus::test
