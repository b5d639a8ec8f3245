// SPDX-License-Identifier: MIT
#include <motus/session/stage.h>

#include <motus/document/access.h>
#include <motus/document/object_json.h>
#include <motus/document/pointer.h>
#include <motus/schema/json.h>
#include <motus/session/frame_record.h>

#include <algorithm>

namespace motus {
namespace {

constexpr const char* kKindWords[] = {"none", "clip", "machine", "timeline"};
constexpr const char* kModeWords[] = {"once", "loop", "pingpong"};

template <typename Write>
std::string written(Write&& write) {
    std::string out;
    JsonWriter json(out);
    write(json);
    return out;
}

}  // namespace

void Stage::opened() {
    performance_ = Performance();
    id_ = 0;
    transitions_.clear();
    pointers_ = {};
    revision_ = project_.revision();
    if (project_.file() != nullptr) {
        const Status shown = performance_.play(*project_.library(), PlayKind::none, kNoItem);
        MOTUS_ASSERT(shown == Status::ok);
        (void)shown;
    }
}

Result<Done> Stage::open(std::unique_ptr<Document> document) {
    performance_ = Performance();
    Result<Done> done = project_.open(std::move(document));
    opened();
    return done;
}

Result<Done> Stage::open_text(std::string_view text, Diagnostics& diagnostics) {
    Result<Done> done = project_.open_text(text, diagnostics);
    if (done) opened();
    return done;
}

Result<Done> Stage::open_model(const std::string& name, std::vector<std::byte> bytes,
                               Diagnostics& diagnostics) {
    Result<Done> done = project_.open_model(name, std::move(bytes), diagnostics);
    if (done) opened();
    return done;
}

Result<Done> Stage::open_controller(const std::string& name, std::string text,
                                    Diagnostics& diagnostics, std::string& report) {
    Result<Done> done = project_.open_controller(name, std::move(text), diagnostics, report);
    if (done) opened();
    return done;
}

void Stage::provide() {
    project_.provide();
    opened();
}

std::uint32_t Stage::find(PlayKind kind, std::uint64_t id) const {
    const BakedFile* file = project_.file();
    if (file == nullptr) return kNoItem;
    const auto place = [&](auto items) {
        for (std::uint32_t i = 0; i < items.size(); ++i)
            if (items[i].id == id) return i;
        return kNoItem;
    };
    switch (kind) {
        case PlayKind::clip:
            return place(file->clips.clips);
        case PlayKind::machine:
            return place(file->machines.machines);
        case PlayKind::timeline:
            return place(file->timelines.timelines);
        case PlayKind::none:
            break;
    }
    return kNoItem;
}

Result<Done> Stage::play(PlayKind kind, std::uint64_t id) {
    if (project_.file() == nullptr)
        return Error{"not-playable", "", "the document has faults that keep it from being played"};
    const std::uint32_t index = find(kind, id);
    if (kind != PlayKind::none && index == kNoItem) {
        return Error{
            "no-item", std::to_string(id),
            std::string("the document has no such ") + kKindWords[static_cast<std::size_t>(kind)]};
    }
    const bool paused = performance_.paused;
    const float speed = performance_.speed;
    performance_ = Performance();
    performance_.paused = paused;
    performance_.speed = speed;
    if (const Status status = performance_.play(*project_.library(), kind, index);
        status != Status::ok) {
        return Error{"not-playable", std::to_string(id), to_string(status)};
    }
    id_ = kind == PlayKind::none ? 0 : id;
    prepare();
    return Done{};
}

void Stage::prepare() {
    revision_ = project_.revision();
    transitions_.clear();
    pointers_ = {};
    Animator* run = performance_.machine();
    if (run == nullptr) return;
    transitions_ = list_transitions(run->machine(), performance_.names());
    pointers_ = map_pointer(performance_.file(), run->machine(), performance_.names());
}

std::string Stage::library_text() const {
    return written([&](JsonWriter& json) { describe_library(project_, json); });
}

std::string Stage::report_text() const {
    return written([&](JsonWriter& json) { describe_report(project_, json); });
}

std::string Stage::playing_text() {
    const PlayKind kind = performance_.kind();
    Animator* run = performance_.machine();
    std::string name;
    const BakedFile& file = performance_.file();
    if (kind == PlayKind::clip) name = name_text(file, file.clips.clips[performance_.index()].name);
    if (kind == PlayKind::timeline) {
        name = name_text(file, NameHash{file.timelines.timelines[performance_.index()].name});
    }
    if (run != nullptr) name = performance_.names().machine;
    const bool flat = !performance_.has_pose() && !file.scene.transforms_2d.empty();
    return written([&](JsonWriter& json) {
        json.begin_object().key("kind").value(kKindWords[static_cast<std::size_t>(kind)]);
        json.key("id").value(id_ != 0 ? std::to_string(id_) : std::string());
        json.key("name").value(name);
        json.key("seconds").value(seconds_of(performance_.length()));
        json.key("loop").value(kModeWords[static_cast<std::size_t>(performance_.mode())]);
        json.key("machine");
        if (run != nullptr) {
            describe_machine(project_, performance_.index(), run->machine(), performance_.names(),
                             transitions_, json);
        } else {
            json.null();
        }
        json.key("view").value(performance_.has_pose() ? "3d" : flat ? "2d" : "none");
        json.key("rig");
        if (performance_.has_pose()) {
            describe_rig(project_, performance_.rig(), json);
        } else {
            json.null();
        }
        json.end_object();
    });
}

std::string Stage::events_text() {
    std::string out =
        written([&](JsonWriter& json) { describe_events(performance_.events(), json); });
    performance_.events().clear();
    return out;
}

Result<std::string> Stage::why_text(std::uint32_t transition) {
    if (performance_.machine() == nullptr || transition >= transitions_.size())
        return Error{"no-transition", std::to_string(transition), "there is no such transition"};
    const Why why = explain_transition(performance_, transitions_, transition);
    return written([&](JsonWriter& json) { describe_why(why, performance_.tick(), json); });
}

Result<std::string> Stage::frame_text(bool explain) {
    Animator* run = performance_.machine();
    if (run == nullptr) return Error{"no-machine", "", "no machine plays"};
    if (performance_.tick() == 0) return Error{"no-machine", "", "no tick has been made yet"};
    FrameText text;
    text.frame = performance_.tick() - 1;
    text.explain = explain;
    text.properties = frame_properties();
    std::string out;
    append_frame(out, record_frame(*run, performance_.names(), explain), text);
    return out;
}

std::string Stage::frame_properties() const {
    return performance_.file().timelines.timelines.empty() ? std::string() : properties_text();
}

std::string Stage::properties_text() const {
    std::string out;
    if (performance_.properties() == nullptr) return "[]";
    performance_.properties()->append_json(out);
    return out;
}

std::string Stage::history_text() const {
    return written([&](JsonWriter& json) { describe_history(project_.document(), json); });
}

Result<std::string> Stage::value_text(std::string_view pointer) const {
    const Result<PointerTarget> target = follow(project_.document(), pointer);
    if (!target) return target.error();
    const BaseView authored(project_.document());
    std::string out;
    if (target->property == nullptr) {
        append_object(out, project_.document().root(), JsonLayout::line);
        return out;
    }
    if (target->component) {
        const Value value = get_property(*target->object, *target->property);
        if (const Value::Tuple* tuple = value.as_tuple())
            append_json_float(out, tuple->v[*target->component]);
        return out;
    }
    if (!target->index) {
        append_property(out, *target->object, *target->property, JsonLayout::line);
        return out;
    }
    const auto& children = children_of(*target->object, *target->property);
    if (*target->index >= children.size())
        return Error{"bad-path", std::string(pointer), "there is no such item"};
    append_object(out, *children[*target->index], JsonLayout::line);
    return out;
}

std::span<const double> Stage::live() {
    fill_live_block(performance_, live_);
    return live_;
}

void Stage::point(std::span<const std::uint64_t> entities, bool held, bool clicked) {
    for (const PointerTarget2D& target : pointers_.targets) {
        const bool over =
            std::find(entities.begin(), entities.end(), target.entity) != entities.end();
        for (const std::uint32_t variable : target.hovered)
            (void)performance_.set(variable, over ? 1.0 : 0.0);
        for (const std::uint32_t variable : target.pressed)
            (void)performance_.set(variable, over && held ? 1.0 : 0.0);
    }
    if (!clicked) return;
    // The topmost that answers to a click takes it.
    for (const std::uint64_t entity : entities) {
        const PointerTarget2D* target = pointers_.find(entity);
        if (target == nullptr) continue;
        for (const std::uint32_t variable : target->clicked)
            (void)performance_.set(variable, 1.0);
        return;
    }
}

}  // namespace motus
