// SPDX-License-Identifier: MIT
#include <motus/document/validate.h>

#include <motus/document/pointer.h>
#include <motus/document/validate_check.h>

#include <array>

namespace motus {
namespace validation {
namespace {

using Rule = void (*)(Check&, const Object&);

/// Rules by the number of the type they are for.
class Rules {
  public:
    Rules() {
        add<doc::Document>([](Check& c, const auto& o) { check_document(c, o); });
        add<doc::AnimationLibrary>([](Check& c, const auto& o) {
            check_library(c, o);
            check_timelines(c, o);
            check_driven(c, o);
        });
        add<doc::LibraryEntry>([](Check& c, const auto& o) { check_entry(c, o); });
        add<doc::AnimationFolder>([](Check& c, const auto& o) { check_folder(c, o); });
        add<doc::AnimationTimeline>([](Check& c, const auto& o) { check_timeline(c, o); });
        add<doc::AnimationTrack>([](Check& c, const auto& o) { check_track(c, o); });
        add<doc::Scene>([](Check& c, const auto& o) { check_scene(c, o); });
        add<doc::Entity>([](Check& c, const auto& o) { check_entity(c, o); });
        add<doc::Rig>([](Check& c, const auto& o) { check_rig(c, o); });
        add<doc::AnimationClip>([](Check& c, const auto& o) { check_clip(c, o); });
        add<doc::Mask>([](Check& c, const auto& o) { check_mask(c, o); });
        add<doc::StateMachineDefinition>([](Check& c, const auto& o) { check_machine(c, o); });
        add<doc::StateMachineLayer>([](Check& c, const auto& o) {
            check_layer(c, o);
            check_order(c, o);
            check_endless(c, o);
            check_timing(c, o);
            check_reach(c, o);
            check_repeated(c, o);
        });
        add<doc::StateGraph>([](Check& c, const auto& o) { check_graph(c, o); });
        add<doc::StateMachineState>([](Check& c, const auto& o) { check_state(c, o); });
        add<doc::BlendChild>([](Check& c, const auto& o) { check_blend_child(c, o); });
        add<doc::BlendNode>([](Check& c, const auto& o) { check_blend(c, o); });
        add<doc::StateMachineTransition>([](Check& c, const auto& o) { check_transition(c, o); });
    }

    void run(Check& check, const Object& object) const {
        const std::size_t number = object.type().number;
        if (number >= rules_.size() || rules_[number].type != &object.type()) return;
        rules_[number].rule(check, object);
    }

  private:
    struct Entry {
        const TypeInfo* type = nullptr;
        Rule rule = nullptr;
    };

    template <typename T, typename Body>
    void add(Body) {
        // A body without captures is a type: it is made again where it is called.
        static_assert(std::is_empty_v<Body>);
        rules_.at(T::static_type().number) = {&T::static_type(), [](Check& check, const Object& o) {
                                                  Body{}(check, static_cast<const T&>(o));
                                              }};
    }

    std::array<Entry, 128> rules_{};
};

}  // namespace

void Check::report(Severity severity, std::string_view code, const Object& object,
                   std::uint16_t property, std::string message) {
    const PropertyInfo* info = property != 0 ? object.type().find(property) : nullptr;
    std::string path =
        info != nullptr ? pointer_to(document_, object, *info) : pointer_to(document_, object);
    if (severity == Severity::error) {
        diagnostics_.error(std::string(code), std::move(path), std::move(message));
    } else {
        diagnostics_.warn(std::string(code), std::move(path), std::move(message));
    }
}

void Check::error(std::string_view code, const Object& object, std::uint16_t property,
                  std::string message) {
    report(Severity::error, code, object, property, std::move(message));
}

void Check::warn(std::string_view code, const Object& object, std::uint16_t property,
                 std::string message) {
    report(Severity::warning, code, object, property, std::move(message));
}

void Check::require(std::uint64_t id, const Object& object, std::uint16_t property,
                    std::string_view what) {
    if (id == 0) error("missing-target", object, property, "names no " + std::string(what));
}

void Names::add(Check& check, Severity severity, std::string_view name, const Object& object,
                std::uint16_t property, std::string_view what) {
    if (name.empty()) return;
    const auto [at, is_new] = seen_.emplace(name, &object);
    if (is_new) return;
    check.report(severity, "name-clash", object, property,
                 std::string(what) + " before it has the name \"" + std::string(name) +
                     "\" too: " + pointer_to(check.document(), *at->second));
}

const doc::StateMachineDefinition* machine_of(const Object& object) noexcept {
    const Object* o = &object;
    while (o != nullptr && object_cast<doc::StateMachineDefinition>(o) == nullptr)
        o = o->parent();
    return static_cast<const doc::StateMachineDefinition*>(o);
}

const doc::StateMachineLayer* layer_of(const Object& object) noexcept {
    const Object* o = &object;
    while (o != nullptr && object_cast<doc::StateMachineLayer>(o) == nullptr)
        o = o->parent();
    return static_cast<const doc::StateMachineLayer*>(o);
}

bool is_within(const Object& object, const Object& above) noexcept {
    const Object* o = &object;
    while (o != nullptr && o != &above)
        o = o->parent();
    return o != nullptr;
}

std::string quoted(std::string_view name, std::string_view otherwise) {
    std::string text(name.empty() ? otherwise : name);
    if (!name.empty()) {
        text.insert(text.begin(), '"');
        text += '"';
    }
    return text;
}

}  // namespace validation

void validate(const Document& document, Diagnostics& diagnostics) {
    static const validation::Rules rules;
    const BaseView base(document);
    validation::Check check(document, diagnostics);
    visit_objects(document.root(), [&](const Object& object) {
        validation::check_value(check, object);
        rules.run(check, object);
    });
}

void warn_of_errors(const Document& document, Diagnostics& diagnostics) {
    constexpr std::size_t kMostTold = 100;
    Diagnostics found;
    validate(document, found);
    std::size_t told = 0;
    for (const Fault& fault : found.faults()) {
        if (fault.severity != Severity::error || ++told > kMostTold) continue;
        diagnostics.warn(fault.code, fault.path,
                         "the document cannot be baked as it is: " + fault.message);
    }
}

}  // namespace motus
