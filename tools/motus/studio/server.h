// tools/motus/studio/server.h - the studio's server: the page, and the files of one folder.
// SPDX-License-Identifier: MIT
#pragma once

#include "connections.h"
#include "folder.h"
#include "guard.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

namespace motus::tool {

struct StudioSetup {
    std::filesystem::path page;    ///< The built page: a folder with index.html.
    std::filesystem::path folder;  ///< What the page may read and write.
    std::string document;          ///< Below `folder`; empty: the embedded scenes.
    int port = 7331;               ///< The first to try; a busy one gives the next.
};

/// Listens on the loopback interface alone. The address space it serves:
///
///     GET  /               the page and what it is made of
///     GET  /api/project    version, folder, document, files (JSON)
///     GET  /files/PATH     a file of the folder, with its entity tag
///     PUT  /files/PATH     writes it whole; needs its length, at most 256 MiB, and in If-Match the
///                          tag it was read with (412 where it changed since), or
///                          If-None-Match: * for a new file; 423 where another program has it open
///
/// All but the page needs the token in X-Motus-Token.
class StudioServer {
  public:
    /// Binds the port, serves nothing yet. Throws an InputFault where there is no page, no folder,
    /// or no free port.
    explicit StudioServer(StudioSetup setup);
    ~StudioServer();
    StudioServer(const StudioServer&) = delete;
    StudioServer& operator=(const StudioServer&) = delete;

    [[nodiscard]] int port() const noexcept { return port_; }
    /// What to open in a browser; carries the token behind '#', which browsers send to nobody.
    [[nodiscard]] std::string address() const;
    [[nodiscard]] const std::string& token() const noexcept { return guard_->token(); }

    /// Serves until `stop`.
    void run();
    /// From another thread, once `run` has been or will be called.
    void stop();

  private:
    void bind();
    void add_routes();

    StudioSetup setup_;
    ProjectFolder folder_;
    FolderWatch watch_;
    ProjectFolder page_;
    int port_ = 0;
    std::atomic<bool> ended_{false};
    std::unique_ptr<RequestGuard> guard_;
    std::unique_ptr<BoundedServer> server_;
};

}  // namespace motus::tool
