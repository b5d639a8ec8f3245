// Prints one hash per part of the runtime, over a scene that uses all of it. Built directly from
// the sources by matrix.py, in every configuration that must give the same bits.
//
// Arguments of a call are evaluated in any order: what comes from dice is named first.
#include <motus/core/playhead.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <tests/determinism/hash.h>

namespace motus::determinism {
namespace {

using scenes::Dice;

void hash_time() {
    Hash hash;
    Dice dice(11);
    for (int i = 0; i < 2000; ++i) {
        TickRemainder remainder{static_cast<std::uint32_t>(dice.next())};
        Ticks ticks{};
        hash.add(ticks_of_step(dice.unit() * 0.1f, remainder, ticks));
        hash.add(scale_ticks(ticks, dice.unit() * 3.0f, remainder, ticks));
        hash.add(static_cast<std::uint64_t>(ticks.value));
        hash.add(remainder.fraction);
        hash.add(seconds_of(ticks));
        hash.add(static_cast<std::uint64_t>(ticks_of_seconds(double{dice.unit()} * 1e4).value));
    }
    for (PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
        Playhead head;
        const Ticks duration = ticks_of_frames(47, 30);
        for (int i = 0; i < 1000; ++i) {
            const Ticks dt{dice.below(1u << 30)};
            const float speed = dice.unit() * 4.0f;
            Advance step;
            hash.add(advance(head, dt, speed, mode, duration, step));
            hash.add(static_cast<std::uint64_t>(head.phase.value));
            hash.add(static_cast<std::uint64_t>(step.wraps));
            hash.add(static_cast<std::uint64_t>(time_of(head, mode, duration).value));
        }
    }
    hash.print("time");
}

void hash_math() {
    Hash hash;
    Dice dice(12);
    const auto vec = [&] { return Vec3{dice.unit(), dice.unit(), dice.unit()}; };
    const auto quat = [&] {
        return normalize(Quat{dice.unit(), dice.unit(), dice.unit(), dice.unit()});
    };
    for (int i = 0; i < 4000; ++i) {
        const double angle = double{dice.unit()} * (i % 4 == 0 ? 1e6 : 10.0);
        const SinCos sc = sin_cos(angle);
        hash.add(sc.sin);
        hash.add(sc.cos);
        const double y = double{dice.unit()}, x = double{dice.unit()};  // in this order
        hash.add(arc_tangent(y, x));
        hash.add(arc_cosine(double{dice.unit()} * 1.1));

        const Quat a = quat(), b = quat();
        hash.add(slerp(a, b, 0.5f + 0.5f * dice.unit()));
        hash.add(multiply(a, b));
        hash.add(rotate(a, vec()));
        const Mat34 m = to_matrix({vec(), a, add(vec(), {1.5f, 1.5f, 1.5f})});
        const Mat34 n = to_matrix({vec(), b, vec()});
        hash.add(multiply(m, n));
        hash.add(inverse(m));
        const Transform back = decompose(multiply(m, n));
        hash.add(back.translation);
        hash.add(back.rotation);
        hash.add(back.scale);
    }
    hash.print("math");
}

}  // namespace
}  // namespace motus::determinism

int main() {
    using namespace motus::determinism;
    hash_time();
    hash_math();
    const motus::scenes::StressRig rig = motus::scenes::make_stress_rig(75);
    hash_poses(rig);
    hash_players(rig);
    hash_mix(rig);
    hash_mixer(rig);
    hash_vertices(rig);
    hash_graph(rig);
    hash_crowd();
    return 0;
}
