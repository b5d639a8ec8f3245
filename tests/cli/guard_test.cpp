// SPDX-License-Identifier: MIT
#include "../../tools/motus/output.h"
#include "../../tools/motus/progress.h"

#include <csignal>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace motus::tool {
namespace {

/// Exit code and stderr of a body that ends in some way.
std::string outcome(const std::function<int()>& body) {
    ::testing::internal::CaptureStderr();
    const int code = guarded(body);
    return std::to_string(code) + " " + ::testing::internal::GetCapturedStderr();
}

TEST(Guard, PassesExitCodesOn) {
    EXPECT_EQ(outcome([] { return 0; }), "0 ");
    EXPECT_EQ(outcome([] { return 1; }), "1 ");
}

TEST(Guard, NamesFilePlaceAndCause) {
    EXPECT_EQ(outcome([]() -> int {
                  throw InputFault("a.glb", Error{"code", "nodes[3].mesh", "is not there"});
              }),
              "1 motus: a.glb: nodes[3].mesh: is not there\n");
    EXPECT_EQ(outcome([]() -> int { throw InputFault("a.glb", "is empty"); }),
              "1 motus: a.glb: is empty\n");
}

TEST(Guard, WrongUsageIsTwo) {
    EXPECT_EQ(outcome([]() -> int { throw UsageFault("what?"); }),
              "2 motus: what? (motus --help says how)\n");
}

TEST(Guard, MemoryIsTheInputsFault) {
    EXPECT_EQ(outcome([]() -> int { throw std::bad_alloc(); }).substr(0, 9), "1 motus: ");
}

TEST(Guard, AnInterruptedVerbEndsByItsSignal) {
    const auto interrupted = [] { return guarded([]() -> int { throw Interrupted{SIGTERM}; }); };
    EXPECT_EXIT(std::exit(interrupted()), ::testing::KilledBySignal(SIGTERM), "^$");
}

TEST(Guard, AnythingElseIsABug) {
    EXPECT_EQ(outcome([]() -> int { throw std::logic_error("oops"); }),
              "70 motus: a bug of motus: oops\n");
    EXPECT_EQ(outcome([]() -> int { throw 3; }).substr(0, 25), "70 motus: a bug of motus:");
}

TEST(Guard, ATerminalIsNotSteered) {
    EXPECT_EQ(printable("a\x1b[31mb\nc\x7f"
                        "d \xc3\xa4 \xc2\x9b"
                        "1m"),
              "a?[31mb?c?d \xc3\xa4 ?1m");
}

}  // namespace
}  // namespace motus::tool
