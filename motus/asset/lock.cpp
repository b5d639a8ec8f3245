// SPDX-License-Identifier: MIT
#include <motus/asset/lock.h>

#include <cerrno>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace motus {

FileLock::~FileLock() {
    if (file_ >= 0) ::close(file_);
}

bool try_lock(int file) noexcept {
#if defined(__EMSCRIPTEN__)
    return file >= 0;
#else
    int locked = -1;
    do {
        locked = ::flock(file, LOCK_EX | LOCK_NB);
    } while (locked != 0 && errno == EINTR);
    return locked == 0;
#endif
}

Result<FileLock> FileLock::take(const std::filesystem::path& path, std::chrono::milliseconds wait) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + wait;
    for (;;) {
        // Not to wait for somebody to write, where it is a pipe.
        FileLock lock(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
        struct stat held {};
        if (!lock.is_held() || ::fstat(lock.file_, &held) != 0 || !S_ISREG(held.st_mode)) {
            return FileLock();
        }
        // A file system without locks keeps nobody from working.
        while (!try_lock(lock.file_) && errno == EWOULDBLOCK) {
            if (Clock::now() >= end) {
                return Error{"file-locked", "", "another program is editing it"};
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        // A rename puts another file in place: who waited for the old one looks again.
        struct stat now {};
        if (::stat(path.c_str(), &now) == 0 && held.st_ino == now.st_ino &&
            held.st_dev == now.st_dev) {
            return lock;
        }
    }
}

}  // namespace motus
