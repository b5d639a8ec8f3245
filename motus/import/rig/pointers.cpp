// SPDX-License-Identifier: MIT
#include <motus/import/rig/pointers.h>

#include <algorithm>
#include <array>

namespace motus {

doc::ValueKind kind_of(PointerKind kind) {
    switch (kind) {
        case PointerKind::boolean:
            return doc::ValueKind::boolean;
        case PointerKind::integer:
            return doc::ValueKind::integer;
        case PointerKind::vec2:
            return doc::ValueKind::vec2;
        case PointerKind::vec3:
            return doc::ValueKind::vec3;
        case PointerKind::vec4:
            return doc::ValueKind::vec4;
        case PointerKind::color:
            return doc::ValueKind::color;
        case PointerKind::number:
            break;
    }
    return doc::ValueKind::number;
}

Value value_of(PointerKind kind, std::span<const float> numbers, double scale) {
    std::array<float, 4> v{};
    for (std::size_t i = 0; i < numbers.size() && i < 4; ++i)
        v[i] = static_cast<float>(static_cast<double>(numbers[i]) * scale);
    if (kind == PointerKind::boolean) return Value(v[0] != 0.0f);
    if (numbers.size() == 1) return Value(v[0]);
    return Value::tuple(std::span<const float>(v.data(), numbers.size()));
}

PointerParts split_pointer(const std::string& pointer) {
    for (std::size_t at = pointer.find('/'); at != pointer.npos; at = pointer.find('/', at + 1)) {
        const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
        const bool number =
            end > at + 1 && std::all_of(pointer.begin() + std::ptrdiff_t(at + 1),
                                        pointer.begin() + std::ptrdiff_t(end),
                                        [](char c) { return c >= '0' && c <= '9'; });
        if (number && end < pointer.size())
            return {pointer.substr(0, end), pointer.substr(end + 1)};
    }
    return {pointer, "value"};
}

bool is_weight(const Asset& asset, const std::string& pointer, std::uint32_t& node,
               std::uint32_t& target) {
    const PointerParts parts = split_pointer(pointer);
    constexpr std::string_view nodes = "/nodes/", weights = "weights/";
    if (!parts.object.starts_with(nodes) || !parts.property.starts_with(weights)) return false;
    const auto number = [](std::string_view text, std::uint32_t& out) {
        out = 0;
        if (text.empty() || text.size() > 9) return false;
        for (const char c : text) {
            if (c < '0' || c > '9') return false;
            out = out * 10 + static_cast<std::uint32_t>(c - '0');
        }
        return true;
    };
    return number(std::string_view(parts.object).substr(nodes.size()), node) &&
           number(std::string_view(parts.property).substr(weights.size()), target) &&
           node < asset.nodes.size();
}

}  // namespace motus
