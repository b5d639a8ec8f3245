// bindings/web/abi_export.cpp - Unity's controllers in and out, and models out, for pages.
// SPDX-License-Identifier: MIT
#include "entry.h"

#include <motus/asset/gltf_export.h>
#include <motus/document/new_document.h>
#include <motus/import/unity/export.h>

using namespace motus;
using namespace motus::web;

const char* motus_open_controller(uint32_t stage, const char* name, const char* text) {
    Entry* entry = find(stage);
    if (entry == nullptr) return nullptr;
    Diagnostics diagnostics;
    std::string report;
    const Result<Done> done = entry->stage.open_controller(name, text, diagnostics, report);
    if (!done) return entry->fail(done.error(), diagnostics.faults());
    std::string out = entry->stage.report_text();
    out.pop_back();
    out += ",\"import\":" + report + "}";
    return entry->give(std::move(out));
}

const uint8_t* motus_export_gltf(uint32_t stage) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return nullptr;
    const std::uint32_t rig = entry->stage.performance().rig();
    const Asset* asset = rig != kNoItem ? entry->stage.project().asset_of_rig(rig) : nullptr;
    if (asset == nullptr) {
        entry->fail({"no-model", "", "what plays has no model to export"});
        return nullptr;
    }
    Result<std::vector<std::byte>> bytes = export_glb(*asset);
    if (!bytes) {
        entry->fail(bytes.error());
        return nullptr;
    }
    entry->bytes = *std::move(bytes);
    entry->count = static_cast<std::uint32_t>(entry->bytes.size());
    return reinterpret_cast<const uint8_t*>(entry->bytes.data());
}

const char* motus_export_controller(uint32_t stage, const char* machine) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return nullptr;
    const Document& document = entry->stage.project().document();
    for (const doc::StateMachineDefinition& definition : content(document).library().machines()) {
        if (*machine != 0 && std::to_string(definition.id()) != machine) continue;
        Diagnostics diagnostics;
        const std::string text = unity::export_controller(document, definition, diagnostics);
        std::string out;
        JsonWriter json(out);
        json.begin_object().key("name").value(definition.name()).key("text").value(text);
        json.key("faults");
        describe_faults(diagnostics.faults(), json);
        json.end_object();
        return entry->give(std::move(out));
    }
    return entry->fail({"no-item", machine, "there is no such machine"});
}
