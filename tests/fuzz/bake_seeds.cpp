// Writes the files of tests/fuzz/corpus/bake that are not finds: one per part of the format.
// SPDX-License-Identifier: MIT
#include <motus/document/model_change.h>
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
    MachineBuilder builder;
    random_machine(random, builder);
    const Graph& graph = builder.build();
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

/// The same asset packed: frames or streams, and tracks that keep their keys.
AlignedBytes packed_file(doc::PackedKind kind) {
    const Asset asset = small_asset();
    const std::unique_ptr<Document> document = document_of(asset);
    const auto& rig =
        static_cast<const doc::Rig&>(content(*document).scene().entities()[0].components()[0]);
    auto change = document->begin_change(rig);
    change.set_packed(kind);
    if (!change.commit()) return {};
    return bake_document(*document, asset).bytes;
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
    ok = write("packed-fast", packed_file(doc::PackedKind::fast)) && ok;
    ok = write("packed-small", packed_file(doc::PackedKind::small)) && ok;
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
