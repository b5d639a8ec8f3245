// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/document/key_edit.h>
#include <scenes/card/parts.h>

#include <initializer_list>

namespace motus::scenes::card {
namespace {

/// Where keys go: an item of a component of an entity.
struct Place {
    Id entity;
    const TypeInfo* component;
    const TypeInfo* type;
    std::uint16_t property;
    std::uint32_t item = 0;
};

template <typename Component>
Place on(Id entity, std::uint16_t property) {
    return {entity, &Component::static_type(), &Component::static_type(), property};
}

Place layer(Id entity, std::uint32_t item, std::uint16_t property) {
    return {entity, &doc::Paint::static_type(), &doc::PaintLayer::static_type(), property, item};
}

struct Key {
    int frame;
    Value value;
    Ease ease = Ease::smooth;
};

class Timeline {
  public:
    Timeline(Document& document, const char* name, int frames, doc::PlaybackMode mode)
        : document_(document) {
        auto library = document.begin_change(content(document).library(), "Timeline");
        auto made = library.timelines_append();
        made.set_name(name).set_duration(frames).set_playback_mode(mode);
        id = made.object().id();
    }

    [[nodiscard]] const doc::AnimationTimeline& get() const {
        return *object_cast<doc::AnimationTimeline>(document_.find_id(id));
    }

    void keys(const Place& place, std::initializer_list<Key> keys) {
        const PropertyKey key{place.entity, place.component->number,
                              place.type->find(place.property)->id, place.item};
        for (const Key& k : keys) {
            const Result<Handle> written = write_key(document_, get(), key, k.frame, k.value);
            MOTUS_ASSERT(written.has_value());
            (void)written;
        }
        const doc::AnimationTrack* track = find_track(document_, get(), key);
        for (const Key& k : keys) {
            const Handle handle[] = {key_at(*track, k.frame)->handle()};
            (void)apply_ease(document_, handle, k.ease).has_value();
        }
    }

    Id id = 0;

  private:
    Document& document_;
};

using doc::Fill;
using doc::PaintLayer;
using doc::PlaybackMode;
using doc::Text;
using doc::Transform2D;

/// What the card shows on one of its faces.
void key_face(Timeline& t, const Cast& cast, const Face& face, int frame) {
    t.keys(layer(cast.card, 1, PaintLayer::kColor), {{frame, face.top}});
    t.keys(layer(cast.card, 1, PaintLayer::kColorEnd), {{frame, face.bottom}});
    t.keys(layer(cast.emblem, 1, PaintLayer::kColor), {{frame, face.emblem_top}});
    t.keys(layer(cast.emblem, 1, PaintLayer::kColorEnd), {{frame, face.emblem_bottom}});
    t.keys(on<Fill>(cast.rule, Fill::kColor), {{frame, face.rule}});
    t.keys(on<Text>(cast.title, Text::kText), {{frame, Value(face.title)}});
    t.keys(on<Text>(cast.caption, Text::kText), {{frame, Value(face.caption)}});
}

void key_float(Timeline& t, const Cast& cast) {
    t.keys(on<Transform2D>(cast.card, Transform2D::kPosition),
           {{0, Float2{320, 168}}, {45, Float2{320, 161}}, {90, Float2{320, 168}}});
    t.keys(layer(cast.card, 0, PaintLayer::kBlur), {{0, 30}, {45, 38}, {90, 30}});
    t.keys(layer(cast.card, 0, PaintLayer::kOffset),
           {{0, Float2{0, 18}}, {45, Float2{0, 26}}, {90, Float2{0, 18}}});
    t.keys(on<Fill>(cast.glow, Fill::kOpacity), {{0, 0.55f}, {45, 0.8f}, {90, 0.55f}});
}

void key_button(Timeline& t, const Cast& cast, int frame, float scale, std::uint32_t top,
                std::uint32_t bottom, float drop, float blur, const char* label) {
    const Ease ease = Ease::out;
    if (frame > 0) {
        t.keys(on<Transform2D>(cast.button, Transform2D::kScale), {{0, Float2{1, 1}, ease}});
        t.keys(layer(cast.button, 1, PaintLayer::kColor), {{0, paint(0xffffff), ease}});
        t.keys(layer(cast.button, 1, PaintLayer::kColorEnd), {{0, paint(0xd6d9ff), ease}});
        t.keys(layer(cast.button, 0, PaintLayer::kOffset), {{0, Float2{0, 6}, ease}});
        t.keys(layer(cast.button, 0, PaintLayer::kBlur), {{0, 16, ease}});
    }
    t.keys(on<Transform2D>(cast.button, Transform2D::kScale), {{frame, Float2{scale, scale}}});
    t.keys(layer(cast.button, 1, PaintLayer::kColor), {{frame, paint(top)}});
    t.keys(layer(cast.button, 1, PaintLayer::kColorEnd), {{frame, paint(bottom)}});
    t.keys(layer(cast.button, 0, PaintLayer::kOffset), {{frame, Float2{0, drop}}});
    t.keys(layer(cast.button, 0, PaintLayer::kBlur), {{frame, blur}});
    t.keys(on<Text>(cast.label, Text::kText), {{0, Value(label)}});
}

Id add_event(Document& document, const char* name) {
    auto library = document.begin_change(content(document).library(), "Event");
    auto event = library.events_append();
    event.set_name(name);
    const Id id = event.object().id();
    (void)library.commit().has_value();
    return id;
}

}  // namespace

Moves add_timelines(Document& document, const Cast& cast) {
    Step step = document.begin_step("Timelines");
    Moves moves;
    moves.turned = add_event(document, "turned");

    Timeline idle(document, "card idle", 90, PlaybackMode::loop);
    key_float(idle, cast);
    key_face(idle, cast, front(), 0);
    moves.idle = idle.id;

    // Half a turn: narrow, the other face, wide again; a little too far, and back.
    Timeline flip(document, "flip", 24, PlaybackMode::one_shot);
    flip.keys(
        on<Transform2D>(cast.card, Transform2D::kScale),
        {{0, Float2{1, 1}, Ease::in}, {10, Float2{0, 1.08f}, Ease::overshoot}, {24, Float2{1, 1}}});
    key_face(flip, cast, front(), 0);
    key_face(flip, cast, back(), 10);
    for (const doc::AnimationTrack& track : flip.get().tracks()) {
        std::vector<Handle> handles;
        for (const doc::AnimationKeyframe& key : track.keys())
            handles.push_back(key.handle());
        const bool is_scale = track.keys().size() == 3;
        // Faces change at once, at the moment the card is edge-on.
        if (!is_scale) {
            (void)set_interpolation(document, handles, doc::KeyInterpolation::step).has_value();
        }
    }
    document.begin_change(flip.get()).events_append().set_frame(10).set_event(moves.turned);
    document.begin_change(flip.get()).markers_append().set_frame(10).set_name("edge-on");
    moves.flip = flip.id;

    Timeline unflip(document, "unflip", 24, PlaybackMode::one_shot);
    document.begin_change(unflip.get())
        .tracks_append()
        .set_kind(doc::TrackKind::timeline)
        .set_timeline(flip.id)
        .set_speed(-1.0f);
    moves.unflip = unflip.id;

    Timeline flipped(document, "flipped", 90, PlaybackMode::loop);
    key_float(flipped, cast);
    key_face(flipped, cast, back(), 0);
    moves.flipped = flipped.id;

    Timeline rest(document, "button rest", 1, PlaybackMode::one_shot);
    key_button(rest, cast, 0, 1.0f, 0xffffff, 0xd6d9ff, 6, 16, "Flip");
    moves.rest = rest.id;
    Timeline hover(document, "button hover", 8, PlaybackMode::one_shot);
    key_button(hover, cast, 8, 1.06f, 0xffffff, 0xf2e9ff, 11, 26, "Flip");
    moves.hover = hover.id;
    Timeline pressed(document, "button pressed", 4, PlaybackMode::one_shot);
    key_button(pressed, cast, 4, 0.94f, 0xc9c4ee, 0xa9a3dd, 2, 6, "Flip!");
    moves.pressed = pressed.id;

    const Result<Done> done = step.commit();
    MOTUS_ASSERT(done.has_value());
    (void)done;
    return moves;
}

}  // namespace motus::scenes::card
