// SPDX-License-Identifier: MIT
#include <motus/document/document.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace motus {
namespace {

/// Counts one more while it lives.
class OneMore {
  public:
    explicit OneMore(std::uint32_t& count) noexcept : count_(count) { ++count_; }
    ~OneMore() { --count_; }
    OneMore(const OneMore&) = delete;
    OneMore& operator=(const OneMore&) = delete;

  private:
    std::uint32_t& count_;
};

}  // namespace

Error refused_in_callback() {
    return {"in-callback", "", "a listener may not do this while it is told of a change"};
}

void Document::remove_listener(CommandListener& listener) {
    std::replace(listeners_.begin(), listeners_.end(), &listener,
                 static_cast<CommandListener*>(nullptr));
    if (telling_ == 0) std::erase(listeners_, nullptr);
}

/// Calls for each listener until one says false. The list may change meanwhile: who is added hears
/// of what comes next.
template <typename Call>
void Document::tell(Call call) {
    {
        const OneMore telling(telling_);
        const std::size_t count = listeners_.size();
        for (std::size_t i = 0; i < count; ++i)
            if (listeners_[i] != nullptr && !call(*listeners_[i])) break;
    }
    if (telling_ == 0) std::erase(listeners_, nullptr);
}

void Document::notify(const Command& command, bool backward, Origin origin) {
    const OneMore quiet(quiet_);
    tell([&](CommandListener& listener) {
        listener.on_change(*this, {command, backward, origin});
        return true;
    });
}

void Document::tell_rollback() {
    const OneMore quiet(quiet_);
    tell([&](CommandListener& listener) {
        listener.on_rollback(*this);
        return true;
    });
}

Result<Done> Document::acknowledge(const StepInfo& info) {
    if (Result<Done> followed = flush_.run(*this); !followed) return followed;
    Result<Done> answer = Done{};
    const OneMore quiet(quiet_);
    tell([&](CommandListener& listener) {
        answer = listener.on_commit(*this, info);
        return answer.has_value();
    });
    return answer;
}

void Document::tell_step() {
    const auto confirmed = std::exchange(open_->confirmed, {});
    tell([&](CommandListener& listener) {
        // What it adds comes behind what it reads.
        std::vector<Command> done = std::exchange(open_->commands, {});
        listener.on_step(*this, {open_->name, Origin::edit, done, confirmed});
        std::move(open_->commands.begin(), open_->commands.end(), std::back_inserter(done));
        open_->commands = std::move(done);
        return true;
    });
    if (!open_->failure) make_step_canonical(confirmed);
}

}  // namespace motus
