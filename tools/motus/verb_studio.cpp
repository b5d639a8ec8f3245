// tools/motus/verb_studio.cpp - `motus studio`: serves the page and a folder, on this machine only.
// SPDX-License-Identifier: MIT
#include "studio/server.h"
#include "verbs.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <fmt/format.h>
#include <httplib.h>
#include <unistd.h>

namespace motus::tool {

namespace fs = std::filesystem;

namespace {

/// Beside an installed motus, or in the build tree that it was made in.
fs::path find_page() {
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const fs::path& place : {self / "../share/motus/studio", self / "studio"}) {
        if (fs::exists(place / "index.html", error)) return place;
    }
    return self / "studio";
}

StudioSetup setup_of(const StudioOptions& options) {
    StudioSetup setup;
    setup.page = options.page.empty() ? find_page() : fs::path(options.page);
    setup.port = options.port;
    setup.folder = ".";
    if (options.file.empty()) return setup;
    std::error_code error;
    if (fs::is_directory(options.file, error)) {
        setup.folder = options.file;
    } else if (fs::is_regular_file(options.file, error)) {
        const fs::path file(options.file);
        setup.folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
        setup.document = file.filename().string();
    } else {
        throw InputFault(options.file, "there is no such file or folder");
    }
    return setup;
}

/// Only where somebody sees it: a desktop, and a program that opens addresses.
void open_browser(const std::string& address) {
    if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
    if (access("/usr/bin/xdg-open", X_OK) != 0) return;
    const std::string command = fmt::format("xdg-open '{}' >/dev/null 2>&1 &", address);
    if (std::system(command.c_str()) != 0) print_message("no browser could be opened");
}

/// Waits for Ctrl-C or a polite kill, which every thread has blocked.
class StopSignals {
  public:
    StopSignals() {
        sigemptyset(&set_);
        sigaddset(&set_, SIGINT);
        sigaddset(&set_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &set_, nullptr);
    }
    void wait() {
        int signal = 0;
        sigwait(&set_, &signal);
    }

  private:
    sigset_t set_;
};

/// Asks the running studio for its own page and API, and says what came.
int check_studio(const StudioServer& studio, Output& out) {
    httplib::Client client("127.0.0.1", studio.port());
    client.set_read_timeout(10);
    bool fine = true;
    for (const char* path : {"/", "/api/project"}) {
        const auto answer = client.Get(path);
        const int status = answer ? answer->status : 0;
        fine = fine && status == 200;
        out.text += fmt::format("{:<14} {}  {} bytes\n", path,
                                status == 200 ? "ok" : fmt::format("status {}", status),
                                answer ? answer->body.size() : 0);
    }
    httplib::Headers foreign{{"Origin", "http://example.com"}};
    const auto refused = client.Get("/api/project", foreign);
    const bool is_refused = refused && refused->status == 403;
    out.text += fmt::format("{:<14} {}\n", "foreign page", is_refused ? "refused" : "LET IN");
    return fine && is_refused ? exit_ok : exit_bug;
}

}  // namespace

int run_studio(const StudioOptions& options, Output& out) {
    StopSignals signals;
    StudioServer studio(setup_of(options));
    std::thread serving([&] { studio.run(); });
    struct Join {
        StudioServer& studio;
        std::thread& thread;
        ~Join() {
            studio.stop();
            thread.join();
        }
    } join{studio, serving};
    if (options.check) {
        out.text += fmt::format("studio on port {}\n", studio.port());
        return check_studio(studio, out);
    }
    out.text += fmt::format("studio at {}\nCtrl-C ends it.\n", studio.address());
    out.flush();
    open_browser(studio.address());
    signals.wait();
    return exit_ok;
}

}  // namespace motus::tool
