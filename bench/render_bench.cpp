// A frame of a crowd, split: decide (a machine each), evaluate (packed clips to palettes), upload,
// draw; one draw call per part of the model. Prints a hash of the palettes: a speed-up that changes
// them shows. The Fox is drawn where MOTUS_TEST_DATA is set; the hero, of many more vertices, comes
// in a smaller crowd.
#include "render_cast.h"
#include "report.h"

#include <benchmark/benchmark.h>
#include <motus/core/hash.h>
#include <motus/import/gltf/gltf.h>
#include <motus/render/context.h>
#include <motus/render/figure.h>
#include <motus/render/renderer.h>
#include <scenes/scenes.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace motus;
using namespace motus::render;

double now_s() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Everything that a crowd of one scene needs.
struct Stage {
    Asset asset;
    AssetRig rig;
    Model model;
    Renderer renderer;
    std::unique_ptr<bench::RenderCast> cast;
    std::vector<Instance> instances;
    Scene scene{};
    Draw draw{};

    Stage(Asset a, AssetRig r, Model m, Renderer rd, std::uint32_t count)
        : asset(std::move(a)),
          rig(std::move(r)),
          model(std::move(m)),
          renderer(std::move(rd)),
          instances(count) {
        const FigurePoses poses(rig, 1);
        const Bounds figure = model.bounds(poses.view());
        const float wide = 1.3f * radius(figure), size = radius(figure);
        for (std::uint32_t i = 0; i < count; ++i) {
            instances[i].pose = i;
            instances[i].place.m[3] = (static_cast<float>(i % 40) - 20.0f) * wide;
            instances[i].place.m[11] = static_cast<float>(i / 40) * -1.5f * wide;
            extend(scene.subject, transform(instances[i].place, figure));
        }
        scene.width = 640;
        scene.height = 360;
        scene.figure_m = size;
        scene.camera = frame_bounds(scene.subject, {0.3f, 0.3f, 0.44f, 1.05f}, 640.0f / 360.0f);
    }

    void show() {
        draw.model = &model;
        draw.poses = cast->poses();
        draw.instances = instances;
        scene.draws = {&draw, 1};
    }
};

std::unique_ptr<Context> g_context;

std::unique_ptr<Stage> make_stage(const std::string& name, std::uint32_t count, std::string& why) {
    Diagnostics diagnostics;
    auto asset = name.find('.') == std::string::npos ? scenes::make_scene(name)
                                                     : import_gltf_file(name, diagnostics);
    if (!asset) return why = to_string(asset.error()), nullptr;
    auto rig = make_rig(*asset);
    if (!rig) return why = to_string(rig.error()), nullptr;
    auto model = Model::make(*asset, *rig, diagnostics);
    if (!model) return why = to_string(model.error()), nullptr;
    auto renderer = Renderer::make();
    if (!renderer) return why = to_string(renderer.error()), nullptr;
    auto stage = std::make_unique<Stage>(std::move(*asset), std::move(*rig), std::move(*model),
                                         std::move(*renderer), count);
    auto cast = bench::RenderCast::make(stage->asset, stage->rig, count);
    if (!cast) return why = to_string(cast.error()), nullptr;
    stage->cast = std::move(*cast);
    stage->show();
    return stage;
}

void crowd_frame(benchmark::State& state, const std::string& name, std::uint32_t count) {
    std::string why;
    const auto stage = make_stage(name, count, why);
    if (!stage) return state.SkipWithError(why.c_str());
    // Into the run: machines have changed their minds once.
    std::uint32_t frame = 0;
    while (frame < 100)
        stage->cast->decide(++frame);
    stage->cast->evaluate();
    const std::uint64_t hash =
        bench::hash_matrices(kHashSeed, stage->cast->poses().palettes.front());
    double decide = 0.0, evaluate = 0.0, upload = 0.0, draw = 0.0;
    // Shaders are compiled when they are first used: not part of a frame.
    if (!stage->renderer.upload(stage->scene) || !stage->renderer.draw(stage->scene))
        return state.SkipWithError("the frame was not drawn");
    for ([[maybe_unused]] auto _ : state) {
        const double t0 = now_s();
        stage->cast->decide(++frame);
        const double t1 = now_s();
        stage->cast->evaluate();
        const double t2 = now_s();
        const auto uploaded = stage->renderer.upload(stage->scene);
        const double t3 = now_s();
        const auto drawn = stage->renderer.draw(stage->scene);
        stage->renderer.finish();
        if (!uploaded || !drawn) return state.SkipWithError("the frame was not drawn");
        decide += t1 - t0;
        evaluate += t2 - t1;
        upload += t3 - t2;
        draw += now_s() - t3;
    }
    const double frames = static_cast<double>(state.iterations()) * 1e-3;
    state.counters["decide_ms"] = decide / frames;
    state.counters["evaluate_ms"] = evaluate / frames;
    state.counters["upload_ms"] = upload / frames;
    state.counters["draw_ms"] = draw / frames;
    state.counters["calls"] = stage->renderer.stats().draw_calls;
    state.counters["parts"] = stage->model.part_count();
    state.counters["items"] = stage->cast->items();
    char label[32];
    std::snprintf(label, sizeof label, "hash %016llx", static_cast<unsigned long long>(hash));
    state.SetLabel(label);
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    auto context = open_context();
    if (!context) {
        std::printf("nothing can be drawn here: %s\n", to_string(context.error()).c_str());
        return 0;
    }
    g_context = std::move(*context);
    benchmark::AddCustomContext("renderer", g_context->description());
    const auto add = [](const std::string& title, const std::string& name, std::uint32_t count) {
        benchmark::RegisterBenchmark((title + "_" + std::to_string(count)).c_str(), crowd_frame,
                                     name, count)
            ->Unit(benchmark::kMillisecond)
            ->Iterations(3);
    };
    add("spine", "spine", 1000);
    add("hero", "hero", 50);
    if (const char* data = std::getenv("MOTUS_TEST_DATA"))
        add("fox", std::string(data) + "/models/Fox/Fox.glb", 1000);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    g_context.reset();
    return 0;
}
