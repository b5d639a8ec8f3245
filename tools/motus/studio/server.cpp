// tools/motus/studio/server.cpp
// SPDX-License-Identifier: MIT
#include "server.h"

#include "../output.h"

#include <motus/asset/file.h>
#include <motus/asset/json_writer.h>
#include <motus/asset/lock.h>

#include <array>
#include <chrono>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <httplib.h>

namespace motus::tool {

namespace fs = std::filesystem;
using httplib::Request;
using httplib::Response;

namespace {

constexpr const char* kLoopback = "127.0.0.1";
constexpr int kPortsTried = 64;
constexpr std::chrono::seconds kSaveWait{5};
constexpr std::size_t kLargestWrite = std::size_t{256} << 20;

constexpr std::array<std::pair<std::string_view, const char*>, 9> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".woff2", "font/woff2"},
}};

const char* type_of(const fs::path& path) {
    for (const auto& [ending, type] : kTypes) {
        if (path.extension() == ending) return type;
    }
    return "application/octet-stream";
}

void answer(Response& res, int status, const std::string& text) {
    res.status = status;
    res.set_content(text + "\n", "text/plain; charset=utf-8");
}

/// Another program's socket on the port must count: the library would share it.
void socket_options(socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

void send_page(const ProjectFolder& page, const Request& req, Response& res) {
    const std::string path = req.path == "/" ? "index.html" : req.path.substr(1);
    const auto file = page.find(path);
    if (!file) return answer(res, 404, "there is no " + req.path);
    // What the build has packed already is sent so; the library packs text itself.
    const bool takes_brotli =
        req.get_header_value("Accept-Encoding").find("br") != std::string::npos;
    if (auto packed = takes_brotli ? read_whole(file->string() + ".br") : std::nullopt) {
        res.set_header("Content-Encoding", "br");
        const std::size_t size = packed->size();
        res.set_content_provider(size, type_of(*file),
                                 [data = std::move(*packed)](std::size_t at, std::size_t length,
                                                             httplib::DataSink& sink) {
                                     return sink.write(data.data() + at, length);
                                 });
        return;
    }
    auto content = read_whole(*file);
    if (!content) return answer(res, 404, "there is no " + req.path);
    res.set_content(std::move(*content), type_of(*file));
}

void send_project(const StudioSetup& setup, const ProjectFolder& folder, FolderWatch& watch,
                  Response& res) {
    std::string text;
    JsonWriter json(text);
    json.begin_object().key("version").value(MOTUS_VERSION);
    json.key("folder").value(folder.root().filename().string());
    json.key("root").value(folder.root().string()).key("document");
    setup.document.empty() ? json.null() : json.value(setup.document);
    const std::shared_ptr<const FolderList> list = watch.list();
    json.key("files").begin_array();
    for (const FolderFile& file : list->files) {
        json.begin_object().key("path").value(file.path).key("bytes").value(file.bytes);
        // As text: a number of nanoseconds is larger than what JavaScript counts exactly.
        json.key("changed").value(std::to_string(file.changed_ns)).end_object();
    }
    json.end_array().key("complete").value(list->is_complete).end_object();
    res.set_content(text + "\n", "application/json");
}

void send_file(const ProjectFolder& folder, const Request& req, Response& res) {
    const auto file = folder.find(req.matches[1].str());
    auto content = file ? read_whole(*file) : std::nullopt;
    if (!content) return answer(res, 404, "there is no " + req.path);
    res.set_header("ETag", entity_tag(*content));
    res.set_content(std::move(*content), "application/octet-stream");
}

/// 0, or the status of the answer to a body that would not be taken whole.
int refused_body(const Request& req) {
    if (req.has_header("Transfer-Encoding") || !req.has_header("Content-Length")) return 411;
    if (req.has_header("Content-Encoding") || req.is_multipart_form_data()) return 415;
    const std::string length = req.get_header_value("Content-Length");
    const bool is_number = req.get_header_value_count("Content-Length") == 1 && !length.empty() &&
                           length.find_first_not_of("0123456789") == length.npos;
    if (!is_number) return 400;
    return length.size() > 12 || std::stoull(length) > kLargestWrite ? 413 : 0;
}

void write_file(const ProjectFolder& folder, const Request& req, Response& res) {
    static std::mutex one_at_a_time;  // From looking at the tag to the rename.
    const auto file = folder.find(req.matches[1].str());
    if (!file) return answer(res, 404, "there is no folder for " + req.path);
    const Result<FileLock> held = FileLock::take(*file, kSaveWait);  // `motus edit` may be at it.
    if (!held) return answer(res, 423, to_string(held.error()));
    const std::lock_guard lock(one_at_a_time);
    const auto before = read_whole(*file);
    const std::string expected = req.get_header_value("If-Match");
    const bool is_new = req.get_header_value("If-None-Match") == "*";
    if (expected.empty() && !is_new) {
        return answer(res, 428, "say what the file was: If-Match, or If-None-Match: *");
    }
    if (is_new ? before.has_value() : !before || entity_tag(*before) != expected) {
        if (before) res.set_header("ETag", entity_tag(*before));
        return answer(res, 412, before ? "the file has changed since" : "the file is gone");
    }
    const auto bytes = std::as_bytes(std::span(req.body.data(), req.body.size()));
    if (const auto written = write_file_atomic(*file, bytes); !written) {
        return answer(res, 500, to_string(written.error()));
    }
    res.set_header("ETag", entity_tag(req.body));
    res.status = before ? 200 : 201;
    res.set_content("{}\n", "application/json");
}

ProjectFolder folder_of(const fs::path& path, const char* what) {
    std::error_code error;
    if (!fs::is_directory(path, error)) throw InputFault(path.string(), what);
    return ProjectFolder(path);
}

}  // namespace

StudioServer::StudioServer(StudioSetup setup)
    : setup_(std::move(setup)),
      folder_(folder_of(setup_.folder, "is not a folder")),
      watch_(folder_),
      page_(folder_of(setup_.page, "the studio's page has not been built; run `make run`")),
      server_(std::make_unique<BoundedServer>()) {
    if (!page_.find("index.html")) {
        throw InputFault(setup_.page.string(), "has no index.html; run `make run`");
    }
    bind();
    guard_ = std::make_unique<RequestGuard>(port_, random_token());
    add_routes();
}

StudioServer::~StudioServer() = default;

void StudioServer::bind() {
    server_->set_socket_options(socket_options);
    for (int port = setup_.port; port < setup_.port + kPortsTried && port <= 65535; ++port) {
        if (!server_->bind_to_port(kLoopback, port)) continue;
        port_ = port;
        server_->widen_queue();
        return;
    }
    throw InputFault("studio", fmt::format("no free port from {} on", setup_.port));
}

void StudioServer::add_routes() {
    server_->set_payload_max_length(kLargestWrite);
    server_->set_default_headers(
        {{"Content-Security-Policy",
          "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
          "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; "
          "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
         {"X-Content-Type-Options", "nosniff"},
         {"Cross-Origin-Resource-Policy", "same-origin"},
         {"Referrer-Policy", "no-referrer"},
         {"Cache-Control", "no-cache"}});
    server_->set_pre_routing_handler([this](const Request& req, Response& res) {
        using Routed = httplib::Server::HandlerResponse;
        const bool reads = req.method == "GET" || req.method == "HEAD";
        if (req.get_header_value_count("Host") != 1 ||
            !guard_->is_own_host(req.get_header_value("Host"))) {
            answer(res, 403, "this is not the name of the studio");
        } else if (!guard_->is_own_origin(req.get_header_value("Origin"))) {
            answer(res, 403, "another page may not use the studio");
        } else if ((!reads || RequestGuard::is_private(req.path)) &&
                   !guard_->is_token(req.get_header_value("X-Motus-Token"))) {
            answer(res, 403, "this needs the token of the address that motus studio printed");
        } else if (!reads && req.method != "PUT") {
            answer(res, 405, "the studio knows GET, HEAD and PUT");
        } else if (const int refused = reads ? 0 : refused_body(req); refused != 0) {
            answer(res, refused, "a file comes plain, with its length, and not too large");
        } else {
            return Routed::Unhandled;
        }
        return Routed::Handled;
    });
    server_->set_exception_handler([](const Request&, Response& res, std::exception_ptr) {
        answer(res, 500, "the studio could not answer this");
    });
    server_->Get("/api/project", [this](const Request&, Response& res) {
        send_project(setup_, folder_, watch_, res);
    });
    server_->Get("/files/(.*)",
                 [this](const Request& req, Response& res) { send_file(folder_, req, res); });
    server_->Put("/files/(.*)", [this](const Request& req, Response& res) {
        write_file(folder_, req, res);
        watch_.forget();
    });
    server_->Get("/.*", [this](const Request& req, Response& res) { send_page(page_, req, res); });
}

std::string StudioServer::address() const {
    return fmt::format("http://{}:{}/#{}", kLoopback, port_, guard_->token());
}

void StudioServer::run() {
    server_->listen_after_bind();
    ended_ = true;
}

void StudioServer::stop() {
    // The library forgets a stop that comes before it listens.
    while (!ended_ && !server_->is_running())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    server_->stop();
}

}  // namespace motus::tool
