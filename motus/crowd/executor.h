// motus/crowd/executor.h - the one door to threads: the host's own job system behind a function.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace motus {

/// Runs the parts of a job, on as many threads as the host likes. Two pointers: copy it freely.
/// The default runs them one after the other on the calling thread.
struct Executor {
    /// One part. `worker` is below `workers`, and no two calls at a time have the same.
    using Body = void (*)(void* user, std::uint32_t part, std::uint32_t worker);
    /// Calls `body(user, part, worker)` once for each part in [0, parts), in any order, and returns
    /// when all of them have returned; what they wrote is then visible to the caller.
    using ForEach = void (*)(void* self, std::uint32_t parts, Body body, void* user);

    ForEach for_each = nullptr;
    void* self = nullptr;       ///< The host's; handed to `for_each`.
    std::uint32_t workers = 1;  ///< >= 1.
};

inline void run_parts(const Executor& executor, std::uint32_t parts, Executor::Body body,
                      void* user) {
    if (executor.for_each != nullptr) return executor.for_each(executor.self, parts, body, user);
    for (std::uint32_t part = 0; part < parts; ++part)
        body(user, part, 0);
}

}  // namespace motus
