// motus/import/gltf/faults.h - where in the JSON something is, and the list of what was found.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/import/text/quotes.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace motus::gltf {

// Codes of faults, as `motus validate` prints them.
inline constexpr const char* kAccessorCode = "gltf-accessor";
inline constexpr const char* kAnimationCode = "gltf-animation";
inline constexpr const char* kBufferCode = "gltf-buffer";
inline constexpr const char* kContainerCode = "gltf-container";
inline constexpr const char* kMaterialCode = "gltf-material";
inline constexpr const char* kMeshCode = "gltf-mesh";
inline constexpr const char* kMeshoptCode = "gltf-meshopt";
inline constexpr const char* kNodeCode = "gltf-node";
inline constexpr const char* kPointerCode = "gltf-pointer";
inline constexpr const char* kSkinCode = "gltf-skin";

/// A step of a path into the JSON. Lives on the stack; text is made only when a fault is reported.
struct Place {
    const Place* up = nullptr;
    std::string_view key{};  ///< Empty: `index` counts.
    std::size_t index = 0;
    std::string_view prefix{};  ///< Stands before the key: "extensions" or "extras".
};

/// "accessors[3].sparse.indices".
[[nodiscard]] std::string to_string(const Place& place);
[[nodiscard]] std::string to_string(const Place& place, std::string_view key);

using text::in_quotes;

/// Passes faults on to the caller's Diagnostics, up to a limit, and remembers the first error.
class Faults {
  public:
    explicit Faults(Diagnostics& out) : out_(out) {}

    void warn(std::string_view code, std::string place, std::string message);
    /// Returns false, so that a check can end with `return faults.error(...)`.
    bool error(std::string_view code, std::string place, std::string message);

    [[nodiscard]] const std::optional<Error>& first_error() const noexcept { return first_; }

  private:
    bool room();

    Diagnostics& out_;
    std::size_t count_ = 0;
    std::optional<Error> first_{};
};

}  // namespace motus::gltf
