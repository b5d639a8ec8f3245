// tests/scenes/hero_stage.h - the hero played by the runtime, with joints to look at.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset_rig.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>
#include <scenes/hero/hero.h>

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace motus::test {

inline const Asset& hero() {
    static const Asset asset = scenes::make_hero();
    return asset;
}

/// Samples clips of one asset through the runtime and answers where joints are in the world.
class Stage {
  public:
    explicit Stage(const Asset& asset)
        : asset_(asset), rig_(make_rig(asset).value()), pose_(rig_.skeleton.view()) {
        model_.resize(rig_.skeleton.view().joint_count());
    }

    const Asset& asset() const { return asset_; }
    const AssetRig& rig() const { return rig_; }
    const PoseBuffer& pose() const { return pose_; }
    const std::vector<Mat34>& model() const { return model_; }

    const AssetClip& clip(std::string_view name) const { return asset_.clips[index(name)]; }
    std::size_t index(std::string_view name) const {
        for (std::size_t i = 0; i < asset_.clips.size(); ++i)
            if (asset_.clips[i].name == name) return i;
        ADD_FAILURE() << "no clip " << name;
        return 0;
    }

    /// Root motion included: the root joint is where the clip puts it.
    void play(std::string_view name, Ticks time) {
        SampleJob job;
        job.clip = rig_.clips[index(name)].view();
        job.time = time;
        job.rest = rest_pose(rig_.skeleton.view());
        job.out = pose_.view();
        ASSERT_EQ(run(job), Status::ok);
        compose();
    }
    void rest() {
        ASSERT_EQ(copy_pose(rest_pose(rig_.skeleton.view()), pose_.view()), Status::ok);
        compose();
    }

    JointIndex joint(std::string_view name) const {
        const JointIndex j = find_joint(rig_.skeleton.view(), hash_name(name));
        if (j == kNoJoint) ADD_FAILURE() << "no joint " << name;
        return j == kNoJoint ? 0 : j;
    }
    Vec3 at(std::string_view name) const {
        const Mat34& m = model_[joint(name)];
        return {m.m[3], m.m[7], m.m[11]};
    }

  private:
    void compose() {
        LocalToModelJob job;
        job.skeleton = rig_.skeleton.view();
        job.local = pose_.view();
        job.model = model_;
        ASSERT_EQ(run(job), Status::ok);
    }
    const Asset& asset_;
    AssetRig rig_;
    PoseBuffer pose_;
    std::vector<Mat34> model_;
};

}  // namespace motus::test
