// tools/motus/progress.cpp - the bar, and signals.
// SPDX-License-Identifier: MIT
#include "progress.h"

#include <unistd.h>
#include <csignal>
#include <cstdio>

#include <fmt/format.h>

namespace motus::tool {
namespace {

volatile std::sig_atomic_t g_signal = 0;

void note_signal(int signal) {
    g_signal = signal;
}

}  // namespace

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)),
      total_(total),
      shown_(isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
    if (shown_ && printed_s_ >= 0.0) std::fputs("\r\x1b[K", stderr);
}

void Progress::step() {
    ++done_;
    if (!shown_) return;
    const std::chrono::duration<double> now = std::chrono::steady_clock::now() - start_;
    if (printed_s_ >= 0.0 && now.count() - printed_s_ < 0.1 && done_ != total_) return;
    print(now.count());
}

void Progress::print(double now_s) {
    printed_s_ = now_s;
    constexpr int kWidth = 28;
    const double share =
        total_ > 0 ? static_cast<double>(done_) / static_cast<double>(total_) : 1.0;
    const int filled = static_cast<int>(share * kWidth);
    const double left_s =
        done_ > 0 ? now_s / static_cast<double>(done_) * static_cast<double>(total_ - done_) : 0.0;
    std::string bar;
    for (int i = 0; i < kWidth; ++i)
        bar += i < filled ? "\u2588" : "\u2591";
    fmt::print(stderr, "\r{} {} {}/{}  {:.0f} s left\x1b[K", what_, bar, done_, total_, left_s);
    std::fflush(stderr);
}

InterruptGuard::InterruptGuard() {
    g_signal = 0;
    std::signal(SIGINT, note_signal);
    std::signal(SIGTERM, note_signal);
}

InterruptGuard::~InterruptGuard() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

void InterruptGuard::check() {
    if (g_signal != 0) throw Interrupted{g_signal};
}

}  // namespace motus::tool
