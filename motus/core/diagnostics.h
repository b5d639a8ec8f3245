// motus/core/diagnostics.h - the list of everything that was found wrong, not only the first.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>

#include <string>
#include <vector>

namespace motus {

enum class Severity : unsigned char { warning, error };

/// One thing found in an input.
struct Fault {
    Severity severity = Severity::warning;
    std::string code;     ///< Stable, kebab-case: "gltf-unknown-extension".
    std::string path;     ///< Where, as a path into the input: "animations[2].channels[0]".
    std::string message;  ///< What, as a sentence without a full stop.

    friend bool operator==(const Fault&, const Fault&) = default;
};

/// Collects faults in the order they are found. Nothing is printed.
class Diagnostics {
  public:
    void warn(std::string code, std::string path, std::string message);
    void error(std::string code, std::string path, std::string message);

    [[nodiscard]] const std::vector<Fault>& faults() const noexcept { return faults_; }
    [[nodiscard]] bool has_errors() const noexcept { return errors_ != 0; }

    /// The first error as an `Error`, for a Result. Asserts that there is one.
    [[nodiscard]] Error first_error() const;

  private:
    std::vector<Fault> faults_;
    std::size_t errors_ = 0;
};

}  // namespace motus
