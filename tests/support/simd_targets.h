// tests/support/simd_targets.h - runs the same test on every SIMD target of this program.
// SPDX-License-Identifier: MIT
#pragma once

#include <hwy/highway.h>
#include <cstdint>

namespace motus::test {

/// Calls `body(name)` once per target that was compiled in and that this machine has, from the
/// lowest (plain scalar code on x86) to the widest, and then goes back to the default. Returns how
/// many there were; 1 where the build has no dispatch (wasm, the scalar twin).
template <typename Body>
int for_each_simd_target(Body&& body) {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
    body(hwy::TargetName(HWY_TARGETS));
    return 1;
#else
    int count = 0;
    for (int bit = 62; bit >= 0; --bit) {
        const std::int64_t target = std::int64_t{1} << bit;
        hwy::SetSupportedTargetsForTest(0);
        if ((hwy::SupportedTargets() & HWY_TARGETS & target) == 0) continue;
        hwy::SetSupportedTargetsForTest(target);
        body(hwy::TargetName(target));
        ++count;
    }
    hwy::SetSupportedTargetsForTest(0);
    return count;
#endif
}

}  // namespace motus::test
