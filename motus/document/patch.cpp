// SPDX-License-Identifier: MIT
#include <motus/document/operation.h>
#include <motus/document/patch.h>

#include <span>

namespace motus {
namespace {

Error at(const std::string& place, Error error) {
    if (place.empty()) return error;
    error.place = error.place.empty() ? place : place + " " + error.place;
    return error;
}

std::string item(const std::string& place, std::size_t index) {
    return place + "[" + std::to_string(index) + "]";
}

Error needs_list() {
    return {"bad-operation", "", "needs a list of operations"};
}

/// One step. `place` is where its list stands; empty for a list that is the step itself.
Result<Done> run_step(Document& document, std::span<const Json> operations, std::string_view name,
                      const std::string& place, bool is_list) {
    Step step = document.begin_step(name);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const std::string here = is_list ? item(place, i) : place;
        if (!operations[i].is_object()) {
            return at(here, {"bad-operation", "", "needs an operation"});
        }
        const Result<Done> done = run_operation(document, operations[i]);
        if (!done) return at(here, done.error());
    }
    const Result<Done> done = step.commit();
    return done ? done : at(place, done.error());
}

std::string step_name(const Json& operation) {
    const Json* op = operation.is_object() ? operation.find("op") : nullptr;
    return op != nullptr && op->is_string() ? "Edit: " + op->text : "Edit";
}

Result<Done> run_all(Document& document, const Json& operations) {
    for (std::size_t i = 0; i < operations.items.size(); ++i) {
        const Json& entry = operations.items[i];
        const Result<Done> done =
            entry.is_array()
                ? run_step(document, entry.items, "Edit", item("", i), true)
                : run_step(document, std::span(&entry, 1), step_name(entry), item("", i), false);
        if (!done) return done;
    }
    return Done{};
}

}  // namespace

Result<Done> apply_patch_step(Document& document, const Json& operations, std::string_view name) {
    if (!operations.is_array()) return needs_list();
    return run_step(document, operations.items, name, "", true);
}

Result<std::size_t> apply_patch(Document& document, const Json& operations) {
    if (!operations.is_array()) return needs_list();
    const std::size_t before = document.history().position();
    document.hold_history(true);
    const Result<Done> done = run_all(document, operations);
    const std::size_t steps = document.history().position() - before;
    const Result<Done> reverted = done ? Result<Done>(Done{}) : document.revert_to(before);
    document.hold_history(false);
    if (!reverted) return reverted.error();
    if (!done) return done.error();
    return steps;
}

}  // namespace motus
