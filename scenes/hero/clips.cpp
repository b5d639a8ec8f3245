// SPDX-License-Identifier: MIT
#include <scenes/hero/clips.h>
#include <scenes/hero/motion.h>

#include <algorithm>

namespace motus::scenes::hero {
namespace {

AssetClip keyed(const Motion& motion, const std::vector<AssetNode>& nodes) {
    SampledClip clip;
    clip.name = motion.name;
    clip.rate_hz = motion.rate_hz;
    clip.loop = motion.loop;
    clip.root_motion = motion.root_motion;
    for (std::int64_t f = 0; f <= motion.frames; ++f) {
        const bool again = motion.loop && f == motion.frames;
        const std::int64_t shown = again ? 0 : f;
        Pose pose = motion.pose(static_cast<double>(shown) / static_cast<double>(motion.rate_hz));
        if (again) pose.root = pose.root + motion.travel;
        std::vector<Transform> local = local_transforms(pose);
        for (std::uint32_t j = 0; j < kJointCount && !motion.only.empty(); ++j) {
            const bool used = std::find(motion.only.begin(), motion.only.end(),
                                        static_cast<Joint>(j)) != motion.only.end();
            if (!used) local[j] = nodes[j].local;
        }
        clip.frames.push_back(std::move(local));
    }
    AssetClip out = write_clip(clip, nodes);
    for (const Mark& mark : motion.marks)
        out.events.push_back({ticks_of_frames(mark.frame, motion.rate_hz), mark.name});
    return out;
}

}  // namespace

std::vector<AssetClip> make_clips(const std::vector<AssetNode>& nodes) {
    std::vector<AssetClip> clips;
    for (const Motion& motion : {idle(), walk(), run(), jump(), turn_left(), wave()})
        clips.push_back(keyed(motion, nodes));
    return clips;
}

double wave_at(double cycles) {
    return cosine(2.0 * kPi * cycles);
}

void set_scarf(Pose& pose, double lift, double sway, double side_sway, double phase) {
    const Joint joints[] = {Joint::scarf1, Joint::scarf2, Joint::scarf3};
    for (int i = 0; i < 3; ++i) {
        const double late = phase - 0.11 * i, grow = 0.6 + 0.3 * i;
        pose[joints[i]] = turn(lift / 3.0 + sway * grow * wave_at(late), 0,
                               side_sway * grow * wave_at(0.5 * late + 0.1));
    }
}

}  // namespace motus::scenes::hero
