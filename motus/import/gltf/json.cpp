// SPDX-License-Identifier: MIT
#include <motus/import/gltf/json.h>

#include <cmath>
#include <limits>

namespace motus::gltf {
namespace {

bool whole_number(const Json& json, std::uint64_t& out) {
    if (json.is_number_unsigned()) {
        out = *json.get_ptr<const Json::number_unsigned_t*>();
        return true;
    }
    if (!json.is_number_float()) return false;
    const double v = *json.get_ptr<const Json::number_float_t*>();
    if (!(v >= 0.0 && v < 9007199254740992.0) || v != std::floor(v)) return false;
    out = static_cast<std::uint64_t>(v);
    return true;
}

bool float_number(const Json& json, float& out) {
    double v = 0.0;
    if (json.is_number_float()) {
        v = *json.get_ptr<const Json::number_float_t*>();
    } else if (json.is_number_unsigned()) {
        v = static_cast<double>(*json.get_ptr<const Json::number_unsigned_t*>());
    } else if (json.is_number_integer()) {
        v = static_cast<double>(*json.get_ptr<const Json::number_integer_t*>());
    } else {
        return false;
    }
    if (!(std::fabs(v) <= static_cast<double>(std::numeric_limits<float>::max()))) return false;
    out = static_cast<float>(v);
    return true;
}

std::string no_such(std::uint64_t index, const char* what, std::size_t size) {
    return "there is no " + std::string(what) + " " + std::to_string(index) + "; the file has " +
           std::to_string(size);
}

}  // namespace

const Json* Object::find(const char* key) const {
    if (json_ == nullptr) return nullptr;
    const auto it = json_->find(key);
    return it == json_->end() ? nullptr : &*it;
}

std::string Object::where(std::string_view key) const {
    return key.empty() ? to_string(place_) : to_string(place_, key);
}

Object Object::object(const char* key, bool* ok) const {
    const Json* value = find(key);
    if (value != nullptr && !value->is_object()) {
        error("gltf-type", key, "must be an object");
        if (ok != nullptr) *ok = false;
        value = nullptr;
    }
    return {*faults_, value, {&place_, key}};
}

Array Object::array(const char* key, bool* ok) const {
    const Json* value = find(key);
    if (value != nullptr && !value->is_array()) {
        error("gltf-type", key, "must be an array");
        if (ok != nullptr) *ok = false;
        value = nullptr;
    }
    return {*faults_, value, {&place_, key}};
}

Object Object::extension(const char* name) const {
    const Json* value = nullptr;
    if (const Json* all = find("extensions"); all != nullptr && !all->is_object()) {
        error("gltf-type", "extensions", "must be an object");
    } else if (all != nullptr) {
        const auto it = all->find(name);
        if (it != all->end() && it->is_object()) {
            value = &*it;
        } else if (it != all->end()) {
            error("gltf-type", std::string("extensions.") + name, "must be an object");
        }
    }
    return {*faults_, value, {&place_, name, 0, "extensions"}};
}

Object Object::extra(const char* name) const {
    // Extras may be anything: only an object of that name is ours.
    const Json* all = find("extras");
    const Json* value = nullptr;
    if (all != nullptr && all->is_object()) {
        const auto it = all->find(name);
        if (it != all->end() && it->is_object()) value = &*it;
    }
    return {*faults_, value, {&place_, name, 0, "extras"}};
}

bool Object::require(const char* key) const {
    return has(key) || error("gltf-missing", key, "is required and not there");
}

bool Object::boolean(const char* key, bool& out) const {
    const Json* value = find(key);
    if (value == nullptr) return true;
    const bool* flag = value->get_ptr<const Json::boolean_t*>();
    if (flag == nullptr) return error("gltf-type", key, "must be true or false");
    out = *flag;
    return true;
}

bool Object::text(const char* key, std::string& out) const {
    const Json* value = find(key);
    if (value == nullptr) return true;
    const std::string* string = value->get_ptr<const Json::string_t*>();
    if (string == nullptr) return error("gltf-type", key, "must be a string");
    out = *string;
    return true;
}

bool Object::integer(const char* key, std::uint64_t& out, std::uint64_t low,
                     std::uint64_t high) const {
    const Json* value = find(key);
    if (value == nullptr) return true;
    std::uint64_t number = 0;
    if (!whole_number(*value, number)) {
        return error("gltf-type", key, "must be a whole number, not negative");
    }
    if (number < low || number > high) {
        return error("gltf-range", key,
                     std::to_string(number) + " is outside " + std::to_string(low) + ".." +
                         std::to_string(high));
    }
    out = number;
    return true;
}

bool Object::index(const char* key, std::size_t size, const char* what, std::uint32_t& out) const {
    const Json* value = find(key);
    if (value == nullptr) return true;
    std::uint64_t number = 0;
    if (!whole_number(*value, number)) {
        return error("gltf-type", key, "must be an index: a whole number, not negative");
    }
    if (number >= size || number >= 0xffffffffu) {
        return error("gltf-reference", key, no_such(number, what, size));
    }
    out = static_cast<std::uint32_t>(number);
    return true;
}

bool Object::number(const char* key, float& out) const {
    const Json* value = find(key);
    if (value == nullptr || float_number(*value, out)) return true;
    return error("gltf-type", key, "must be a number that a float can hold");
}

bool Object::numbers(const char* key, std::span<float> out) const {
    const Json* value = find(key);
    if (value == nullptr) return true;
    std::vector<float> list;
    if (!value->is_array() || value->size() != out.size()) {
        return error("gltf-type", key,
                     "must be an array of " + std::to_string(out.size()) + " numbers");
    }
    if (!number_list(key, list)) return false;
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = list[i];
    return true;
}

bool Object::number_list(const char* key, std::vector<float>& out) const {
    bool ok = true;
    const Array list = array(key, &ok);
    if (!ok || list.size() == 0) return ok;
    std::vector<float> values(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!float_number(list[i], values[i])) {
            return faults_->error("gltf-type", to_string(list.place_of(i)),
                                  "must be a number that a float can hold");
        }
    }
    out = std::move(values);
    return true;
}

bool Object::index_list(const char* key, std::size_t size, const char* what,
                        std::vector<std::uint32_t>& out) const {
    bool ok = true;
    const Array list = array(key, &ok);
    if (!ok || list.size() == 0) return ok;
    std::vector<std::uint32_t> values(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        std::uint64_t number = 0;
        if (!whole_number(list[i], number)) {
            return faults_->error("gltf-type", to_string(list.place_of(i)),
                                  "must be an index: a whole number, not negative");
        }
        if (number >= size || number >= 0xffffffffu) {
            return faults_->error("gltf-reference", to_string(list.place_of(i)),
                                  no_such(number, what, size));
        }
        values[i] = static_cast<std::uint32_t>(number);
    }
    out = std::move(values);
    return true;
}

Object Array::object(std::size_t i, bool* ok) const {
    const Json* value = &(*json_)[i];
    if (!value->is_object()) {
        faults_->error("gltf-type", to_string(place_of(i)), "must be an object");
        if (ok != nullptr) *ok = false;
        value = nullptr;
    }
    return {*faults_, value, {&place_, {}, i}};
}

}  // namespace motus::gltf
