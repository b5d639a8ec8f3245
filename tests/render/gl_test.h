// tests/render/gl_test.h - a GL context for tests, or a loud skip where the machine has none.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/context.h>

#include <gtest/gtest.h>

#include <memory>

namespace motus::test {

/// Opens a context for each test and checks that it leaves no GL error behind.
class GlTest : public ::testing::Test {
  protected:
    void SetUp() override {
        auto opened = render::open_context();
        if (!opened) GTEST_SKIP() << "nothing can be drawn here: " << to_string(opened.error());
        context_ = std::move(*opened);
    }
    void TearDown() override;

    std::unique_ptr<render::Context> context_;
};

}  // namespace motus::test
