// tests/animator/crowd_test.cpp - a Crowd: each character as an Animator, whoever else is there.
// SPDX-License-Identifier: MIT
#include <motus/animator/crowd.h>

#include "scenario.h"
#include "stage.h"

#include <tests/support/alloc_counter.h>
#include <tests/support/rounds.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace motus::test {
namespace {

// `make soak` runs ten thousand.
TEST(Crowd, EachCharacterIsAnAnimator) {
    constexpr std::uint64_t kScenarios = kSlowBuild ? 30 : 1000;
    constexpr std::uint32_t kWorkers[] = {1, 2, 8};
    for (std::uint64_t seed = 0; seed < kScenarios; ++seed) {
        const std::uint64_t kind = seed % 5;
        const Library& library = kind < 3    ? hero_library()
                                 : kind == 3 ? fast_library()
                                             : clip_library();
        const std::string fault =
            run_scenario(library, kind < 3 ? "hero" : "Hero", seed, kWorkers[seed % 3]);
        ASSERT_EQ(fault, "");
    }
}

TEST(Crowd, UpdatesAllocateNothing) {
    Result<Crowd> crowd = Crowd::create(hero_library(), "hero", 100);
    ASSERT_TRUE(crowd) << to_string(crowd.error());
    std::vector<Mat34> palettes(100 * crowd->palette_size());
    const Parameters<float> speed = crowd->parameter<float>("speed");
    ASSERT_TRUE(speed.is_bound());
    AllocCounter allocations;
    for (int frame = 0; frame < 60; ++frame) {
        for (std::uint32_t i = 0; i < crowd->size(); ++i)
            speed[i] = static_cast<float>((i + static_cast<std::uint32_t>(frame)) % 4);
        ASSERT_TRUE(crowd->update(kDt, palettes));
    }
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_FALSE(crowd->events().empty());
    EXPECT_FALSE(crowd->layer(3).state.empty());
}

TEST(Crowd, RefusesWhatItCannotDo) {
    EXPECT_FALSE(Crowd::create(hero_library(), "heroo", 3));
    EXPECT_EQ(Crowd::create(card_library(),
                            card_library().text(card_library().file().machines.machines[0].name), 3)
                  .error()
                  .code,
              "crowd-timeline");
    const UpdateRate wrong[] = {{0.1f, 1}, {0.5f, 2}};
    EXPECT_FALSE(Crowd::create(hero_library(), "hero", 3, {.rates = wrong}));
    const UpdateRate never[] = {{0.1f, 0}};
    EXPECT_FALSE(Crowd::create(hero_library(), "hero", 3, {.rates = never}));
    Crowd crowd = *Crowd::create(hero_library(), "hero", 3);
    std::vector<Mat34> few(crowd.palette_size());
    EXPECT_FALSE(crowd.update(kDt, few));
    EXPECT_FALSE(crowd.update(-kDt, {}));
    EXPECT_FALSE(crowd.update(std::nanf(""), {}));
    EXPECT_TRUE(crowd.update(kDt, {}));
    EXPECT_FALSE(crowd.parameter<float>("sped").is_bound());
    EXPECT_NE(crowd.take_fault().find("did you mean \"speed\"?"), std::string::npos);
    crowd.parameter<float>("speed")[99] = 1.0f;  // is ignored
    EXPECT_FALSE(crowd.play(7, "Idle"));
    EXPECT_FALSE(crowd.play(0, "Fly"));
    EXPECT_FALSE(crowd.take(3));
    Result<Animator> other = Animator::create(clip_library(), "Hero");
    ASSERT_TRUE(other);
    EXPECT_FALSE(crowd.put(0, *other));
    Result<Animator> plain = Animator::create(hero_library(), "hero", {.interrupts = false});
    EXPECT_FALSE(crowd.put(0, *plain));
    EXPECT_TRUE(crowd.morph_weights(9).empty());
    Result<Crowd> nobody = Crowd::create(hero_library(), "hero", 0);
    ASSERT_TRUE(nobody);
    EXPECT_TRUE(nobody->update(kDt, {}));
}

// A character that is not due makes its time up: it moves as one who takes longer steps.
TEST(Crowd, RatesApplyToTicksAndPoses) {
    const UpdateRate rates[] = {{0.5f, 1}, {0.0f, 4}};
    Crowd crowd = *Crowd::create(hero_library(), "hero", 8, {.rates = rates});
    std::vector<Mat34> palettes(8 * crowd.palette_size());
    Animator near = *Animator::create(hero_library(), "hero");
    crowd.significance()[1] = 0.1f;
    near.parameter<float>("speed") = 2.0f;
    for (std::uint32_t i = 0; i < 8; ++i)
        crowd.parameter<float>("speed")[i] = 2.0f;
    int moved = 0;
    double far_way = 0.0, near_way = 0.0;
    std::vector<Mat34> last(crowd.palette_size());
    for (int frame = 0; frame < 240; ++frame) {
        ASSERT_TRUE(near.update(kDt));
        ASSERT_TRUE(crowd.update(kDt, palettes));
        ASSERT_EQ(
            std::memcmp(palettes.data(), near.palettes().data(), near.palettes().size_bytes()), 0);
        const auto far = std::span(palettes).subspan(crowd.palette_size(), crowd.palette_size());
        moved += std::memcmp(far.data(), last.data(), far.size_bytes()) != 0 ? 1 : 0;
        std::copy(far.begin(), far.end(), last.begin());
        near_way += static_cast<double>(crowd.root_deltas()[0].translation.z);
        far_way += static_cast<double>(crowd.root_deltas()[1].translation.z);
    }
    EXPECT_EQ(moved, 60);
    EXPECT_NEAR(far_way, near_way, 0.15);
    EXPECT_GT(near_way, 3.0);
}

}  // namespace
}  // namespace motus::test
