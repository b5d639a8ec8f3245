// motus/session/simulation_script.cpp - scripts from JSON, with the place of what is wrong.
// SPDX-License-Identifier: MIT
#include <motus/schema/json.h>
#include <motus/session/simulation.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace motus {
namespace {

constexpr double kMostFrames = 1e9;

std::string quoted_list(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) {
        if (!list.empty()) list += ", ";
        list += fmt::format("\"{}\"", name);
    }
    return list.empty() ? "none" : list;
}

class ScriptReader {
  public:
    ScriptReader(const BakedFile& file, std::uint32_t machine, Diagnostics& warnings)
        : file_(file),
          graph_(machine_at(file.machines, machine)),
          names_(machine_names(file, machine)),
          rig_(rig_of_machine(file, machine)),
          warnings_(warnings) {}

    Result<SimulationScript> read(const Json& root) {
        if (!root.is_object()) return fault("", "must be an object");
        warn_of_other_keys(root, "", {"dt", "frames", "inputs"});
        double dt = 0.0, frames = 0.0;
        if (!number(root, "", "dt", dt) || !number(root, "", "frames", frames)) return *error_;
        if (!(dt >= 0.0)) return fault("dt", "must not be negative");
        if (dt > seconds_of(kMaxTicks)) return fault("dt", "is too large");
        if (!whole(frames, kMostFrames)) {
            return fault("frames", "must be a whole number from 0 to 1000000000");
        }
        script_.dt = ticks_of_seconds(dt);
        script_.frames = static_cast<std::uint64_t>(frames);
        if (const Json* inputs = find(root, "inputs")) {
            if (!inputs->is_array()) return fault("inputs", "must be a list");
            for (std::size_t i = 0; i < inputs->items.size(); ++i) {
                if (!read_input(inputs->items[i], fmt::format("inputs[{}]", i))) return *error_;
            }
        }
        std::stable_sort(
            script_.inputs.begin(), script_.inputs.end(),
            [](const SimulationInput& a, const SimulationInput& b) { return a.frame < b.frame; });
        for (const SimulationInput& input : script_.inputs) {
            if (input.frame >= script_.frames) {
                warnings_.warn("script", input.place, "is after the last frame");
            }
        }
        return std::move(script_);
    }

  private:
    static const Json* find(const Json& object, std::string_view key) {
        const Json* found = object.find(key);
        return found == nullptr || found->kind == Json::Kind::null ? nullptr : found;
    }

    static std::string join(const std::string& place, std::string_view key) {
        return place.empty() ? std::string(key) : fmt::format("{}.{}", place, key);
    }

    static bool whole(double number, double most) {
        return number >= 0.0 && number <= most && number == std::floor(number);
    }

    Error fault(const std::string& place, std::string cause) {
        error_ = Error{"script", place, std::move(cause)};
        return *error_;
    }
    bool fail(const std::string& place, std::string cause) {
        fault(place, std::move(cause));
        return false;
    }

    void warn_of_other_keys(const Json& object, const std::string& place,
                            std::initializer_list<std::string_view> known) {
        for (const std::string& key : object.keys) {
            if (std::find(known.begin(), known.end(), key) != known.end()) continue;
            warnings_.warn("script", join(place, key), "the key is not known and means nothing");
        }
    }

    bool number(const Json& object, const std::string& place, std::string_view key, double& out) {
        const Json* value = find(object, key);
        if (value == nullptr) return fail(join(place, key), "is missing");
        if (!value->is_number()) return fail(join(place, key), "must be a number");
        out = value->number;
        return true;
    }

    bool read_input(const Json& json, const std::string& place) {
        if (!json.is_object()) return fail(place, "must be an object");
        warn_of_other_keys(json, place, {"frame", "set", "trigger", "oneshot"});
        SimulationInput input;
        input.place = place;
        double frame = 0.0;
        if (!number(json, place, "frame", frame)) return false;
        if (!whole(frame, kMostFrames)) {
            return fail(join(place, "frame"), "must be a whole number from 0 to 1000000000");
        }
        input.frame = static_cast<std::uint64_t>(frame);
        const Json* set = find(json, "set");
        const Json* trigger = find(json, "trigger");
        const Json* shot = find(json, "oneshot");
        if (set != nullptr && !read_set(*set, join(place, "set"), input)) return false;
        if (trigger != nullptr && !read_triggers(*trigger, join(place, "trigger"), input)) {
            return false;
        }
        if (shot != nullptr && !read_shot(*shot, join(place, "oneshot"), input)) return false;
        script_.inputs.push_back(std::move(input));
        return true;
    }

    bool variable(const std::string& name, const std::string& place, std::uint32_t& out) {
        const auto at = std::find(names_.variables.begin(), names_.variables.end(), name);
        if (at == names_.variables.end()) {
            return fail(place, fmt::format("there is no parameter \"{}\"; there are {}", name,
                                           quoted_list(names_.variables)));
        }
        out = static_cast<std::uint32_t>(at - names_.variables.begin());
        return true;
    }

    bool read_set(const Json& json, const std::string& place, SimulationInput& input) {
        if (!json.is_object()) return fail(place, "must be an object");
        for (std::size_t i = 0; i < json.items.size(); ++i) {
            const std::string where = join(place, json.keys[i]);
            VariableSetting setting;
            if (!variable(json.keys[i], where, setting.variable)) return false;
            if (!read_value(json.items[i], where, setting)) return false;
            input.set.push_back(setting);
        }
        return true;
    }

    bool read_value(const Json& json, const std::string& place, VariableSetting& setting) {
        const record::StateMachineVariable& variable = graph_.variables[setting.variable];
        switch (variable.kind) {
            case record::VariableKind::float_: {
                const auto value = static_cast<float>(json.number);
                if (!json.is_number()) return fail(place, "must be a number");
                if (!std::isfinite(value)) return fail(place, "is too large");
                std::memcpy(&setting.bits, &value, sizeof value);
                return true;
            }
            case record::VariableKind::bool_:
            case record::VariableKind::trigger:
                if (json.kind != Json::Kind::boolean) return fail(place, "must be true or false");
                setting.bits = json.truth ? 1u : 0u;
                return true;
            case record::VariableKind::enum_:
                if (json.is_string()) return read_choice(json.text, place, variable, setting.bits);
                [[fallthrough]];
            case record::VariableKind::int_:
                break;
        }
        using Limits = std::numeric_limits<std::int32_t>;
        if (!json.is_number() || json.number != std::floor(json.number) ||
            !(json.number >= Limits::min() && json.number <= Limits::max())) {
            return fail(place, "must be a whole number");
        }
        setting.bits = static_cast<std::uint32_t>(static_cast<std::int32_t>(json.number));
        return true;
    }

    bool read_choice(const std::string& name, const std::string& place,
                     const record::StateMachineVariable& variable, std::uint32_t& bits) {
        std::vector<std::string> there;
        for (const record::VariableChoice& choice :
             graph_.choices.subspan(variable.choices.start, variable.choices.count)) {
            there.push_back(name_text(file_, NameHash{choice.name}));
            if (there.back() != name) continue;
            bits = static_cast<std::uint32_t>(choice.value);
            return true;
        }
        return fail(place, fmt::format("there is no choice \"{}\"; there are {}", name,
                                       quoted_list(there)));
    }

    bool read_triggers(const Json& json, const std::string& place, SimulationInput& input) {
        if (!json.is_array()) return fail(place, "must be a list of names");
        for (std::size_t i = 0; i < json.items.size(); ++i) {
            const std::string where = fmt::format("{}[{}]", place, i);
            if (!json.items[i].is_string()) return fail(where, "must be a name");
            VariableSetting setting{0, 1};
            if (!variable(json.items[i].text, where, setting.variable)) return false;
            if (graph_.variables[setting.variable].kind != record::VariableKind::trigger) {
                return fail(where, fmt::format("\"{}\" is not a trigger", json.items[i].text));
            }
            input.set.push_back(setting);
        }
        return true;
    }

    // Clips of other rigs cannot be played; a timeline, or a clip without a rig, only passes.
    bool read_shot(const Json& json, const std::string& place, SimulationInput& input) {
        if (!json.is_string()) return fail(place, "must be the name of a clip");
        for (std::uint32_t i = 0; i < names_.motions.size(); ++i) {
            if (names_.motions[i] != json.text) continue;
            const MotionInfo& info = graph_.motions[i];
            if (info.kind == MotionKind::clip && rig_ != kNoItem &&
                file_.clips.clips[info.index].rig != rig_) {
                continue;
            }
            input.one_shot = i;
            return true;
        }
        return fail(place, fmt::format("there is no clip \"{}\"; there are {}", json.text,
                                       quoted_list(names_.motions)));
    }

    const BakedFile& file_;
    Machine graph_;
    MachineNames names_;
    std::uint32_t rig_;
    Diagnostics& warnings_;
    SimulationScript script_;
    std::optional<Error> error_;
};

}  // namespace

Result<SimulationScript> read_simulation_script(std::string_view text, const BakedFile& file,
                                                std::uint32_t machine, Diagnostics& warnings) {
    const Result<Json> json = parse_json(text);
    if (!json) {
        return Error{"script", json.error().place,
                     fmt::format("cannot be read as JSON: {}", json.error().cause)};
    }
    return ScriptReader(file, machine, warnings).read(*json);
}

}  // namespace motus
