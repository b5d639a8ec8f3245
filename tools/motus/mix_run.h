// tools/motus/mix_run.h - a mixer that follows a script, step by step.
// SPDX-License-Identifier: MIT
#pragma once

#include "script.h"

#include <motus/play/mixer.h>

#include <string>
#include <string_view>

namespace motus::tool {

/// Plays a script on a character. All it is given must outlive it. What the mixer refuses is thrown
/// as an InputFault that names the script's file and the place in it.
class MixRun {
  public:
    MixRun(const std::string& file, const std::string& script_file, const Character& character,
           const MixScript& script);

    /// What happens before the update of `step`; steps count from 1 and come in order.
    void prepare(std::uint64_t step);
    void update();
    /// Says which events came after the last step.
    void warn_of_the_rest() const;

    [[nodiscard]] Action action(std::uint32_t clip) { return mixer_.clip_action(ClipId{clip}); }
    [[nodiscard]] Mixer& mixer() noexcept { return mixer_; }
    [[nodiscard]] std::string_view name_of(const MixerEvent& event) const;

  private:
    void check(Status status, const std::string& place) const;
    void apply(const MixStart& start);
    void apply(const MixEvent& event);

    const std::string& script_file_;
    const Character& character_;
    const MixScript& script_;
    RigBuffer mixer_rig_;
    Mixer mixer_;
    std::size_t next_event_ = 0;
};

}  // namespace motus::tool
