// SPDX-License-Identifier: MIT
#include "bake_many.h"
#include "output.h"

#include <motus/asset/file.h>
#include <motus/core/hash.h>
#include <motus/document/file.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <sstream>

#include <sys/stat.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

constexpr const char* kName = "/.motus-bake";

/// A change within this time of another may leave the file's time as it was.
constexpr std::int64_t kRacy_ns = 2'000'000'000;

bool stat_file(const std::string& path, InputFile& out) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
    out.size = static_cast<std::uint64_t>(info.st_size);
    out.time_ns = std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
    return true;
}

/// Of a file that cannot be read, as of an empty one.
std::uint64_t checksum_of(const std::string& path) {
    const Result<std::string> content = read_text_file(path);
    return checksum_bytes(content ? std::as_bytes(std::span(*content)) : std::span<std::byte>{});
}

bool is_same(const InputFile& noted, const std::string& path, std::int64_t saved_ns) {
    InputFile now;
    if (!stat_file(path, now) || now.size != noted.size) return false;
    const bool settled = now.time_ns == noted.time_ns && now.time_ns + kRacy_ns < saved_ns;
    return settled || checksum_of(path) == noted.checksum;
}

/// A path in a line of its own: a file's name may have a line feed in it.
std::string on_one_line(const std::string& path) {
    std::string out;
    for (const char c : path) {
        if (c == '\n') {
            out += "\\n";
        } else {
            if (c == '\\') out += '\\';
            out += c;
        }
    }
    return out;
}

std::string from_one_line(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escaped = text[i] == '\\' && i + 1 < text.size();
        if (escaped) ++i;
        out += escaped && text[i] == 'n' ? '\n' : text[i];
    }
    return out;
}

void write_line(std::string& text, char mark, const InputFile& file) {
    text += fmt::format("{} {} {} {:016x} {}\n", mark, file.size, file.time_ns, file.checksum,
                        on_one_line(file.path));
}

bool read_line(const std::string& line, InputFile& out) {
    std::istringstream stream(line.substr(2));
    std::string checksum;
    stream >> out.size >> out.time_ns >> checksum;
    stream.get();
    std::getline(stream, out.path);
    out.path = from_one_line(out.path);
    const char* end = checksum.data() + checksum.size();
    const auto [rest, failed] = std::from_chars(checksum.data(), end, out.checksum, 16);
    return failed == std::errc() && rest == end && !out.path.empty();
}

}  // namespace

Manifest::Manifest(std::string folder, const std::string& settings)
    : folder_(std::move(folder)), tool_(program_mark() + (settings.empty() ? "" : " ") + settings) {
    InputFile info;
    std::ifstream stream(folder_ + kName);
    std::string line;
    if (!stat_file(folder_ + kName, info) || !std::getline(stream, line) || line != tool_) return;
    saved_ns_ = info.time_ns;
    ManifestEntry entry;
    while (std::getline(stream, line)) {
        InputFile file;
        if (line.size() < 3 || !read_line(line, file)) {
            entries_.clear();
            return;
        }
        if (line[0] == 'f') {
            entry.file = std::move(file.path);
            continue;
        }
        if (line[0] == 'i') {
            entry.inputs.push_back(std::move(file));
            continue;
        }
        entry.output = std::move(file);
        std::string name = entry.output.path;
        entries_[std::move(name)] = std::exchange(entry, {});
    }
}

bool Manifest::is_current(const std::string& output, const std::string& file) const {
    const auto at = entries_.find(output);
    if (at == entries_.end()) return false;
    const ManifestEntry& entry = at->second;
    return entry.file == file && is_same(entry.output, folder_ + "/" + output, saved_ns_) &&
           std::all_of(entry.inputs.begin(), entry.inputs.end(), [&](const InputFile& input) {
               return is_same(input, input.path, saved_ns_);
           });
}

void Manifest::save() const {
    std::string text = tool_ + "\n";
    for (const auto& [name, entry] : entries_) {
        write_line(text, 'f', {entry.file});
        for (const InputFile& input : entry.inputs)
            write_line(text, 'i', input);
        write_line(text, 'o', entry.output);
    }
    const auto written = write_file_atomic(folder_ + kName, std::as_bytes(std::span(text)));
    if (!written) throw InputFault(folder_ + kName, written.error());
}

}  // namespace motus::tool
