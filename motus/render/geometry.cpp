// motus/render/geometry.cpp - packs the attributes of a primitive into buffers.
// SPDX-License-Identifier: MIT
#include "bindings.h"
#include "model_data.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace motus::render {
namespace {

// Arrays one after the other in one buffer, each from a multiple of four.
class Packer {
  public:
    template <typename T>
    std::size_t append(std::span<const T> values) {
        const std::size_t at = bytes_.size();
        const auto raw = std::as_bytes(values);
        bytes_.insert(bytes_.end(), raw.begin(), raw.end());
        bytes_.resize((bytes_.size() + 3) / 4 * 4);
        return at;
    }
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

  private:
    std::vector<std::byte> bytes_;
};

struct AttributeDesc {
    GLuint location = 0;
    GLint width = 0;
    GLenum type = GL_FLOAT;
    bool integer = false, normalized = false;
    GLsizei stride = 0;
    std::size_t offset = 0;
};

void enable(const AttributeDesc& a) {
    const void* pointer = reinterpret_cast<const void*>(a.offset);
    gl::EnableVertexAttribArray(a.location);
    if (a.integer) {
        gl::VertexAttribIPointer(a.location, a.width, a.type, a.stride, pointer);
    } else {
        gl::VertexAttribPointer(a.location, a.width, a.type, a.normalized ? GL_TRUE : GL_FALSE,
                                a.stride, pointer);
    }
}

// True where every weight is a multiple of 1 / steps, within float rounding.
bool are_multiples(std::span<const float> weights, double steps) {
    return std::all_of(weights.begin(), weights.end(), [steps](float w) {
        const double scaled = static_cast<double>(w) * steps;
        return std::fabs(scaled - std::floor(scaled + 0.5)) <= steps * 6e-8;
    });
}

template <typename T>
std::vector<T> scaled_to(std::span<const float> weights, double steps) {
    std::vector<T> out;
    out.reserve(weights.size());
    for (const float w : weights) {
        const double in_range = std::clamp(static_cast<double>(w), 0.0, 1.0);
        out.push_back(static_cast<T>(std::floor(in_range * steps + 0.5)));
    }
    return out;
}

// Joints and weights for 4 influences each: two sets where there are 8.
void pack_influences(const AssetPrimitive& primitive, Packer& packer,
                     std::vector<AttributeDesc>& out) {
    const std::span<const std::uint16_t> joints(primitive.joints);
    const std::span<const float> weights(primitive.joint_weights);
    const auto influences = static_cast<GLsizei>(primitive.influences);
    const auto largest = std::max_element(joints.begin(), joints.end());

    AttributeDesc j{at_joints0, 4, GL_UNSIGNED_SHORT, true, false, influences * 2, 0};
    if (largest == joints.end() || *largest < 256) {
        j.type = GL_UNSIGNED_BYTE;
        j.stride = influences;
        j.offset =
            packer.append<std::uint8_t>(std::vector<std::uint8_t>(joints.begin(), joints.end()));
    } else {
        j.offset = packer.append(joints);
    }
    AttributeDesc w{at_weights0, 4, GL_UNSIGNED_BYTE, false, true, influences, 0};
    if (are_multiples(weights, 255.0)) {
        w.offset = packer.append<std::uint8_t>(scaled_to<std::uint8_t>(weights, 255.0));
    } else if (are_multiples(weights, 65535.0)) {
        w.type = GL_UNSIGNED_SHORT;
        w.stride = influences * 2;
        w.offset = packer.append<std::uint16_t>(scaled_to<std::uint16_t>(weights, 65535.0));
    } else {
        w.type = GL_UNSIGNED_INT;
        w.stride = influences * 4;
        w.offset = packer.append<std::uint32_t>(scaled_to<std::uint32_t>(weights, 4294967295.0));
    }
    out.push_back(j);
    out.push_back(w);
    if (primitive.influences == 8) {
        j.location = at_joints1;
        j.offset += static_cast<std::size_t>(j.stride) / 2;
        w.location = at_weights1;
        w.offset += static_cast<std::size_t>(w.stride) / 2;
        out.push_back(j);
        out.push_back(w);
    }
}

Result<GlTexture> make_deltas(const AssetPrimitive& primitive, const std::string& place) {
    const std::size_t vertices = primitive.positions.size();
    std::vector<float> texels(primitive.targets.size() * vertices * 8, 0.0f);
    float* to = texels.data();
    for (const AssetMorphTarget& target : primitive.targets) {
        for (std::size_t v = 0; v < vertices; ++v, to += 8) {
            if (v < target.positions.size()) std::memcpy(to, &target.positions[v], sizeof(Vec3));
            if (v < target.normals.size()) std::memcpy(to + 4, &target.normals[v], sizeof(Vec3));
        }
    }
    Result<GlTexture> texture = make_data_texture(texels.size() / 4, place + ".targets");
    if (texture) write_data_texture(0, texels);
    return texture;
}

GLenum mode_of(PrimitiveMode mode) {
    constexpr GLenum kModes[] = {GL_POINTS,    GL_LINES,          GL_LINE_LOOP,   GL_LINE_STRIP,
                                 GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN};
    return kModes[static_cast<int>(mode)];
}

void upload_indices(const AssetPrimitive& primitive, Geometry& out) {
    out.count = static_cast<GLsizei>(primitive.positions.size());
    if (primitive.indices.empty()) return;
    out.count = static_cast<GLsizei>(primitive.indices.size());
    // The largest 16-bit index is GL's restart index in WebGL: keep away from it.
    if (primitive.positions.size() < 65535) {
        const std::vector<std::uint16_t> small(primitive.indices.begin(), primitive.indices.end());
        out.index_type = GL_UNSIGNED_SHORT;
        out.indices = make_buffer(GL_ELEMENT_ARRAY_BUFFER, std::as_bytes(std::span(small)));
    } else {
        out.index_type = GL_UNSIGNED_INT;
        out.indices =
            make_buffer(GL_ELEMENT_ARRAY_BUFFER, std::as_bytes(std::span(primitive.indices)));
    }
}

}  // namespace

Result<GlTexture> make_data_texture(std::size_t texels, const std::string& place) {
    GLint limit = 0;
    gl::GetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    const std::size_t rows = (texels + kDataTextureWidth - 1) / kDataTextureWidth;
    if (rows > static_cast<std::size_t>(limit)) {
        return Error{"gl-limit", place,
                     "needs a texture of " + std::to_string(rows) + " rows, and the driver has " +
                         std::to_string(limit)};
    }
    GlTexture texture = GlTexture::make();
    gl::BindTexture(GL_TEXTURE_2D, texture.id());
    gl::TexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA32F, kDataTextureWidth,
                     static_cast<GLsizei>(std::max<std::size_t>(rows, 1)));
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return texture;
}

void write_data_texture(std::size_t first, std::span<const float> floats) {
    const auto row = static_cast<GLint>(first / kDataTextureWidth);
    const std::size_t texels = floats.size() / 4, rows = texels / kDataTextureWidth;
    const std::size_t rest = texels % kDataTextureWidth;
    if (rows > 0) {
        gl::TexSubImage2D(GL_TEXTURE_2D, 0, 0, row, kDataTextureWidth, static_cast<GLsizei>(rows),
                          GL_RGBA, GL_FLOAT, floats.data());
    }
    if (rest > 0) {
        gl::TexSubImage2D(GL_TEXTURE_2D, 0, 0, row + static_cast<GLint>(rows),
                          static_cast<GLsizei>(rest), 1, GL_RGBA, GL_FLOAT,
                          floats.data() + rows * kDataTextureWidth * 4);
    }
}

Result<Geometry> make_geometry(const AssetPrimitive& primitive, const std::string& place) {
    Geometry out;
    out.mode = mode_of(primitive.mode);
    out.vertex_count = static_cast<std::uint32_t>(primitive.positions.size());
    out.influences = primitive.influences;
    out.targets = static_cast<std::uint32_t>(primitive.targets.size());
    out.has_normals = primitive.normals.size() == primitive.positions.size();

    Packer packer;
    std::vector<AttributeDesc> attributes;
    const auto add_floats = [&](GLuint location, GLint width, const auto& values) {
        if (values.size() != primitive.positions.size() || values.empty()) return;
        const auto stride = static_cast<GLsizei>(sizeof(values[0]));
        attributes.push_back({location, width, GL_FLOAT, false, false, stride,
                              packer.append(std::span(std::as_const(values)))});
    };
    add_floats(at_position, 3, primitive.positions);
    add_floats(at_normal, 3, primitive.normals);
    add_floats(at_color, 4, primitive.colors);
    add_floats(at_texcoord0, 2, primitive.texcoords0);
    add_floats(at_texcoord1, 2, primitive.texcoords1);
    if (primitive.influences > 0) pack_influences(primitive, packer, attributes);

    out.array = GlVertexArray::make();
    gl::BindVertexArray(out.array.id());
    out.vertices = make_buffer(GL_ARRAY_BUFFER, packer.bytes());
    for (const AttributeDesc& attribute : attributes)
        enable(attribute);
    upload_indices(primitive, out);
    gl::BindVertexArray(0);

    if (out.targets > 0) {
        Result<GlTexture> deltas = make_deltas(primitive, place);
        if (!deltas) return deltas.error();
        out.deltas = std::move(*deltas);
    }
    for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
        const Vec3& p = primitive.positions[v];
        extend(out.bounds, p);
        for (const AssetMorphTarget& target : primitive.targets) {
            if (v >= target.positions.size()) continue;
            const Vec3& d = target.positions[v];
            extend(out.bounds, Vec3{p.x + d.x, p.y + d.y, p.z + d.z});
        }
    }
    return out;
}

}  // namespace motus::render
