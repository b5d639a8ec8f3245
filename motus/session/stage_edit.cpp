// motus/session/stage_edit.cpp - what a stage does with its document: edit, undo, follow a file.
// SPDX-License-Identifier: MIT
#include <motus/session/stage.h>

#include <motus/document/diff.h>
#include <motus/document/file.h>
#include <motus/document/patch.h>
#include <motus/schema/json.h>
#include <motus/session/fixes.h>

namespace motus {

std::string Stage::validate_text() const {
    std::string out;
    JsonWriter json(out);
    describe_faults(project_.report().faults, json);
    return out;
}

std::string Stage::problems_text() const {
    std::string out;
    JsonWriter json(out);
    json.begin_array();
    for (const Fault& fault : project_.report().faults) {
        json.begin_object();
        json.key("severity").value(fault.severity == Severity::error ? "error" : "warning");
        json.key("code").value(fault.code).key("path").value(fault.path);
        json.key("message").value(fault.message).key("fix");
        if (const std::optional<Fix> fix = fix_of(project_.document(), fault)) {
            json.begin_object().key("title").value(fix->title);
            json.key("operations").raw(fix->operations).end_object();
        } else {
            json.null();
        }
        json.end_object();
    }
    json.end_array();
    return out;
}

Result<std::string> Stage::edit(std::string_view operations, std::string_view name) {
    const Result<Json> parsed = parse_json(operations);
    if (!parsed) return parsed.error();
    std::size_t steps = 1;
    if (name.empty()) {
        const Result<std::size_t> applied = apply_patch(project_.document(), *parsed);
        if (!applied) return applied.error();
        steps = *applied;
    } else if (const Result<Done> done = apply_patch_step(project_.document(), *parsed, name);
               !done) {
        return done.error();
    }
    return edited(steps);
}

Result<std::string> Stage::undo() {
    const Result<bool> done = project_.document().undo();
    if (!done) return done.error();
    return edited(*done ? 1 : 0);
}

Result<std::string> Stage::redo() {
    const Result<bool> done = project_.document().redo();
    if (!done) return done.error();
    return edited(*done ? 1 : 0);
}

Result<std::string> Stage::go_to(std::size_t position) {
    Document& document = project_.document();
    std::size_t steps = 0;
    while (document.history().position() != position) {
        const bool back = document.history().position() > position;
        const Result<bool> done = back ? document.undo() : document.redo();
        if (!done) return done.error();
        if (!*done) break;
        ++steps;
    }
    return edited(steps);
}

Result<std::string> Stage::take_text(std::string_view text, std::string_view name) {
    Document& document = project_.document();
    Diagnostics diagnostics;
    const Result<std::unique_ptr<Document>> other = read_document(text, diagnostics);
    if (!other) return other.error();
    const Json patch = diff_documents(document, **other);
    if (patch.items.empty() && write_document(document) == write_document(**other))
        return edited(0);
    if (const Result<Done> done = apply_patch_step(document, patch, name); !done)
        return done.error();
    // What the schema does not know is not followed: then the text must be opened as another.
    if (write_document(document) != write_document(**other)) {
        if (const Result<Done> back = document.revert_to(document.history().position() - 1); !back)
            return back.error();
        return Error{"not-followed", "", "it has parts that can only be opened anew"};
    }
    return edited(1);
}

Result<std::string> Stage::edited(std::size_t steps) {
    std::vector<std::string> losses;
    if (steps != 0) {
        project_.rebake();
        if (project_.revision() != revision_) {
            const PlayKind kind = performance_.kind();
            const std::uint32_t index = find(kind, id_);
            if (kind == PlayKind::none || index == kNoItem) {
                if (kind != PlayKind::none) losses.push_back("what was playing is gone");
                opened();
            } else {
                performance_.resume(false);
                losses = performance_.reload(*project_.library(), index);
                if (performance_.kind() == PlayKind::none) id_ = 0;
            }
            prepare();
        }
    }
    const ProjectReport& report = project_.report();
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("steps").value(std::uint64_t{steps});
    json.key("losses").begin_array();
    for (const std::string& loss : losses)
        json.value(loss);
    json.end_array().key("playable").value(report.playable).key("faults");
    describe_faults(report.faults, json);
    json.end_object();
    return out;
}

}  // namespace motus
