#include "tests/support/alloc_counter.h"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <vector>

namespace motus::test {
namespace {

struct alignas(64) Line {
    float values[16];
};

TEST(AllocCounter, sees_every_form_of_new) {
    AllocCounter allocations;
    auto one = std::make_unique<int>(1);
    EXPECT_EQ(allocations.count(), 1u);
    auto many = std::make_unique<int[]>(3);
    EXPECT_EQ(allocations.count(), 2u);
    auto aligned = std::make_unique<Line>();
    EXPECT_EQ(allocations.count(), 3u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned.get()) % 64, 0u);
    std::unique_ptr<int> quiet(new (std::nothrow) int(2));
    EXPECT_EQ(allocations.count(), 4u);
    std::vector<int> grown(100);
    EXPECT_EQ(allocations.count(), 5u);
}

TEST(AllocCounter, is_zero_where_nothing_is_allocated) {
    std::vector<int> values(100);
    AllocCounter allocations;
    for (int& v : values)
        v = static_cast<int>(&v - values.data());
    EXPECT_EQ(values[99], 99);
    EXPECT_EQ(allocations.count(), 0u);
}

}  // namespace
}  // namespace motus::test
