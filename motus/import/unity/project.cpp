// SPDX-License-Identifier: MIT
#include <motus/document/file.h>
#include <motus/import/unity/project.h>
#include <motus/import/unity/reader.h>

#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace motus::unity {
namespace {

namespace fs = std::filesystem;

bool is_left_out(const std::string& name) {
    return name == "Library" || name == "Temp" || name == "Logs" || name == "obj" ||
           (!name.empty() && name.front() == '.');
}

// "guid: <32 digits>" in one of the first lines.
std::string guid_in(std::istream& in) {
    std::string line;
    for (int i = 0; i < 8 && std::getline(in, line); ++i) {
        if (line.rfind("guid: ", 0) != 0) continue;
        std::string guid = line.substr(6, 32);
        for (char& c : guid)
            c = static_cast<char>(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
        return guid.size() == 32 ? guid : std::string();
    }
    return {};
}

std::string guid_of(const fs::path& meta) {
    std::ifstream in(meta, std::ios::binary);
    return guid_in(in);
}

constexpr std::string_view kMeta = ".meta";

}  // namespace

std::string motion_ending(const fs::path& path) {
    std::string ending = path.extension().string();
    for (char& c : ending)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    for (const char* known :
         {".anim", ".controller", ".asset", ".overridecontroller", ".blendtree"}) {
        if (ending == known) return ending;
    }
    return {};
}

Project Project::of_files(std::map<std::string, std::string> files) {
    Project project;
    project.in_memory_ = true;
    for (const auto& [path, content] : files) {
        if (path.size() <= kMeta.size() ||
            path.compare(path.size() - kMeta.size(), kMeta.size(), kMeta) != 0) {
            continue;
        }
        std::istringstream in(content);
        std::string guid = guid_in(in);
        if (!guid.empty())
            project.files_.emplace(std::move(guid), path.substr(0, path.size() - kMeta.size()));
    }
    project.texts_ = std::move(files);
    return project;
}

Result<std::string> Project::text(const fs::path& path) const {
    if (!in_memory_) return read_text_file(path);
    const auto found = texts_.find(path.generic_string());
    if (found == texts_.end()) return Error{"file-missing", path.generic_string(), "was not given"};
    return found->second;
}

Project Project::scan(const fs::path& folder, bool recursive, Diagnostics& diagnostics) {
    Project project;
    std::error_code failed;
    if (!fs::is_directory(folder, failed)) {
        diagnostics.warn("unity-project", folder.string(), "is not a folder");
        return project;
    }
    std::size_t count = 0;
    std::map<std::string, fs::path> ordered;  // the order of a folder differs between machines
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        failed),
        end;
    while (!failed && at != end && ++count < kMaxProjectFiles) {
        const fs::path& path = at->path();
        std::error_code ignored;
        if (at->is_directory(ignored)) {
            if (!recursive || is_left_out(path.filename().string())) at.disable_recursion_pending();
        } else if (path.extension() == ".meta") {
            ordered.emplace(path.generic_string(), path);
        }
        at.increment(failed);
    }
    if (failed || count >= kMaxProjectFiles) {
        diagnostics.warn("unity-project", folder.string(), "could not be read to its end");
    }
    for (const auto& [name, path] : ordered) {
        std::string guid = guid_of(path);
        if (guid.empty()) continue;
        fs::path file = path;
        file.replace_extension();  // name.anim.meta: name.anim
        const auto [known, is_new] = project.files_.emplace(std::move(guid), std::move(file));
        if (!is_new) {
            diagnostics.warn(
                "unity-project", name,
                fmt::format("has the guid of {}, which counts", known->second.generic_string()));
        }
    }
    return project;
}

std::optional<fs::path> Project::folder_of(const fs::path& file) {
    std::error_code failed;
    fs::path at = fs::absolute(file, failed).parent_path();
    while (!failed && !at.empty()) {
        std::error_code ignored;
        if (fs::is_directory(at / "Assets", ignored) &&
            fs::is_directory(at / "ProjectSettings", ignored)) {
            return at;
        }
        if (at == at.parent_path()) break;
        at = at.parent_path();
    }
    return {};
}

const fs::path* Project::find(std::string_view guid) const {
    const auto found = files_.find(guid);
    return found == files_.end() ? nullptr : &found->second;
}

ModelClips Project::model_clips(std::string_view guid) const {
    const fs::path* path = find(guid);
    if (path == nullptr) return {};
    Result<std::string> meta = text(path->string() + ".meta");
    return meta ? read_model_clips(*std::move(meta)) : ModelClips();
}

ModelClips read_model_clips(std::string meta) {
    Diagnostics ignored;
    const auto file = UnityFile::open_plain(std::move(meta), ignored);
    if (!file) return {};
    const Result<Node> root = (*file)->read_plain();
    if (!root) return {};
    const Node importer = (*root)["ModelImporter"];
    ModelClips out;
    const auto add = [&out](std::string_view id, std::string_view name) {
        const auto number = parse_integer(id);
        if (number && !name.empty()) out[*number].name = name;
    };
    for (const Node entry : importer["fileIDToRecycleName"])
        add(entry.key(), entry.text());
    for (const Node entry : importer["internalIDToNameTable"])
        add(entry["first"]["74"].text(), entry["second"].text());
    std::map<std::string_view, bool> loops;
    for (const Node entry : importer["animations"]["clipAnimations"])
        loops.emplace(entry["name"].text(), entry["loopTime"].text() == "1");
    for (auto& [id, clip] : out) {
        const auto found = loops.find(clip.name);
        if (found != loops.end()) clip.loops = found->second;
    }
    return out;
}

}  // namespace motus::unity
