// SPDX-License-Identifier: MIT
#include "incremental.h"

#include <motus/bake/baker.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/import/gltf/gltf.h>
#include <motus/import/rig/rig_import.h>
#include <scenes/card/card.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>
#include <tests/document/random_edits.h>

#include <cstdlib>
#include <filesystem>

namespace motus::test {
namespace {

std::vector<const doc::Rig*> rigs_in(const Document& document) {
    std::vector<const doc::Rig*> rigs;
    for (const doc::Entity& entity : content(document).scene().entities()) {
        for (const auto& component : entity.components())
            if (const auto* rig = object_cast<doc::Rig>(&component)) rigs.push_back(rig);
    }
    return rigs;
}

/// An edit that packing may depend on.
void edit_rig(Document& document, Random& random) {
    const std::vector<const doc::Rig*> rigs = rigs_in(document);
    if (rigs.empty()) return;
    const doc::Rig& rig = *rigs[random.below(static_cast<std::uint32_t>(rigs.size()))];
    auto change = document.begin_change(rig);
    const auto clips = static_cast<std::uint32_t>(rig.clips().size());
    if (clips == 0 || random.below(4) == 0) {
        constexpr float kBounds[] = {0.0001f, 0.0005f, 0.001f};
        random.below(2) == 0 ? change.set_packed(static_cast<doc::PackedKind>(random.below(3)))
                             : change.set_error_bound(kBounds[random.below(3)]);
    } else {
        auto clip = change.clips_change(random.below(clips));
        const float length = clip.object().length_s();
        switch (random.below(6)) {
            case 0:
                clip.set_packed(static_cast<doc::ClipPacking>(random.below(4)));
                break;
            case 1:
                clip.set_start_s(length * 0.25f * static_cast<float>(random.below(3)));
                break;
            case 2:
                clip.set_stop_s(length * (1.0f - 0.125f * static_cast<float>(random.below(3))));
                break;
            case 3:
                clip.set_error_bound(0.0002f * static_cast<float>(random.below(3)));
                break;
            case 4:
                clip.set_name("clip " + std::to_string(random.below(1000)));
                break;
            default:
                clip.set_loop(random.below(2) == 0);
        }
    }
    (void)change.commit();
}

bool has_small(const Document& document) {
    for (const doc::Rig* rig : rigs_in(document)) {
        if (rig->packed() == doc::PackedKind::small) return true;
        for (const doc::AnimationClip& clip : rig->clips())
            if (clip.packed() == doc::ClipPacking::small) return true;
    }
    return false;
}

struct BothBakes {
    std::string fault;
    bool refused = false;
    std::size_t packed = 0;
};

BothBakes bake_both_ways(const Document& document, const std::vector<BakeAsset>& assets,
                         Baker& incremental) {
    BothBakes out;
    Baker fresh;
    fresh.set_assets(assets);
    Diagnostics wanted, got;
    const Result<motus::Baked> from_scratch = fresh.bake(document, wanted);
    const Result<motus::Baked> baked = incremental.bake(document, got);
    out.refused = !from_scratch;
    if (!(wanted.faults() == got.faults())) out.fault = "other faults";
    if (from_scratch.has_value() != baked.has_value()) {
        out.fault = "one of them was refused";
    } else if (baked && !(from_scratch->bytes == baked->bytes)) {
        out.fault = "other bytes";
    }
    if (baked) {
        for (const ClipEntry& clip : baked->file.clips.clips)
            out.packed += clip.kind != ClipKind::exact ? 1 : 0;
    }
    return out;
}

}  // namespace

IncrementalSubject incremental_subject(const std::string& name, std::string& fault) {
    IncrementalSubject out;
    if (name == "hero" || name == "card") {
        out.document = name == "hero" ? scenes::make_hero_document() : scenes::make_card_document();
        if (name == "hero") out.asset = scenes::make_scene("hero").value();
        out.small = name == "card";
        return out;
    }
    const char* folder = std::getenv("MOTUS_TEST_DATA");
    if (folder == nullptr) {
        fault = "MOTUS_TEST_DATA is not set";
        return out;
    }
    Diagnostics diagnostics;
    Result<GltfSource> source =
        import_gltf_source(std::filesystem::path(folder) / "models" / name, diagnostics);
    if (!source) {
        fault = name + ": " + source.error().cause;
        return out;
    }
    out.asset = std::move(source->asset);
    out.document = new_document();
    const RigSource from{name, {}, "gltf", "model", {}};
    if (const auto made = import_rig(*out.document, out.asset, from, diagnostics); !made) {
        fault = name + ": " + made.error().cause;
        out.document.reset();
        return out;
    }
    out.small = out.asset.nodes.size() < 10;
    out.document->clear_history();
    return out;
}

std::string bake_random_edits(IncrementalSubject& subject, std::uint64_t seed, std::size_t count,
                              IncrementalCount& counted) {
    Document& document = *subject.document;
    std::vector<BakeAsset> assets;
    for (const doc::Source& source : content(document).sources())
        assets.push_back({source.id(), &subject.asset});
    Random random(seed);
    Baker baker;
    baker.set_assets(assets);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t what = random.below(10);
        if (what == 0) {
            const Result<bool> done = document.undo();
            counted.undone += done && *done ? 1 : 0;
        } else if (what == 1) {
            const Result<bool> done = document.redo();
            counted.redone += done && *done ? 1 : 0;
        } else if (what < 5) {
            edit_rig(document, random);
        } else {
            random_edit(document, random);
        }
        ++counted.edits;
        // Back to what can be baked: else most steps would be refused for the same old fault.
        if (!subject.small && has_small(document)) {
            (void)document.undo();
            continue;
        }
        const BothBakes both = bake_both_ways(document, assets, baker);
        if (!both.fault.empty()) {
            return both.fault + " after edit " + std::to_string(i) + " of seed " +
                   std::to_string(seed);
        }
        counted.packed += both.packed;
        ++(both.refused ? counted.refused : counted.baked);
        for (int back = 0; both.refused && back < 50; ++back) {
            const Result<bool> undone = document.undo();
            Diagnostics faults;
            if (!undone || !*undone || baker.bake(document, faults)) break;
        }
    }
    return {};
}

}  // namespace motus::test
