// SPDX-License-Identifier: MIT
#include <motus/import/unity/unity_file.h>

#include <algorithm>

#include <fmt/format.h>

namespace motus::unity {
namespace {

// Some tools check links out as files that hold the path.
bool looks_like_link(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
        text.remove_suffix(1);
    return !text.empty() && text.size() < 1024 && text.find('\n') == text.npos &&
           text.find(": ") == text.npos && text.find('/') != text.npos;
}

}  // namespace

Error refuse(std::string_view code, std::string place, std::string cause) {
    return {std::string(code), std::move(place), std::move(cause)};
}

std::string line_place(std::size_t line) {
    return fmt::format("line {}", line);
}

std::string class_name(std::int32_t class_id) {
    switch (static_cast<ClassId>(class_id)) {
        case ClassId::clip:
            return "an animation clip";
        case ClassId::controller:
            return "an animator controller";
        case ClassId::behaviour:
            return "a behaviour";
        case ClassId::blend_tree:
            return "a blend tree";
        case ClassId::override_controller:
            return "an override controller";
        case ClassId::avatar_mask:
        case ClassId::avatar_mask_old:
            return "an avatar mask";
        case ClassId::state_transition:
            return "a state transition";
        case ClassId::state:
            return "a state";
        case ClassId::state_machine:
            return "a state machine";
        case ClassId::entry_transition:
            return "an entry transition";
    }
    return fmt::format("an object of class {}", class_id);
}

// "--- !u!91 &9100000" or with " stripped" behind it.
Result<bool> UnityFile::add_object(std::string_view line, std::size_t body, std::uint32_t number) {
    ObjectEntry object;
    object.begin = body;
    object.line = number;
    const auto word = [&line] {
        while (!line.empty() && (line.front() == ' ' || line.front() == '\t'))
            line.remove_prefix(1);
        const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
        const std::string_view out = line.substr(0, end);
        line.remove_prefix(end);
        return out;
    };
    line.remove_prefix(3);
    const std::string_view tag = word();
    const std::string_view anchor = word();
    const auto number_after = [](std::string_view prefix, std::string_view text) {
        return parse_integer(text.substr(0, prefix.size()) == prefix ? text.substr(prefix.size())
                                                                     : std::string_view());
    };
    const std::int64_t class_id = number_after("!u!", tag).value_or(-1);
    const auto file_id = number_after("&", anchor);
    if (class_id < 0 || class_id > 0x7fffffff || !file_id) {
        return refuse("unity-syntax", line_place(number),
                      "an object must begin with its class and its id: --- !u!CLASS &ID");
    }
    object.class_id = static_cast<std::int32_t>(class_id);
    object.file_id = *file_id;
    if (objects_.size() >= kMaxObjects) {
        return refuse("unity-too-large", line_place(number),
                      fmt::format("more than {} objects", kMaxObjects));
    }
    const auto [at, is_new] = by_id_.emplace(*file_id, objects_.size());
    if (!is_new) {
        return refuse("unity-duplicate", line_place(number),
                      fmt::format("the id {} belongs to the object in line {} already", *file_id,
                                  objects_[at->second].line));
    }
    objects_.push_back(object);
    return true;
}

Result<bool> UnityFile::split() {
    const std::string_view text = text_;
    std::uint32_t number = 0;
    bool other = false;
    for (std::size_t begin = 0; begin < text.size();) {
        ++number;
        std::size_t end = text.find('\n', begin);
        if (end == text.npos) end = text.size();
        const std::string_view line = text.substr(begin, end - begin);
        if (line.substr(0, 7) == "<<<<<<<" || line.substr(0, 7) == ">>>>>>>" ||
            (line.substr(0, 7) == "=======" && line.find_first_not_of("=\r ") == line.npos)) {
            return refuse(
                "unity-conflict", line_place(number),
                "a merge conflict that was not resolved: " + std::string(line.substr(0, 40)));
        }
        if (line.substr(0, 3) == "---" && (line.size() == 3 || line[3] == ' ')) {
            if (!objects_.empty()) objects_.back().end = begin;
            if (auto done = add_object(line, std::min(end + 1, text.size()), number); !done) {
                return done;
            }
        } else if (objects_.empty() && !line.empty() && line[0] != '%' && line != "\r") {
            other = true;
        }
        begin = end + 1;
    }
    if (objects_.empty()) {
        if (looks_like_link(text)) {
            return refuse("unity-not-yaml", "",
                          "a link that was stored as text and leads to " +
                              std::string(text.substr(0, text.find_first_of("\r\n"))));
        }
        return refuse("unity-not-yaml", "", "not a Unity text file: no line begins with --- !u!");
    }
    objects_.back().end = text.size();
    if (text.substr(0, 5) != "%YAML") {
        diagnostics_->warn("unity-no-header", "line 1",
                           "the file does not begin with %YAML; it is read all the same");
    }
    if (other) {
        diagnostics_->warn("unity-no-header", "", "text before the first object is left out");
    }
    return true;
}

Result<std::unique_ptr<UnityFile>> UnityFile::open(std::string text, Diagnostics& diagnostics) {
    std::unique_ptr<UnityFile> file(new UnityFile(std::move(text), diagnostics));
    Result<bool> done = file->check_text();
    if (done) done = file->split();
    if (!done) return done.error();
    return file;
}

Result<std::unique_ptr<UnityFile>> UnityFile::open_plain(std::string text,
                                                         Diagnostics& diagnostics) {
    std::unique_ptr<UnityFile> file(new UnityFile(std::move(text), diagnostics));
    if (auto done = file->check_text(); !done) return done.error();
    return file;
}

const ObjectEntry* UnityFile::find(std::int64_t file_id) const noexcept {
    const auto found = by_id_.find(file_id);
    return found == by_id_.end() ? nullptr : &objects_[found->second];
}

const ObjectEntry* UnityFile::first_of(ClassId class_id) const noexcept {
    for (const ObjectEntry& object : objects_) {
        if (object.class_id == static_cast<std::int32_t>(class_id)) return &object;
    }
    return nullptr;
}

Result<const Tree*> UnityFile::tree_of(std::size_t index, std::size_t begin, std::size_t end,
                                       std::uint32_t line) {
    const auto found = trees_.find(index);
    if (found != trees_.end()) return &found->second;
    std::vector<std::string> oddities;
    Result<Tree> tree = Tree::parse(text_, begin, end, line, oddities, kMaxYamlNodes - nodes_);
    if (!tree) return tree.error();
    nodes_ += tree->size();
    for (const std::string& oddity : oddities) {
        diagnostics_->warn("unity-odd", oddity.substr(0, oddity.find(':')),
                           oddity.substr(oddity.find(": ") + 2));
    }
    return &trees_.emplace(index, std::move(*tree)).first->second;
}

Result<Node> UnityFile::read(const ObjectEntry& object) {
    const auto index = static_cast<std::size_t>(&object - objects_.data());
    const auto tree = tree_of(index, object.begin, object.end, object.line + 1);
    if (!tree) return tree.error();
    // One key, the name of the class, holds everything.
    const Node body = (*tree)->root().first();
    if (body.kind() != NodeKind::map) {
        return refuse("unity-syntax", line_place(object.line),
                      fmt::format("{} without properties; the file may be cut off",
                                  class_name(object.class_id)));
    }
    return body;
}

Result<Node> UnityFile::read_plain() {
    const auto tree = tree_of(0, 0, text_.size(), 1);
    if (!tree) return tree.error();
    return (*tree)->root();
}

}  // namespace motus::unity
