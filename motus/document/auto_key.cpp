// SPDX-License-Identifier: MIT
#include <motus/document/auto_key.h>

#include <motus/document/key_edit.h>
#include <motus/document/keys.h>

#include <set>

namespace motus {

void AutoKey::on_step(Document& document, const StepInfo& info) {
    const auto* timeline = object_cast<doc::AnimationTimeline>(document.find_id(timeline_));
    if (timeline == nullptr) return;
    // Writing keys adds commands to the step, so what is to be keyed is collected first.
    std::vector<PropertyPlace> places;
    std::set<std::pair<Handle, std::uint16_t>> seen;
    const auto collect = [&](Handle handle, std::uint16_t number) {
        const Object* object = document.find(handle);
        if (object == nullptr || !seen.insert({handle, number}).second) return;
        const PropertyInfo* property = object->type().find(number);
        if (property->has(kAnimatable)) places.push_back({object, property});
    };
    for (const Command& command : info.commands)
        if (command.kind == Command::Kind::set) collect(command.object, command.property);
    for (const auto& [handle, number] : info.confirmed)
        collect(handle, number);
    for (const PropertyPlace& place : places) {
        const PropertyKey key = key_of(*place.object, *place.property);
        // A second component of the same type has no address, so it cannot be keyed.
        if (key.entity == 0 || find_property(document, key).object != place.object) continue;
        const Value value = document.base_value(*place.object, *place.property);
        if (!write_key(document, *timeline, key, frame_, value)) continue;
        settle_tangents(document, *find_track(document, *timeline, key));
    }
}

}  // namespace motus
