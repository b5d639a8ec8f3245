// SPDX-License-Identifier: MIT
#include <motus/bake/context.h>
#include <motus/bake/machine.h>
#include <motus/document/model.h>
#include <motus/document/pointer.h>

namespace motus {
namespace {

class MachineBaker {
  public:
    explicit MachineBaker(BakeContext& context) : context_(context) {}

    void run() {
        machines_ = lower_machines(context_.document, context_.records, context_.diagnostics);
        add_clips();
        if (!context_.diagnostics.has_errors()) check_result();
        add_sections(machines_, context_.writer);
    }

  private:
    void add_clips() {
        const RecordTable* clips = context_.records.find(doc::AnimationClip::static_type().number);
        for (std::size_t i = 0; i < context_.clips.size(); ++i) {
            const ClipMotion& clip = context_.clips[i];
            machines_.add_motion(MotionKind::clip, fitting(clip.duration, *clips->objects[i]),
                                 clip.loops, clip.events, clip.markers);
        }
    }

    // What a machine can play: graph.h says why there are limits.
    Ticks fitting(Ticks duration, const Object& motion) {
        if (duration > kMaxDuration) {
            report(context_, "bake-range", pointer_to(context_.document, motion),
                   "a motion is at most 9 days long");
        }
        if (duration <= Ticks{} || duration >= kMinDuration) return duration;
        context_.diagnostics.warn("bake-range", pointer_to(context_.document, motion),
                                  "is shorter than 0.1 ms: to machines it has no length");
        return {};
    }

    // The reader has the last word: what it would refuse is not written.
    void check_result() {
        const MachineTables tables = machines_.tables();
        if (check_motions(tables.motions, tables.events, tables.markers) != Status::ok) {
            report(context_, "bake-machine", "/scene", "the motions of machines are inconsistent");
            return;
        }
        const RecordTable* all =
            context_.records.find(doc::StateMachineDefinition::static_type().number);
        for (std::uint32_t i = 0; i < tables.machines.size(); ++i) {
            Graph graph;
            if (read_machine(tables, i, graph) == Status::ok) continue;
            report(context_, "bake-machine", pointer_to(context_.document, *all->objects[i]),
                   "has a number that is out of range");
        }
    }

    BakeContext& context_;
    LoweredMachines machines_;
};

}  // namespace

void bake_machines(BakeContext& context) {
    MachineBaker(context).run();
}

}  // namespace motus
