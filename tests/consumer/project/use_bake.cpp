// A game that loads what its build has baked: motus_bake() in CMakeLists.txt.
#include <post.h>

#include <motus/animator/animator.h>

#include <cstdio>
#include <vector>

using namespace motus;

int main() {
    const Result<Library> file = Library::open(ASSET);
    if (!file) return 1;

    // The machine plays its only state; half a second later the post is half way up.
    Result<Animator> post = Animator::create(*file, "post");
    if (!post) return 3;
    const machines::Post types(*post);
    if (!types.is_bound()) return 4;
    if (!post->update(0.5f)) return 5;
    const float height = post->pose().joints.plane(Plane::ty)[0];

    // A timeline of the same file.
    const Result<std::uint32_t> timeline = file->find_timeline("dim");
    if (!timeline) return 2;
    std::vector<PropertyValue> values(file->timelines().channels.size());
    std::vector<std::uint8_t> written(values.size());
    const TimelineJob dim{.set = file->timelines(),
                          .timeline = *timeline,
                          .time = ticks_of_seconds(0.25),
                          .out = {values, written}};
    if (run(dim) != Status::ok || values.size() != 1) return 7;
    std::printf("height %.2f, opacity %.2f\n", height, values[0].v[0]);
    std::puts("consumer of motus_bake: ok");
    return height == 1.0f && values[0].v[0] == 0.75f ? 0 : 8;
}
