// SPDX-License-Identifier: MIT
#include <motus/import/gltf/accessor.h>
#include <motus/import/gltf/draco.h>

#if defined(MOTUS_HAVE_DRACO)
#include <draco/compression/decode.h>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#endif

#include <algorithm>
#include <new>

namespace motus::gltf {
namespace {

constexpr const char* kDraco = "KHR_draco_mesh_compression";
constexpr const char* kDracoCode = "gltf-draco";

#if defined(MOTUS_HAVE_DRACO)

/// The first numbers of a Draco stream. Reading past the end gives zeros and sets `short_of`.
struct DracoHead {
    std::span<const std::byte> bytes{};
    std::size_t at = 0;
    bool short_of = false;

    unsigned next() {
        if (at < bytes.size()) return std::to_integer<unsigned>(bytes[at++]);
        short_of = true;
        return 0;
    }
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const unsigned byte = next();
            value |= static_cast<std::uint64_t>(byte & 0x7fu) << shift;
            if (byte < 0x80) break;
        }
        return value;
    }
    void skip(std::uint64_t count) {
        short_of = short_of || count > bytes.size() - at;
        if (!short_of) at += static_cast<std::size_t>(count);
    }
    /// One table of names and values, and those below it.
    void skip_metadata() {
        std::vector<std::uint64_t> open = {1};
        while (!open.empty() && !short_of) {
            if (open.back() == 0) {
                open.pop_back();
                continue;
            }
            --open.back();
            if (open.size() > 1) skip(next());  // The name of a table below another.
            for (std::uint64_t entries = varint(); entries != 0 && !short_of; --entries) {
                skip(next());
                skip(varint());
            }
            open.push_back(varint());
        }
    }
};

/// What the stream says of its size before anything is decoded. libdraco takes memory for as many
/// faces, and seams between them, as a stream names: that many must be worth it.
bool check_draco_head(Context& context, const Object& json, std::span<const std::byte> bytes) {
    DracoHead head{bytes};
    static constexpr std::string_view kMagic = "DRACO";
    for (const char c : kMagic) {
        if (head.next() != static_cast<unsigned char>(c)) {
            return json.error(kDracoCode, "bufferView", "is not Draco data");
        }
    }
    const unsigned major = head.next(), minor = head.next();
    if (major != 2 || minor != 2) {
        return json.error(kDracoCode, "bufferView",
                          "the data is of Draco's version " + std::to_string(major) + "." +
                              std::to_string(minor) + "; glTF has 2.2");
    }
    if (head.next() != 1) return json.error(kDracoCode, "bufferView", "holds no triangles");
    const bool edgebreaker = head.next() != 0;
    const unsigned flags = head.next() | head.next() << 8;
    if ((flags & 0x8000u) != 0) {
        for (std::uint64_t tables = head.varint(); tables != 0 && !head.short_of; --tables) {
            head.varint();
            head.skip_metadata();
        }
        head.skip_metadata();
    }
    std::uint64_t vertices = 0;
    if (edgebreaker) {
        head.next();
        vertices = head.varint();
    }
    const std::uint64_t faces = head.varint();
    if (!edgebreaker) vertices = head.varint();
    const unsigned seams = edgebreaker ? head.next() : 0;
    if (head.short_of) return json.error(kDracoCode, "bufferView", "the data ends too early");
    constexpr std::uint64_t kMostPerByte = 1024;  // Of a flat grid, which compresses best.
    if (std::max(faces, vertices) > bytes.size() * kMostPerByte) {
        return json.error("gltf-limit", "bufferView",
                          std::to_string(faces) + " faces and " + std::to_string(vertices) +
                              " vertices are more than the data can hold");
    }
    constexpr std::uint64_t kBytesOfFace = 64, kBytesOfSeam = 24, kBytesOfVertex = 16;
    return context.charge(faces, kBytesOfFace + seams * kBytesOfSeam, json.where("bufferView")) &&
           context.charge(vertices, kBytesOfVertex, json.where("bufferView"));
}

template <typename T>
bool convert_values(const draco::PointAttribute& from, std::uint32_t points, std::uint32_t width,
                    std::vector<std::byte>& out) {
    std::vector<T> values(static_cast<std::size_t>(points) * width);
    for (std::uint32_t i = 0; i < points; ++i) {
        const draco::AttributeValueIndex at = from.mapped_index(draco::PointIndex(i));
        if (at.value() >= from.size() ||
            !from.ConvertValue<T>(at, static_cast<std::int8_t>(width), &values[i * width])) {
            return false;
        }
    }
    const auto bytes = std::as_bytes(std::span<const T>(values));
    out.assign(bytes.begin(), bytes.end());
    return true;
}

bool convert_attribute(const draco::PointAttribute& from, std::uint32_t points, const Accessor& to,
                       std::vector<std::byte>& out) {
    switch (to.component) {
        case Component::i8:
            return convert_values<std::int8_t>(from, points, to.width, out);
        case Component::u8:
            return convert_values<std::uint8_t>(from, points, to.width, out);
        case Component::i16:
            return convert_values<std::int16_t>(from, points, to.width, out);
        case Component::u16:
            return convert_values<std::uint16_t>(from, points, to.width, out);
        case Component::u32:
            return convert_values<std::uint32_t>(from, points, to.width, out);
        case Component::f32:
            break;
    }
    return convert_values<float>(from, points, to.width, out);
}

/// A decoder of libdraco that asks before it takes memory for the values of attributes: a few bytes
/// of a stream can name any number of them for every point.
template <class Base>
class BoundedDecoder final : public Base {
  public:
    BoundedDecoder(Context& context, const std::string& place) : context_(context), place_(place) {}

    [[nodiscard]] bool is_refused() const { return refused_; }

  protected:
    bool DecodeAllAttributes() override {
        constexpr std::uint64_t kBytesOfInteger = 4;  // Which values are coded as.
        const draco::PointCloud& mesh = *this->point_cloud();
        for (int i = 0; i < mesh.num_attributes() && !refused_; ++i) {
            const draco::PointAttribute& attribute = *mesh.attribute(i);
            const auto width = static_cast<std::uint64_t>(attribute.num_components());
            const auto size =
                static_cast<std::uint64_t>(draco::DataTypeLength(attribute.data_type()));
            refused_ =
                !context_.charge(mesh.num_points(), width * (size + kBytesOfInteger), place_);
        }
        return !refused_ && Base::DecodeAllAttributes();
    }

  private:
    Context& context_;
    const std::string& place_;
    bool refused_ = false;
};

/// Null: it cannot be decoded, and why has been reported.
template <class Base>
std::unique_ptr<draco::Mesh> decode_draco_by(Context& context, const Object& json,
                                             std::span<const std::byte> bytes) {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string place = json.where("bufferView");
    BoundedDecoder<Base> decoder(context, place);
    std::string cause = "needs more memory than there is";
    try {
        auto mesh = std::make_unique<draco::Mesh>();
        const draco::Status status = decoder.Decode(draco::DecoderOptions(), &buffer, mesh.get());
        if (status.ok()) return mesh;
        cause = "cannot be decoded: " + status.error_msg_string();
    } catch (const std::bad_alloc&) {
    }
    if (!decoder.is_refused()) (void)json.error(kDracoCode, "bufferView", std::move(cause));
    return nullptr;
}

std::unique_ptr<draco::Mesh> decode_draco_mesh(Context& context, const Object& json,
                                               std::span<const std::byte> bytes) {
    constexpr std::size_t kMethod = 8;  // Behind magic, version and kind.
    return bytes[kMethod] != std::byte{0}
               ? decode_draco_by<draco::MeshEdgebreakerDecoder>(context, json, bytes)
               : decode_draco_by<draco::MeshSequentialDecoder>(context, json, bytes);
}

#endif

}  // namespace

DracoPrimitive::~DracoPrimitive() {
    for (auto it = before_.rbegin(); it != before_.rend(); ++it)
        context_.accessors[it->first] = it->second;
}

void DracoPrimitive::replace(std::uint32_t index, std::uint64_t count,
                             std::vector<std::byte> bytes) {
    Accessor& accessor = context_.accessors[index];
    before_.emplace_back(index, accessor);
    data_.push_back(std::move(bytes));
    accessor.data = data_.back();
    accessor.count = count;
    accessor.stride = accessor.width * size_of(accessor.component);
    accessor.sparse_count = 0;
    accessor.valid = true;
}

#if defined(MOTUS_HAVE_DRACO)

bool DracoPrimitive::decode(const Object& primitive, const Object& attributes) {
    const Object json = primitive.extension(kDraco);
    if (!json.exists()) return true;
    std::uint32_t view_index = kNone;
    bool ok = json.require("bufferView") &&
              json.index("bufferView", context_.views.size(), "bufferView", view_index);
    ok = json.require("attributes") && ok;
    const Object ids = json.object("attributes", &ok);
    if (!ok || !context_.views[view_index].valid) return false;
    const std::span<const std::byte> bytes = context_.views[view_index].data;
    if (!check_draco_head(context_, json, bytes)) return false;
    const std::unique_ptr<draco::Mesh> mesh = decode_draco_mesh(context_, json, bytes);
    if (mesh == nullptr) return false;

    const std::uint32_t points = mesh->num_points();
    if (points == 0 || mesh->num_faces() == 0) {
        return json.error(kDracoCode, "bufferView", "holds no triangles");
    }
    for (const auto& [key, value] : ids.json()->items()) {
        std::uint64_t id = 0;
        std::uint32_t index = kNone;
        if (!ids.integer(key.c_str(), id, 0, 0xffffffffu) ||
            !attributes.index(key.c_str(), context_.accessors.size(), "accessor", index)) {
            return false;
        }
        if (index == kNone) {
            return ids.error(kDracoCode, key, "is not an attribute of the primitive");
        }
        const Accessor& accessor = context_.accessors[index];
        const draco::PointAttribute* from =
            mesh->GetAttributeByUniqueId(static_cast<std::uint32_t>(id));
        if (from == nullptr) {
            return ids.error(kDracoCode, key, "the data has no attribute " + std::to_string(id));
        }
        if (!accessor.valid) return false;
        if (accessor.matrix || from->num_components() != static_cast<int>(accessor.width)) {
            return ids.error(kDracoCode, key,
                             "the data has " + std::to_string(from->num_components()) +
                                 " components, the accessor is " + describe(accessor));
        }
        std::vector<std::byte> decoded;
        if (!context_.charge(points, accessor.width * size_of(accessor.component),
                             ids.where(key))) {
            return false;
        }
        if (!convert_attribute(*from, points, accessor, decoded)) {
            return ids.error(kDracoCode, key, "its values do not fit " + describe(accessor));
        }
        replace(index, points, std::move(decoded));
    }
    if (!context_.charge(mesh->num_faces(), 12, json.where("bufferView"))) return false;
    indices_.reserve(static_cast<std::size_t>(mesh->num_faces()) * 3);
    for (std::uint32_t i = 0; i < mesh->num_faces(); ++i) {
        for (const draco::PointIndex& point : mesh->face(draco::FaceIndex(i)))
            indices_.push_back(point.value());
    }
    decoded_ = true;
    return true;
}

#else

bool DracoPrimitive::decode(const Object& primitive, const Object&) {
    const Object json = primitive.extension(kDraco);
    if (!json.exists()) return true;
    if (context_.uses(kDraco, "extensionsRequired")) {
        return json.error(kDracoCode, "",
                          "this build has no Draco decoder: build Motus with libdraco");
    }
    json.warn(kDracoCode, "", "is not decoded; the uncompressed data is taken");
    return true;
}

#endif

}  // namespace motus::gltf
