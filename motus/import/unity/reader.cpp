// SPDX-License-Identifier: MIT
#include <motus/import/unity/reader.h>

#include <cfloat>
#include <cmath>

#include <fmt/format.h>

namespace motus::unity {

std::string Faults::place(const std::string& line) const {
    if (file_.empty()) return line;
    return line.empty() ? file_ : fmt::format("{}: {}", file_, line);
}

void Faults::warn(std::string_view code, std::uint32_t line, std::string message) {
    if (count_ == kMaxUnityFaults) {
        out_->warn("unity-more", "", "there are more warnings than are listed");
    }
    if (++count_ > kMaxUnityFaults) return;
    out_->warn(std::string(code), place(line == 0 ? std::string() : fmt::format("line {}", line)),
               std::move(message));
}

bool Faults::error(std::string_view code, std::uint32_t line, std::string message) {
    return error({std::string(code), line == 0 ? std::string() : fmt::format("line {}", line),
                  std::move(message)});
}

bool Faults::error(const Error& error) {
    const bool is_first = !first_;
    if (is_first) first_ = Error{error.code, place(error.place), error.cause};
    // However much was said before, what ends the reading is said.
    if (++count_ <= kMaxUnityFaults || is_first) {
        out_->error(error.code, place(error.place), error.cause);
    }
    return false;
}

std::string Fields::text(std::string_view key) const {
    return std::string(node_[key].text());
}

std::int32_t Fields::integer(std::string_view key, std::int32_t absent) const {
    const Node field = node_[key];
    if (!field || field.kind() == NodeKind::null) return absent;
    const auto number = parse_integer(field.text());
    if (number && *number >= INT32_MIN && *number <= INT32_MAX) {
        return static_cast<std::int32_t>(*number);
    }
    faults_->warn("unity-number", field.line(),
                  fmt::format("{} is not a whole number; {} is used", key, absent));
    return absent;
}

bool Fields::flag(std::string_view key, bool absent) const {
    return integer(key, absent ? 1 : 0) != 0;
}

float Fields::number(std::string_view key, float absent) const {
    const Node field = node_[key];
    if (!field || field.kind() == NodeKind::null) return absent;
    const auto number = parse_real(field.text());
    if (number && std::fabs(*number) <= FLT_MAX) return static_cast<float>(*number);
    faults_->warn("unity-number", field.line(),
                  fmt::format("{} is {}, which is no number that can be used; {} is used", key,
                              field.text().substr(0, 40), absent));
    return absent;
}

std::array<float, 2> Fields::position(std::string_view key) const {
    const Fields at(node_[key], *faults_);
    return {at.number("x", 0.0f), at.number("y", 0.0f)};
}

AssetRef Fields::reference(Node node) const {
    Result<AssetRef> ref = read_reference(node);
    if (ref) return std::move(*ref);
    faults_->error(ref.error());
    return {};
}

AssetRef Fields::reference(std::string_view key) const {
    return reference(node_[key]);
}

}  // namespace motus::unity
