// SPDX-License-Identifier: MIT
#include "baked_input.h"

#include "input.h"
#include "output.h"

#include <motus/core/container.h>
#include <motus/load/machine_names.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <span>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace motus::tool {
namespace {

Error read_fault() {
    return {"file-read", "", "cannot be read: " + std::generic_category().message(errno)};
}

/// How many bytes came: fewer than asked for where the file ends before. -1: an error.
ssize_t read_up_to(int file, std::byte* to, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count = ::read(file, to + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -1;
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    return static_cast<ssize_t>(done);
}

/// Bytes of a file.
struct ReadBake {
    AlignedBytes bytes;
    bool has_tail = false;
};

/// As much of the file as its header speaks of, and the header only where it is none of ours.
Result<ReadBake> read_open_bake(int file) {
    struct stat info {};
    if (::fstat(file, &info) != 0) return read_fault();
    if (!S_ISREG(info.st_mode)) return Error{"file-read", "", "is no plain file"};
    ContainerHeader header;
    const ssize_t first = read_up_to(file, reinterpret_cast<std::byte*>(&header), sizeof header);
    if (first < 0) return read_fault();
    if (first == 0) return ReadBake{};
    auto size = static_cast<std::uint64_t>(first);
    const auto there = static_cast<std::uint64_t>(info.st_size);
    const bool is_ours = size == sizeof header &&
                         std::memcmp(header.magic, kContainerMagic, sizeof header.magic) == 0;
    if (is_ours) size = std::max(size, std::min(header.size, there));
    ReadBake opened{AlignedBytes(static_cast<std::size_t>(size)), there > size};
    std::memcpy(opened.bytes.data(), &header, static_cast<std::size_t>(first));
    const ssize_t rest =
        read_up_to(file, opened.bytes.data() + first, static_cast<std::size_t>(size) - first);
    if (rest < 0) return read_fault();
    const auto came = static_cast<std::size_t>(first + rest);
    if (came < size) opened.bytes = AlignedBytes(std::span(opened.bytes.data(), came));
    return opened;
}

Result<ReadBake> read_baked_file(const std::string& name) {
    // Not to wait for somebody to write, where it is a pipe: that is refused.
    const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return read_fault();
    Result<ReadBake> opened = read_open_bake(file);
    ::close(file);
    return opened;
}

}  // namespace

bool is_baked_file(const std::string& file) {
    return lower_extension(file) == ".motusb";
}

Result<OpenedBake> open_baked_file(const std::string& file) {
    if (std::optional<Error> fault = find_file_fault(file)) return *std::move(fault);
    Result<ReadBake> read = read_baked_file(file);
    if (!read) return read.error();
    if (read->bytes.size() == 0) return Error{"baked-file", "", "the file is empty"};
    Result<Library> library = Library::open(std::move(read->bytes));
    if (!library) return library.error();
    return OpenedBake{*std::move(library), read->has_tail};
}

OpenedBake load_baked_file(const std::string& file) {
    Result<OpenedBake> opened = open_baked_file(file);
    if (!opened) throw InputFault(file, opened.error());
    return *std::move(opened);
}

std::string text_of(const BakedFile& file, NameHash hash) {
    return name_text(file, hash);
}

}  // namespace motus::tool
