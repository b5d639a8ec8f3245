// SPDX-License-Identifier: MIT
#include <motus/session/property_context.h>

#include <motus/document/access.h>
#include <motus/document/key_edit.h>

#include <cmath>

namespace motus {
namespace {

Result<Done> toggle_key(Document& document, const doc::AnimationTimeline& timeline,
                        const PropertyKey& property, std::int64_t frame) {
    const doc::AnimationTrack* track = find_track(document, timeline, property);
    if (track != nullptr && key_at(*track, frame) != nullptr) {
        const Handle key[] = {key_at(*track, frame)->handle()};
        return delete_keys(document, key);
    }
    const PropertyPlace place = find_property(document, property);
    if (!place) return Error{"no-property", "", "there is no such property in the scene"};
    Step step = document.begin_step("Insert key");
    const Value value = get_property(*place.object, *place.property);
    const Result<Handle> key = write_key(document, timeline, property, frame, value);
    if (!key) return key.error();
    settle_tangents(document, *find_track(document, timeline, property));
    return step.commit();
}

}  // namespace

PropertyContext::PropertyContext(const Document& document, const TimelinePosition& position,
                                 bool read_only) noexcept
    : document_(&document), position_(position), read_only_(read_only) {}

std::int64_t PropertyContext::frame() const noexcept {
    const double nearest = std::floor(position_.frame + 0.5);
    return nearest > 0.0 && nearest < 9e15 ? static_cast<std::int64_t>(nearest) : 0;
}

const doc::AnimationTimeline* PropertyContext::timeline() const {
    return object_cast<doc::AnimationTimeline>(document_->find_id(position_.timeline));
}

TrackState PropertyContext::state(const PropertyKey& property) const {
    const doc::AnimationTimeline* t = timeline();
    const doc::AnimationTrack* track =
        t != nullptr ? find_track(*document_, *t, property) : nullptr;
    if (track == nullptr) return TrackState::no_track;
    return key_at(*track, frame()) != nullptr ? TrackState::key_here : TrackState::has_track;
}

bool PropertyContext::can_key(const Object& object, const PropertyInfo& property) const {
    if (timeline() == nullptr || !property.has(kAnimatable)) return false;
    const PropertyKey key = key_of(object, property);
    return key.entity != 0 && find_property(*document_, key).object == &object;
}

bool PropertyContext::toggle(const PropertyKey& property) {
    if (read_only_ || timeline() == nullptr) return false;
    toggles_.push_back(property);
    return true;
}

Result<Done> apply_toggles(Document& document, PropertyContext& context) {
    Result<Done> outcome = Done{};
    const doc::AnimationTimeline* timeline = context.timeline();
    for (const PropertyKey& property : context.toggles()) {
        if (timeline == nullptr) break;
        const Result<Done> done = toggle_key(document, *timeline, property, context.frame());
        if (!done && outcome) outcome = done.error();
    }
    context.clear();
    return outcome;
}

}  // namespace motus
