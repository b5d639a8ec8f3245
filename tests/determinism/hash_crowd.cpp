// Packed clips of baked files, sampled and played by crowds: decoding, mixing, both ways to
// palettes, characters in batches and alone.
#include <motus/load/library.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <tests/determinism/hash.h>
#include <tests/determinism/packed_files.h>
#include <tests/support/crowd.h>

#include <vector>

namespace motus::determinism {
namespace {

constexpr std::uint32_t kCharacters = 13;  // a batch of 8, one of 4, and one alone

void hash_file(std::span<const std::byte> bytes, Hash& samples, Hash& crowds) {
    BakedFile file;
    const Status status = open_baked(bytes, file);
    samples.add(status);
    if (status != Status::ok) return;
    const Result<Library> library = Library::of(file);
    if (!library) return samples.add(Status::bad_data);
    const std::span<const Clip> clips = library->clips();
    const Skeleton skeleton = skeleton_at(file.rigs, 0);
    PoseBuffer pose(skeleton);
    for (const Clip& clip : clips) {
        samples.add(std::uint64_t{clip.packed == nullptr});
        for (int i = 0; i < 40; ++i) {
            const Ticks time{clip.duration.value * i / 37};
            samples.add(run(SampleJob{clip, time, rest_pose(skeleton), {}, pose}));
            samples.add(ConstPoseView(pose));
        }
    }
    const Rig& rig = library->rig(0);
    crowds.add(std::uint64_t{rig.plan->chain});
    CrowdScratch memory(rig);
    const std::span<float> scratch[] = {memory.floats()};
    std::vector<CrowdItem> items;
    std::vector<CrowdCharacter> characters;
    std::vector<Mat34> palettes(kCharacters * palette_size(rig));
    std::vector<float> weights(kCharacters * skeleton.rest_weights.size());
    scenes::Dice dice(21);
    for (int frame = 0; frame < 12; ++frame) {
        items.clear(), characters.clear();
        for (std::uint32_t i = 0; i < kCharacters; ++i) {
            const std::uint32_t count = (i + static_cast<std::uint32_t>(frame)) % 4;
            characters.push_back({static_cast<std::uint32_t>(items.size()), count});
            for (std::uint32_t k = 0; k < count; ++k) {
                const std::uint32_t clip = dice.below(static_cast<std::uint32_t>(clips.size()));
                const Ticks time{dice.below(600'000'000)};
                items.push_back({time, clip, i % 2 == 0 ? 1.0f / static_cast<float>(count) : 0.3f});
            }
        }
        CrowdFrameJob job = test::frame_job(rig, rig.clips, items, characters, palettes, scratch);
        job.weights = weights;
        crowds.add(run(job));
        crowds.add(palettes);
        crowds.add(std::span<const float>(weights));
    }
}

}  // namespace

void hash_crowd() {
    Hash samples, crowds;
    hash_file(kPackedFast, samples, crowds);
    hash_file(kPackedScaled, samples, crowds);
    hash_file(kPackedSmall, samples, crowds);
    samples.print("packed");
    crowds.print("crowd");
}

}  // namespace motus::determinism
