// SPDX-License-Identifier: MIT
#include <motus/document/auto_key.h>

#include <motus/document/keys.h>

#include <set>

namespace motus {

void AutoKey::on_step(Document& document, const StepInfo& info) {
    const auto* timeline = object_cast<doc::AnimationTimeline>(document.find_id(timeline_));
    if (timeline == nullptr) return;
    // Writing keys adds commands to the step, so what is to be keyed is collected first.
    std::vector<PropertyPlace> places;
    std::set<std::pair<Handle, std::uint16_t>> seen;
    for (const Command& command : info.commands) {
        if (command.kind != Command::Kind::set) continue;
        const Object* object = document.find(command.object);
        if (object == nullptr || !seen.insert({command.object, command.property}).second) continue;
        const PropertyInfo* property = object->type().find(command.property);
        if (property->has(kAnimatable)) places.push_back({object, property});
    }
    for (const PropertyPlace& place : places) {
        const PropertyKey key = key_of(*place.object, *place.property);
        // A second component of the same type has no address, so it cannot be keyed.
        if (key.entity == 0 || find_property(document, key).object != place.object) continue;
        const Value value = document.base_value(*place.object, *place.property);
        (void)write_key(document, *timeline, key, frame_, value).has_value();
    }
}

}  // namespace motus
