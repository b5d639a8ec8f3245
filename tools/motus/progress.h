// tools/motus/progress.h - a bar with the time left, on a terminal; and Ctrl-C without half files.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace motus::tool {

/// A bar on stderr while it lives. Prints nothing where stderr is no terminal.
class Progress {
  public:
    Progress(std::string what, std::uint64_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void step();

  private:
    void print(double now_s);

    std::string what_;
    std::uint64_t total_, done_ = 0;
    bool shown_ = false;
    double printed_s_ = -1.0;
    std::chrono::steady_clock::time_point start_;
};

/// While it lives, Ctrl-C and a polite kill only set a mark, and `check` throws Interrupted at the
/// next step; so destructors remove what is unfinished. `guarded` then ends by the same signal.
class InterruptGuard {
  public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    static void check();
};

struct Interrupted {
    int signal;
};

}  // namespace motus::tool
