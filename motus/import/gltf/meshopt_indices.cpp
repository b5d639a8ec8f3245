// SPDX-License-Identifier: MIT
#include <motus/import/gltf/meshopt_codec.h>

#include <array>
#include <cstring>

namespace motus::gltf {
namespace {

constexpr std::string_view kUnknownVersion = "the compressed data is not of a known version";
constexpr std::string_view kEndsEarly = "the compressed data ends too early";

void write_index(std::uint32_t index, std::size_t stride, std::uint8_t* out) {
    if (stride == 4) {
        std::memcpy(out, &index, 4);
    } else {
        const auto half = static_cast<std::uint16_t>(index);
        std::memcpy(out, &half, 2);
    }
}

/// Seven bits a byte, lowest first; five bytes at most. More set `short_of`: nothing encodes so.
std::uint32_t read_varint(MeshoptStream& stream) {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        const std::uint8_t byte = stream.next();
        value |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
    stream.short_of = true;
    return value;
}

std::uint32_t zigzag_delta(std::uint32_t v) {
    return (v & 1) != 0 ? ~(v >> 1) : v >> 1;
}

/// The last 16 of what was pushed; 0 is the newest. What was never pushed cannot be read.
template <typename T>
struct Recent {
    std::array<T, 16> items{};
    std::size_t pushed = 0;

    void push(const T& item) { items[pushed++ % 16] = item; }
    [[nodiscard]] bool has(std::size_t i) const { return i < pushed && i < 16; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return items[(pushed - 1 - i) % 16]; }
};

struct Edge {
    std::uint32_t a = 0, b = 0;
};

/// The state that decoding of triangles carries from one to the next.
struct Triangles {
    MeshoptStream data;
    std::uint32_t next = 0;
    std::uint32_t last = 0;
    Recent<Edge> edges{};
    Recent<std::uint32_t> vertices{};
    bool broken = false;

    std::uint32_t read_delta() { return last += zigzag_delta(read_varint(data)); }

    std::uint32_t recent(std::size_t i) {
        if (vertices.has(i)) return vertices[i];
        broken = true;
        return 0;
    }

    /// 0: the next vertex; 15: one that is written out; else a recent one. `fresh`: to be pushed.
    std::uint32_t vertex(unsigned code, bool& fresh) {
        fresh = code == 0 || code == 15;
        if (code == 0) return next++;
        return code == 15 ? read_delta() : recent(code - 1);
    }

    /// An edge seen lately, and a third vertex.
    void on_edge(unsigned edge_code, unsigned code, std::uint32_t* out) {
        if (!edges.has(edge_code)) {
            broken = true;
            return;
        }
        const Edge edge = edges[edge_code];
        std::uint32_t c = 0;
        bool fresh = true;
        if (code == 13 || code == 14) {
            c = last = code == 13 ? last - 1 : last + 1;
        } else if (code == 0 || code == 15) {
            c = vertex(code, fresh);
        } else {
            c = recent(code);  // Newest is 0 here, and never meant: it belongs to the edge.
            fresh = false;
        }
        edges.push({c, edge.b});
        edges.push({edge.a, c});
        if (fresh) vertices.push(c);
        out[0] = edge.a;
        out[1] = edge.b;
        out[2] = c;
    }

    /// Three vertices, two of them by the halves of `codes`.
    void on_its_own(bool first_is_next, unsigned codes, std::uint32_t* out) {
        bool b_fresh = false, c_fresh = false;
        out[0] = first_is_next ? next++ : read_delta();
        out[1] = vertex(codes >> 4, b_fresh);
        out[2] = vertex(codes & 15u, c_fresh);
        edges.push({out[1], out[0]});
        edges.push({out[2], out[1]});
        edges.push({out[0], out[2]});
        vertices.push(out[0]);
        if (b_fresh) vertices.push(out[1]);
        if (c_fresh) vertices.push(out[2]);
    }
};

/// The table of common codes: its halves are never 15, its last two entries 0.
bool is_code_table(std::span<const std::uint8_t> table) {
    for (const std::uint8_t entry : table) {
        if ((entry & 15u) == 15 || entry >> 4 == 15) return false;
    }
    return table[14] == 0 && table[15] == 0;
}

}  // namespace

std::string_view decode_triangles(std::span<const std::uint8_t> bytes, std::size_t count,
                                  std::size_t stride, std::span<std::uint8_t> out) {
    if (bytes.empty() || bytes[0] != 0xe1) return kUnknownVersion;
    const std::size_t triangles = count / 3;
    constexpr std::size_t kTable = 16;
    if (bytes.size() - 1 < kTable || bytes.size() - 1 - kTable < triangles) return kEndsEarly;
    const auto codes = bytes.subspan(1, triangles);
    const auto table = bytes.last(kTable);
    if (!is_code_table(table)) return "the end of the compressed data is broken";
    Triangles state;
    state.data.bytes = bytes.subspan(1 + triangles, bytes.size() - 1 - triangles - kTable);
    for (std::size_t i = 0; i < triangles; ++i) {
        const unsigned high = codes[i] >> 4, low = codes[i] & 15u;
        std::uint32_t triangle[3] = {};
        if (high < 15) {
            state.on_edge(high, low, triangle);
        } else if (low < 14) {
            state.on_its_own(true, table[low], triangle);
        } else {
            const std::uint8_t own = state.data.next();
            if (own == 0) state.next = 0;  // A new sequence of vertices begins.
            state.on_its_own(low == 14, own, triangle);
        }
        if (state.broken) return "a triangle refers to one that is not there";
        for (std::size_t k = 0; k < 3; ++k)
            write_index(triangle[k], stride, out.data() + (i * 3 + k) * stride);
    }
    return state.data.fault();
}

std::string_view decode_indices(std::span<const std::uint8_t> bytes, std::size_t count,
                                std::size_t stride, std::span<std::uint8_t> out) {
    if (bytes.empty() || bytes[0] != 0xd1) return kUnknownVersion;
    constexpr std::size_t kTail = 4;
    if (bytes.size() - 1 < kTail) return kEndsEarly;
    MeshoptStream stream{bytes.subspan(1, bytes.size() - 1 - kTail)};
    std::uint32_t last[2] = {};
    for (std::size_t i = 0; i < count && !stream.short_of; ++i) {
        const std::uint32_t code = read_varint(stream);
        std::uint32_t& base = last[code & 1];
        base += zigzag_delta(code >> 1);
        write_index(base, stride, out.data() + i * stride);
    }
    return stream.fault();
}

}  // namespace motus::gltf
