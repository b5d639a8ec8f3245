// motus/session/desk_properties.cpp - commands of a desk about properties: set, reset, key button.
// SPDX-License-Identifier: MIT
#include <motus/session/desk.h>

#include <motus/document/access.h>
#include <motus/document/object_json.h>

namespace motus {
namespace {

const Json* list_in(const Json& c, std::string_view key) {
    const Json* found = c.find(key);
    return found != nullptr && found->is_array() ? found : nullptr;
}

}  // namespace

Result<Desk::Outcome> Desk::toggle(const Json& c) {
    const Json* list = list_in(c, "pointers");
    if (list == nullptr) return Error{"bad-command", "", "toggle wants a list of pointers"};
    const PropertyContext context(document(), position());
    const doc::AnimationTimeline* timeline = context.timeline();
    if (timeline == nullptr)
        return Error{"no-timeline", "", "open a timeline first: keys are set at its playhead"};
    std::vector<PropertyPlace> places;
    bool all_keyed = true;
    for (const Json& item : list->items) {
        const Result<PropertyPlace> found = place(item);
        if (!found) return found.error();
        if (!context.can_key(*found->object, *found->property))
            return Error{"not-animatable", describe(*found->object, *found->property),
                         "cannot be keyed"};
        all_keyed =
            all_keyed && context.state(*found->object, *found->property) == TrackState::key_here;
        places.push_back(*found);
    }
    const PropertyRun* shown = stage_.performance().properties();
    Outcome outcome;
    Step step = document().begin_step(all_keyed ? "Remove key" : "Insert key");
    for (const PropertyPlace& at : places) {
        const PropertyKey key = key_of(*at.object, *at.property);
        const doc::AnimationTrack* track = find_track(document(), *timeline, key);
        const doc::AnimationKeyframe* present =
            track != nullptr ? key_at(*track, context.frame()) : nullptr;
        if (all_keyed) {
            const Handle keys[] = {present->handle()};
            if (const Result<Done> done = delete_keys(document(), keys); !done) return done.error();
            continue;
        }
        if (present != nullptr) continue;  // Of several, those that have a key keep it.
        std::optional<Value> value;
        if (shown != nullptr) value = shown->value(key);
        if (!value) value = document().base_value(*at.object, *at.property);
        const Result<Handle> written =
            write_key(document(), *timeline, key, context.frame(), *value);
        if (!written) return written.error();
        outcome.keys.push_back(*written);
        settle_tangents(document(), *find_track(document(), *timeline, key));
    }
    if (const Result<Done> done = step.commit(); !done) return done.error();
    return outcome;
}

Result<Desk::Outcome> Desk::set(const Json& c) {
    const Json* items = list_in(c, "items");
    if (items == nullptr) return Error{"bad-command", "", "set wants a list of items"};
    std::vector<Setting> settings;
    std::string name = "Set";
    for (const Json& item : items->items) {
        const Json* pointer = item.find("pointer");
        const Json* value = item.find("value");
        if (pointer == nullptr || value == nullptr)
            return Error{"bad-command", "", "an item has a pointer and a value"};
        const Result<PropertyPlace> found = place(*pointer);
        if (!found) return found.error();
        const Result<Value> read = read_value(*value);
        if (!read) return read.error();
        settings.push_back({found->object->handle(), found->property, *read});
        name = "Set " + std::string(found->property->display_name);
    }
    return apply(settings, name);
}

Result<Desk::Outcome> Desk::reset(const Json& c) {
    const Json* list = list_in(c, "pointers");
    if (list == nullptr) return Error{"bad-command", "", "reset wants a list of pointers"};
    std::vector<Setting> settings;
    std::string name = "Reset";
    for (const Json& item : list->items) {
        const Result<PropertyPlace> found = place(item);
        if (!found) return found.error();
        settings.push_back(
            {found->object->handle(), found->property, found->property->default_value()});
        name = "Reset " + std::string(found->property->display_name);
    }
    return apply(settings, name);
}

Result<Desk::Outcome> Desk::apply(const std::vector<Setting>& settings, std::string_view name) {
    const PropertyContext context(document(), position());
    const doc::AnimationTimeline* timeline = context.timeline();
    Outcome outcome;
    Step step = document().begin_step(name);
    for (const Setting& setting : settings) {
        const Result<Done> done =
            document().set(setting.object, setting.property->number, setting.value);
        if (!done) return done.error();
        if (timeline == nullptr) continue;
        const Object& object = *document().find(setting.object);
        const PropertyKey key = key_of(object, *setting.property);
        const bool keyed = context.can_key(object, *setting.property);
        const TrackState state = keyed ? context.state(key) : TrackState::no_track;
        if (state == TrackState::key_here || (recording_ && keyed)) {
            // A key that stands here is what is seen, so it is what is changed. Written here and
            // not by AutoKey: that hears nothing where the authored value has this value already.
            const Value value = document().base_value(object, *setting.property);
            const Result<Handle> written =
                write_key(document(), *timeline, key, context.frame(), value);
            if (!written) return written.error();
            outcome.keys.push_back(*written);
            settle_tangents(document(), *find_track(document(), *timeline, key));
        } else if (state == TrackState::has_track) {
            ++outcome.hidden;
        }
    }
    if (const Result<Done> done = step.commit(); !done) return done.error();
    return outcome;
}

}  // namespace motus
