// motus/animator/crowd.h - many characters of one machine: one call a frame, palettes out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/animator.h>
#include <motus/crowd/executor.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace motus {

/// How often characters of at least this significance are updated.
struct UpdateRate {
    float least = 0.0f;          ///< Of significance.
    std::uint32_t interval = 1;  ///< Frames from one update to the next, 1 to 1024.
};

struct CrowdOptions {
    Executor executor{};       ///< Runs parts of an update; by itself on the calling thread.
    bool interrupts = true;    ///< As AnimatorOptions has it.
    std::uint32_t events = 4;  ///< Events and changes per character that one update reports, at
                               ///< most in the mean of 64 characters.
    std::span<const UpdateRate> rates{};  ///< Descending; below the last, the last holds. Empty:
                                          ///< all are updated in every frame.
    std::span<const ClipLayer> layers{};  ///< As AnimatorOptions has them.
};

/// An event of one of the characters.
struct CrowdEvent : Event {
    std::uint32_t character = 0;
};

/// `count` characters that play one machine of a library, or clips of one rig.
///
///     auto crowd = motus::Crowd::create(*library, "hero", 10'000, {.executor = pool});
///     auto speeds = crowd->parameter<float>("speed");
///     speeds[i] = 2.0f;
///     crowd->update(dt_s, palettes);
///
/// A character has the same bits as an Animator with the same inputs, in a crowd of any size, with
/// any number of workers. Allocates when it is made and when a character is taken out; never in an
/// update. The library must outlive it. Move-only; moving it leaves parameters and spans valid.
/// Calls that take a name are those of Animator, and fail as they do.
class Crowd {
  public:
    /// Fails as Animator::create, on a machine that plays timelines or drives no rig, and on rates
    /// that do not descend.
    [[nodiscard]] static Result<Crowd> create(const Library& library, std::string_view name,
                                              std::uint32_t count,
                                              const CrowdOptions& options = {});
    /// A machine made in code, as Animator::create takes it.
    [[nodiscard]] static Result<Crowd> create(const Library& library, const Machine& machine,
                                              std::string_view rig, std::uint32_t count,
                                              const CrowdOptions& options = {});
    Crowd(Crowd&&) noexcept;
    Crowd& operator=(Crowd&&) noexcept;
    ~Crowd();

    [[nodiscard]] std::uint32_t size() const noexcept;
    /// Matrices per character: those of all skins in turn.
    [[nodiscard]] std::size_t palette_size() const noexcept;

    /// A parameter of every character. Not bound where there is none of that name and type.
    template <class T>
    [[nodiscard]] Parameters<T> parameter(std::string_view name) {
        std::size_t stride = 0;
        std::uint32_t* first = find_parameter(name, &detail::fits_kind<T>, stride);
        return first == nullptr ? Parameters<T>() : Parameters<T>(first, stride, size());
    }

    /// One step of all: decides, evaluates, writes the palettes of character i from
    /// i * palette_size() on. Empty palettes: none are written. A character that is not due keeps
    /// its palette, and makes its way up with its next update: give the same memory every frame.
    /// False where `dt_s` is negative or not finite, or palettes are too few: nothing has changed.
    /// No allocation. Characters are evaluated in batches: see crowd/frame.h for what is fastest.
    bool update(float dt_s, std::span<Mat34> palettes) noexcept;

    /// Of the last update, in the order of characters.
    [[nodiscard]] std::span<const CrowdEvent> events() const noexcept;
    [[nodiscard]] std::uint32_t lost_events() const noexcept;
    /// One per character; nothing for those that were not due.
    [[nodiscard]] std::span<const RootDelta> root_deltas() const noexcept;
    [[nodiscard]] std::span<const float> morph_weights(std::uint32_t character) const noexcept;
    /// What rates look at, to be written by the host: 1 for all at first.
    [[nodiscard]] std::span<float> significance() noexcept;
    [[nodiscard]] LayerInfo layer(std::uint32_t character, std::size_t layer = 0) const noexcept;

    bool play(std::uint32_t character, std::string_view state, std::size_t layer = 0,
              float at = 0.0f);
    bool cross_fade(std::uint32_t character, std::string_view state, float fade_s,
                    std::size_t layer = 0, float at = 0.0f);
    bool play_once(std::uint32_t character, std::string_view clip);

    /// A character as an Animator, which goes on from where it stands; and one put in its place.
    /// False for an Animator of something else, or with other settings.
    [[nodiscard]] Result<Animator> take(std::uint32_t character) const;
    bool put(std::uint32_t character, const Animator& animator);

    /// Bytes that one more character takes, without its palettes.
    [[nodiscard]] std::size_t bytes_per_character() const noexcept;
    [[nodiscard]] std::string take_fault();

  private:
    struct Parts;
    friend struct CrowdStep;
    explicit Crowd(std::unique_ptr<Parts> parts) noexcept;
    [[nodiscard]] static Result<Crowd> of(Result<std::unique_ptr<detail::Cast>> cast,
                                          std::string_view name, std::uint32_t count,
                                          const CrowdOptions& options);
    [[nodiscard]] std::uint32_t* find_parameter(std::string_view name,
                                                bool (*fits)(record::VariableKind) noexcept,
                                                std::size_t& stride);
    bool fail(std::string why);
    std::unique_ptr<Parts> parts_;
};

}  // namespace motus
