// SPDX-License-Identifier: MIT
#include "stage.h"

#include <motus/bake/bake.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <scenes/card/card.h>
#include <scenes/hero/hero.h>
#include <scenes/hero/hero_document.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

Library bake_library(const Document& document) {
    const Asset asset = scenes::make_hero();
    std::vector<BakeAsset> assets;
    for (const doc::Source& source : content(document).sources())
        assets.push_back({source.id(), &asset});
    Diagnostics diagnostics;
    Result<AlignedBytes> bytes = bake(document, assets, diagnostics);
    EXPECT_TRUE(bytes) << to_string(bytes.error());
    return *Library::open(*std::move(bytes));
}

const doc::Rig& rig_in(const Document& document) {
    return static_cast<const doc::Rig&>(content(document).scene().entities()[0].components()[1]);
}

}  // namespace

const Library& hero_library() {
    static const Library library = bake_library(*scenes::make_hero_document());
    return library;
}

const Library& clip_library() {
    static const Library library = [] {
        const auto document = scenes::make_hero_document();
        EXPECT_TRUE(document->begin_change(rig_in(*document), "Free").set_machine(0).commit());
        return bake_library(*document);
    }();
    return library;
}

const Library& fast_library() {
    static const Library library = [] {
        const auto document = scenes::make_hero_document();
        auto change = document->begin_change(rig_in(*document), "Fast");
        change.set_machine(0).set_packed(doc::PackedKind::fast).set_root_motion_joint("");
        EXPECT_TRUE(change.commit());
        return bake_library(*document);
    }();
    return library;
}

const Library& edited_library() {
    static const Library library = [] {
        const auto document = scenes::make_hero_document();
        auto change = document->begin_change(content(*document).library().machines()[0], "Edit");
        auto graph = change.machine_change().layers_change(0).graph_change();
        graph.states_change(1).set_name("Travel");
        EXPECT_TRUE(change.commit());
        return bake_library(*document);
    }();
    return library;
}

const Library& card_library() {
    static const Library library = bake_library(*scenes::make_card_document());
    return library;
}

}  // namespace motus::test
