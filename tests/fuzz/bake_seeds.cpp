// Writes the files of tests/fuzz/corpus/bake that are not finds: one per part of the format.
// SPDX-License-Identifier: MIT
#include <motus/document/model_change.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <scenes/card/card.h>
#include <tests/bake/baked.h>
#include <tests/bake/random_machine.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace motus::test {
namespace {

/// Random machines compare anything with anything; a document may not.
void make_comparable(Document& document) {
    std::vector<const doc::StateMachineCondition*> conditions;
    std::vector<const doc::StateMachineVariable*> variables;
    visit_objects(document.root(), [&](const Object& object) {
        if (const auto* c = object_cast<doc::StateMachineCondition>(&object)) {
            conditions.push_back(c);
        } else if (const auto* v = object_cast<doc::StateMachineVariable>(&object)) {
            variables.push_back(v);
        }
    });
    const auto is_truth = [](const doc::StateMachineVariable& v) {
        return v.kind() == doc::VariableKind::bool_ || v.kind() == doc::VariableKind::trigger;
    };
    Step step = document.begin_step("Comparable");
    for (const doc::StateMachineVariable* variable : variables)
        if (is_truth(*variable)) document.begin_change(*variable).set_default_value(0.0f);
    for (const doc::StateMachineCondition* condition : conditions) {
        const auto* variable =
            object_cast<doc::StateMachineVariable>(document.find_id(condition->variable()));
        const bool compares = condition->op() > doc::ConditionOperator::is_false;
        if (variable == nullptr || compares != is_truth(*variable)) continue;
        document.begin_change(*condition)
            .set_op(compares ? doc::ConditionOperator::is_true : doc::ConditionOperator::greater);
    }
    (void)step.commit().has_value();
}

/// A random machine whose clips have a length and no keys.
AlignedBytes machine_file(std::uint64_t seed) {
    Random random(seed);
    Sketch builder;
    random_machine(random, builder);
    const Machine& graph = builder.build();
    const std::unique_ptr<Document> document = document_of(builder, graph, random);
    make_comparable(*document);
    auto change = document->begin_change(content(*document));
    auto source = change.sources_append();
    source.set_path("asset.glb").set_importer("gltf");
    auto entity = change.scene_change().entities_change(0);
    auto rig = entity.components_change<doc::Rig>(0);
    rig.set_source(source.object().id());
    for (std::uint32_t i = 0; i < graph.motions.size(); ++i) {
        rig.clips_change(i).set_placeholder(true).set_length_s(
            static_cast<float>(seconds_of(graph.motions[i].duration)));
    }
    if (!change.commit()) return {};
    const Baked baked = bake_document(*document, curves_asset());
    if (!baked.ok()) std::fprintf(stderr, "%s\n", baked.why().c_str());
    return AlignedBytes(std::span<const std::byte>(baked.bytes));
}

/// A tree of 21 joints under a skin that waves for 0.8 s in two clips, the root on its way; keys
/// are even, so that all of it can be packed. `scales`: one joint grows too.
Asset waves_asset(bool scales) {
    constexpr int kJoints = 21, kFrames = 25;
    Asset asset;
    asset.skins.push_back({"skin", kNone, {}, {}});
    asset.meshes.emplace_back().weights = {0.5f, 0.0f};
    asset.clips.resize(2);
    for (int j = 0; j < kJoints; ++j) {
        const int parent = j % 6 == 5 ? j / 3 : j - 1;
        auto& node = asset.nodes.emplace_back();
        node.name = numbered("joint", static_cast<std::uint64_t>(j));
        if (j > 0) node.parent = static_cast<std::uint32_t>(parent);
        node.local.translation = {0.05f, j == 0 ? 0.0f : 0.25f, 0.0f};
        asset.skins[0].joints.push_back(static_cast<std::uint32_t>(j));
        asset.skins[0].inverse_binds.push_back(
            j == 0 ? Mat34{} : asset.skins[0].inverse_binds[static_cast<std::size_t>(parent)]);
        Mat34& bind = asset.skins[0].inverse_binds.back();
        bind.m[3] -= node.local.translation.x, bind.m[7] -= node.local.translation.y;
    }
    asset.nodes[0].mesh = 0;
    for (int c = 0; c < 2; ++c) {
        AssetClip& clip = asset.clips[static_cast<std::size_t>(c)];
        clip.name = c == 0 ? "wave" : "sway";
        std::vector<Ticks> times;
        for (int f = 0; f < kFrames; ++f)
            times.push_back(ticks_of_frames(f, 30));
        clip.duration = times.back();
        const auto add = [&](std::uint32_t node, TrackKind kind, std::vector<float> values) {
            clip.tracks.push_back({node, kind, Interpolation::linear, times, std::move(values)});
        };
        std::vector<float> moves, sizes, weights;
        for (int f = 0; f < kFrames; ++f) {
            const auto wave = static_cast<float>(sine(kPi * f / 12.0));
            moves.insert(moves.end(), {0.02f * static_cast<float>(f), 0.1f * wave, 0.0f});
            sizes.insert(sizes.end(), {1.0f + 0.25f * wave, 1.0f, 1.0f});
            weights.insert(weights.end(), {0.5f + 0.5f * wave, 0.25f});
        }
        for (int j = 0; j < kJoints - 3; ++j) {  // the last three stand at rest
            std::vector<float> turns;
            for (int f = 0; f < kFrames; ++f) {
                const double angle = 0.4 * sine(kPi * (f + 3 * j) / 12.0 + c);
                const Quat q = axis_angle(j % 2 == 0 ? Vec3{0, 0, 1} : Vec3{1, 0, 0},
                                          static_cast<float>(angle));
                turns.insert(turns.end(), {q.x, q.y, q.z, q.w});
            }
            add(static_cast<std::uint32_t>(j), TrackKind::rotation, std::move(turns));
        }
        if (c == 0) add(0, TrackKind::translation, std::move(moves));
        if (scales) add(7, TrackKind::scale, std::move(sizes));
        if (c == 1) add(0, TrackKind::weights, std::move(weights));
    }
    return asset;
}

/// Packed: frames or streams, and tracks that keep their keys.
AlignedBytes packed_file(const Asset& asset, doc::PackedKind kind) {
    const std::unique_ptr<Document> document = document_of(asset);
    const auto& rig =
        static_cast<const doc::Rig&>(content(*document).scene().entities()[0].components()[0]);
    auto change = document->begin_change(rig);
    change.set_packed(kind);
    if (!change.commit()) return {};
    Baked baked = bake_document(*document, asset);
    if (!baked.ok()) std::fprintf(stderr, "%s\n", baked.why().c_str());
    return std::move(baked.bytes);
}

int write_all(const std::string& folder) {
    const auto write = [&](const std::string& name, const AlignedBytes& bytes) {
        std::ofstream out(folder + "/" + name, std::ios::binary);
        out.write(reinterpret_cast<const char*>(bytes.data()),
                  static_cast<std::streamsize>(bytes.size()));
        return out.good() && bytes.size() != 0;
    };
    bool ok = write("small", small_file());
    ok = write("curves", bake_asset(curves_asset()).bytes) && ok;
    // The determinism program plays these three too.
    ok = write("packed-fast", packed_file(waves_asset(false), doc::PackedKind::fast)) && ok;
    ok = write("packed-scaled", packed_file(waves_asset(true), doc::PackedKind::fast)) && ok;
    ok = write("packed-small", packed_file(waves_asset(true), doc::PackedKind::small)) && ok;
    ok = write("packed-steps", packed_file(small_asset(), doc::PackedKind::fast)) && ok;
    ok = write("empty", bake_document(*new_document(), Asset{}).bytes) && ok;
    ok = write("card", bake_document(*scenes::make_card_document(), Asset{}).bytes) && ok;
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
        ok = write(numbered("machine", seed), machine_file(seed)) && ok;
    return ok ? 0 : 1;
}

}  // namespace
}  // namespace motus::test

int main(int argc, char** argv) {
    if (argc == 2) return motus::test::write_all(argv[1]);
    std::fprintf(stderr, "usage: bake_seeds FOLDER\n");
    return 2;
}
