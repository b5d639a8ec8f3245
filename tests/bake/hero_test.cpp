// tests/bake/hero_test.cpp - the hero's machine from document to pose: baked, loaded, ticked.
// SPDX-License-Identifier: MIT
#include "baked.h"

#include <motus/core/bytes.h>
#include <motus/load/library.h>
#include <motus/machine/tick.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <scenes/hero/hero.h>
#include <scenes/hero/hero_document.h>

#include <gtest/gtest.h>

#include <cmath>

namespace motus::test {
namespace {

/// An instance of a machine, with a rig to show it on.
class Hero {
  public:
    explicit Hero(const BakedFile& file)
        : library_(*Library::of(file)),
          graph(library_.machine(*library_.find_machine("hero"))),
          rig_(library_.rig(0)),
          pose_(rig_.skeleton),
          workspace_(rig_.skeleton) {
        bytes_.resize(instance_size(graph));
        EXPECT_EQ(start(graph, bytes_), Status::ok);
        const PlaylistLimits limits = playlist_limits(graph);
        items_.resize(limits.items);
        layers_.resize(limits.layers);
        events_.resize(64);
    }

    [[nodiscard]] std::uint32_t variable(const char* name) const {
        return find_variable(graph, hash_name(name));
    }
    void tick(float dt_s) {
        Playlist playlist{items_, layers_, 0, 0};
        MachineEvents events{events_, 0, 0};
        ASSERT_EQ(run(TickJob{graph, bytes_, dt_s, &playlist, &events, nullptr, false}),
                  Status::ok);
        for (std::uint32_t i = 0; i < events.count; ++i)
            steps += events_[i].name == hash_name("step") ? 1 : 0;
        RootDelta root;
        EvaluateJob job;
        job.rig = rig_;
        job.playlist = &playlist;
        job.scratch = workspace_.scratch();
        job.out = pose_;
        job.root = &root;
        ASSERT_EQ(run(job), Status::ok);
        walked_m += std::hypot(root.translation.x, root.translation.z);
    }
    [[nodiscard]] NameHash state(std::uint32_t layer = 0) {
        const LayerState& s = view_of(graph, bytes_).layers[layer];
        return s.state == kNoState ? NameHash::none : NameHash{graph.states[s.state].path};
    }
    std::span<std::byte> bytes() { return bytes_; }

  private:
    Library library_;

  public:
    Machine graph;
    std::uint32_t steps = 0;
    double walked_m = 0.0;

  private:
    Rig rig_;
    PoseBuffer pose_;
    EvaluateWorkspace workspace_;
    std::vector<std::byte> bytes_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<MachineEvent> events_;
};

TEST(BakedHero, WalksByHisMachine) {
    const Baked baked = bake_document(*scenes::make_hero_document(), scenes::make_hero());
    ASSERT_TRUE(baked.ok()) << baked.why();
    EXPECT_EQ(baked.file.rigs.rigs[0].machine, 0u);
    EXPECT_EQ(baked.file.machines.motions.size(), baked.file.clips.clips.size());
    Hero hero(baked.file);
    for (int i = 0; i < 60; ++i)
        hero.tick(1.0f / 60);
    EXPECT_EQ(hero.state(), hash_name("Idle"));
    EXPECT_LT(hero.walked_m, 0.01);
    ASSERT_EQ(set_float(hero.graph, hero.bytes(), hero.variable("speed"), 1.12f), Status::ok);
    for (int i = 0; i < 120; ++i)
        hero.tick(1.0f / 60);
    EXPECT_EQ(hero.state(), hash_name("Move"));
    EXPECT_GT(hero.walked_m, 1.5);
    EXPECT_LT(hero.walked_m, 2.4);
    ASSERT_EQ(set_trigger(hero.graph, hero.bytes(), hero.variable("jump")), Status::ok);
    for (int i = 0; i < 20; ++i)
        hero.tick(1.0f / 60);
    EXPECT_EQ(hero.state(), hash_name("Jump"));
}

TEST(BakedHero, IsTheSameBytesTwice) {
    const Asset asset = scenes::make_hero();
    const Baked a = bake_document(*scenes::make_hero_document(), asset);
    const Baked b = bake_document(*scenes::make_hero_document(), asset);
    ASSERT_TRUE(a.ok()) << a.why();
    EXPECT_TRUE(a.bytes == b.bytes);
    EXPECT_TRUE(a.diagnostics.faults().empty())
        << a.diagnostics.faults()[0].path << ": " << a.diagnostics.faults()[0].message;
}

}  // namespace
}  // namespace motus::test
