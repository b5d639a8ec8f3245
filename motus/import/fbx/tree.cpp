// SPDX-License-Identifier: MIT
#include <motus/import/fbx/inflate.h>
#include <motus/import/fbx/tree.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace motus::fbx {
namespace {

std::size_t size_of_element(char type) {
    switch (type) {
        case 'i':
        case 'f':
            return 4;
        case 'l':
        case 'd':
            return 8;
        default:
            return 1;
    }
}

template <typename T>
T load(const std::byte* from, bool big_endian) {
    std::array<std::byte, sizeof(T)> bytes;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes[i] = from[big_endian ? sizeof(T) - 1 - i : i];
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
}

std::int64_t integer_of(double number) {
    if (!(number > -9e18)) return number <= -9e18 ? std::numeric_limits<std::int64_t>::min() : 0;
    if (!(number < 9e18)) return std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(number);
}

template <typename T, typename From>
T number_as(From from) {
    if constexpr (std::is_same_v<T, double>) {
        const double value = static_cast<double>(from);
        return std::isfinite(value) ? value : 0.0;
    } else if constexpr (std::is_floating_point_v<From>) {
        return integer_of(static_cast<double>(from));
    } else {
        return static_cast<T>(from);
    }
}

template <typename From, typename T>
void convert(const std::byte* bytes, bool big_endian, std::vector<T>& out) {
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = number_as<T>(load<From>(bytes + i * sizeof(From), big_endian));
}

template <typename T>
T scalar_as(const Value& value) {
    if (value.kind == ValueKind::integer) return number_as<T>(value.integer);
    if (value.kind == ValueKind::number) return number_as<T>(value.number);
    return T{};
}

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

/// The length of a well-formed UTF-8 character; 0 where there is none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0u) != 0x80u) return 0;
    const unsigned second = byte(1);
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) {
        return 0;
    }
    return length;
}

}  // namespace

bool parse(std::span<const std::byte> bytes, Tree& tree, Faults& faults) {
    // Nodes and values are counted in 32 bits.
    if (bytes.size() >= std::numeric_limits<std::uint32_t>::max())
        return faults.error(kFileCode, "", "is larger than 4 GiB");
    constexpr std::string_view kMagic = "Kaydara FBX Binary";
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return text.starts_with(kMagic) ? parse_binary(bytes, tree, faults)
                                    : parse_ascii(text, tree, faults);
}

NodeRef NodeRef::find(std::string_view name) const {
    NodeRef at = child();
    while (at.exists() && at.name() != name)
        at = at.next();
    return at;
}

const Value* NodeRef::value(std::size_t i) const {
    return i < size() ? &tree_->values[node().first_value + i] : nullptr;
}

bool NodeRef::is_text(std::size_t i) const {
    const Value* found = value(i);
    return found != nullptr && found->kind == ValueKind::text;
}

double NodeRef::number(std::size_t i, double otherwise) const {
    const Value* found = value(i);
    if (found == nullptr || found->kind > ValueKind::number) return otherwise;
    return scalar_as<double>(*found);
}

std::int64_t NodeRef::integer(std::size_t i, std::int64_t otherwise) const {
    const Value* found = value(i);
    if (found == nullptr || found->kind > ValueKind::number) return otherwise;
    return scalar_as<std::int64_t>(*found);
}

std::string_view NodeRef::text(std::size_t i) const {
    const Value* found = value(i);
    if (found == nullptr || found->kind != ValueKind::text) return {};
    return {found->text, found->size};
}

NodeRef NodeRef::list() const {
    const NodeRef below = tree_->ascii ? find("a") : NodeRef();
    return below.exists() ? below : *this;
}

std::size_t NodeRef::count_numbers() const {
    if (!exists()) return 0;
    const NodeRef from = list();
    const Value* first = from.value(0);
    if (first != nullptr && first->kind == ValueKind::array)
        return tree_->arrays[first->array].count;
    return from.size();
}

template <typename T>
bool NodeRef::read_array(std::vector<T>& out, Faults& faults) const {
    out.clear();
    if (!exists()) return true;
    const NodeRef from = list();
    const Value* first = from.value(0);
    if (first == nullptr) return true;
    if (first->kind != ValueKind::array) {
        if (!faults.charge(from.size(), sizeof(T))) return false;
        out.resize(from.size());
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = scalar_as<T>(first[i]);
        return true;
    }
    const PackedArray& packed = tree_->arrays[first->array];
    const std::size_t element = size_of_element(packed.type);
    // Deflate makes at most 1032 bytes of one: what claims more is not decoded.
    if (packed.deflated && packed.count * element > (packed.bytes.size() + 1) * 1040)
        return faults.error(kFileCode, std::string(name()), "the array is shorter than it says");
    if (!faults.charge(packed.count, sizeof(T) + (packed.deflated ? element : 0))) return false;
    out.resize(packed.count);
    std::vector<std::byte> inflated;
    const std::byte* bytes = packed.bytes.data();
    if (packed.deflated) {
        inflated.resize(packed.count * element);
        if (!inflate(packed.bytes, inflated))
            return faults.error(kFileCode, std::string(name()), "the compressed array is damaged");
        bytes = inflated.data();
    }
    const bool big = tree_->big_endian;
    switch (packed.type) {
        case 'i':
            convert<std::int32_t>(bytes, big, out);
            break;
        case 'l':
            convert<std::int64_t>(bytes, big, out);
            break;
        case 'f':
            convert<float>(bytes, big, out);
            break;
        case 'd':
            convert<double>(bytes, big, out);
            break;
        default:
            convert<std::uint8_t>(bytes, big, out);
            break;
    }
    return true;
}

bool NodeRef::numbers(std::vector<double>& out, Faults& faults) const {
    return read_array(out, faults);
}

bool NodeRef::integers(std::vector<std::int64_t>& out, Faults& faults) const {
    return read_array(out, faults);
}

std::string plain_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        if (text.starts_with("&quot;")) {
            out += '"';
            text.remove_prefix(6);
            continue;
        }
        const std::size_t length = utf8_length(text);
        if (length == 0) {
            out += kReplacement;
        } else if (text[0] != '\0') {
            out.append(text.substr(0, length));
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

}  // namespace motus::fbx
