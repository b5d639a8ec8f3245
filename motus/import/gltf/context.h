// motus/import/gltf/context.h - what the parts of one import share, and the order they run in.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/gltf/container.h>
#include <motus/import/gltf/json.h>
#include <motus/import/gltf/texcoords.h>

#include <motus/import/gltf/gltf.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace motus::gltf {

/// Something that was faulty has `valid` false: its fault has been reported, and whoever refers to
/// it gives up without a second message.
struct Buffer {
    std::span<const std::byte> data{};
    std::vector<std::byte> own{};
    bool valid = false;
    bool fallback = false;  ///< Stands for data that is in the file compressed only.
};

struct View {
    std::span<const std::byte> data{};
    std::vector<std::byte> own{};  ///< Decompressed data.
    std::uint32_t stride = 0;      ///< 0: elements follow each other without gaps.
    bool valid = false;
};

enum class Component : std::uint8_t { i8, u8, i16, u16, u32, f32 };

/// An accessor whose whole range has been checked to lie inside its view.
struct Accessor {
    std::span<const std::byte> data{};  ///< From the first element; empty: zeros.
    std::uint64_t count = 0;
    std::uint32_t stride = 0;
    std::uint32_t width = 0;  ///< Components: 1 to 4, or 4, 9, 16 for a matrix.
    Component component = Component::f32;
    bool matrix = false;
    bool normalized = false;
    bool valid = false;
    std::uint64_t sparse_count = 0;
    Component sparse_component = Component::u32;
    std::span<const std::byte> sparse_indices{};
    std::span<const std::byte> sparse_values{};
};

/// What nodes and animations must know of a mesh.
struct MeshInfo {
    std::uint32_t targets = 0;
    bool skinned = false;
    std::uint32_t largest_joint = 0;      ///< Of those with a weight.
    std::uint32_t largest_primitive = 0;  ///< The primitive it is in.
    std::uint64_t largest_vertex = 0;
    bool valid = false;
};

struct Context {
    Context(Diagnostics& diagnostics, const GltfOptions& options_in)
        : faults(diagnostics), options(options_in) {}

    Faults faults;
    const GltfOptions& options;
    Container container{};
    Json json{};
    Object root{faults, nullptr, {}};
    std::vector<Buffer> buffers{};
    std::vector<View> views{};
    std::vector<Accessor> accessors{};
    std::vector<MaterialTexcoords> texcoords{};  ///< Per material.
    std::vector<MeshInfo> meshes{};
    std::map<std::string, Result<std::vector<std::byte>>> files{};  ///< Loaded once each.
    std::uint64_t budget = 0;  ///< Bytes of decoded data that may still be made.
    Asset asset{};

    /// True where the file says that it uses the extension, or, of "extensionsRequired", needs it.
    [[nodiscard]] bool uses(std::string_view extension, const char* list = "extensionsUsed") const;
    /// Takes `count` times `size` bytes from the budget, or reports that the file asks for more
    /// than its size can justify.
    bool charge(std::uint64_t count, std::uint64_t size, const std::string& place);
    /// Bytes of a relative URI. Null: reported, as a warning where the file may be missing.
    const std::vector<std::byte>* load(const std::string& uri, bool may_be_missing,
                                       const std::string& place);
};

// Each fills its part of the context and reports what is wrong in it.
void check_extensions(Context& context);
void read_buffers(Context& context);
void read_views(Context& context);
void read_accessors(Context& context);
void read_images(Context& context);
void read_textures(Context& context);
void read_materials(Context& context);
void read_meshes(Context& context);
void read_cameras(Context& context);
void read_nodes(Context& context);
void read_scenes(Context& context);
void read_skins(Context& context);
void check_skinned_nodes(Context& context);
void read_animations(Context& context);

/// Decompresses a view of KHR_meshopt_compression, or of EXT_meshopt_compression. False: reported.
bool decode_meshopt(Context& context, const Object& extension, std::uint64_t view_length,
                    std::vector<std::byte>& out);

}  // namespace motus::gltf
