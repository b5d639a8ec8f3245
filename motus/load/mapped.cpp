// SPDX-License-Identifier: MIT
#include <motus/load/mapped.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace motus {

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) munmap(const_cast<std::byte*>(data_), size_);
}

Status MappedFile::open(const char* path) noexcept {
    // Not to wait for somebody to write, where it is a pipe: that is refused.
    const int file = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return Status::missing;
    struct stat info {};
    Status status = Status::bad_data;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
        static_cast<std::uint64_t>(info.st_size) <= SIZE_MAX / 2) {
        const auto size = static_cast<std::size_t>(info.st_size);
        void* data = size != 0 ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
        if (size == 0) {
            status = Status::bad_size;
        } else if (data != MAP_FAILED) {
            MappedFile mapped;
            mapped.data_ = static_cast<const std::byte*>(data);
            mapped.size_ = size;
            *this = std::move(mapped);
            status = Status::ok;
        }
    }
    close(file);
    return status;
}

}  // namespace motus
