// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>

namespace motus {
namespace {

void trap(const char*, const char*, int) {
    __builtin_trap();
}

AssertHandler g_handler = &trap;

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) noexcept {
    AssertHandler before = g_handler;
    g_handler = handler != nullptr ? handler : &trap;
    return before;
}

namespace detail {
void assert_failed(const char* expression, const char* file, int line) noexcept {
    g_handler(expression, file, line);
}
}  // namespace detail

}  // namespace motus
