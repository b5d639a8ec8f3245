// motus/document/validate_check.h - what the parts of validation share.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/conditions.h>
#include <motus/document/model.h>
#include <motus/document/validate.h>

#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace motus::validation {

/// The document under test and where its faults go.
class Check {
  public:
    Check(const Document& document, Diagnostics& diagnostics) noexcept
        : document_(document), diagnostics_(diagnostics), solver_(document) {}

    [[nodiscard]] const Document& document() const noexcept { return document_; }
    [[nodiscard]] const ConditionSolver& solver() const noexcept { return solver_; }

    /// About a property of an object; property 0: about the object itself.
    void error(std::string_view code, const Object& object, std::uint16_t property,
               std::string message);
    void warn(std::string_view code, const Object& object, std::uint16_t property,
              std::string message);
    void report(Severity severity, std::string_view code, const Object& object,
                std::uint16_t property, std::string message);

    /// The object with that id, where it is a `T`; else null.
    template <typename T>
    [[nodiscard]] const T* find(std::uint64_t id) const noexcept {
        return object_cast<T>(document_.find_id(id));
    }

    /// A reference that must not be 0. What it names is checked for every reference anyhow.
    void require(std::uint64_t id, const Object& object, std::uint16_t property,
                 std::string_view what);

  private:
    const Document& document_;
    Diagnostics& diagnostics_;
    ConditionSolver solver_;
};

/// Names that must differ within one scope. Empty ones are not looked at.
class Names {
  public:
    /// Reports "name-clash" where the name was seen before. `what` is said of it: "a state".
    void add(Check& check, Severity severity, std::string_view name, const Object& object,
             std::uint16_t property, std::string_view what);

  private:
    std::map<std::string, const Object*, std::less<>> seen_;
};

/// Transitions of one source: the graph (null: any state of the layer) and the state they leave.
using SourceKey = std::pair<const Object*, std::uint64_t>;
[[nodiscard]] SourceKey source_of(const doc::StateMachineTransition& transition);

/// The transitions of a layer, those of sub-machines included, in the order of the file.
class LayerTransitions {
  public:
    explicit LayerTransitions(const doc::StateMachineLayer& layer);

    [[nodiscard]] const std::vector<const doc::StateMachineTransition*>& all() const noexcept {
        return all_;
    }
    /// Whether it is muted, or another one of its source is solo: then it never fires.
    [[nodiscard]] bool is_silent(const doc::StateMachineTransition& transition) const;

  private:
    void add(const doc::StateGraph& graph);

    std::vector<const doc::StateMachineTransition*> all_;
    std::set<SourceKey> solos_;
};

/// The definition that holds `object`; null where none does.
[[nodiscard]] const doc::StateMachineDefinition* machine_of(const Object& object) noexcept;
/// The layer that holds `object`; null where none does.
[[nodiscard]] const doc::StateMachineLayer* layer_of(const Object& object) noexcept;
/// Whether `object` is `above` or below it.
[[nodiscard]] bool is_within(const Object& object, const Object& above) noexcept;

/// How many objects of that type hold each other, `object` counted; no more than `most`.
template <typename T>
[[nodiscard]] std::uint32_t levels_of(const T& object, std::uint32_t most) noexcept {
    std::uint32_t levels = 0;
    for (const Object* o = &object; o != nullptr && levels < most; o = o->parent())
        if (object_cast<T>(o) != nullptr) ++levels;
    return levels;
}

/// "\"Walk\"", or what it is where it has no name.
[[nodiscard]] std::string quoted(std::string_view name, std::string_view otherwise);

void check_value(Check& check, const Object& object);  ///< Any type, through its table.
void check_document(Check& check, const doc::Document& document);
void check_library(Check& check, const doc::AnimationLibrary& library);
void check_entry(Check& check, const doc::LibraryEntry& entry);
void check_folder(Check& check, const doc::AnimationFolder& folder);
void check_timeline(Check& check, const doc::AnimationTimeline& timeline);
void check_track(Check& check, const doc::AnimationTrack& track);
void check_timelines(Check& check, const doc::AnimationLibrary& library);  ///< Nested in a ring.
void check_driven(Check& check, const doc::AnimationLibrary& library);     ///< Keys without effect.
void check_entity(Check& check, const doc::Entity& entity);
void check_scene(Check& check, const doc::Scene& scene);
void check_clip(Check& check, const doc::AnimationClip& clip);
void check_rig(Check& check, const doc::Rig& rig);
void check_mask(Check& check, const doc::Mask& mask);
void check_machine(Check& check, const doc::StateMachineDefinition& machine);
void check_layer(Check& check, const doc::StateMachineLayer& layer);
void check_graph(Check& check, const doc::StateGraph& graph);
void check_state(Check& check, const doc::StateMachineState& state);
void check_blend_child(Check& check, const doc::BlendChild& child);
void check_blend(Check& check, const doc::BlendNode& blend);
void check_transition(Check& check, const doc::StateMachineTransition& transition);
void check_order(Check& check, const doc::StateMachineLayer& layer);  ///< What another one hides.
void check_endless(Check& check,
                   const doc::StateMachineLayer& layer);  ///< What never comes to rest.
void check_timing(Check& check, const doc::StateMachineLayer& layer);  ///< Curves, exit times.
void check_reach(Check& check, const doc::StateMachineLayer& layer);
void check_repeated(Check& check, const doc::StateMachineLayer& layer);

}  // namespace motus::validation
