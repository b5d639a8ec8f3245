// tests/play/show.h - one action on a mixer, step by step.
// SPDX-License-Identifier: MIT
#pragma once

#include <tests/play/stage.h>

#include <vector>

#include <gtest/gtest.h>

namespace motus::test {

/// Joins one step of several updates, in milliseconds of mixer time.
struct Show {
    Mixer mixer;
    int looped = 0, finished = 0;

    explicit Show(const Stage& stage) : mixer(stage.rig()) {}
    void step(double ms) {
        ASSERT_EQ(mixer.update(seconds(ms / 1000.0)), Status::ok);
        looped += notices_of(mixer, NoticeKind::looped);
        finished += notices_of(mixer, NoticeKind::finished);
    }
    double value() const { return value_of(mixer); }
};

/// Names of the events of the last step.
inline std::vector<int> names_of(const Mixer& mixer) {
    std::vector<int> names;
    for (const MixerEvent& event : mixer.events())
        names.push_back(static_cast<int>(event.name));
    return names;
}

}  // namespace motus::test
