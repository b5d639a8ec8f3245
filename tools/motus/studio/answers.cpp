// tools/motus/studio/answers.cpp
// SPDX-License-Identifier: MIT
#include "answers.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

namespace motus::tool {
namespace {

using Bounds = ConnectionBounds;

}  // namespace

std::chrono::steady_clock::time_point due(std::chrono::steady_clock::time_point start,
                                          std::size_t bytes) {
    return start + std::chrono::seconds(Bounds::idle_seconds) +
           std::chrono::milliseconds(bytes / (Bounds::slowest / 1000));
}

void Answers::add(socket_t socket, std::string rest) {
    const Clock::time_point now = Clock::now();
    bytes_ += rest.size();
    answers_.push_back({socket, std::move(rest), 0, now, due(now, 0)});
    while (answers_.size() > Bounds::waiting ||
           (bytes_ > Bounds::answer_bytes && answers_.size() > 1)) {
        drop(answers_.begin());
    }
}

void Answers::ask(std::vector<pollfd>& asked, Clock::time_point& next) const {
    for (const Answer& answer : answers_) {
        asked.push_back({answer.socket, static_cast<short>(answer.is_sent ? POLLIN : POLLOUT), 0});
        next = std::min(next, answer.end);
    }
}

void Answers::advance(const pollfd* answered, Clock::time_point now) {
    for (auto at = answers_.begin(); at != answers_.end(); ++answered) {
        const auto answer = at++;
        if ((answered->revents != 0 && advance(*answer)) || now >= answer->end) drop(answer);
    }
}

bool Answers::advance(Answer& answer) {
    if (answer.is_sent) {
        char ignored[4096];
        const ssize_t count = recv(answer.socket, ignored, sizeof ignored, MSG_DONTWAIT);
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
    }
    const std::size_t left = answer.rest.size() - answer.sent;
    const ssize_t count =
        send(answer.socket, answer.rest.data() + answer.sent, left, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0) return errno != EAGAIN && errno != EINTR;
    answer.sent += static_cast<std::size_t>(count);
    answer.end = due(answer.start, answer.sent);
    if (answer.sent < answer.rest.size()) return false;
    // With bytes of the client unread the system would cut the answer off: those are taken first.
    shutdown(answer.socket, SHUT_WR);
    answer.is_sent = true;
    answer.end = Clock::now() + std::chrono::milliseconds(500);
    return false;
}

void Answers::drop(std::list<Answer>::iterator answer) {
    bytes_ -= answer->rest.size();
    close(answer->socket);
    answers_.erase(answer);
}

void Answers::close_all() {
    while (!answers_.empty())
        drop(answers_.begin());
}

}  // namespace motus::tool
