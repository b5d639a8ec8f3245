// bindings/web/abi_timeline.cpp - timelines, keys and properties of a stage for pages.
// SPDX-License-Identifier: MIT
#include "entry.h"

#include <motus/schema/json.h>

using namespace motus;
using namespace motus::web;

int motus_desk_go(uint32_t stage, const char* timeline, double frame) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return motus_failed;
    const Result<Done> done = entry->desk.go(read_id(timeline), frame);
    return done ? motus_ok : entry->fail_int(done.error());
}

double motus_desk_frame(uint32_t stage) {
    Entry* entry = find(stage);
    return entry != nullptr && entry->stage.project().is_open() ? entry->desk.frame() : -1.0;
}

double motus_desk_revision(uint32_t stage) {
    Entry* entry = find(stage);
    return entry != nullptr && entry->stage.project().is_open() ? entry->desk.revision() : -1.0;
}

int motus_desk_record(uint32_t stage, int on) {
    Entry* entry = find(stage);
    if (entry == nullptr) return motus_failed;
    entry->desk.record(on != 0);
    return motus_ok;
}

const char* motus_desk_timeline(uint32_t stage, const char* timeline) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->desk.timeline_text(read_id(timeline))) : nullptr;
}

const double* motus_desk_keys(uint32_t stage, const char* timeline) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return nullptr;
    const std::span<const double> keys = entry->desk.keys(read_id(timeline));
    entry->count = static_cast<std::uint32_t>(keys.size());
    return keys.data();
}

const char* motus_desk_track(uint32_t stage, const char* track) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->desk.track_text(read_id(track))) : nullptr;
}

const float* motus_desk_curve(uint32_t stage, const char* track, double from, double to,
                              uint32_t count) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return nullptr;
    const std::span<const float> curve = entry->desk.curve(read_id(track), from, to, count);
    entry->count = static_cast<std::uint32_t>(curve.size());
    return curve.data();
}

uint32_t motus_desk_count(uint32_t stage) {
    const Entry* entry = find(stage);
    return entry != nullptr ? entry->count : 0;
}

double motus_desk_snap(uint32_t stage, const char* timeline, double frame, double radius,
                       const uint32_t* except, uint32_t count) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return frame;
    std::vector<Handle> keys;
    for (uint32_t i = 0; i < count; ++i)
        keys.push_back(static_cast<Handle>(except[i]));
    return entry->desk.snap(read_id(timeline), frame, radius, keys);
}

const char* motus_desk_entities(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->desk.entities_text()) : nullptr;
}

const char* motus_desk_uses(uint32_t stage, const char* id) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->desk.uses_text(read_id(id))) : nullptr;
}

const char* motus_desk_inspect(uint32_t stage, const char* pointers) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->desk.inspect_text(pointers)) : nullptr;
}

const char* motus_desk_command(uint32_t stage, const char* command) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->desk.command(command)) : nullptr;
}
