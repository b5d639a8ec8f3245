// Any bytes as a document: what is accepted must survive writing, packing, validating and editing.
// SPDX-License-Identifier: MIT
#include <motus/document/diff.h>
#include <motus/document/file.h>
#include <motus/document/fold.h>
#include <motus/document/patch.h>
#include <motus/document/pointer.h>
#include <motus/document/records.h>
#include <motus/document/validate.h>
#include <tests/fuzz/json_mutator.h>

#include <cstdio>
#include <cstdlib>

namespace motus {
namespace {

void require(bool condition, int line = __builtin_LINE()) {
    if (condition) return;
    std::fprintf(stderr, "line %d: does not hold\n", line);
    std::abort();
}

/// Every fault leads somewhere, and what can be folded can be unfolded.
void judge(Document& document, const std::string& written) {
    Diagnostics found;
    validate(document, found);
    for (const Fault& fault : found.faults()) {
        require(!fault.code.empty() && !fault.message.empty());
        require(follow(document, fault.path).has_value());
    }
    std::vector<const doc::StateMachineLayer*> layers;
    visit_objects(document.root(), [&](const Object& object) {
        if (const auto* layer = object_cast<doc::StateMachineLayer>(&object)) {
            layers.push_back(layer);
        }
    });
    for (const doc::StateMachineLayer* layer : layers) {
        for (const RepeatedTransitions& repeated : find_repeated(document, *layer)) {
            if (!fold_repeated(document, repeated)) continue;
            require(*document.undo());
            require(write_document(document) == written);
        }
    }
    require(write_document(document) == written);
}

void use(std::string_view text) {
    Diagnostics diagnostics;
    const auto document = read_document(text, diagnostics);
    if (!document) {
        require(diagnostics.has_errors() && !document.error().cause.empty());
        return;
    }
    // The canonical text is read again as the same document.
    const std::string written = write_document(**document);
    Diagnostics none;
    const auto again = read_document(written, none);
    require(again.has_value() && none.faults().empty());
    require(write_document(**again) == written);
    require(make_records(**document).has_value());
    require(diff_documents(**document, **again).items.empty());
    judge(**document, written);

    // Copying the scene's first entity and undoing it leaves no trace.
    static const Json copy = *parse_json(
        R"([{"op": "copy", "from": "/scene/entities/0", "path": "/scene/entities/-"}])");
    if (apply_patch(**again, copy)) {
        require(*(*again)->undo());
        require(write_document(**again) == written);
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
    return motus::test::mutate_json(data, size, max, seed, LLVMFuzzerMutate,
                                    motus::test::mutate_tree);
}
