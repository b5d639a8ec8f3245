// SPDX-License-Identifier: MIT
#include <tests/fuzz/gltf_mutator.h>
#include <tests/support/random.h>

#include <nlohmann/json.hpp>

#include <cstring>
#include <string>
#include <vector>

namespace motus::test {
namespace {

using nlohmann::json;

struct Parts {
    std::string json_text;
    std::vector<std::uint8_t> binary;
    bool is_binary = false;
};

std::uint32_t read_u32(const std::uint8_t* at) {
    std::uint32_t value = 0;
    std::memcpy(&value, at, 4);
    return value;
}

bool split(const std::uint8_t* data, std::size_t size, Parts& out) {
    if (size >= 1 && data[0] == '{') {
        out.json_text.assign(reinterpret_cast<const char*>(data), size);
        return true;
    }
    if (size < 20 || std::memcmp(data, "glTF", 4) != 0) return false;
    const std::size_t length = read_u32(data + 12);
    if (length > size - 20) return false;
    out.is_binary = true;
    out.json_text.assign(reinterpret_cast<const char*>(data) + 20, length);
    if (size >= 20 + length + 8) {
        const std::size_t most = size - 20 - length - 8;
        const std::size_t bytes = std::min<std::size_t>(read_u32(data + 20 + length), most);
        out.binary.assign(data + 28 + length, data + 28 + length + bytes);
    }
    return true;
}

std::size_t join(Parts& parts, std::uint8_t* data, std::size_t max) {
    std::string out = parts.json_text;
    if (parts.is_binary) {
        while (parts.json_text.size() % 4 != 0)
            parts.json_text += ' ';
        while (parts.binary.size() % 4 != 0)
            parts.binary.push_back(0);
        const auto put = [&](std::size_t value) {
            const auto v = static_cast<std::uint32_t>(value);
            out.append(reinterpret_cast<const char*>(&v), 4);
        };
        out = "glTF";
        put(2);
        put(12 + 8 + parts.json_text.size() + (parts.binary.empty() ? 0 : 8 + parts.binary.size()));
        put(parts.json_text.size());
        out += "JSON" + parts.json_text;
        if (!parts.binary.empty()) {
            put(parts.binary.size());
            out.append("BIN\0", 4);
            out.append(parts.binary.begin(), parts.binary.end());
        }
    }
    if (out.size() > max) return 0;
    std::memcpy(data, out.data(), out.size());
    return out.size();
}

void collect(json& value, std::vector<json*>& out) {
    out.push_back(&value);
    if (!value.is_structured() || out.size() > 4096) return;
    for (auto& child : value)
        collect(child, out);
}

json strange_value(Random& random) {
    switch (random.below(14)) {
        case 0:
            return 0;
        case 1:
            return 1;
        case 2:
            return -1;
        case 3:
            return random.below(8);
        case 4:
            return random.below(300);
        case 5:
            return 4294967295u;
        case 6:
            return std::uint64_t{1} << random.below(63);
        case 7:
            return random.unit() * 4 - 2;
        case 8:
            return nullptr;
        case 9:
            return true;
        case 10:
            return "CUBICSPLINE";
        case 11:
            return json::array({0, 0, 0, 1});
        case 12:
            return json::object();
        default:
            return 5120 + random.below(7);
    }
}

// Copying and writing a tree recurses in the JSON library: deep ones are changed as bytes instead.
bool is_deep(const std::string& text) {
    constexpr int kDeep = 400;  // above the importer's own limit
    int depth = 0;
    for (const char c : text) {
        if (c == '[' || c == '{') ++depth;
        if (c == ']' || c == '}') --depth;
        if (depth > kDeep) return true;
    }
    return false;
}

void change_tree(json& tree, Random& random) {
    std::vector<json*> values;
    collect(tree, values);
    json& value = *values[random.below(static_cast<std::uint32_t>(values.size()))];
    const json other = *values[random.below(static_cast<std::uint32_t>(values.size()))];
    switch (random.below(5)) {
        case 0:
            if (value.is_array() && !value.empty()) {
                value.push_back(value[random.below(static_cast<std::uint32_t>(value.size()))]);
                return;
            }
            break;
        case 1:
            if (value.is_structured() && !value.empty()) {
                auto it = value.begin();
                std::advance(it, random.below(static_cast<std::uint32_t>(value.size())));
                value.erase(it);
                return;
            }
            break;
        case 2:
            value = other;
            return;
        case 3:
            if (value.is_number_integer()) {
                value = value.get<std::int64_t>() + static_cast<std::int64_t>(random.below(9)) - 4;
                return;
            }
            break;
        default:
            break;
    }
    value = strange_value(random);
}

}  // namespace

std::size_t mutate_gltf(std::uint8_t* data, std::size_t size, std::size_t max, unsigned seed,
                        RawMutator mutate) {
    Random random(seed);
    Parts parts;
    const std::uint32_t choice = random.below(8);
    if (choice == 0 || !split(data, size, parts)) return mutate(data, size, max);
    if (choice <= 2 && !parts.binary.empty()) {
        const std::size_t before = parts.binary.size();
        parts.binary.resize(before + 64);
        parts.binary.resize(mutate(parts.binary.data(), before, before + 64));
    } else if (choice == 3) {
        const std::size_t before = parts.json_text.size();
        parts.json_text.resize(before + 64);
        parts.json_text.resize(
            mutate(reinterpret_cast<std::uint8_t*>(parts.json_text.data()), before, before + 64));
    } else {
        if (is_deep(parts.json_text)) return mutate(data, size, max);
        json tree = json::parse(parts.json_text, nullptr, false);
        if (tree.is_discarded()) return mutate(data, size, max);
        for (std::uint32_t n = 1 + random.below(3); n > 0; --n)
            change_tree(tree, random);
        parts.json_text = tree.dump(-1, ' ', false, json::error_handler_t::replace);
    }
    const std::size_t done = join(parts, data, max);
    return done != 0 ? done : mutate(data, size, max);
}

}  // namespace motus::test
