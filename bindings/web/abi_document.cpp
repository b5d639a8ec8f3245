// bindings/web/abi_document.cpp - poses and documents for pages.
// SPDX-License-Identifier: MIT
#include "entry.h"

#include <motus/document/file.h>

#include <fmt/format.h>

using namespace motus;
using namespace motus::web;

const float* motus_locals(uint32_t stage) {
    Entry* entry = find(stage);
    return entry != nullptr ? entry->stage.performance().locals().data() : nullptr;
}

const float* motus_models(uint32_t stage) {
    Entry* entry = find(stage);
    if (entry == nullptr || entry->stage.performance().models().empty()) return nullptr;
    return entry->stage.performance().models()[0].m;
}

uint32_t motus_joint_count(uint32_t stage) {
    Entry* entry = find(stage);
    return entry != nullptr ? static_cast<uint32_t>(entry->stage.performance().models().size()) : 0;
}

const float* motus_palette(uint32_t stage, uint32_t skin) {
    Entry* entry = find(stage);
    if (motus_palette_size(stage, skin) == 0) return nullptr;
    return entry->stage.performance().palette(skin)[0].m;
}

uint32_t motus_palette_size(uint32_t stage, uint32_t skin) {
    Entry* entry = find(stage);
    if (entry == nullptr || skin >= entry->stage.performance().skin_count()) return 0;
    return static_cast<uint32_t>(entry->stage.performance().palette(skin).size());
}

const char* motus_frame_hash(uint32_t stage) {
    Entry* entry = find(stage);
    if (entry == nullptr) return nullptr;
    return entry->give(fmt::format("\"{:016x}\"", entry->stage.performance().hash()));
}

const char* motus_properties(uint32_t stage) {
    Entry* entry = find(stage);
    return entry != nullptr ? entry->give(entry->stage.properties_text()) : nullptr;
}

const char* motus_document_text(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(write_document(entry->stage.project().document()))
                            : nullptr;
}

const char* motus_value(uint32_t stage, const char* pointer) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.value_text(pointer)) : nullptr;
}

const char* motus_validate(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.validate_text()) : nullptr;
}

const char* motus_problems(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.problems_text()) : nullptr;
}

const char* motus_edit(uint32_t stage, const char* operations, const char* name) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.edit(operations, name)) : nullptr;
}

const char* motus_undo(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.undo()) : nullptr;
}

const char* motus_redo(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.redo()) : nullptr;
}

const char* motus_go_to(uint32_t stage, uint32_t position) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.go_to(position)) : nullptr;
}

const char* motus_take_text(uint32_t stage, const char* text, const char* name) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.take_text(text, name)) : nullptr;
}

const char* motus_commands(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.project().log().text()) : nullptr;
}

const char* motus_curve(uint32_t stage, const char* keys, uint32_t samples) {
    Entry* entry = find(stage);
    return entry != nullptr ? entry->give(entry->stage.curve_text(keys, samples)) : nullptr;
}

int motus_show_curve(uint32_t stage, uint32_t transition, const char* keys) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return motus_failed;
    const Result<Done> done = entry->stage.show_curve(transition, keys);
    return done ? motus_ok : entry->fail_int(done.error());
}

const char* motus_blend_weights(uint32_t stage, const char* pointer) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.blend_weights_text(pointer)) : nullptr;
}

const char* motus_preview_blend(uint32_t stage, uint32_t transition, double seconds, int linear) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return nullptr;
    return entry->give(entry->stage.preview_blend(transition, seconds, linear != 0));
}

int motus_previews(uint32_t stage) {
    Entry* entry = find(stage);
    return entry != nullptr && entry->stage.performance().previews() ? 1 : 0;
}

const char* motus_history(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.history_text()) : nullptr;
}

int motus_mark_saved(uint32_t stage) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return motus_failed;
    entry->stage.project().document().mark_saved();
    return motus_ok;
}

const uint8_t* motus_baked(uint32_t stage) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return nullptr;
    const Project& project = entry->stage.project();
    if (project.report().playable) return reinterpret_cast<const uint8_t*>(project.baked().data());
    entry->fail({"not-playable", "", "the document has faults that keep it from being baked"},
                project.report().faults);
    return nullptr;
}

uint32_t motus_baked_size(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? static_cast<uint32_t>(entry->stage.project().baked().size()) : 0;
}
