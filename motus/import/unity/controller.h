// motus/import/unity/controller.h - an animator controller as plain values, whatever the version of
// its file.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/core/result.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace motus::unity {

inline constexpr std::uint32_t kNoItem = 0xffffffffu;

/// A reference to an asset: {fileID: 0} is none; without a guid it is to the same file.
struct AssetRef {
    std::int64_t file_id = 0;
    std::string guid;  ///< 32 lower-case hexadecimal digits, or empty.
    std::int32_t type = 0;

    [[nodiscard]] bool is_none() const noexcept { return file_id == 0; }
    [[nodiscard]] bool is_local() const noexcept { return file_id != 0 && guid.empty(); }
    friend bool operator==(const AssetRef&, const AssetRef&) = default;
    friend bool operator<(const AssetRef& a, const AssetRef& b) {
        return std::tie(a.file_id, a.guid, a.type) < std::tie(b.file_id, b.guid, b.type);
    }
};

/// "guid:fileID", or the id alone.
[[nodiscard]] std::string to_string(const AssetRef& ref);

enum class ParameterType : std::uint8_t { number, integer, boolean, trigger };

struct Parameter {
    std::string name;
    ParameterType type = ParameterType::number;
    double default_value = 0.0;
    friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// Values as in the file. `exit_time` (Unity 4) never reaches here: it became the transition's.
enum class ConditionMode : std::int32_t {
    if_true = 1,
    if_false = 2,
    greater = 3,
    less = 4,
    equals = 6,
    not_equal = 7,
};

struct Condition {
    std::int32_t mode = 1;  ///< A ConditionMode, or what else the file says.
    std::string parameter;  ///< May name none of the controller's.
    double threshold = 0.0;
    friend bool operator==(const Condition&, const Condition&) = default;
};

enum class Target : std::uint8_t { none, state, machine, exit };

/// Of a state, of any state, of an entry, or out of a sub-machine; the last two have no timing.
struct Transition {
    std::string name;
    std::vector<Condition> conditions;
    Target to_kind = Target::none;
    std::uint32_t to = kNoItem;  ///< A state or a machine.
    bool mute = false, solo = false;
    float duration = 0.0f;
    bool fixed_duration = false;  ///< In seconds; else in lengths of the source.
    float offset = 0.0f;
    bool has_exit_time = false;
    float exit_time = 0.0f;
    std::int32_t interruption_source = 0;  ///< 0..4.
    bool ordered = true;
    bool can_self = true;
    std::uint32_t line = 0;
    friend bool operator==(const Transition&, const Transition&) = default;
};

/// What plays: nothing, a clip by reference, or a tree of this controller.
struct Motion {
    AssetRef clip;
    std::uint32_t tree = kNoItem;
    [[nodiscard]] bool is_none() const noexcept { return clip.is_none() && tree == kNoItem; }
    friend bool operator==(const Motion&, const Motion&) = default;
};

struct TreeChild {
    Motion motion;
    float threshold = 0.0f;
    std::array<float, 2> position{};
    float time_scale = 1.0f;
    float cycle_offset = 0.0f;
    std::string direct_parameter;
    bool mirror = false;
    friend bool operator==(const TreeChild&, const TreeChild&) = default;
};

enum class TreeType : std::uint8_t {
    one_d,
    simple_directional,
    freeform_directional,
    freeform_cartesian,
    direct
};

struct BlendTree {
    std::string name;
    TreeType type = TreeType::one_d;
    std::string parameter_x, parameter_y;
    bool normalized = false;
    std::vector<TreeChild> children;
    std::uint32_t line = 0;
    friend bool operator==(const BlendTree&, const BlendTree&) = default;
};

/// A StateMachineBehaviour: its script, and its fields as text; nested ones by path "a.b[0]".
struct Behaviour {
    AssetRef script;
    std::string name;
    std::string class_identifier;
    std::vector<std::pair<std::string, std::string>> fields;
    std::vector<std::string> texts;  ///< Fields that look like a list or map, and are a text.
    friend bool operator==(const Behaviour&, const Behaviour&) = default;
};

struct State {
    std::string name;
    Motion motion;
    float speed = 1.0f;
    float cycle_offset = 0.0f;
    bool mirror = false, ik_on_feet = false, write_defaults = true;
    std::string tag;
    std::string speed_parameter, mirror_parameter, cycle_offset_parameter,
        time_parameter;  ///< Empty where not active.
    std::vector<Transition> transitions;
    std::vector<Behaviour> behaviours;
    std::array<float, 2> position{};
    std::uint32_t line = 0;
    friend bool operator==(const State&, const State&) = default;
};

struct ChildMachine {
    std::uint32_t machine = kNoItem;
    std::array<float, 2> position{};
    std::vector<Transition> leave;  ///< State machine transitions out of it.
    friend bool operator==(const ChildMachine&, const ChildMachine&) = default;
};

struct Machine {
    std::string name;
    std::vector<std::uint32_t> states;
    std::vector<ChildMachine> children;
    std::vector<Transition> any, entry;
    std::uint32_t default_state = kNoItem;  ///< May lie in a nested machine.
    std::vector<Behaviour> behaviours;
    /// Where a file says none (Unity 4 has neither entry nor exit): as in a new graph of ours.
    std::array<float, 2> any_position{0, 80}, entry_position{}, exit_position{640, 0},
        parent_position{640, 80};
    std::uint32_t line = 0;
    friend bool operator==(const Machine&, const Machine&) = default;
};

struct SyncedState {
    std::uint32_t state = kNoItem;
    Motion motion;
    std::vector<Behaviour> behaviours;
    friend bool operator==(const SyncedState&, const SyncedState&) = default;
};

struct Layer {
    std::string name;
    std::uint32_t machine = kNoItem;  ///< None: an empty layer.
    AssetRef mask;
    bool additive = false;
    std::int32_t sync_layer = -1;
    bool sync_timing = false;
    float weight = 0.0f;  ///< As in the file; that of layer 0 does not count.
    bool ik_pass = false;
    std::vector<SyncedState> synced;
    friend bool operator==(const Layer&, const Layer&) = default;
};

/// Objects that can be reached from the controller.
struct Counts {
    std::uint32_t states = 0, transitions = 0, any_transitions = 0, entry_transitions = 0,
                  machine_transitions = 0, machines = 0, behaviours = 0, clips = 0;
    std::array<std::uint32_t, 5> trees{};  ///< By TreeType.
    std::uint32_t orphans = 0;             ///< Objects of the file that nothing reaches.
    friend bool operator==(const Counts&, const Counts&) = default;
};

/// A controller. Items refer to each other by index. Every index is right, machines and trees hold
/// no cycle; names and parameters are as in the file.
struct Controller {
    std::string name;
    std::int32_t version = 5;  ///< Of the file: 1, 2, 4 or 5.
    bool entry_on_start = false;
    std::vector<Parameter> parameters;
    std::vector<Layer> layers;
    std::vector<Machine> machines;
    std::vector<State> states;
    std::vector<BlendTree> trees;
    Counts counts;
    friend bool operator==(const Controller&, const Controller&) = default;
};

/// Machines within machines, and trees within trees.
inline constexpr std::uint32_t kMaxUnityDepth = 32;
/// Layers of a controller: as many as a machine can have.
inline constexpr std::size_t kMaxUnityLayers = 256;

class Project;

/// Reads a .controller file, and the blend trees that it names in others of the project. Warnings
/// and faults go to `diagnostics`, with the line as their path; the Error is the first fault.
/// Linear in the size of the text, at most 1 GiB of memory, no recursion on its depth.
[[nodiscard]] Result<Controller> read_controller(std::string text, Diagnostics& diagnostics,
                                                 const Project* project = nullptr);

}  // namespace motus::unity
