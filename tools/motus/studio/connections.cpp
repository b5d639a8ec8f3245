// tools/motus/studio/connections.cpp
// SPDX-License-Identifier: MIT
#include "connections.h"

#include "answers.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

namespace motus::tool {
namespace {

using Bounds = ConnectionBounds;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr std::string_view kTooLarge =
    "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: "
    "0\r\n\r\n";

int milliseconds_until(Clock::time_point end) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    return static_cast<int>(std::clamp<long long>(left.count() + 1, 0, 60'000));
}

bool wait_for(socket_t socket, short event, Clock::time_point end) {
    pollfd at{socket, event, 0};
    return Clock::now() < end && poll(&at, 1, milliseconds_until(end)) > 0;
}

/// Takes a header out of the head that the library would spend time and memory on.
void remove_ranges(std::string& received) {
    constexpr std::string_view name = "range:";
    std::size_t end = received.find(kHeadEnd), line = 0;
    while ((line = received.find('\n', line)) < end) {
        const std::size_t begin = line + 1;
        if (strncasecmp(received.c_str() + begin, name.data(), name.size()) != 0) {
            line = begin;
            continue;
        }
        const std::size_t size = received.find('\n', begin) + 1 - begin;
        received.erase(begin, size);
        // The last header's line end was part of the head's.
        end = received.find(kHeadEnd);
    }
}

/// What was received, then what the socket brings.
class BoundedStream final : public httplib::Stream {
  public:
    BoundedStream(socket_t socket, std::string received, const std::atomic<bool>& ended)
        : socket_(socket),
          received_(std::move(received)),
          ended_(ended),
          read_start_(Clock::now()) {}

    bool is_readable() const override {
        return at_ < received_.size() || wait_for(socket_, POLLIN, due(read_start_, read_));
    }
    bool is_writable() const override { return !ended_; }
    ssize_t read(char* to, std::size_t size) override {
        if (at_ < received_.size()) {
            const std::size_t count = std::min(size, received_.size() - at_);
            std::memcpy(to, received_.data() + at_, count);
            at_ += count;
            return static_cast<ssize_t>(count);
        }
        if (ended_ || !is_readable()) return -1;
        const ssize_t count = recv(socket_, to, size, MSG_DONTWAIT);
        if (count > 0) read_ += static_cast<std::size_t>(count);
        return count;
    }
    /// Takes all of it: what the socket does not want at once is left over.
    ssize_t write(const char* from, std::size_t size) override {
        if (ended_) return -1;
        ssize_t count = 0;
        if (unsent_.empty()) count = send(socket_, from, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN && errno != EINTR) return -1;
        const std::size_t sent = count > 0 ? static_cast<std::size_t>(count) : 0;
        unsent_.append(from + sent, size - sent);
        return static_cast<ssize_t>(size);
    }
    void get_remote_ip_and_port(std::string&, int&) const override {}
    void get_local_ip_and_port(std::string&, int&) const override {}
    /// Only asked whether `select` could take it, which nobody calls here.
    socket_t socket() const override { return 0; }

    [[nodiscard]] std::string take_unsent() { return std::move(unsent_); }

  private:
    socket_t socket_;
    std::string received_, unsent_;
    const std::atomic<bool>& ended_;
    std::size_t at_ = 0, read_ = 0;
    Clock::time_point read_start_;
};

}  // namespace

/// The library asks it for a thread per connection; it gives it none until a head is whole.
class BoundedServer::Connections final : public httplib::TaskQueue {
  public:
    explicit Connections(BoundedServer& server) : server_(server), pool_(Bounds::threads) {
        if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) throw std::bad_alloc();
        server_.connections_ = this;
        waiter_ = std::thread([this] { run(); });
    }
    ~Connections() override {
        for (const int end : wake_)
            close(end);
    }

    /// On the thread that accepts, which goes on at once.
    void enqueue(std::function<void()> accepted) override { accepted(); }

    void add(socket_t socket) {
        {
            const std::lock_guard lock(mutex_);
            added_.push_back(socket);
        }
        wake();
    }

    void shutdown() override {
        ended_ = true;
        wake();
        waiter_.join();
        pool_.shutdown();
        take_added();
        for (const Waiting& waiting : waiting_)
            close(waiting.socket);
        answers_.close_all();
        server_.connections_ = nullptr;
    }

  private:
    /// A connection whose request is not there yet.
    struct Waiting {
        socket_t socket;
        Clock::time_point end;
        std::string received;
    };

    void wake() { (void)!::write(wake_[1], "", 1); }

    void take_added() {
        char ignored[64];
        while (::read(wake_[0], ignored, sizeof ignored) > 0) {
        }
        const std::lock_guard lock(mutex_);
        for (const socket_t socket : added_) {
            waiting_.push_back(
                {socket, Clock::now() + std::chrono::seconds(Bounds::head_seconds), {}});
        }
        added_.clear();
        for (; waiting_.size() > Bounds::waiting; waiting_.pop_front())
            close(waiting_.front().socket);
        for (auto& [socket, rest] : answered_)
            answers_.add(socket, std::move(rest));
        answered_.clear();
    }

    /// Reads what has come; true where the connection waits no longer.
    bool advance(Waiting& waiting) {
        char piece[4096];
        const ssize_t count = recv(waiting.socket, piece, sizeof piece, MSG_DONTWAIT);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
            if (Clock::now() < waiting.end) return false;
        }
        if (count <= 0) {
            close(waiting.socket);
            return true;
        }
        const std::size_t from =
            std::max(waiting.received.size(), kHeadEnd.size()) - kHeadEnd.size();
        waiting.received.append(piece, static_cast<std::size_t>(count));
        const std::size_t end = waiting.received.find(kHeadEnd, from);
        if (std::min(end, waiting.received.size()) > Bounds::head_bytes) {
            (void)send(waiting.socket, kTooLarge.data(), kTooLarge.size(),
                       MSG_DONTWAIT | MSG_NOSIGNAL);
            close(waiting.socket);
            return true;
        }
        if (end == std::string::npos) return false;
        if (working_ >= Bounds::working) {
            close(waiting.socket);
            return true;
        }
        ++working_;
        auto request = std::make_shared<Waiting>(std::move(waiting));
        pool_.enqueue([this, request] {
            std::string rest = server_.serve(request->socket, std::move(request->received), ended_);
            {
                const std::lock_guard lock(mutex_);
                answered_.emplace_back(request->socket, std::move(rest));
            }
            --working_;
            wake();
        });
        return true;
    }

    void run() {
        std::vector<pollfd> asked;
        while (!ended_) {
            take_added();
            asked.assign(1, {wake_[0], POLLIN, 0});
            Clock::time_point next = Clock::now() + std::chrono::seconds(Bounds::head_seconds);
            for (const Waiting& waiting : waiting_) {
                asked.push_back({waiting.socket, POLLIN, 0});
                next = std::min(next, waiting.end);
            }
            answers_.ask(asked, next);
            (void)poll(asked.data(), asked.size(), milliseconds_until(next));
            const Clock::time_point now = Clock::now();
            auto answer = asked.begin() + 1;
            for (auto at = waiting_.begin(); at != waiting_.end(); ++answer) {
                const bool look = answer->revents != 0 || now >= at->end;
                at = look && advance(*at) ? waiting_.erase(at) : std::next(at);
            }
            answers_.advance(asked.data() + (answer - asked.begin()), now);
        }
    }

    BoundedServer& server_;
    httplib::ThreadPool pool_;
    std::thread waiter_;
    std::atomic<bool> ended_{false};
    std::atomic<std::size_t> working_{0};
    int wake_[2] = {-1, -1};
    std::mutex mutex_;
    std::vector<socket_t> added_;
    std::vector<std::pair<socket_t, std::string>> answered_;  ///< With what is left to send.
    std::list<Waiting> waiting_;                              ///< The oldest first.
    Answers answers_;
};

BoundedServer::BoundedServer() {
    new_task_queue = [this] { return new Connections(*this); };
}

BoundedServer::~BoundedServer() = default;

void BoundedServer::widen_queue() {
    (void)::listen(svr_sock_, SOMAXCONN);
}

bool BoundedServer::process_and_close_socket(socket_t socket) {
    connections_->add(socket);
    return true;
}

std::string BoundedServer::serve(socket_t socket, std::string received,
                                 const std::atomic<bool>& ended) {
    try {
        remove_ranges(received);
        BoundedStream stream(socket, std::move(received), ended);
        bool closed = false;
        (void)process_request(stream, true, closed, nullptr);
        return stream.take_unsent();
    } catch (...) {
        // An answer that cannot be made: whoever asked finds the connection closed.
        return {};
    }
}

}  // namespace motus::tool
