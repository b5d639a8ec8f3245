// motus/import/unity/controller_reader.h - from the objects of a file to a Controller.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/project.h>
#include <motus/import/unity/reader.h>

#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace motus::unity {

/// Calls `visit` for every object that can be reached from `start` by references within the file,
/// each once, `start` first. False: something could not be read, and is in `faults`.
bool visit_reachable(UnityFile& file, const ObjectEntry& start, Faults& faults,
                     const std::function<void(const ObjectEntry&, Node)>& visit);

/// The entries of a list, or of Unity 4's map of repeated `data:` keys: {first, second} pairs.
struct Pair {
    Node first, second;
};
[[nodiscard]] std::vector<Pair> read_pairs(Node node);

class ControllerReader {
  public:
    ControllerReader(UnityFile& file, Diagnostics& diagnostics, const Project* project)
        : file_(file), faults_(diagnostics), project_(project) {}
    [[nodiscard]] Result<Controller> run();

  private:
    /// What is known of a machine beside its values.
    struct MachineInfo {
        Node node;
        std::uint32_t layer = 0;
        std::uint32_t above = kNoItem;
        std::uint32_t depth = 0;
    };
    struct StateInfo {
        Node node;
        std::uint32_t layer = 0;
    };

    bool count_reachable(const ObjectEntry& controller);
    void read_parameters(const Fields& fields);
    void read_layer_values(const Fields& fields);
    bool read_layers(const Fields& fields);
    void check_sync();
    bool read_machines(std::uint32_t layer, std::int64_t file_id);
    bool add_machine(std::uint32_t layer, std::uint32_t above, std::int64_t file_id,
                     std::vector<std::pair<std::uint32_t, std::int64_t>>& todo);
    void add_states(std::uint32_t machine);
    void add_state(std::uint32_t machine, Node reference, std::array<float, 2> position,
                   bool has_position);
    void read_machine(std::uint32_t machine);
    void read_old_transitions(std::uint32_t machine);
    void read_leave(std::uint32_t machine);
    void read_state(std::uint32_t state);
    void read_synced(std::uint32_t layer, Node node);
    void read_old_synced(std::uint32_t layer);
    /// `guid`: of the file that the reference is in; empty: the controller's.
    Motion read_motion(Node reference, const std::string& guid = {});
    /// The blend tree of a reference into another file; nothing where it is none.
    [[nodiscard]] std::optional<Node> other_tree(const AssetRef& ref);
    void read_trees();
    void read_tree(std::uint32_t tree, Node node, const std::string& guid);
    bool check_trees();
    void read_transitions(Node list, std::uint32_t layer, bool timed, std::vector<Transition>& out);
    bool read_transition(Node reference, std::uint32_t layer, bool timed, Transition& out);
    void read_conditions(const Fields& fields, Transition& out);
    void read_timing(const Fields& fields, Transition& out);
    bool read_target(const Fields& fields, std::uint32_t layer, Transition& out);
    void read_behaviours(Node list, std::vector<Behaviour>& out);
    void flatten(Node body, Behaviour& out);
    std::optional<Node> object(Node reference, std::initializer_list<ClassId> classes,
                               std::string_view what);

    UnityFile& file_;
    Faults faults_;
    const Project* project_;
    Controller out_;
    std::vector<Node> layer_nodes_;
    std::vector<std::int32_t> layer_sets_;  ///< m_StateMachineMotionSetIndex of each layer.
    std::unordered_set<const Tree*> transitions_read_;
    std::set<std::pair<std::int64_t, std::int64_t>> old_read_;  ///< Unity 4: (state, transition).
    std::size_t repeated_ = 0;  ///< Values of transitions that were read more than once.
    std::vector<MachineInfo> machine_info_;
    std::vector<StateInfo> state_info_;
    std::unordered_map<std::int64_t, std::uint32_t> machine_of_, state_of_;
    std::map<std::pair<std::string, std::int64_t>, std::uint32_t> tree_of_;  ///< By guid and id.
    struct WaitingTree {
        std::uint32_t tree = 0;
        Node node;
        std::string guid;  ///< Of its file; empty: the controller's.
    };
    std::vector<WaitingTree> tree_queue_;
    struct OtherFile {
        std::unique_ptr<UnityFile> file;  ///< None: it could not be read.
        Diagnostics faults;
        std::string name;
    };
    std::map<std::string, OtherFile> others_;  ///< By guid.
    std::size_t other_bytes_ = 0;
    std::unordered_set<std::string> parameter_names_;
    std::size_t field_bytes_ = 0;
};

}  // namespace motus::unity
