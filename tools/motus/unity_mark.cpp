// SPDX-License-Identifier: MIT
#include "unity_mark.h"

#include "input.h"
#include "output.h"

#include <motus/asset/file.h>
#include <motus/document/file.h>
#include <motus/document/journal.h>
#include <motus/document/model_change.h>
#include <motus/import/unity/mark.h>

#include <filesystem>

#include <fmt/format.h>

namespace motus::tool {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
    throw InputFault(file, why + "; --replace writes over it");
}

}  // namespace

std::string check_replaceable(const std::string& output, const std::string& source) {
    std::error_code ignored;
    // What is no file fails when it is written; an empty one has nothing to lose.
    if (!fs::is_regular_file(output, ignored) || fs::file_size(output, ignored) == 0) return {};
    const fs::path journal = journal_path(output);
    if (fs::exists(journal, ignored) && fs::file_size(journal, ignored) != 0) {
        refuse(output, fmt::format("has edits that are not saved yet, in {}", journal.string()));
    }
    Diagnostics diagnostics;
    Result<std::unique_ptr<Document>> present = read_document(load_text(output), diagnostics);
    if (!present) refuse(output, "is there and cannot be read as a document");
    Document& document = **present;
    std::string from, hash;
    std::size_t index = 0, at = 0;
    for (const doc::Annotation& note : content(document).annotations()) {
        if (note.name() == unity::kImportMark) {
            at = index;
            from = note.source();
            for (const doc::AnnotationField& field : note.fields()) {
                const std::string* text = field.value().as_text();
                if (field.name() == unity::kImportContent && text != nullptr) hash = *text;
            }
        }
        ++index;
    }
    if (from.empty()) refuse(output, "is a document that was not imported from a Unity file");
    Step step = document.begin_step("Mark");
    document.begin_change(content(document)).annotations_remove(at);
    const bool removed = step.commit().has_value();
    if (!removed || unity::content_hash(document) != hash) {
        refuse(output, fmt::format("was changed since it was imported from {}", from));
    }
    return from == source ? std::string() : from;
}

FileSet::~FileSet() {
    std::error_code ignored;
    for (const Before& before : before_) {
        if (before.was_there) {
            (void)write_file_atomic(before.file, std::as_bytes(std::span(before.text)));
        } else {
            fs::remove(before.file, ignored);
        }
    }
}

void FileSet::write(const std::string& file, std::span<const std::byte> bytes) {
    std::error_code ignored;
    Before before{file, {}, fs::exists(file, ignored)};
    if (before.was_there) before.text = load_text(file);
    const Result<std::size_t> done = write_file_atomic(file, bytes);
    if (!done) throw InputFault(file, done.error());
    before_.push_back(std::move(before));
}

}  // namespace motus::tool
