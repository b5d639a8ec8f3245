// tools/motus/studio/answers.h - answers on their way to clients that may take their time.
// SPDX-License-Identifier: MIT
#pragma once

#include "connections.h"

#include <chrono>
#include <list>
#include <vector>

#include <poll.h>

namespace motus::tool {

/// When a transfer that began at `start` and has moved `bytes` must have moved more.
[[nodiscard]] std::chrono::steady_clock::time_point due(std::chrono::steady_clock::time_point start,
                                                        std::size_t bytes);

/// What sockets have not taken yet of their answers. All on one thread, which waits for none of
/// them: a client that does not read, or does not close, holds nobody else up.
class Answers {
  public:
    using Clock = std::chrono::steady_clock;

    /// Sends the rest of an answer as the client takes it, then closes. Where there are too many,
    /// the oldest is cut off.
    void add(socket_t socket, std::string rest);
    /// Appends what to poll for, an entry for each, and brings `next` forward.
    void ask(std::vector<pollfd>& asked, Clock::time_point& next) const;
    /// Takes the entries that ask() appended and poll() filled in.
    void advance(const pollfd* answered, Clock::time_point now);
    void close_all();

  private:
    struct Answer {
        socket_t socket;
        std::string rest;
        std::size_t sent = 0;
        Clock::time_point start, end;
        bool is_sent = false;  ///< Then the client is waited for, to close.
    };

    /// True where the connection is done with.
    static bool advance(Answer& answer);
    void drop(std::list<Answer>::iterator answer);

    std::list<Answer> answers_;  ///< The oldest first.
    std::size_t bytes_ = 0;      ///< That they hold.
};

}  // namespace motus::tool
