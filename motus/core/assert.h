// motus/core/assert.h - MOTUS_ASSERT and the hook that a host can put behind it.
// SPDX-License-Identifier: MIT
#pragma once

namespace motus {

/// Called when an assertion fails; may return, and then the program goes on.
using AssertHandler = void (*)(const char* expression, const char* file, int line);

/// Installs `handler` (null: the default, which traps) and returns the one before it.
/// Not thread-safe: call it at start-up.
AssertHandler set_assert_handler(AssertHandler handler) noexcept;

namespace detail {
void assert_failed(const char* expression, const char* file, int line) noexcept;
}  // namespace detail

}  // namespace motus

/// Checks what a caller inside Motus has already guaranteed. Compiled out unless
/// MOTUS_ENABLE_ASSERTS is defined (presets dev, asan, tsan); never a check of user input.
#if defined(MOTUS_ENABLE_ASSERTS)
#define MOTUS_ASSERT(expression) \
    ((expression) ? (void)0 : ::motus::detail::assert_failed(#expression, __FILE__, __LINE__))
#else
#define MOTUS_ASSERT(expression) ((void)sizeof(!(expression)))
#endif
