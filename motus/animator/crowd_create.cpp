// motus/animator/crowd_create.cpp - what a Crowd does before its first frame, or between frames.
// SPDX-License-Identifier: MIT
#include <motus/animator/crowd_parts.h>
#include <motus/animator/parts.h>
#include <motus/core/assert.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace motus {
namespace {

constexpr std::uint32_t kMostEvents = 4096;  ///< Of one character in one update.
constexpr std::uint32_t kLongestInterval = 1024;

bool are_rates(std::span<const UpdateRate> rates) {
    for (std::size_t i = 0; i < rates.size(); ++i) {
        if (rates[i].interval == 0 || rates[i].interval > kLongestInterval) return false;
        if (!(rates[i].least == rates[i].least)) return false;
        if (i > 0 && !(rates[i].least < rates[i - 1].least)) return false;
    }
    return true;
}

AnimatorOptions animator_options(const CrowdOptions& options) {
    AnimatorOptions out;
    out.interrupts = options.interrupts;
    out.layers = options.layers;
    return out;
}

}  // namespace

CrowdWorker::CrowdWorker(const detail::Cast& cast, std::uint32_t batch, std::uint32_t event_count)
    : items(std::size_t{cast.limits.items} * batch),
      layers(std::size_t{cast.limits.layers} * batch),
      events(event_count),
      playlists(batch),
      characters(batch),
      places(batch),
      floats(cast.rig, cast.shown, batch) {}

CrowdUpdateScratch CrowdWorker::view() noexcept {
    return {items, layers, events, playlists, characters, places, floats.floats()};
}

Crowd::Parts::Parts(std::unique_ptr<detail::Cast> made, std::string_view called, std::uint32_t size,
                    const CrowdOptions& given)
    : cast(std::move(made)),
      name(called),
      count(size),
      options(given),
      rates(given.rates.begin(), given.rates.end()),
      layers(given.layers.begin(), given.layers.end()),
      words(count * ((cast->instance_bytes + 7) / 8)),
      carry(count * cast->carry_floats),
      roots(count),
      weights(count * cast->rig.skeleton.rest_weights.size()),
      significance(count, 1.0f),
      pending(rates.empty() ? 0 : count),
      steps(pending.size()),
      waited(pending.size()),
      parts((count + kCrowdPart - 1) / kCrowdPart),
      events(parts.size() * options.events * kCrowdPart) {
    MOTUS_ASSERT(cast->instance_bytes % 8 == 0);
    options.rates = {};
    options.layers = {};
    joint_names.reserve(layers.size());
    for (ClipLayer& layer : layers)
        layer.joint = joint_names.emplace_back(layer.joint);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Status started = start(cast->graph, instance(i));
        MOTUS_ASSERT(started == Status::ok);
        (void)started;
        // Characters take turns.
        if (!rates.empty()) waited[i] = static_cast<std::uint16_t>(i % rates.back().interval);
    }
    const std::uint32_t room = std::min(options.events * kCrowdPart, kMostEvents);
    for (std::uint32_t w = 0; w < std::max(options.executor.workers, 1u); ++w)
        scratch.push_back(workers.emplace_back(*cast, kCrowdPart, room).view());
}

Crowd::Crowd(std::unique_ptr<Parts> parts) noexcept : parts_(std::move(parts)) {}
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&&) noexcept = default;
Crowd::~Crowd() = default;

Result<Crowd> Crowd::create(const Library& library, std::string_view name, std::uint32_t count,
                            const CrowdOptions& options) {
    return of(detail::make_cast(library, name, animator_options(options)), name, count, options);
}

Result<Crowd> Crowd::create(const Library& library, const Machine& machine, std::string_view rig,
                            std::uint32_t count, const CrowdOptions& options) {
    return of(detail::make_cast(library, machine, rig, animator_options(options)), rig, count,
              options);
}

Result<Crowd> Crowd::of(Result<std::unique_ptr<detail::Cast>> cast, std::string_view name,
                        std::uint32_t count, const CrowdOptions& options) {
    if (!are_rates(options.rates))
        return Error{"crowd-rates", "", "update rates descend, with intervals from 1 to 1024"};
    if (!cast) return cast.error();
    if (detail::plays_timelines(**cast))
        return Error{"crowd-timeline", "", "the machine plays timelines: use an Animator for each"};
    if (!(*cast)->has_rig())
        return Error{"crowd-rig", "", "the machine drives no rig: there are no palettes to write"};
    return Crowd(std::make_unique<Parts>(*std::move(cast), name, count, options));
}

std::uint32_t* Crowd::find_parameter(std::string_view name,
                                     bool (*fits)(record::VariableKind) noexcept,
                                     std::size_t& stride) {
    const Result<std::uint32_t> found = detail::find_parameter(*parts_->cast, name, fits);
    if (!found) {
        parts_->fault = found.error().cause;
        return nullptr;
    }
    if (size() == 0) return nullptr;
    stride = parts_->cast->instance_bytes / sizeof(std::uint32_t);
    return &view_of(parts_->cast->graph, parts_->instance(0)).variables[*found];
}

bool Crowd::fail(std::string why) {
    if (why.empty()) return true;
    parts_->fault = std::move(why);
    return false;
}

bool Crowd::play(std::uint32_t character, std::string_view state, std::size_t layer, float at) {
    return cross_fade(character, state, 0.0f, layer, at);
}

bool Crowd::cross_fade(std::uint32_t character, std::string_view state, float fade_s,
                       std::size_t layer, float at) {
    if (character >= size()) return fail("there is no such character");
    return fail(detail::enter_by_name(*parts_->cast, parts_->instance(character), state, layer,
                                      fade_s, at));
}

bool Crowd::play_once(std::uint32_t character, std::string_view clip) {
    if (character >= size()) return fail("there is no such character");
    return fail(detail::play_once_by_name(*parts_->cast, parts_->instance(character), clip));
}

Result<Animator> Crowd::take(std::uint32_t character) const {
    if (character >= size()) return Error{"no-character", "", "there is no such character"};
    CrowdOptions options = parts_->options;
    options.layers = parts_->layers;
    const detail::Cast& cast = *parts_->cast;
    const bool in_code = cast.machine == kNoItem && cast.clips.layers.empty();
    Result<Animator> made =
        in_code
            ? Animator::create(*cast.library, cast.graph, parts_->name, animator_options(options))
            : Animator::create(*cast.library, parts_->name, animator_options(options));
    if (!made) return made;
    Animator::Parts& one = *made->parts_;
    const auto instance = parts_->instance(character);
    const auto carry = parts_->carry_of(character);
    std::memcpy(one.words.data(), instance.data(), instance.size());
    std::copy(carry.begin(), carry.end(), one.carry.begin());
    if (!parts_->rates.empty()) made->view().header->step = parts_->remainder;
    return made;
}

bool Crowd::put(std::uint32_t character, const Animator& animator) {
    if (character >= size()) return fail("there is no such character");
    const Animator::Parts& one = *animator.parts_;
    const auto instance = parts_->instance(character);
    const auto carry = parts_->carry_of(character);
    if (one.cast->library != parts_->cast->library ||
        shape_of(one.cast->graph) != shape_of(parts_->cast->graph) ||
        one.cast->machine != parts_->cast->machine ||
        one.cast->rig_index != parts_->cast->rig_index || one.carry.size() != carry.size()) {
        return fail("the animator plays something else than the crowd");
    }
    std::memcpy(instance.data(), one.words.data(), instance.size());
    std::copy(one.carry.begin(), one.carry.end(), carry.begin());
    return true;
}

std::size_t Crowd::bytes_per_character() const noexcept {
    const std::size_t rates = parts_->rates.empty() ? 0 : 2 * sizeof(Ticks) + sizeof(std::uint16_t);
    return parts_->cast->instance_bytes + parts_->cast->carry_floats * sizeof(float) +
           parts_->cast->rig.skeleton.rest_weights.size() * sizeof(float) + sizeof(RootDelta) +
           sizeof(float) + rates + parts_->options.events * sizeof(CrowdEvent);
}

std::string Crowd::take_fault() {
    return std::exchange(parts_->fault, {});
}

}  // namespace motus
