// SPDX-License-Identifier: MIT
#include "document_input.h"
#include "input.h"
#include "verbs.h"
#include "words.h"

#include <motus/document/diff.h>
#include <motus/document/file.h>
#include <motus/document/object_json.h>
#include <motus/document/patch.h>
#include <motus/document/pointer.h>

#include <stdexcept>

#include <fmt/format.h>

namespace motus::tool {
namespace {

std::unique_ptr<Document> load_to_compare(const std::string& file) {
    if (!is_document_file(file) && embedded_document(file) == nullptr) {
        throw InputFault(file, unknown_file(file,
                                            "motus diff compares .motus documents and the "
                                            "scenes hero and card"));
    }
    Diagnostics diagnostics;
    return load_document(file, diagnostics);
}

std::string text_in(const Json& operation, const char* key) {
    const Json* found = operation.find(key);
    return found != nullptr && found->is_string() ? found->text : std::string();
}

/// A value on one line, of a length that fits beside others.
std::string shortened(std::string text) {
    constexpr std::size_t kMost = 60;
    if (text.size() > kMost) {
        std::size_t end = kMost - 3;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
            --end;
        text = text.substr(0, end) + "...";
    }
    return printable(text);
}

/// The names on the way to what a pointer means: "hero / Base / Move".
std::string names_on_the_way(const Document& document, const std::string& pointer) {
    const Result<PointerTarget> target = follow(document, pointer);
    if (!target) return {};
    const Object* at = target->object;
    if (target->property != nullptr && target->index) {
        const ChildArray* children = nullptr;
        if (target->property->kind == PropertyKind::children)
            children = &children_of(*at, *target->property);
        if (children != nullptr && *target->index < children->size())
            at = (*children)[*target->index].get();
    }
    std::string names;
    for (; at != nullptr && at->parent() != nullptr; at = at->parent()) {
        const PropertyInfo* name = at->type().find("name");
        if (name == nullptr || name->kind != PropertyKind::string) continue;
        const Value value = get_property(*at, *name);
        if (const std::string* text = value.as_text(); text != nullptr && !text->empty())
            names = names.empty() ? *text : *text + " / " + names;
    }
    return names;
}

/// The value that a replace takes away; empty where it is none of a property.
std::string value_at(const Document& document, const std::string& pointer) {
    const Result<PointerTarget> target = follow(document, pointer);
    if (!target || target->property == nullptr || target->index || target->component ||
        holds_children(target->property->kind)) {
        return {};
    }
    std::string text;
    append_value(text, *target->property, get_property(*target->object, *target->property));
    return text;
}

/// What each operation does, for people: the operations are applied to `from` one by one, so that
/// their places are those that are meant.
void print_operations(Document& from, const Json& operations, std::string& out) {
    for (const Json& operation : operations.items) {
        const std::string op = text_in(operation, "op"), path = text_in(operation, "path");
        const std::string source = text_in(operation, "from");
        const std::string before = names_on_the_way(from, source.empty() ? path : source);
        const std::string old = op == "replace" ? value_at(from, path) : std::string();
        Json one = Json::array();
        one.items.push_back(operation);
        (void)apply_patch(from, one);
        const std::string after = names_on_the_way(from, path);
        const bool gone = op == "remove";
        const Style style = gone ? Style::red : op == "add" ? Style::green : Style::yellow;
        out += fmt::format("{:<8} {}", styled(style, op), printable(path));
        if (!source.empty()) out += fmt::format("  from {}", printable(source));
        if (!old.empty()) out += fmt::format("  {} ->", shortened(old));
        if (const Json* value = operation.find("value"))
            out += fmt::format("{}{}", old.empty() ? "  " : " ", shortened(to_text(*value)));
        const std::string& names = gone || op == "replace" ? before : after;
        if (!names.empty()) out += "  " + styled(Style::dim, "(" + printable(names) + ")");
        out += '\n';
    }
}

}  // namespace

int run_diff(const DiffOptions& options, Output& out) {
    const std::unique_ptr<Document> from = load_to_compare(options.from);
    const std::unique_ptr<Document> to = load_to_compare(options.to);
    const Json operations = diff_documents(*from, *to);
    if (options.json) {
        out.text += to_text(operations) + "\n";
        const Result<std::size_t> applied = apply_patch(*from, operations);
        if (!applied) throw std::logic_error(to_string(applied.error()));
    } else {
        print_operations(*from, operations, out.text);
        out.text += operations.items.empty()
                        ? std::string("no differences\n")
                        : counted(operations.items.size(), "difference") + "\n";
    }
    if (write_document(*from) != write_document(*to)) {
        print_message(
            fmt::format("{}: warning: has members that are not known here, or names them "
                        "in another order: operations do not change those",
                        options.to));
    }
    return exit_ok;
}

}  // namespace motus::tool
