// SPDX-License-Identifier: MIT
#include <motus/import/gltf/faults.h>

#include <motus/import/gltf/gltf.h>

#include <utility>
#include <vector>

namespace motus::gltf {

std::string to_string(const Place& place) {
    std::vector<const Place*> steps;
    for (const Place* step = &place; step != nullptr; step = step->up)
        steps.push_back(step);
    std::string text;
    for (auto it = steps.rbegin(); it != steps.rend(); ++it) {
        const Place& step = **it;
        if (step.key.empty() && step.up != nullptr) {
            text.append("[").append(std::to_string(step.index)).append("]");
        } else {
            if (!text.empty()) text += ".";
            if (!step.prefix.empty()) text.append(step.prefix).append(".");
            text += step.key;
        }
    }
    return text;
}

std::string to_string(const Place& place, std::string_view key) {
    std::string text = to_string(place);
    if (!text.empty()) text += ".";
    return text.append(key);
}

bool Faults::room() {
    if (count_ > kMaxGltfFaults) return false;
    if (++count_ <= kMaxGltfFaults) return true;
    out_.warn("gltf-too-many-faults", "",
              "only the first " + std::to_string(kMaxGltfFaults) + " faults are listed");
    return false;
}

void Faults::warn(std::string_view code, std::string place, std::string message) {
    if (room()) out_.warn(std::string(code), std::move(place), std::move(message));
}

bool Faults::error(std::string_view code, std::string place, std::string message) {
    if (!first_) {
        // The first error is always listed, also after a thousand warnings.
        first_ = Error{std::string(code), place, message};
        ++count_;
        out_.error(std::string(code), std::move(place), std::move(message));
    } else if (room()) {
        out_.error(std::string(code), std::move(place), std::move(message));
    }
    return false;
}

}  // namespace motus::gltf
