// tools/motus/verb_studio.cpp - `motus studio`: serves the page and a folder, on this machine only.
// SPDX-License-Identifier: MIT
#include "studio/browser.h"
#include "studio/server.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <httplib.h>

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

/// Every file of the page, as the studio gives it out.
bool check_page(httplib::Client& client, const fs::path& page, Output& out) {
    std::size_t files = 0;
    std::uintmax_t bytes = 0;
    bool fine = true;
    for (const auto& entry : fs::recursive_directory_iterator(page)) {
        if (!entry.is_regular_file()) continue;
        const std::string name = entry.path().lexically_relative(page).generic_string();
        const auto answer = client.Get("/" + name);
        const bool whole =
            answer && answer->status == 200 && answer->body.size() == entry.file_size();
        if (!whole) out.text += fmt::format("{:<14} NOT SENT\n", name);
        fine = fine && whole;
        ++files;
        bytes += entry.file_size();
    }
    const auto first = client.Get("/");
    fine = fine && first && first->status == 200;
    out.text += fmt::format("{:<14} {}  {} files, {} bytes\n", "page", fine ? "ok" : "BROKEN",
                            files, bytes);
    return fine;
}

/// Asks the running studio for its own page and API, and says what came.
int check_studio(const StudioServer& studio, const fs::path& page, Output& out) {
    httplib::Client client("127.0.0.1", studio.port());
    client.set_read_timeout(10);
    bool fine = check_page(client, page, out);
    const httplib::Headers token{{"X-Motus-Token", studio.token()}};
    const auto project = client.Get("/api/project", token);
    const bool answers = project && project->status == 200;
    out.text += fmt::format("{:<14} {}  {} bytes\n", "/api/project", answers ? "ok" : "BROKEN",
                            project ? project->body.size() : 0);
    const auto refused = [&](const char* what, const httplib::Result& answer, int status) {
        const bool is_refused = answer && answer->status == status;
        out.text += fmt::format("{:<14} {}\n", what, is_refused ? "refused" : "LET IN");
        fine = fine && is_refused;
    };
    refused("foreign page", client.Get("/", {{"Origin", "http://example.com"}}), 403);
    refused("outer file", client.Get("/files/..%2f..%2fetc%2fpasswd", token), 404);
    refused("stray read", client.Get("/api/project"), 403);
    refused("stray write", client.Put("/files/a.motus", "{}", "application/json"), 403);
    return fine && answers ? exit_ok : exit_bug;
}

/// With --json what was asked goes to stderr.
int run_check(const StudioOptions& options, const StudioServer& studio, const fs::path& page,
              Output& out) {
    Output lines;
    lines.text = fmt::format("studio on port {}\n", studio.port());
    const int code = check_studio(studio, page, lines);
    if (!options.json) {
        out.text += lines.text;
        return code;
    }
    std::istringstream each(lines.text);
    for (std::string line; std::getline(each, line);)
        print_message(line);
    JsonWriter json(out.text);
    json.begin_object().key("port").value(std::int64_t{studio.port()});
    json.key("ok").value(code == exit_ok).end_object().end_line();
    return code;
}

}  // namespace

int run_studio(const StudioOptions& options, Output& out) {
    StopSignals signals;
    const StudioSetup setup = setup_of(options);
    StudioServer studio(setup);
    std::thread serving([&] { studio.run(); });
    struct Join {
        StudioServer& studio;
        std::thread& thread;
        ~Join() {
            studio.stop();
            thread.join();
        }
    } join{studio, serving};
    if (options.check) return run_check(options, studio, setup.page, out);
    if (options.json) {
        JsonWriter json(out.text);
        json.begin_object().key("address").value(studio.address());
        json.key("port").value(std::int64_t{studio.port()}).end_object().end_line();
    } else {
        out.text += fmt::format("studio at {}\nCtrl-C ends it.\n", studio.address());
    }
    out.flush();
    BrowserPage browser;
    if (!browser.open(studio.address())) print_message("no browser could be opened");
    signals.wait();
    return exit_ok;
}

}  // namespace motus::tool
