// motus/import/gltf/draco.h - KHR_draco_mesh_compression: what a compressed primitive holds.
// Built with libdraco where it is there (MOTUS_HAVE_DRACO).
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/gltf/context.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace motus::gltf {

/// The decoded data of a primitive. While it lives, the accessors of the compressed attributes
/// give this data; then they are as the file has them.
class DracoPrimitive {
  public:
    explicit DracoPrimitive(Context& context) : context_(context) {}
    ~DracoPrimitive();
    DracoPrimitive(const DracoPrimitive&) = delete;
    DracoPrimitive& operator=(const DracoPrimitive&) = delete;

    /// Decodes `primitive` where it is compressed. False: reported. Without libdraco a file that
    /// requires the extension is an error; one that does not has its data uncompressed, too.
    bool decode(const Object& primitive, const Object& attributes);

    [[nodiscard]] bool decoded() const noexcept { return decoded_; }
    /// Three a triangle, whatever the primitive's mode.
    [[nodiscard]] std::vector<std::uint32_t>& indices() noexcept { return indices_; }

  private:
    /// Puts `bytes` in the place of an accessor's data.
    void replace(std::uint32_t accessor, std::uint64_t count, std::vector<std::byte> bytes);

    Context& context_;
    bool decoded_ = false;
    std::vector<std::uint32_t> indices_{};
    std::vector<std::vector<std::byte>> data_{};
    std::vector<std::pair<std::uint32_t, Accessor>> before_{};
};

}  // namespace motus::gltf
