// motus/import/fbx/faults.h - the list of what is wrong with a file, of limited length, and the
// budget for what is decoded from it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/import/text/quotes.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace motus::fbx {

inline constexpr std::string_view kFileCode = "fbx-file", kSceneCode = "fbx-scene",
                                  kMeshCode = "fbx-mesh", kSkinCode = "fbx-skin",
                                  kShapeCode = "fbx-shape", kMaterialCode = "fbx-material",
                                  kAnimationCode = "fbx-animation", kMemoryCode = "fbx-memory";

class Faults {
  public:
    Faults(Diagnostics& out, std::uint64_t file_bytes);

    void warn(std::string_view code, std::string place, std::string message);
    /// The same, of which only the first `kSame` of one message are listed; finish() counts the
    /// others.
    void warn_some(std::string_view code, std::string place, const std::string& message);
    /// Always false, for `return faults.error(...)`.
    bool error(std::string_view code, std::string place, std::string message);
    void finish();
    [[nodiscard]] const std::optional<Error>& first() const { return first_; }

    /// Takes `count` times `size` bytes of the budget; an error, and false, where they are too
    /// many.
    [[nodiscard]] bool charge(std::uint64_t count, std::uint64_t size);

  private:
    static constexpr std::size_t kSame = 5;
    struct Repeated {
        std::string code;
        std::size_t count = 0;
    };
    bool room();

    Diagnostics& out_;
    std::size_t count_ = 0;
    std::optional<Error> first_;
    std::uint64_t budget_ = 0;
    std::map<std::string, Repeated> repeated_;
};

using text::in_quotes;

}  // namespace motus::fbx
