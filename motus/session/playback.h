// motus/session/playback.h - something that runs in an editor and shows what it does: a timeline.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/change.h>
#include <motus/session/live_timelines.h>
#include <motus/session/property_context.h>

#include <optional>
#include <vector>

namespace motus {

/// What an editor frame ticks. It writes through a preview: stopping it restores every value, and
/// nothing it wrote reaches undo or disk.
class Playback {
  public:
    virtual ~Playback() = default;
    /// Moves by `dt_s` and shows. 0 shows again what is there, after an edit.
    virtual Result<Done> tick(float dt_s) = 0;
    /// Back to authored values.
    virtual void stop() = 0;
    [[nodiscard]] virtual bool is_running() const noexcept = 0;
    /// Where its active layer has got to.
    [[nodiscard]] virtual TimelinePosition position() const = 0;
};

/// Plays or scrubs one timeline.
class TimelinePlayback final : public Playback {
  public:
    explicit TimelinePlayback(LiveTimelines& timelines) noexcept : timelines_(timelines) {}

    /// Starts at the beginning; of a one-shot that runs backwards, at the end.
    Result<Done> play(std::uint64_t timeline, float speed = 1.0f);
    /// Stands at a frame of the key rate, and shows it.
    Result<Done> scrub(std::uint64_t timeline, double frame);
    void pause() noexcept { paused_ = true; }
    void resume() noexcept { paused_ = false; }

    Result<Done> tick(float dt_s) override;
    void stop() override;
    [[nodiscard]] bool is_running() const noexcept override { return timeline_ != 0; }
    [[nodiscard]] TimelinePosition position() const override;

  private:
    Result<Done> show();

    LiveTimelines& timelines_;
    std::optional<Preview> preview_;
    std::uint64_t timeline_ = 0;
    TimelineClock clock_{};
    std::optional<Ticks> standing_;  ///< Scrubbed to, maybe outside the work area.
    float speed_ = 1.0f;
    bool paused_ = false;
};

}  // namespace motus
