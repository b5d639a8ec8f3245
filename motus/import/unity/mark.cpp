// SPDX-License-Identifier: MIT
#include <motus/import/unity/mark.h>

#include <motus/core/hash.h>
#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/import/rig/rig_import.h>

namespace motus::unity {

std::string content_hash(const Document& document) {
    const std::string text = write_document(document);
    return hash_text(checksum_bytes(std::as_bytes(std::span(text))));
}

Result<Done> mark_import(Document& document, const std::string& source) {
    const std::string hash = content_hash(document);
    Step step = document.begin_step("Mark");
    auto note = document.begin_change(content(document)).annotations_append();
    note.set_name(kImportMark).set_source(source);
    note.fields_append().set_name(kImportContent).set_value(Value(hash));
    if (const Result<Done> done = step.commit(); !done) return done.error();
    document.clear_history();
    return Done{};
}

}  // namespace motus::unity
