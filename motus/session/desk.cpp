// SPDX-License-Identifier: MIT
#include <motus/session/desk.h>

#include <motus/asset/json_writer.h>
#include <motus/document/pointer.h>
#include <motus/timeline/clock.h>

#include <array>
#include <cmath>

namespace motus {

const doc::AnimationTimeline* Desk::timeline(std::uint64_t id) const {
    return object_cast<doc::AnimationTimeline>(document().find_id(id));
}

double Desk::keys_per_frame(std::span<const Handle> keys) const {
    for (const Handle handle : keys) {
        const Object* key = document().find(handle);
        const Object* track = key != nullptr ? key->parent() : nullptr;
        const auto* owner =
            object_cast<doc::AnimationTimeline>(track != nullptr ? track->parent() : nullptr);
        if (owner != nullptr) return motus::keys_per_frame(*owner);
    }
    return 1.0;
}

// ---- Playhead -----------------------------------------------------------------------------------

Result<Done> Desk::go(std::uint64_t id, double frame) {
    if (!std::isfinite(frame)) return Error{"bad-frame", "", "a frame is a finite number"};
    Performance& performance = stage_.performance();
    if (performance.kind() != PlayKind::timeline || stage_.playing_id() != id) {
        const Result<Done> playing = stage_.play(PlayKind::timeline, id);
        if (!playing) return playing;
    }
    performance.paused = true;
    const auto& record = performance.file().timelines.timelines[performance.index()];
    // Not before frame 0: there nothing can be keyed.
    const Status shown = performance.stand(time_of_frame(record, frame > 0.0 ? frame : 0.0));
    if (shown != Status::ok) return Error{"not-playable", std::to_string(id), to_string(shown)};
    return Done{};
}

TimelinePosition Desk::position() const {
    Performance& performance = stage_.performance();
    if (performance.kind() != PlayKind::timeline) return {};
    const auto& record = performance.file().timelines.timelines[performance.index()];
    return {stage_.playing_id(), key_frame_at(record, performance.time())};
}

double Desk::frame() const {
    Performance& performance = stage_.performance();
    if (performance.kind() != PlayKind::timeline) return -1.0;
    const auto& record = performance.file().timelines.timelines[performance.index()];
    return frame_at(record, performance.time());
}

double Desk::revision() const {
    const Project& project = stage_.project();
    return static_cast<double>(project.assets_revision()) * 1e9 +
           static_cast<double>(project.document().history().state());
}

double Desk::snap(std::uint64_t id, double frame, double radius,
                  std::span<const Handle> except) const {
    const doc::AnimationTimeline* found = timeline(id);
    if (found == nullptr) return frame;
    const double rate = motus::keys_per_frame(*found);
    const double head = position().frame;
    SnapOptions options;
    options.radius = radius * rate;
    options.except = except;
    options.playhead = position().timeline == id ? &head : nullptr;
    const double at = snap_frame(document(), *found, frame * rate, options) / rate;
    return at;
}

// ---- Commands -----------------------------------------------------------------------------------

Desk::Act Desk::find_act(std::string_view name) {
    struct Entry {
        const char* name;
        Act act;
    };
    static constexpr std::array<Entry, 21> kActs{{
        {"toggle", &Desk::toggle},
        {"set", &Desk::set},
        {"reset", &Desk::reset},
        {"key_delete", &Desk::key_delete},
        {"key_move", &Desk::key_move},
        {"key_scale", &Desk::key_scale},
        {"key_copy", &Desk::key_copy},
        {"key_paste", &Desk::key_paste},
        {"key_duplicate", &Desk::key_duplicate},
        {"key_insert", &Desk::key_insert},
        {"key_set", &Desk::key_set},
        {"key_interpolation", &Desk::key_interpolation},
        {"key_handles", &Desk::key_handles},
        {"key_tangent", &Desk::key_tangent},
        {"key_ease", &Desk::key_ease},
        {"ripple", &Desk::ripple},
        {"library_folder", &Desk::library_folder},
        {"library_move", &Desk::library_move},
        {"library_rename", &Desk::library_rename},
        {"library_duplicate", &Desk::library_duplicate},
        {"library_delete", &Desk::library_delete},
    }};
    for (const Entry& entry : kActs)
        if (name == entry.name) return entry.act;
    return nullptr;
}

void Desk::end_drag() {
    if (!drag_) return;
    drag_.reset();
    document().hold_history(false);
    document().end_merge();
}

Result<std::string> Desk::command(std::string_view text) {
    const Result<Json> parsed = parse_json(text);
    if (!parsed) return parsed.error();
    const Json* name = parsed->find("do");
    if (name == nullptr || !name->is_string())
        return Error{"bad-command", "", "a command says what to do"};
    if (name->text == "drop") {
        end_drag();
        return answer(0, {});
    }
    const std::size_t began = drag_ ? *drag_ : document().history().position();
    const bool dragged = drag_.has_value();
    if (name->text == "cancel") {
        if (!dragged) return answer(0, {});
        const Result<Done> back = document().revert_to(began);
        end_drag();
        if (!back) return back.error();
        return answer(1, {});
    }
    const Act act = find_act(name->text);
    if (act == nullptr) return Error{"bad-command", name->text, "there is no such command"};
    const Json* drag = parsed->find("drag");
    if (drag == nullptr || !drag->truth) {
        end_drag();
    } else if (dragged) {
        const Result<Done> back = document().revert_to(began);
        if (!back) return back.error();
    } else {
        drag_ = began;
        document().hold_history(true);
    }
    const std::size_t before = document().history().position();
    const Result<Outcome> done = (this->*act)(*parsed);
    if (!done) {
        // What a drag showed before is gone: what is baked must say so too.
        if (dragged && drag_) (void)stage_.edited(1).has_value();
        return done.error();
    }
    const bool changed = dragged || document().history().position() != before;
    return answer(changed ? 1 : 0, *done);
}

Result<std::string> Desk::answer(std::size_t steps, const Outcome& outcome) {
    Result<std::string> report = stage_.edited(steps);
    if (!report) return report;
    // One more member in the object.
    std::string out = *std::move(report);
    out.pop_back();
    out += ",\"keys\":[";
    for (std::size_t i = 0; i < outcome.keys.size(); ++i) {
        if (i != 0) out += ',';
        out += std::to_string(static_cast<std::uint32_t>(outcome.keys[i]));
    }
    out += "],\"hidden\":" + std::to_string(outcome.hidden) + "}";
    return out;
}

Result<PropertyPlace> Desk::place(const Json& pointer) const {
    if (!pointer.is_string()) return Error{"bad-command", "", "a property is named by a pointer"};
    const Result<PointerTarget> target = follow(document(), pointer.text);
    if (!target) return target.error();
    if (target->property == nullptr || target->index || target->component ||
        holds_children(target->property->kind)) {
        return Error{"bad-path", pointer.text, "is not one property"};
    }
    return PropertyPlace{target->object, target->property};
}

}  // namespace motus
