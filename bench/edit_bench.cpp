// bench/edit_bench.cpp - what an edit costs an editor: the edit itself, and the bake after it.
// SPDX-License-Identifier: MIT
#include <motus/bake/disk_store.h>
#include <motus/document/model_change.h>
#include <motus/import/gltf/gltf.h>
#include <motus/session/project.h>
#include <scenes/card/card.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace motus;
namespace fs = std::filesystem;

constexpr int kRounds = 9;
constexpr double kMost_ms = 4.0;

double processor_ms() {
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void must(const Result<Done>& done, const char* what) {
    if (done) return;
    std::fprintf(stderr, "%s: %s\n", what, done.error().cause.c_str());
    std::exit(1);
}

std::vector<std::byte> read_bytes(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    const auto bytes = std::as_bytes(std::span<const char>(text.data(), text.size()));
    return {bytes.begin(), bytes.end()};
}

/// What is edited: a key, a curve and a state, beside what was imported.
struct Places {
    std::uint64_t timeline = 0, entity = 0, state = 0, transition = 0;
};

const doc::Rig* first_rig(const Document& document) {
    for (const doc::Entity& entity : content(document).scene().entities()) {
        for (const auto& component : entity.components())
            if (const auto* rig = object_cast<doc::Rig>(&component)) return rig;
    }
    return nullptr;
}

/// Packs every clip small, and adds a timeline of a transform and a machine of two states.
Places prepare(Project& project) {
    Document& document = project.document();
    Places places;
    if (const doc::Rig* rig = first_rig(document)) {
        auto change = document.begin_change(*rig);
        change.set_packed(doc::PackedKind::small);
        must(change.commit(), "pack");
    }
    auto change = document.begin_change(content(document));
    auto entity = change.scene_change().entities_append();
    entity.set_name("edited");
    entity.components_append<doc::Transform3D>();
    places.entity = entity.object().id();
    auto library = change.library_change();
    auto timeline = library.timelines_append();
    timeline.set_name("edited").set_duration(60);
    auto track = timeline.tracks_append();
    const auto& type = doc::Transform3D::static_type();
    track.binding_change()
        .set_target(places.entity)
        .set_component(type.number)
        .set_property(std::uint32_t{type.number} << 16 | doc::Transform3D::kPosition)
        .set_property_kind(doc::ValueKind::vec3);
    for (int frame = 0; frame <= 60; frame += 10)
        track.keys_append().set_frame(frame).set_value(
            Value(Float3{0, static_cast<float>(frame), 0}));
    places.timeline = timeline.object().id();
    auto machine = library.machines_append();
    machine.set_name("edited");
    auto graph = machine.machine_change().layers_append().set_name("base").graph_change();
    auto from = graph.states_append();
    from.set_name("from").set_kind(doc::StateKind::timeline).set_motion(places.timeline);
    auto to = graph.states_append();
    to.set_name("to").set_kind(doc::StateKind::timeline).set_motion(places.timeline);
    graph.set_entry(from.object().id());
    auto transition = graph.transitions_append();
    transition.set_from(from.object().id()).set_to(to.object().id());
    transition.set_has_exit_time(true).set_exit_time(1.0f).set_duration(0.2f);
    places.state = to.object().id();
    places.transition = transition.object().id();
    must(change.commit(), "prepare");
    project.rebake();
    for (const Fault& fault : project.report().faults) {
        if (fault.severity != Severity::error) continue;
        std::fprintf(stderr, "%s: %s\n", fault.path.c_str(), fault.message.c_str());
        std::exit(1);
    }
    return places;
}

template <class T>
const T& found(const Document& document, std::uint64_t id) {
    return static_cast<const T&>(*document.find_id(id));
}

/// The median of processor times.
double median_ms(const std::function<void(int)>& edit) {
    std::vector<double> times;
    for (int round = 0; round < kRounds; ++round) {
        const double start = processor_ms();
        edit(round);
        times.push_back(processor_ms() - start);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/// One line; false where an edit takes too long.
bool measure(const std::string& name, Project& project) {
    const double start = processor_ms();
    const Places at = prepare(project);
    const double first = processor_ms() - start;
    Document& document = project.document();
    const auto edited = [&](const char* what, auto&& change) {
        must(change.commit(), what);
        project.rebake();
        if (!project.report().playable) std::exit(1);
    };
    const double rename = median_ms([&](int i) {
        auto change = document.begin_change(found<doc::Entity>(document, at.entity));
        change.set_name("name " + std::to_string(i));
        edited("rename", change);
    });
    const double key = median_ms([&](int i) {
        auto change = document.begin_change(found<doc::AnimationTimeline>(document, at.timeline));
        change.tracks_change(0).keys_change(2).set_value(
            Value(Float3{0, static_cast<float>(i), 0}));
        edited("key", change);
    });
    const double curve = median_ms([&](int i) {
        auto change =
            document.begin_change(found<doc::StateMachineTransition>(document, at.transition));
        auto shape = i == 0 ? change.curve_make() : change.curve_change();
        if (i == 0) {
            shape.keys_append().set_time(0.0f).set_value(1.0f);
            shape.keys_append().set_time(0.5f).set_value(0.5f);
            shape.keys_append().set_time(1.0f).set_value(0.0f);
        }
        shape.keys_change(1).set_value(0.3f + 0.04f * static_cast<float>(i));
        edited("curve", change);
    });
    const double state = median_ms([&](int i) {
        auto change = document.begin_change(found<doc::StateMachineState>(document, at.state));
        change.set_position({static_cast<float>(i), 1.0f});
        edited("state", change);
    });
    const double most = std::max({rename, key, curve, state});
    std::printf("%-44s %9zu %10.1f %7.2f %7.2f %7.2f %7.2f%s\n", name.c_str(),
                project.baked().size(), first, rename, key, curve, state,
                most > kMost_ms ? "  TOO SLOW" : "");
    std::fflush(stdout);
    return most <= kMost_ms;
}

}  // namespace

/// bench_edit [--quick] [--cache DIR] [NAME]: models whose path has NAME in it.
int main(int argc, char** argv) {
    bool quick = false;
    std::string wanted;
    std::optional<DiskStore> store;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--quick") == 0) {
            quick = true;
        } else if (std::strcmp(argv[i], "--cache") == 0 && i + 1 < argc) {
            Result<DiskStore> opened = DiskStore::open(argv[++i]);
            if (opened) store.emplace(*std::move(opened));
        } else {
            wanted = argv[i];
        }
    }
    BakeStore* kept = store ? &*store : nullptr;
    const auto scenes = [](std::string_view name) { return scenes::make_scene(name); };
    std::printf("%-44s %9s %10s %7s %7s %7s %7s\n", "processor ms", "bytes", "first", "rename",
                "key", "curve", "state");
    bool fast = true;
    if (wanted.empty() || wanted == "card") {
        Project card(scenes, kept);
        must(card.open(scenes::make_card_document()), "card");
        fast = measure("card", card) && fast;
    }
    const char* folder = std::getenv("MOTUS_TEST_DATA");
    if (folder == nullptr) {
        std::fprintf(stderr, "MOTUS_TEST_DATA is not set: no models\n");
        return fast ? 0 : 1;
    }
    std::vector<fs::path> models;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(folder) / "models"))
        if (entry.path().extension() == ".glb") models.push_back(entry.path());
    std::sort(models.begin(), models.end());
    for (const fs::path& path : models) {
        const std::string name = fs::relative(path, fs::path(folder) / "models").string();
        if (name.find(wanted) == name.npos) continue;
        if (quick && name != "BoxAnimated/BoxAnimated.glb") continue;
        Project project(scenes, kept);
        Diagnostics faults;
        const auto opened = project.open_model(path.filename().string(), read_bytes(path), faults);
        if (opened) {
            fast = measure(name, project) && fast;
        } else {
            std::printf("%-44s SKIPPED: %s\n", name.c_str(), opened.error().cause.c_str());
        }
    }
    return fast ? 0 : 1;
}
