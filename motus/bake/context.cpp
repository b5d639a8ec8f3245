// SPDX-License-Identifier: MIT
#include <motus/bake/context.h>

#include <motus/core/names.h>

#include <utility>

namespace motus {

NameHash NameTable::add(std::string_view text, std::string_view place, Diagnostics& diagnostics) {
    if (text.empty()) return NameHash::none;
    const NameHash hash = hash_name(text);
    const auto [at, is_new] = texts_.emplace(static_cast<std::uint64_t>(hash), text);
    if (!is_new && at->second != text) {
        std::string message(text);
        message.append(" has the same hash as ").append(at->second).append(": rename one");
        diagnostics.error("name-collision", std::string(place), std::move(message));
    }
    return hash;
}

void NameTable::write(SectionWriter& writer) const {
    std::vector<NameEntry> entries;
    std::vector<char> text;
    for (const auto& [hash, name] : texts_) {
        entries.push_back({NameHash{hash}, static_cast<std::uint32_t>(text.size()),
                           static_cast<std::uint32_t>(name.size())});
        text.insert(text.end(), name.begin(), name.end());
    }
    writer.add(SectionKind::names, entries);
    writer.add(SectionKind::name_text, text);
}

namespace {

bool is_told(BakeContext& context, Severity severity, const std::string& path) {
    const std::vector<Fault>& faults = context.diagnostics.faults();
    for (; context.seen < faults.size(); ++context.seen) {
        const Fault& fault = faults[context.seen];
        const auto at = context.told.emplace(fault.path, fault.severity).first;
        if (at->second < fault.severity) at->second = fault.severity;
    }
    const auto at = context.told.find(path);
    return at != context.told.end() && at->second >= severity;
}

}  // namespace

void report(BakeContext& context, const char* code, const std::string& path, std::string message) {
    if (is_told(context, Severity::error, path)) return;
    context.diagnostics.error(code, path, std::move(message));
}

void warn(BakeContext& context, const char* code, const std::string& path, std::string message) {
    if (is_told(context, Severity::warning, path)) return;
    context.diagnostics.warn(code, path, std::move(message));
}

}  // namespace motus
