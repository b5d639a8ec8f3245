// SPDX-License-Identifier: MIT
#include <motus/asset/file.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace motus {
namespace {

Error write_error(const char* what, int code) {
    return {"file-write", "",
            std::string(what) + ": " + std::error_code(code, std::generic_category()).message()};
}

int open_retrying(const char* path, int flags, mode_t mode) {
    int file = -1;
    do {
        file = ::open(path, flags, mode);
    } while (file < 0 && errno == EINTR);
    return file;
}

/// 0, or the errno of what failed.
int write_all(int file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return 0;
}

Result<std::size_t> write_through(const std::string& path, std::span<const std::byte> bytes) {
    const int file = open_retrying(path.c_str(), O_WRONLY | O_CLOEXEC, 0);
    if (file < 0) return write_error("cannot be opened for writing", errno);
    const int failed = write_all(file, bytes);
    ::close(file);
    if (failed != 0) return write_error("cannot be written", failed);
    return bytes.size();
}

/// Replaces a link that leads to no file by the file it names: links stay links. 0, or an errno.
int follow(std::string& target) {
    constexpr int kMostLinks = 40;
    for (int i = 0; i < kMostLinks; ++i) {
        std::error_code none;
        const std::filesystem::path named = std::filesystem::read_symlink(target, none);
        if (none) return 0;
        target = (std::filesystem::path(target).parent_path() / named).string();
    }
    return ELOOP;
}

constexpr std::string_view kTemporary = ".motus-tmp-";

/// NAME.motus-tmp-PID-N
bool is_temporary(std::string_view name) {
    const std::size_t mark = name.rfind(kTemporary);
    if (mark == name.npos || mark == 0) return false;
    const std::string_view numbers = name.substr(mark + kTemporary.size());
    const std::size_t dash = numbers.find('-');
    return dash != 0 && dash != numbers.npos && dash + 1 != numbers.size() &&
           numbers.find_first_not_of("0123456789-") == numbers.npos;
}

/// Removes what killed programs have left in a folder: once in the life of this program, since
/// reading a folder of thousands of files for each of them would take its time.
void remove_left_temporaries(const std::filesystem::path& folder) {
    static std::mutex guard;
    static std::set<std::filesystem::path> seen;
    {
        const std::lock_guard lock(guard);
        if (!seen.insert(folder).second) return;
    }
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
        if (!is_temporary(at->path().filename().string())) continue;
        const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW;
        const int left = open_retrying(at->path().c_str(), flags, 0);
        const FileLock closes(left);
        // Who still writes it holds it.
        if (left >= 0 && try_lock(left)) ::unlink(at->path().c_str());
    }
}

/// Makes a new file beside `path`, locked; its name is put into `temporary`.
int open_temporary(const std::string& path, mode_t mode, std::string& temporary) {
    // A name may be as long as names can be: its end gives way.
    constexpr std::size_t kMostOfName = 200;
    static std::atomic<std::uint64_t> count{0};  // A name is not used twice.
    const std::size_t name = path.rfind('/') + 1;
    std::string stem = path.substr(0, name) + path.substr(name, kMostOfName);
    stem += kTemporary;
    stem += std::to_string(::getpid()) + "-";
    for (int attempt = 0; attempt < 100; ++attempt) {
        temporary = stem + std::to_string(count++);
        const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
        const int file = open_retrying(temporary.c_str(), flags, mode);
        if (file < 0 && errno != EEXIST) return -1;
        if (file < 0) continue;
        // Before it was locked, somebody may have taken it for one that was left.
        struct stat made {};
        const bool taken = !try_lock(file) && errno == EWOULDBLOCK;
        if (!taken && ::fstat(file, &made) == 0 && made.st_nlink != 0) return file;
        ::close(file);
        errno = EEXIST;
    }
    return -1;
}

}  // namespace

Result<std::size_t> write_file_atomic(const std::filesystem::path& path,
                                      std::span<const std::byte> bytes, OnDisk when,
                                      FileLock* held) {
    std::error_code ignored;
    std::string target = path.string();
    if (const auto real = std::filesystem::canonical(path, ignored); !ignored) {
        target = real.string();
    } else if (const int failed = follow(target); failed != 0) {
        return write_error("cannot be written", failed);
    }
    struct stat before {};
    const bool exists = ::stat(target.c_str(), &before) == 0;
    if (exists && S_ISDIR(before.st_mode)) return write_error("cannot be written", EISDIR);
    if (exists && !S_ISREG(before.st_mode)) return write_through(target, bytes);

    const std::filesystem::path folder = std::filesystem::path(target).parent_path();
    remove_left_temporaries(folder.empty() ? "." : folder);
    std::string temporary;
    const int file = open_temporary(target, 0666, temporary);
    if (file < 0) return write_error("cannot be created", errno);
    if (exists) (void)::fchmod(file, before.st_mode & 07777);
    int failed = write_all(file, bytes);
    if (when == OnDisk::now && failed == 0 && ::fsync(file) != 0) failed = errno;
    if (failed == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) failed = errno;
    if (failed != 0) {
        ::unlink(temporary.c_str());
        ::close(file);
        return write_error("cannot be written", failed);
    }
    if (held != nullptr) {
        *held = FileLock(file);
    } else {
        ::close(file);
    }
    if (when == OnDisk::later) return bytes.size();
    // The rename itself lives in the folder; without this it may be lost with the power.
    const int directory = open_retrying(folder.empty() ? "." : folder.c_str(), O_RDONLY, 0);
    if (directory >= 0) {
        (void)::fsync(directory);
        ::close(directory);
    }
    return bytes.size();
}

void sync_folder(const std::filesystem::path& folder) {
    const int directory = open_retrying(folder.empty() ? "." : folder.c_str(), O_RDONLY, 0);
    if (directory < 0) return;
#if defined(__linux__)
    (void)::syncfs(directory);
#else
    (void)::fsync(directory);
#endif
    ::close(directory);
}

}  // namespace motus
