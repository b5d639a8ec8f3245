#include "tests/support/alloc_counter.h"

#include <cstdlib>
#include <new>

// The thread sanitizer brings an operator new of its own: nothing is counted there. The other
// builds run the same tests and count.
#if defined(__SANITIZE_THREAD__)
#define MOTUS_TEST_COUNTS 0
#elif defined(__has_feature)
#define MOTUS_TEST_COUNTS !__has_feature(thread_sanitizer)
#else
#define MOTUS_TEST_COUNTS 1
#endif

namespace {

thread_local std::uint64_t g_allocations = 0;

}  // namespace

#if MOTUS_TEST_COUNTS
namespace {

void* allocate(std::size_t size) noexcept {
    ++g_allocations;
    return std::malloc(size != 0 ? size : 1);
}

void* allocate(std::size_t size, std::align_val_t align) noexcept {
    ++g_allocations;
    const std::size_t alignment = static_cast<std::size_t>(align);
    return std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
}

void* or_die(void* memory) noexcept {
    if (memory == nullptr) std::abort();
    return memory;
}

}  // namespace

void* operator new(std::size_t size) {
    return or_die(allocate(size));
}
void* operator new[](std::size_t size) {
    return or_die(allocate(size));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocate(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return allocate(size);
}
void* operator new(std::size_t size, std::align_val_t align) {
    return or_die(allocate(size, align));
}
void* operator new[](std::size_t size, std::align_val_t align) {
    return or_die(allocate(size, align));
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
#endif  // MOTUS_TEST_COUNTS

namespace motus::test {

AllocCounter::AllocCounter() noexcept : start_(g_allocations) {}

std::uint64_t AllocCounter::count() const noexcept {
    return g_allocations - start_;
}

}  // namespace motus::test
