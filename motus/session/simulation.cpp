// SPDX-License-Identifier: MIT
#include <motus/session/simulation.h>

#include <motus/core/hash.h>

#include <fmt/format.h>

namespace motus {
namespace {

std::uint64_t hash_of(const MachineRun::Snapshot& snapshot) {
    const std::uint64_t instance = checksum_bytes(snapshot.instance);
    return hash_u64(instance, checksum_bytes(std::as_bytes(std::span(snapshot.carry))));
}

}  // namespace

Result<Done> Simulation::apply(const SimulationInput& input) {
    const InstanceView view = run_.view();
    for (const VariableSetting& setting : input.set)
        view.variables[setting.variable] = setting.bits;
    if (input.one_shot == kNoIndex) return Done{};
    const Status status = play_one_shot(run_.graph(), run_.instance(), input.one_shot);
    if (status == Status::ok) return Done{};
    return Error{"script", input.place + ".oneshot",
                 fmt::format("was refused: {}", to_string(status))};
}

Result<Done> Simulation::tick() {
    const Status status = run_.tick(script_.dt);
    if (status == Status::ok) return Done{};
    return Error{"script", fmt::format("frame {}", frame_),
                 fmt::format("cannot be run: {}", to_string(status))};
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
    const MachineRun::Snapshot before = run_.save();
    const std::size_t input = next_input_;
    Result<Done> done = step();
    if (!done) return done;
    const MachineRun::Snapshot after = run_.save();
    run_.restore(before);
    next_input_ = input;
    --frame_;
    done = step();
    if (!done) return done;
    hash = hash_of(after);
    if (run_.save() == after) return Done{};
    return Error{"snapshot", fmt::format("frame {}", frame_ - 1),
                 "a restored snapshot does not go on as the first run did"};
}

}  // namespace motus
