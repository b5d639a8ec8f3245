// Random players on random rigs for as long as it is told (seconds, default 2), each step held
// against exact integer arithmetic and against what must always be true. Prints the seed of every
// round; `players_soak SECONDS SEED` repeats one.
#include <motus/math/ops.h>
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <scenes/stress/stress.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace motus;

[[noreturn]] void fail(std::uint64_t seed, const char* what) {
    std::printf("soak_players: seed %llu: %s\n", static_cast<unsigned long long>(seed), what);
    std::exit(1);
}

/// The clock as it would be with unlimited precision: units of 2^-32 tick in 128 bits.
struct ExactClock {
    __extension__ using Int = __int128;
    Int phase = 0;

    static Int floor_mod(Int a, Int m) { return ((a % m) + m) % m; }

    Ticks time(PlayMode mode, Ticks duration) const {
        const Int d = Int{duration.value} << 32;
        if (d == 0) return {};
        Int p = phase;
        if (mode == PlayMode::once) p = p < 0 ? 0 : p > d ? d : p;
        if (mode == PlayMode::loop) p = floor_mod(p, d);
        if (mode == PlayMode::ping_pong) {
            p = floor_mod(p, 2 * d);
            if (p > d) p = 2 * d - p;
        }
        return {static_cast<std::int64_t>(p >> 32)};
    }
};

void round_of(std::uint64_t seed) {
    scenes::Dice dice(seed);
    const scenes::StressRig rig = scenes::make_stress_rig(1 + dice.below(80), seed);
    const std::uint32_t joints = rig.skeleton.view().joint_count();
    constexpr std::uint32_t kPlayers = 24;
    std::vector<Player> players(kPlayers);
    std::vector<ExactClock> clocks(kPlayers);
    for (Player& player : players) {
        player.clip = ClipId{dice.below(scenes::kStressClips)};
        player.mode = static_cast<PlayMode>(dice.below(3));
        // Speeds and steps that are whole multiples of small powers of two, so that the exact
        // clock below needs no rounding of its own.
        player.speed = static_cast<float>(static_cast<int>(dice.below(513)) - 256) / 64.0f;
    }
    PoseBuffer pose(rig.skeleton);
    std::vector<Mat34> model(joints), palettes(std::size_t{joints} * kPlayers);
    for (int frame = 0; frame < 600; ++frame) {
        PlayersJob job;
        job.rig = rig.view();
        job.dt_s = static_cast<float>(dice.below(1u << 12)) / 65536.0f;
        job.players = players;
        job.scratch = {pose, model};
        job.palettes = palettes;
        const std::vector<Player> before = players;
        if (run(job) != Status::ok) fail(seed, "a good job was refused");
        for (std::uint32_t i = 0; i < kPlayers; ++i) {
            const Player& player = players[i];
            const Clip& clip = rig.clips[static_cast<std::uint32_t>(player.clip)];
            const Ticks time = time_of(player, clip);
            if (time < Ticks{} || time > clip.duration) fail(seed, "a time is out of range");

            ExactClock& clock = clocks[i];
            const auto dt = static_cast<ExactClock::Int>(job.dt_s * 65536.0f) * kTicksPerSecond;
            const auto speed = static_cast<ExactClock::Int>(player.speed * 64.0f);
            if (before[i].playing) clock.phase += ((dt * speed) << 32) / 65536 / 64;
            if (player.mode == PlayMode::once) {  // it stays at the end that it has reached
                const auto end = ExactClock::Int{clip.duration.value} << 32;
                clock.phase = clock.phase < 0 ? 0 : clock.phase > end ? end : clock.phase;
            }
            const Ticks exact = clock.time(player.mode, clip.duration);
            // What two remainders still carry: under one tick of dt, times a speed up to 4, and
            // under one tick of phase; and each of the two sides rounds down.
            std::int64_t off = std::llabs(time.value - exact.value);
            if (player.mode == PlayMode::loop) off = std::min(off, clip.duration.value - off);
            if (off > 6) fail(seed, "a clock has drifted");
        }
        for (const Mat34& m : palettes) {
            if (!is_finite(m)) fail(seed, "a palette is not finite");
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 2.0;
    std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const auto begin = std::chrono::steady_clock::now();
    std::uint64_t rounds = 0;
    do {
        round_of(seed++);
        if (++rounds % 100 == 0) std::printf("%llu rounds\n", (unsigned long long)rounds);
    } while (std::chrono::steady_clock::now() - begin < std::chrono::duration<double>(seconds));
    std::printf("soak_players: %llu rounds of 24 players x 600 frames, no drift, next seed %llu\n",
                static_cast<unsigned long long>(rounds), static_cast<unsigned long long>(seed));
    return 0;
}
