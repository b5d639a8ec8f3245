// SPDX-License-Identifier: MIT
#include <motus/session/simulation.h>

#include <motus/core/assert.h>
#include <motus/core/hash.h>

#include <fmt/format.h>

namespace motus {
namespace {

std::uint64_t hash_of(const Animator& run) {
    return hash_u64(checksum_bytes(run.instance()), checksum_bytes(std::as_bytes(run.carry())));
}

}  // namespace

Result<Done> Simulation::apply(const SimulationInput& input) {
    const InstanceView view = run_.view();
    for (const VariableSetting& setting : input.set)
        view.variables[setting.variable] = setting.bits;
    if (input.one_shot == kNoIndex) return Done{};
    const Status status = play_one_shot(run_.machine(), run_.instance(), input.one_shot);
    if (status == Status::ok) return Done{};
    return Error{"script", input.place + ".oneshot",
                 fmt::format("was refused: {}", to_string(status))};
}

Result<Done> Simulation::tick() {
    if (run_.update_fully(script_.dt)) return Done{};
    return Error{"script", fmt::format("frame {}", frame_), "cannot be run"};
}

Result<Done> Simulation::step() {
    const auto& inputs = script_.inputs;
    for (; next_input_ < inputs.size() && inputs[next_input_].frame == frame_; ++next_input_) {
        const Result<Done> done = apply(inputs[next_input_]);
        if (!done) return done;
    }
    const Result<Done> done = tick();
    if (done) ++frame_;
    return done;
}

Result<Done> Simulation::step_twice(std::uint64_t& hash) {
    const std::vector<std::byte> before = run_.snapshot();
    const std::size_t input = next_input_;
    Result<Done> done = step();
    if (!done) return done;
    const std::vector<std::byte> after = run_.snapshot();
    const Status restored = run_.restore(before);
    MOTUS_ASSERT(restored == Status::ok);
    (void)restored;
    next_input_ = input;
    --frame_;
    done = step();
    if (!done) return done;
    hash = hash_of(run_);
    if (run_.snapshot() == after) return Done{};
    return Error{"snapshot", fmt::format("frame {}", frame_ - 1),
                 "a restored snapshot does not go on as the first run did"};
}

}  // namespace motus
