// States without motion: in Unity they last one second, and loop.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/export.h>
#include <tests/unity/made.h>
#include <tests/unity/running.h>

#include <algorithm>

namespace motus::unity {
namespace {

using test::Running;

/// The frame of a sixtieth of a second in which `running` is no longer in A; 400 where it stays.
int frame_of_leaving(Running& running) {
    for (int frame = 0; frame < 400; ++frame) {
        running.tick(1.0f / 60.0f);
        if (running.layer(0).state != "Base/A" || !running.layer(0).next.empty()) return frame;
    }
    return 400;
}

Transition& exit_at(Made& made, float time) {
    Transition& way = made.lead(0, Target::state, 1);
    way.has_exit_time = true;
    way.exit_time = time;
    return way;
}

TEST(UnityEmptyState, LoopsEverySecond) {
    for (const auto& [time, frame] : {std::pair(0.0f, 60), std::pair(0.5f, 30)}) {
        Made made;
        exit_at(made, time);
        EXPECT_EQ(made.run().states()[0].loop(), doc::LoopMode::loop);
        Running running(made.controller, {});
        ASSERT_TRUE(running.ok());
        EXPECT_NEAR(frame_of_leaving(running), frame, 1) << time;
        EXPECT_TRUE(std::any_of(made.import.report.features.begin(),
                                made.import.report.features.end(), [](const ReportFeature& f) {
                                    return f.name == "states without motion" &&
                                           f.note == "empty states of one second that loop";
                                }));
    }
}

TEST(UnityEmptyState, ReachesItsExitTimeAgain) {
    Made made;
    exit_at(made, 0.5f).conditions = {{1, "b", 0.0}};
    made.run();
    EXPECT_TRUE(made.import.report.rules.empty());  // documented: it loops
    Running running(made.controller, {});
    ASSERT_TRUE(running.ok());
    for (int i = 0; i < 60; ++i)
        running.tick(1.0f / 60.0f);
    EXPECT_EQ(running.layer(0).state, "Base/A");
    running.set("b", 1.0f);
    EXPECT_NEAR(frame_of_leaving(running), 30, 1);
}

// So does a blend tree in which there is no motion; and it goes back as it came.
TEST(UnityEmptyState, TreesWithoutMotionLoopToo) {
    for (const int depth : {0, 1, 2}) {
        Made made;
        made.controller.trees.resize(static_cast<std::size_t>(depth) + 1);
        for (BlendTree& tree : made.controller.trees)
            tree.parameter_x = "f";
        for (int i = 0; i < depth; ++i) {
            auto& children = made.controller.trees[static_cast<std::size_t>(i)].children;
            children.resize(2);  // the second has no motion
            children[0].motion.tree = static_cast<std::uint32_t>(i) + 1;
        }
        made.controller.states[0].motion.tree = 0;
        exit_at(made, 0.0f);
        EXPECT_EQ(made.run().states()[0].loop(), doc::LoopMode::loop);
        Running running(made.controller, {});
        ASSERT_TRUE(running.ok());
        EXPECT_NEAR(frame_of_leaving(running), 60, 1) << depth;
        Diagnostics losses;
        const auto& machine = content(*made.import.document).library().machines()[0];
        (void)export_controller(*made.import.document, machine, losses);
        for (const Fault& fault : losses.faults())
            ADD_FAILURE() << fault.message;
    }
    Made made;  // one motion is enough for a tree to loop as its motions do
    made.controller.trees.resize(1);
    made.controller.trees[0].parameter_x = "f";
    made.controller.trees[0].children.resize(2);
    made.controller.trees[0].children[1].motion.clip = {7400000, std::string(32, '1'), 2};
    made.controller.states[0].motion.tree = 0;
    EXPECT_EQ(made.run().states()[0].loop(), doc::LoopMode::from_motion);
}

// It goes back without a word: Unity's own loop too.
TEST(UnityEmptyState, GoesBackToUnity) {
    Made made;
    exit_at(made, 0.5f);
    made.run();
    Diagnostics losses, faults;
    const auto& machine = content(*made.import.document).library().machines()[0];
    const std::string text = export_controller(*made.import.document, machine, losses);
    for (const Fault& fault : losses.faults())
        ADD_FAILURE() << fault.message;
    const auto back = read_controller(text, faults);
    ASSERT_TRUE(back);
    EXPECT_TRUE(back->states[0].motion.is_none());
}

}  // namespace
}  // namespace motus::unity
