// SPDX-License-Identifier: MIT
#include <motus/document/new_document.h>

namespace motus {
namespace {

Value duration_s(const Object& object) {
    const auto& timeline = static_cast<const doc::AnimationTimeline&>(object);
    const float fps = timeline.snap_fps() > 0.0f ? timeline.snap_fps() : 30.0f;
    return static_cast<float>(timeline.duration()) / fps;
}

Value state_path(const Object& object) {
    std::string path;
    for (const Object* o = &object; o != nullptr; o = o->parent()) {
        const auto* state = object_cast<doc::StateMachineState>(o);
        if (state == nullptr) continue;
        path = path.empty() ? state->name() : state->name() + "/" + path;
    }
    return path;
}

void add_computed_fields(Document& document) {
    using doc::AnimationTimeline;
    using doc::StateMachineState;
    const TypeInfo* timeline = &AnimationTimeline::static_type();
    const TypeInfo* state = &StateMachineState::static_type();
    document.add_computed(
        {timeline,
         AnimationTimeline::kDurationS,
         {{timeline, AnimationTimeline::kDuration}, {timeline, AnimationTimeline::kSnapFps}},
         duration_s});
    document.add_computed(
        {state, StateMachineState::kPath, {{state, StateMachineState::kName}}, state_path});
}

}  // namespace

const Schema& document_schema() {
    static const Schema schema = Schema().add(doc::schema_types());
    return schema;
}

std::unique_ptr<Document> new_document(const DocumentOptions& options, const Schema& schema) {
    auto document = std::make_unique<Document>(schema, doc::Document::static_type(), options);
    add_computed_fields(*document);
    return document;
}

std::unique_ptr<Document> new_document(std::unique_ptr<Object> root, const DocumentOptions& options,
                                       const Schema& schema) {
    auto document = std::make_unique<Document>(schema, std::move(root), options);
    add_computed_fields(*document);
    return document;
}

}  // namespace motus
