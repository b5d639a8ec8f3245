// SPDX-License-Identifier: MIT
#include "script.h"

#include "input.h"
#include "output.h"

#include <motus/core/guess.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace motus::tool {
namespace {

using ScriptJson = nlohmann::json;

/// A JSON object, and where it is. Getters throw an InputFault with the place of what is wrong.
class Object {
  public:
    Object(const std::string& file, std::string place, const ScriptJson& json)
        : file_(&file), place_(std::move(place)), json_(&json) {
        if (!json.is_object()) fail("", "must be an object");
    }

    [[noreturn]] void fail(const std::string& key, const std::string& cause) const {
        throw InputFault(*file_, Error{"script", where(key), cause});
    }

    [[nodiscard]] std::string where(const std::string& key) const {
        if (place_.empty() || key.empty()) return place_ + key;
        return place_ + "." + key;
    }

    [[nodiscard]] const ScriptJson* find(const char* key) const {
        const auto found = json_->find(key);
        return found == json_->end() || found->is_null() ? nullptr : &*found;
    }

    [[nodiscard]] const ScriptJson& need(const char* key) const {
        const ScriptJson* value = find(key);
        if (value == nullptr) fail(key, "is missing");
        return *value;
    }

    [[nodiscard]] double number(const char* key) const {
        const ScriptJson& value = need(key);
        if (!value.is_number()) fail(key, "must be a number");
        const double number = value.get<double>();
        if (!std::isfinite(number)) fail(key, "must be finite");
        return number;
    }

    [[nodiscard]] float real(const char* key) const {
        const auto number = static_cast<float>(this->number(key));
        if (!std::isfinite(number)) fail(key, "is too large");
        return number;
    }

    [[nodiscard]] std::uint64_t whole(const char* key, std::uint64_t low,
                                      std::uint64_t high) const {
        const double number = this->number(key);
        if (!(number >= static_cast<double>(low) && number <= static_cast<double>(high)) ||
            number != std::floor(number)) {
            fail(key, fmt::format("must be a whole number from {} to {}", low, high));
        }
        return static_cast<std::uint64_t>(number);
    }

    [[nodiscard]] bool truth(const char* key) const {
        const ScriptJson& value = need(key);
        if (!value.is_boolean()) fail(key, "must be true or false");
        return value.get<bool>();
    }

    [[nodiscard]] std::string text(const char* key) const {
        const ScriptJson& value = need(key);
        if (!value.is_string()) fail(key, "must be a string");
        return value.get<std::string>();
    }

    [[nodiscard]] Ticks time(const char* key) const { return ticks_of_seconds(number(key)); }

    [[nodiscard]] Object object(const char* key) const { return {*file_, where(key), need(key)}; }

    /// The objects of a list; none where it is not there.
    [[nodiscard]] std::vector<Object> objects(const char* key) const {
        std::vector<Object> list;
        const ScriptJson* value = find(key);
        if (value == nullptr) return list;
        if (!value->is_array()) fail(key, "must be a list");
        for (std::size_t i = 0; i < value->size(); ++i) {
            list.push_back({*file_, fmt::format("{}[{}]", where(key), i), (*value)[i]});
        }
        return list;
    }

    /// Says which keys are not among `known`.
    void check_keys(std::initializer_list<const char*> known) const {
        for (const auto& item : json_->items()) {
            if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
            print_message(fmt::format("{}: warning: {}: the key is not known and means nothing",
                                      *file_, where(item.key())));
        }
    }

    [[nodiscard]] const std::string& place() const { return place_; }

  private:
    const std::string* file_;
    std::string place_;
    const ScriptJson* json_;
};

class Reader {
  public:
    Reader(const Object& root, const Character& character) : root_(root), character_(character) {}

    MixScript read() {
        root_.check_keys({"dt", "steps", "start", "events", "nodes"});
        script_.dt = root_.time("dt");
        script_.steps = root_.whole("steps", 0, 1'000'000'000);
        for (const Object& json : root_.objects("start"))
            script_.start.push_back(read_start(json));
        for (const Object& json : root_.objects("events")) {
            script_.events.push_back(read_event(json));
        }
        std::stable_sort(script_.events.begin(), script_.events.end(),
                         [](const MixEvent& a, const MixEvent& b) { return a.step < b.step; });
        read_nodes();
        return std::move(script_);
    }

  private:
    /// By name, or by index where it is a number.
    std::uint32_t clip(const Object& json, const char* key) {
        const ScriptJson& value = json.need(key);
        const ClipNames& names = character_.clip_names;
        if (!value.is_string()) {
            if (names.count == 0) json.fail(key, "there is no clip");
            const std::uint64_t last = std::uint64_t{names.first} + names.count - 1;
            return mention(static_cast<std::uint32_t>(json.whole(key, names.first, last)) -
                           names.first);
        }
        const auto name = value.get<std::string>();
        std::vector<std::string> all;
        for (std::uint32_t i = 0; i < names.count; ++i) {
            if (names[i] == name) return mention(i);
            all.push_back(names[i]);
        }
        json.fail(key, there_is_no("clip", name, all));
    }

    std::uint32_t mention(std::uint32_t clip) {
        auto& clips = script_.clips;
        if (std::find(clips.begin(), clips.end(), clip) == clips.end()) clips.push_back(clip);
        return clip;
    }

    static float duration(const Object& json) {
        const float seconds = json.real("duration");
        if (seconds < 0.0f) json.fail("duration", "must not be negative");
        return seconds;
    }

    static float weight(const Object& json, const char* key) {
        const float weight = json.real(key);
        if (weight < 0.0f) json.fail(key, "must not be negative");
        return weight;
    }

    MixStart read_start(const Object& json) {
        json.check_keys({"clip", "loop", "count", "speed", "weight", "time", "additive"});
        MixStart start;
        start.place = json.place();
        start.clip = clip(json, "clip");
        if (json.find("loop") != nullptr) {
            const std::string name = json.text("loop");
            const auto mode = mode_of(name);
            if (!mode) json.fail("loop", "must be once, loop or pingpong");
            start.mode = *mode;
        }
        if (json.find("count") != nullptr) {
            constexpr auto most = std::numeric_limits<std::uint32_t>::max();
            start.count = static_cast<std::uint32_t>(json.whole("count", 0, most));
        }
        if (json.find("speed") != nullptr) start.speed = json.real("speed");
        if (json.find("weight") != nullptr) start.weight = weight(json, "weight");
        if (json.find("time") != nullptr) start.time = json.time("time");
        if (json.find("additive") != nullptr) start.additive = json.truth("additive");
        return start;
    }

    MixEvent read_event(const Object& json) {
        json.check_keys({"step", "crossfade", "fade", "set"});
        MixEvent event;
        event.place = json.place();
        event.step = json.whole("step", 1, 1'000'000'000);
        if (json.find("crossfade") != nullptr) {
            const Object part = json.object("crossfade");
            part.check_keys({"from", "to", "duration", "inertial"});
            const bool inertial = part.find("inertial") != nullptr && part.truth("inertial");
            event.crossfade = {clip(part, "from"), clip(part, "to"), duration(part), inertial};
        }
        if (json.find("fade") != nullptr) {
            const Object part = json.object("fade");
            part.check_keys({"clip", "to", "duration"});
            event.fade = {clip(part, "clip"), weight(part, "to"), duration(part)};
        }
        if (json.find("set") != nullptr) {
            const Object part = json.object("set");
            part.check_keys({"clip", "weight", "speed", "time", "playing"});
            MixSet set;
            set.clip = clip(part, "clip");
            if (part.find("weight") != nullptr) set.weight = weight(part, "weight");
            if (part.find("speed") != nullptr) set.speed = part.real("speed");
            if (part.find("time") != nullptr) set.time = part.time("time");
            if (part.find("playing") != nullptr) set.playing = part.truth("playing");
            event.set = set;
        }
        if (!event.crossfade && !event.fade && !event.set) {
            json.fail("", "has none of crossfade, fade and set");
        }
        return event;
    }

    void read_nodes() {
        const ScriptJson* list = root_.find("nodes");
        const std::vector<std::string>& names = character_.node_names;
        if (list == nullptr) {
            for (std::uint32_t i = 0; i < names.size(); ++i)
                script_.nodes.push_back(i);
            return;
        }
        if (!list->is_array()) root_.fail("nodes", "must be a list of names");
        for (std::size_t i = 0; i < list->size(); ++i) {
            const std::string key = fmt::format("nodes[{}]", i);
            if (!(*list)[i].is_string()) root_.fail(key, "must be a name");
            const auto name = (*list)[i].get<std::string>();
            const auto found = std::find(names.begin(), names.end(), name);
            if (found == names.end()) {
                root_.fail(key, fmt::format("there is no node \"{}\"", name));
            }
            script_.nodes.push_back(static_cast<std::uint32_t>(found - names.begin()));
        }
    }

    const Object& root_;
    const Character& character_;
    MixScript script_;
};

}  // namespace

MixScript load_mix_script(const std::string& file, const Character& character) {
    const std::string text = load_text(file);
    ScriptJson json;
    try {
        json = ScriptJson::parse(text);
    } catch (const ScriptJson::exception& error) {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error ..."
        std::string_view cause = error.what();
        if (const auto end = cause.find("] "); end != cause.npos) cause.remove_prefix(end + 2);
        throw InputFault(file, fmt::format("cannot be read as JSON: {}", cause));
    }
    const Object root(file, "", json);
    return Reader(root, character).read();
}

ClipKey first_clip_of_script(const std::string& file) {
    const ScriptJson json = ScriptJson::parse(load_text(file), nullptr, false);
    if (!json.is_object()) return {};
    const auto start = json.find("start");
    if (start == json.end() || !start->is_array() || start->empty()) return {};
    const ScriptJson& first = start->front();
    const auto clip = first.is_object() ? first.find("clip") : first.end();
    if (clip == first.end()) return {};
    if (clip->is_string()) return {clip->get<std::string>(), std::nullopt};
    constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
    const double index = clip->is_number() ? clip->get<double>() : -1.0;
    if (!(index >= 0.0 && index <= kMost)) return {};
    return {std::nullopt, static_cast<std::uint32_t>(index)};
}

}  // namespace motus::tool
