// motus/import/unity/convert.h - a controller's machines, states and transitions in a document.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/export.h>
#include <motus/import/unity/motions.h>

#include <optional>
#include <unordered_map>

namespace motus::unity {

class Converter {
  public:
    Converter(Document& document, const Controller& controller, const ImportOptions& options,
              ImportReport& report, Diagnostics& diagnostics)
        : document_(document),
          controller_(controller),
          options_(options),
          report_(report),
          diagnostics_(diagnostics),
          motions_(document, options, controller.name, report, diagnostics) {}

    /// Fills the document and the report; gives back the file of clips, which may be empty.
    [[nodiscard]] Result<std::vector<std::byte>> run();

  private:
    /// Where a state or machine stands in the document.
    struct Place {
        std::uint64_t id = 0;  ///< Of a layer's root machine: 0.
        Handle graph{};        ///< Of a machine: its graph. Of a state: the graph that holds it.
        std::string path;      ///< "Layer/Machine/State", for people.
        std::uint32_t layer = 0;
    };

    void add_variables(doc::StateMachineDefinitionChange& definition);
    [[nodiscard]] std::uint64_t number_variable(const std::string& name, const std::string& place);
    [[nodiscard]] std::uint64_t known_variable(const std::string& name, const std::string& place,
                                               bool wants_truth);
    void add_layer(std::uint32_t index, doc::StateMachineChange& machine);
    void add_machine(std::uint32_t index, doc::StateGraphChange graph, std::uint64_t id,
                     const std::string& path, const std::string& above, std::uint32_t layer,
                     std::uint32_t depth);
    void add_state(std::uint32_t index, doc::StateMachineStateChange change,
                   const std::string& path);
    /// Names a state or sub-machine so that its path is its own, and says so where that takes
    /// another name than Unity's. `above`: names of the machines it is in, joined by '/'.
    void set_name(const std::string& name, const std::string& above, const std::string& place,
                  doc::StateMachineStateChange& change);
    void add_synced(std::uint32_t index);
    /// The mask of a reference: in the controller's own file, or in one of the project.
    [[nodiscard]] std::optional<AvatarMask> find_mask(const AssetRef& ref);
    void add_mask(const Layer& layer, doc::StateMachineLayerChange& change);

    void set_motion(const Motion& motion, doc::StateMachineStateChange& change,
                    const std::string& place);
    template <typename Owner>
    bool fill_tree(std::uint32_t tree, Owner& owner, const std::string& place, std::uint32_t depth);
    template <typename Owner>
    bool set_child_motion(const Motion& motion, Owner& child, const std::string& place,
                          const std::string& hint, std::uint32_t depth);

    /// Whether a machine, or one inside it, holds the state.
    [[nodiscard]] bool is_inside(std::uint32_t state, std::uint32_t machine) const;
    /// The default state, or the first where a machine names none; kNoItem: it holds no state.
    [[nodiscard]] std::uint32_t first_state(const Machine& machine) const;
    void add_transitions(std::uint32_t machine);
    /// A default state outside its machine, as the last entry transition.
    void add_default_outside(std::uint32_t machine);
    /// One transition; several where the way leads into a layer's root.
    void add_transition(const Transition& transition, doc::TransitionFrom from_kind,
                        std::uint64_t from, std::uint32_t machine, const std::string& place);
    doc::StateMachineTransitionChange new_transition(const Transition& transition,
                                                     doc::TransitionFrom from_kind,
                                                     std::uint64_t from, std::uint32_t machine);
    void add_conditions(const Transition& transition, doc::StateMachineTransitionChange& change,
                        const std::string& place);
    bool add_condition(const Condition& condition, doc::StateMachineTransitionChange& change);
    void enter_root(const Transition& transition, doc::TransitionFrom from_kind, std::uint64_t from,
                    std::uint32_t machine, const std::string& place);
    template <typename Owner>
    void annotate(const std::vector<Behaviour>& behaviours, Owner& owner, const std::string& place);

    /// Says that something cannot be baked: more or deeper than a machine of the runtime has.
    void note_limit(const char* feature, std::string message, const std::string& place);
    void note_state(const State& state, const Place& place);
    void note_transition(const Transition& transition, bool any, const std::string& place,
                         const Motion& from);
    void note_layers();
    void fill_counts();

    Document& document_;
    const Controller& controller_;
    const ImportOptions& options_;
    ImportReport& report_;
    Diagnostics& diagnostics_;
    Motions motions_;
    Handle definition_{};
    struct Variable {
        std::uint64_t id = 0;
        ParameterType type = ParameterType::number;
    };
    std::map<std::string, Variable> variables_;
    std::map<std::string, std::set<std::uint32_t>> trigger_layers_;
    std::map<AssetRef, std::uint64_t> masks_;
    std::string mask_guid_;  ///< Of `mask_file_`.
    OpenedFile mask_file_;
    std::vector<Place> states_, machines_;
    std::set<std::string> paths_;                    ///< Of the states of the layer being added.
    std::map<std::string, std::size_t> next_names_;  ///< By path: the number to try next.
    std::vector<Handle> layer_changes_;
    std::vector<std::uint64_t> layer_ids_;
    std::uint32_t transitions_ = 0, added_ = 0, behaviours_ = 0;
    std::size_t blends_ = 0;
    std::uint32_t layer_now_ = 0;  ///< Of the transitions being added.
    bool too_large_ = false;
};

/// Blends in the document: a tree that is used in several places is written in each.
inline constexpr std::uint32_t kMaxBlends = 100'000;

/// The mask of that id; where there is none of that id, the file's first, if that will do.
[[nodiscard]] std::optional<AvatarMask> read_mask(UnityFile& file, std::int64_t file_id,
                                                  bool or_first);

/// Adds a mask to the library. Its id. `root`: what the Animator's own object is called.
std::uint64_t add_mask(Document& document, const AvatarMask& mask, const AssetRef& ref,
                       const std::string& root, ImportReport& report, const std::string& place);

}  // namespace motus::unity
