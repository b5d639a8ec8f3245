// bindings/web/abi.cpp - numbers to stages, errors to text: open, play, ask.
// SPDX-License-Identifier: MIT
#include "entry.h"

#include <scenes/card/card.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <map>

#include <fmt/format.h>

namespace motus::web {
namespace {

std::map<std::uint32_t, std::unique_ptr<Entry>>& entries() {
    static std::map<std::uint32_t, std::unique_ptr<Entry>> all;
    return all;
}
std::uint32_t g_last = 0;

std::vector<std::byte> copy(const std::uint8_t* bytes, std::size_t size) {
    const auto* first = reinterpret_cast<const std::byte*>(bytes);
    return {first, first + size};
}

/// The report of what was opened, or what refused it.
const char* opened(Entry& entry, const Result<Done>& done, const Diagnostics& diagnostics) {
    if (!done) return entry.fail(done.error(), diagnostics.faults());
    return entry.give(entry.stage.report_text());
}

}  // namespace

std::uint64_t read_id(const char* text) {
    std::uint64_t id = 0;
    if (text == nullptr) return id;
    const char* const end = text + std::strlen(text);
    return std::from_chars(text, end, id).ptr == end ? id : 0;  // nothing has the id 0
}

Entry::Entry() : stage([](std::string_view name) { return scenes::make_scene(name); }) {}

const char* Entry::give(std::string made) {
    text = std::move(made);
    error.clear();
    return text.c_str();
}

const char* Entry::give(Result<std::string> made) {
    return made ? give(*std::move(made)) : fail(made.error());
}

const char* Entry::fail(const Error& why, const std::vector<Fault>& faults) {
    error.clear();
    JsonWriter json(error);
    json.begin_object().key("code").value(why.code).key("place").value(why.place);
    json.key("message").value(why.cause).key("faults");
    describe_faults(faults, json);
    json.end_object();
    return nullptr;
}

int Entry::fail_int(const Error& why) {
    fail(why);
    return why.code == "gl-lost" ? motus_lost : motus_failed;
}

int Entry::status(Status status, const char* what) {
    if (status == Status::ok) {
        error.clear();
        return motus_ok;
    }
    return fail_int({"refused", "", std::string(what) + ": " + to_string(status)});
}

Entry* find(std::uint32_t stage) {
    const auto found = entries().find(stage);
    return found == entries().end() ? nullptr : found->second.get();
}

Entry* find_open(std::uint32_t stage) {
    Entry* entry = find(stage);
    if (entry == nullptr || entry->stage.project().is_open()) return entry;
    entry->fail({"nothing-open", "", "nothing is open"});
    return nullptr;
}

}  // namespace motus::web

using namespace motus;
using namespace motus::web;

const char* motus_version(void) {
    return MOTUS_VERSION;
}

uint32_t motus_new_stage(void) {
    entries().emplace(++g_last, std::make_unique<Entry>());
    return g_last;
}

void motus_close_stage(uint32_t stage) {
    entries().erase(stage);
}

const char* motus_error(uint32_t stage) {
    const Entry* entry = find(stage);
    return entry != nullptr
               ? entry->error.c_str()
               : "{\"code\":\"no-stage\",\"place\":\"\",\"message\":\"there is no such "
                 "stage\",\"faults\":[]}";
}

int motus_add_file(uint32_t stage, const char* path, const uint8_t* bytes, size_t size) {
    Entry* entry = find(stage);
    if (entry == nullptr) return motus_failed;
    entry->stage.project().add_file(path, copy(bytes, size));
    return motus_ok;
}

const char* motus_open_scene(uint32_t stage, const char* name) {
    Entry* entry = find(stage);
    if (entry == nullptr) return nullptr;
    std::unique_ptr<Document> document;
    if (std::strcmp(name, "hero") == 0) document = scenes::make_hero_document();
    if (std::strcmp(name, "card") == 0) document = scenes::make_card_document();
    if (document == nullptr)
        return entry->fail({"scene-unknown", name, "there is no such scene: hero and card are"});
    return opened(*entry, entry->stage.open(std::move(document)), {});
}

const char* motus_open_document(uint32_t stage, const char* text) {
    Entry* entry = find(stage);
    if (entry == nullptr) return nullptr;
    Diagnostics diagnostics;
    const Result<Done> done = entry->stage.open_text(text, diagnostics);
    return opened(*entry, done, diagnostics);
}

const char* motus_open_model(uint32_t stage, const char* name, const uint8_t* bytes, size_t size) {
    Entry* entry = find(stage);
    if (entry == nullptr) return nullptr;
    Diagnostics diagnostics;
    const Result<Done> done = entry->stage.open_model(name, copy(bytes, size), diagnostics);
    return opened(*entry, done, diagnostics);
}

const char* motus_provide(uint32_t stage) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return nullptr;
    entry->stage.provide();
    return entry->give(entry->stage.report_text());
}

const char* motus_library(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.library_text()) : nullptr;
}

int motus_play(uint32_t stage, int kind, const char* id) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return motus_failed;
    const Result<Done> done = entry->stage.play(static_cast<PlayKind>(kind), read_id(id));
    return done ? motus_ok : entry->fail_int(done.error());
}

const char* motus_playing(uint32_t stage) {
    Entry* entry = find_open(stage);
    return entry != nullptr ? entry->give(entry->stage.playing_text()) : nullptr;
}

int motus_restart(uint32_t stage) {
    Entry* entry = find_open(stage);
    if (entry == nullptr) return motus_failed;
    entry->stage.performance().restart();
    return motus_ok;
}

int motus_set_transport(uint32_t stage, int paused, double speed) {
    Entry* entry = find(stage);
    if (entry == nullptr) return motus_failed;
    if (!(std::fabs(speed) <= 100.0))
        return entry->fail_int({"bad-speed", "", "the speed is a number from -100 to 100"});
    entry->stage.performance().paused = paused != 0;
    entry->stage.performance().speed = static_cast<float>(speed);
    return motus_ok;
}

int motus_set_loop(uint32_t stage, int loop) {
    Entry* entry = find(stage);
    if (entry == nullptr || loop < motus_once || loop > motus_pingpong) return motus_failed;
    entry->stage.performance().set_mode(static_cast<PlayMode>(loop));
    return motus_ok;
}

int motus_advance(uint32_t stage, double seconds) {
    Entry* entry = find(stage);
    if (entry == nullptr) return -1;
    if (!(std::fabs(seconds) <= 3600.0)) {
        entry->fail({"bad-step", "", "a step is a number of seconds, an hour at most"});
        return -1;
    }
    bool moved = false;
    const Status status = entry->stage.performance().advance(ticks_of_seconds(seconds), moved);
    return entry->status(status, "the step failed") == motus_ok ? (moved ? 1 : 0) : -1;
}

int motus_step(uint32_t stage, int frames) {
    Entry* entry = find(stage);
    if (entry == nullptr) return motus_failed;
    return entry->status(entry->stage.performance().step(frames), "the step failed");
}

int motus_seek(uint32_t stage, double seconds) {
    Entry* entry = find(stage);
    if (entry == nullptr) return motus_failed;
    return entry->status(entry->stage.performance().seek(ticks_of_seconds(seconds)), "seek");
}

const double* motus_live(uint32_t stage) {
    Entry* entry = find(stage);
    return entry != nullptr ? entry->stage.live().data() : nullptr;
}

const char* motus_events(uint32_t stage) {
    Entry* entry = find(stage);
    return entry != nullptr ? entry->give(entry->stage.events_text()) : nullptr;
}

int motus_set_parameter(uint32_t stage, uint32_t parameter, double value) {
    Entry* entry = find(stage);
    if (entry == nullptr) return motus_failed;
    if (entry->stage.performance().scrubbed()) {
        return entry->fail_int(
            {"scrubbed", "", "a moment of the past is shown: resume before you set parameters"});
    }
    return entry->status(entry->stage.performance().set(parameter, value),
                         "the parameter was not set");
}

const char* motus_why(uint32_t stage, uint32_t transition) {
    Entry* entry = find(stage);
    return entry != nullptr ? entry->give(entry->stage.why_text(transition)) : nullptr;
}

const char* motus_frame_text(uint32_t stage, int explain) {
    Entry* entry = find(stage);
    return entry != nullptr ? entry->give(entry->stage.frame_text(explain != 0)) : nullptr;
}

int motus_scrub(uint32_t stage, double tick) {
    Entry* entry = find(stage);
    if (entry == nullptr) return motus_failed;
    if (!(tick >= 0.0 && tick < 9e15))
        return entry->fail_int({"no-tick", "", "there is no such tick"});
    return entry->status(entry->stage.performance().scrub(static_cast<std::uint64_t>(tick)),
                         "that moment is not recorded");
}

int motus_resume(uint32_t stage, int here) {
    Entry* entry = find(stage);
    if (entry == nullptr) return motus_failed;
    entry->stage.performance().resume(here != 0);
    return motus_ok;
}
