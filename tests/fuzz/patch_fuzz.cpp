// Any bytes as a patch on a small document: done whole and undone, or not done at all.
// SPDX-License-Identifier: MIT
#include <motus/document/file.h>
#include <motus/document/operation.h>
#include <motus/document/patch.h>
#include <tests/fuzz/json_mutator.h>

#include <cstdio>
#include <cstdlib>

namespace motus {
namespace {

using test::Random;

constexpr const char* kDocument = R"({"version": 2, "name": "n", "scene": {"entities": [
  {"id": 1, "name": "a", "components": [{"type": "Fill"}, {"type": "Paint", "layers": [{}, {"width": 2}]}]},
  {"id": 2, "parent_entity": 1, "components": [{"type": "Fill"}, {"type": "Other", "x": [1]}]}],
  "bindings": [{"id": 3, "from": {"entity": 1, "component": 62, "property": 4063234},
    "to": {"entity": 2, "component": 62, "property": 4063234}}]},
  "library": {"timelines": [{"id": 4, "tracks": [{"id": 5, "keys": [{"frame": 0, "value": 1},
    {"frame": 2, "value": [1, 2]}]}]}], "machines": [{"id": 6, "machine": {"layers": [{"id": 7,
    "graph": {"states": [{"id": 8}, {"id": 9, "kind": "sub_machine", "graph": {"states": [{"id": 10,
    "children": [{}, {"blend": {"children": [{}]}}]}]}}], "transitions": [{"id": 11, "curve": {}}]}}]}}]}})";

void require(bool condition, int line = __builtin_LINE()) {
    if (condition) return;
    std::fprintf(stderr, "line %d: does not hold\n", line);
    std::abort();
}

/// Writes down what would do everything again.
struct Recorder final : CommandListener {
    std::string operations;
    void on_change(const Document& document, const ChangeEvent& event) override {
        if (event.origin == Origin::preview || event.origin == Origin::flush) return;
        operations += (operations.empty() ? "[" : ",") + operation_of(document, event);
    }
};

std::unique_ptr<Document> open() {
    Diagnostics diagnostics;
    return *read_document(kDocument, diagnostics);
}

void use(std::string_view text) {
    const Result<Json> patch = parse_json(text);
    if (!patch) return;
    const std::unique_ptr<Document> document = open();
    const std::string before = write_document(*document);
    Recorder recorder;
    document->add_listener(recorder);
    const Result<std::size_t> applied = apply_patch(*document, *patch);
    if (!applied) {
        require(!applied.error().cause.empty() && write_document(*document) == before);
        return;
    }
    const std::string after = write_document(*document);
    Diagnostics diagnostics;
    require(read_document(after, diagnostics).has_value());
    if (!recorder.operations.empty()) {
        const std::unique_ptr<Document> other = open();
        const Result<Json> operations = parse_json(recorder.operations + "]");
        require(operations.has_value() &&
                apply_patch_step(*other, *operations, "again").has_value());
        require(write_document(*other) == after);
    }
    for (std::size_t i = 0; i < *applied; ++i)
        require(*document->undo());
    require(write_document(*document) == before);
    for (std::size_t i = 0; i < *applied; ++i)
        require(*document->redo());
    require(write_document(*document) == after);
    document->remove_listener(recorder);
}

/// An operation on a place that is there, as good as random can make one.
Json random_operation(Random& random) {
    static const Json document = *parse_json(kDocument);
    static constexpr const char* kOps[] = {"add", "remove", "replace", "move", "copy", "test"};
    const std::uint32_t op = random.below(6);
    Json operation = Json::object();
    operation.add("op", Json(std::string_view(kOps[op])));
    operation.add("path", Json(std::string_view(test::random_pointer(document, random))));
    if (op == 3 || op == 4) {
        operation.add("from", Json(std::string_view(test::random_pointer(document, random))));
    } else if (op != 1) {
        operation.add("value", test::random_json(random));
    }
    return operation;
}

void change_patch(Json& root, Random& random) {
    if (random.below(2) == 0) {
        test::mutate_tree(root, random);
        return;
    }
    if (!root.is_array()) root = Json::array();
    Json* list = &root;
    if (!list->items.empty() && random.below(2) == 0) {
        Json& inner = list->items[random.bits() % list->items.size()];
        if (inner.is_array()) list = &inner;
    }
    const std::size_t at = random.bits() % (list->items.size() + 1);
    if (at < list->items.size() && random.below(2) == 0) {
        list->items[at] = random_operation(random);
    } else {
        list->items.insert(list->items.begin() + static_cast<std::ptrdiff_t>(at),
                           random_operation(random));
    }
}

}  // namespace
}  // namespace motus

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    motus::use({reinterpret_cast<const char*>(data), size});
    return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max, unsigned seed) {
    return motus::test::mutate_json(data, size, max, seed, LLVMFuzzerMutate, motus::change_patch);
}
