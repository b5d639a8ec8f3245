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

void* volatile g_escape = nullptr;

/// Keeps the compiler from removing a new whose memory is never read.
template <typename T>
std::unique_ptr<T> keep(T* memory) {
    g_escape = memory;
    return std::unique_ptr<T>(memory);
}

TEST(AllocCounter, sees_every_form_of_new) {
    AllocCounter allocations;
    const auto one = keep(new int(1));
    const auto after_one = allocations.count();
    const auto many = std::unique_ptr<int[]>(new int[3]{});
    g_escape = many.get();
    const auto after_many = allocations.count();
    const auto aligned = keep(new Line{});
    const auto after_aligned = allocations.count();
    const auto quiet = keep(new (std::nothrow) int(2));
    const auto after_quiet = allocations.count();
    std::vector<int> grown(100);
    g_escape = grown.data();
    const auto after_vector = allocations.count();

    EXPECT_EQ(after_one, 1u);
    EXPECT_EQ(after_many, 2u);
    EXPECT_EQ(after_aligned, 3u);
    EXPECT_EQ(after_quiet, 4u);
    EXPECT_EQ(after_vector, 5u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned.get()) % 64, 0u);
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
