// tools/motus/studio/connections.h - requests off their sockets, within bounds of size, time,
// number.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include <httplib.h>

namespace motus::tool {

/// What a client may take. Whoever takes more is answered 431 or cut off; others do not notice.
struct ConnectionBounds {
    static constexpr std::size_t head_bytes = std::size_t{16} << 10;  ///< Request line and headers.
    static constexpr int head_seconds = 10;  ///< Until all of the head is there.
    /// Heads that are waited for, and clients that read; the oldest goes.
    static constexpr std::size_t waiting = 256;
    static constexpr std::size_t answer_bytes = std::size_t{256} << 20;  ///< Of all that read.
    static constexpr std::size_t working = 256;  ///< Requests that wait for an answer.
    static constexpr std::size_t threads = 32;   ///< Which answer them.
    static constexpr int idle_seconds = 5;       ///< For a body or an answer to move on,
    static constexpr std::size_t slowest = std::size_t{1}
                                           << 20;  ///< and the bytes that it moves in a second.
};

/// A library's server that gives a connection no thread before its request is there: one thread
/// waits for all of them, and for those that read an answer. The library's own gives each a thread
/// for as long as it drips, holds any number of headers, and ends with the program where an answer
/// takes too much memory.
///
/// One request a connection. Ranges are not looked at: every answer is whole.
class BoundedServer final : public httplib::Server {
  public:
    BoundedServer();
    ~BoundedServer() override;

    /// Once a port is bound: the library lets five connections wait until they are accepted, and
    /// the sixth tries again after a second.
    void widen_queue();

  private:
    class Connections;

    bool process_and_close_socket(socket_t socket) override;
    /// Answers a request, and returns what its socket has not taken of the answer.
    [[nodiscard]] std::string serve(socket_t socket, std::string received,
                                    const std::atomic<bool>& ended);

    Connections* connections_ = nullptr;  ///< While it listens.
};

}  // namespace motus::tool
