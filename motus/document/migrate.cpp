// SPDX-License-Identifier: MIT
#include <motus/document/migrate.h>

#include <string>

namespace motus {
namespace {

Json* member(Json* json, std::string_view key) {
    return json != nullptr && json->is_object() ? json->find(key) : nullptr;
}

template <typename Visit>
void each(Json* array, Visit&& visit) {
    if (array == nullptr || !array->is_array()) return;
    for (Json& item : array->items)
        if (item.is_object()) visit(item);
}

void rename(Json& object, std::string_view before, std::string_view after) {
    if (object.find(after) != nullptr) return;
    for (std::string& key : object.keys)
        if (key == before) key = after;
}

// Version 1: timelines said "fps"; a transition to the exit said "exit": true; the comparison of a
// condition was a symbol.
void transition_1_to_2(Json& transition) {
    // What is no truth is not understood: it stays, as an unknown member.
    const Json* exit = transition.find("exit");
    if (exit != nullptr && exit->kind == Json::Kind::boolean) {
        const bool leaves = exit->truth;
        transition.erase("exit");
        if (leaves) {
            transition.erase("to_kind");
            transition.add("to_kind", Json(std::string_view("exit")));
        }
    }
    each(member(&transition, "conditions"), [](Json& condition) {
        constexpr std::pair<std::string_view, std::string_view> kOperators[] = {
            {">", "greater"}, {"<", "less"},       {">=", "greater_equal"}, {"<=", "less_equal"},
            {"==", "equal"},  {"!=", "not_equal"}, {"true", "is_true"},     {"false", "is_false"}};
        Json* op = condition.find("op");
        if (op == nullptr) return;
        for (const auto& [symbol, name] : kOperators)
            if (op->text == symbol) op->text = name;
    });
}

void graph_1_to_2(Json* graph) {
    each(member(graph, "transitions"), transition_1_to_2);
    each(member(graph, "states"), [](Json& state) { graph_1_to_2(state.find("graph")); });
}

void version_1_to_2(Json& root) {
    Json* library = member(&root, "library");
    each(member(library, "timelines"), [](Json& timeline) { rename(timeline, "fps", "snap_fps"); });
    each(member(library, "machines"), [](Json& definition) {
        each(member(member(&definition, "machine"), "layers"),
             [](Json& layer) { graph_1_to_2(layer.find("graph")); });
    });
}

// Version 2: tracks and bindings knew items by their place alone, and items had no ids. The text
// says the same now; a document gives ids to what has none (document_canonical.cpp).
void version_2_to_3(Json&) {}

using Migration = void (*)(Json&);
constexpr Migration kMigrations[] = {version_1_to_2, version_2_to_3};
static_assert(std::size(kMigrations) == kDocumentVersion - 1);

}  // namespace

Result<Done> migrate(Json& root, int version) {
    if (version < 1 || version > kDocumentVersion) {
        return Error{"document-version", "/version",
                     "version " + std::to_string(version) +
                         " is not one this program reads (1 to " +
                         std::to_string(kDocumentVersion) + ")"};
    }
    for (int v = version; v < kDocumentVersion; ++v)
        kMigrations[v - 1](root);
    return Done{};
}

}  // namespace motus
