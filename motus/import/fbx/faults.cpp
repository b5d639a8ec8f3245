// SPDX-License-Identifier: MIT
#include <motus/import/fbx/faults.h>
#include <motus/import/fbx/fbx.h>

#include <utility>

namespace motus::fbx {

Faults::Faults(Diagnostics& out, std::uint64_t file_bytes)
    : out_(out), budget_(kFbxBaseBytes + kFbxBytesPerByte * file_bytes) {}

bool Faults::room() {
    if (count_ > kMaxFbxFaults) return false;
    if (++count_ <= kMaxFbxFaults) return true;
    out_.warn("fbx-too-many-faults", "",
              "only the first " + std::to_string(kMaxFbxFaults) + " faults are listed");
    return false;
}

void Faults::warn(std::string_view code, std::string place, std::string message) {
    if (room()) out_.warn(std::string(code), std::move(place), std::move(message));
}

void Faults::warn_some(std::string_view code, std::string place, const std::string& message) {
    Repeated& seen = repeated_[message];
    seen.code = code;
    if (++seen.count <= kSame) warn(code, std::move(place), message);
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

void Faults::finish() {
    for (const auto& [message, seen] : repeated_) {
        if (seen.count > kSame) {
            warn(seen.code, "", std::to_string(seen.count - kSame) + " more like this: " + message);
        }
    }
    repeated_.clear();
}

bool Faults::charge(std::uint64_t count, std::uint64_t size) {
    if (size != 0 && count > budget_ / size) {
        budget_ = 0;
        if (first_) return false;
        return error(kMemoryCode, "", "its data would take more memory than such a file may need");
    }
    budget_ -= count * size;
    return true;
}

}  // namespace motus::fbx
