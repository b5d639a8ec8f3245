// SPDX-License-Identifier: MIT
#include <tests/fuzz/json_mutator.h>

#include <motus/document/new_document.h>

#include <cstring>

namespace motus::test {
namespace {

constexpr std::size_t kMaxNodes = 4000;

/// Names of properties, types and enumerators.
const std::vector<std::string>& words() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> list{"ref", "version", "type"};
        for (const TypeInfo* type : doc::schema_types()) {
            list.emplace_back(type->name);
            for (const PropertyInfo& property : type->properties) {
                list.emplace_back(property.name);
                if (property.enumeration == nullptr) continue;
                for (const EnumInfo::Item& item : property.enumeration->items)
                    list.emplace_back(item.name);
            }
        }
        return list;
    }();
    return all;
}

template <typename T>
const T& pick(const std::vector<T>& list, Random& random) {
    return list[random.below(static_cast<std::uint32_t>(list.size()))];
}

double random_number(Random& random) {
    static const std::vector<double> odd = {-1,
                                            0.5,
                                            -0.0,
                                            1e-40,
                                            3.5e38,
                                            -3.4e38,
                                            65504,
                                            65505,
                                            2147483647.0,
                                            -2147483649.0,
                                            4294967295.0,
                                            9007199254740991.0,
                                            9007199254740993.0,
                                            1e300,
                                            4063234,
                                            4063233,
                                            3997698};
    return random.below(2) == 0 ? random.below(12) : pick(odd, random);
}

void collect(Json& json, std::vector<Json*>& out) {
    if (out.size() >= kMaxNodes) return;
    out.push_back(&json);
    for (Json& item : json.items)
        collect(item, out);
}

void mutate_object(Json& json, Random& random) {
    const std::size_t at = json.items.empty() ? 0 : random.bits() % json.items.size();
    if (json.items.empty() || random.below(2) == 0) {
        const std::string& word = pick(words(), random);
        if (json.find(word) == nullptr) json.add(word, random_json(random));
    } else if (random.below(2) == 0) {
        const std::string key = json.keys[at];
        json.erase(key);
    } else if (const std::string& word = pick(words(), random); json.find(word) == nullptr) {
        json.keys[at] = word;
    }
}

void mutate_array(Json& json, Random& random) {
    if (json.items.empty()) {
        json.items.push_back(random_json(random));
        return;
    }
    const std::size_t at = random.bits() % json.items.size();
    const std::size_t other = random.bits() % json.items.size();
    switch (random.below(4)) {
        case 0: {
            Json copy = json.items[at];
            json.items.insert(json.items.begin() + static_cast<std::ptrdiff_t>(other),
                              std::move(copy));
            break;
        }
        case 1:
            json.items.erase(json.items.begin() + static_cast<std::ptrdiff_t>(at));
            break;
        case 2:
            std::swap(json.items[at], json.items[other]);
            break;
        default:
            json.items.push_back(random_json(random));
    }
}

}  // namespace

Json random_json(Random& random) {
    switch (random.below(8)) {
        case 0:
            return Json(random.below(2) == 0);
        case 1:
        case 2:
            return Json(random_number(random));
        case 3:
            return Json(std::string_view(pick(words(), random)));
        case 4: {
            Json array = Json::array();
            for (std::uint32_t i = random.below(5); i > 0; --i)
                array.items.push_back(random.below(4) != 0 ? Json(random_number(random))
                                                           : random_json(random));
            return array;
        }
        case 5:
            return {};
        default: {
            Json object = Json::object();
            for (std::uint32_t i = random.below(4); i > 0; --i)
                if (const std::string& word = pick(words(), random); object.find(word) == nullptr) {
                    object.add(word, random_json(random));
                }
            return object;
        }
    }
}

void mutate_tree(Json& root, Random& random) {
    for (std::uint32_t changes = 1 + random.below(4); changes > 0; --changes) {
        std::vector<Json*> nodes;
        collect(root, nodes);
        Json& node = *pick(nodes, random);
        const std::uint32_t kind = random.below(8);
        if (kind == 0) {
            Json copy = *pick(nodes, random);
            node = std::move(copy);
        } else if (node.is_object() && kind < 6) {
            mutate_object(node, random);
        } else if (node.is_array() && kind < 6) {
            mutate_array(node, random);
        } else if (node.is_number()) {
            node = Json(random_number(random));
        } else if (node.is_string()) {
            node = Json(std::string_view(pick(words(), random)));
        } else {
            node = random_json(random);
        }
    }
}

std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t max, unsigned seed,
                        RawMutator mutate, void (*change)(Json&, Random&)) {
    Random random(seed);
    if (random.below(8) == 0) return mutate(data, size, max);
    Result<Json> json = parse_json({reinterpret_cast<const char*>(data), size});
    if (!json) return mutate(data, size, max);
    change(*json, random);
    const std::string text = to_text(*json);
    if (text.size() > max) return mutate(data, size, max);
    std::memcpy(data, text.data(), text.size());
    return text.size();
}

std::string random_pointer(const Json& root, Random& random) {
    std::string pointer;
    const Json* at = &root;
    while (!at->items.empty() && random.below(8) != 0) {
        const std::size_t index = random.bits() % at->items.size();
        const Json* id = at->items[index].is_object() ? at->items[index].find("id") : nullptr;
        pointer += '/';
        if (at->is_object()) {
            pointer += pointer_token(at->keys[index]);
        } else if (id != nullptr && random.below(2) == 0) {
            pointer += '@';
            append_json_number(pointer, id->number);
        } else {
            pointer += std::to_string(index);
        }
        at = &at->items[index];
    }
    // A property that the file leaves out, or the end of a list.
    if (at->is_object() && random.below(2) == 0) pointer += '/' + pick(words(), random);
    if (at->is_array() && random.below(2) == 0) pointer += "/-";
    return pointer;
}

}  // namespace motus::test
