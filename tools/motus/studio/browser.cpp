// tools/motus/studio/browser.cpp
// SPDX-License-Identifier: MIT
#include "browser.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <fmt/format.h>

namespace motus::tool {

namespace fs = std::filesystem;

namespace {

constexpr const char* kName = "studio.html";

bool write_all(int file, const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t count = ::write(file, text.data() + at, text.size() - at);
        if (count < 0 && errno != EINTR) return false;
        if (count > 0) at += static_cast<std::size_t>(count);
    }
    return true;
}

/// Starts `xdg-open FILE` and does not wait for it: some end only with the browser.
bool spawn_opener(const std::string& file) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    // Not our blocked signals, nor the Ctrl-C of our terminal.
    posix_spawnattr_t how;
    posix_spawnattr_init(&how);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    std::string name = "xdg-open", argument = file;
    char* const words[] = {name.data(), argument.data(), nullptr};
    pid_t child = 0;
    const int failed = posix_spawnp(&child, name.c_str(), &files, &how, words, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return failed == 0;
}

}  // namespace

BrowserPage::~BrowserPage() {
    if (folder_.empty()) return;
    ::unlink((folder_ + "/" + kName).c_str());
    ::rmdir(folder_.c_str());
}

bool BrowserPage::write(const std::string& address) {
    std::error_code error;
    const char* own = std::getenv("XDG_RUNTIME_DIR");
    const fs::path place = own != nullptr && fs::is_directory(own, error)
                               ? fs::path(own)
                               : fs::temp_directory_path(error);
    std::string folder = (place / "motus-studio-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) return false;
    folder_ = folder;
    const int file = ::open((folder_ + "/" + kName).c_str(),
                            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) return false;
    const bool written = write_all(
        file, fmt::format("<!doctype html>\n<meta charset=\"utf-8\">\n<title>Motus</title>\n"
                          "<meta http-equiv=\"refresh\" content=\"0; url={0}\">\n"
                          "<p><a href=\"{0}\">Open the studio</a></p>\n",
                          address));
    return ::close(file) == 0 && written;
}

bool BrowserPage::open(const std::string& address) {
    if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return true;
    return write(address) && spawn_opener(folder_ + "/" + kName);
}

}  // namespace motus::tool
