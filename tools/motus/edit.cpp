// SPDX-License-Identifier: MIT
#include "document_input.h"
#include "input.h"
#include "unity.h"
#include "verbs.h"
#include "words.h"

#include <motus/asset/json_writer.h>
#include <motus/document/file.h>
#include <motus/document/patch.h>

#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace motus::tool {
namespace {

std::string read_commands(const std::string& file) {
    if (file != "-") return load_text(file);
    struct stat stdin_is {};
    const bool ends = fstat(STDIN_FILENO, &stdin_is) == 0 && S_ISREG(stdin_is.st_mode);
    Result<std::string> text = read_text_stream(std::cin, ends);
    if (!text) throw InputFault(file, text.error());
    return *std::move(text);
}

/// Undoes or redoes up to `count` steps and says how many there were.
std::uint32_t walk(Document& document, std::uint32_t count, bool undo) {
    std::uint32_t walked = 0;
    for (; walked < count; ++walked) {
        const Result<bool> moved = undo ? document.undo() : document.redo();
        if (!moved) throw InputFault(undo ? "--undo" : "--redo", moved.error());
        if (!*moved) break;
    }
    if (walked < count) {
        print_message(fmt::format("{}: there {} {}, not {}", undo ? "--undo" : "--redo",
                                  walked == 1 ? "was" : "were", counted(walked, "step"), count));
    }
    return walked;
}

/// To the document itself, or to another file, which may be somebody's too.
std::uint64_t save_to(Document& document, const std::string& target, const std::string& file,
                      DocumentLock& lock) {
    if (target == file) return save_edited(document, file, lock, JournalSteps::in_document);
    std::error_code ignored;
    if (std::filesystem::equivalent(target, file, ignored)) {
        return save_edited(document, target, lock, JournalSteps::not_in_document);
    }
    DocumentLock other(target);
    return save_edited(document, target, other, JournalSteps::not_in_document);
}

}  // namespace

int run_edit(const EditOptions& options, Output& out) {
    const std::string target = options.output.empty() ? options.file : options.output;
    const bool to_stdout = options.output == "-";
    if (to_stdout && options.json)
        throw UsageFault("edit: --output - has stdout for the document: --json goes with a file");
    if (model_kind(target) || lower_extension(target) == ".motusb" || is_unity_file(target)) {
        throw UsageFault(fmt::format("edit: {}: {} is no document, whose name ends in .motus",
                                     options.output.empty() ? "DOC" : "--output", target));
    }
    std::error_code ignored;
    if (embedded_document(options.file) != nullptr &&
        !std::filesystem::exists(options.file, ignored)) {
        throw InputFault(options.file,
                         fmt::format("is embedded: write it to a file first, with `motus import "
                                     "{0} -o {0}.motus`",
                                     options.file));
    }
    const std::string commands = read_commands(options.apply);
    DocumentLock lock(options.file);
    const std::unique_ptr<Document> document = load_to_edit(options.file, commands);
    const Result<Json> json = parse_json(commands);
    if (!json) throw InputFault(options.apply, json.error());
    const Result<std::size_t> steps = apply_patch(*document, *json);
    if (!steps) throw InputFault(options.apply, steps.error());
    const std::uint32_t undone = walk(*document, options.undo, true);
    const std::uint32_t redone = walk(*document, options.redo, false);
    if (to_stdout) {
        out.text += write_document(*document);
        return exit_ok;
    }
    const std::uint64_t bytes = save_to(*document, target, options.file, lock);
    if (options.json) {
        JsonWriter writer(out.text);
        writer.begin_object().key("file").value(target).key("bytes").value(bytes);
        writer.key("steps").value(std::uint64_t{*steps});
        writer.key("undone").value(undone).key("redone").value(redone);
        writer.end_object().end_line();
    } else if (!options.quiet) {
        out.text +=
            fmt::format("{}  {}", styled(Style::bold, printable(target)), counted(*steps, "step"));
        if (options.undo != 0) out.text += fmt::format(", {} undone", undone);
        if (options.redo != 0) out.text += fmt::format(", {} redone", redone);
        out.text += '\n';
    }
    return exit_ok;
}

}  // namespace motus::tool
