// SPDX-License-Identifier: MIT
#include <motus/import/gltf/accessor.h>

namespace motus::gltf {
namespace {

bool component_of(std::uint64_t number, Component& out) {
    switch (number) {
        case 5120:
            out = Component::i8;
            return true;
        case 5121:
            out = Component::u8;
            return true;
        case 5122:
            out = Component::i16;
            return true;
        case 5123:
            out = Component::u16;
            return true;
        case 5125:
            out = Component::u32;
            return true;
        case 5126:
            out = Component::f32;
            return true;
        default:
            return false;
    }
}

struct Shape {
    const char* name;
    std::uint32_t width;
    std::uint32_t columns;  // Of a matrix: each starts at a multiple of 4 bytes.
};
constexpr Shape kShapes[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1},
                             {"MAT2", 4, 2},   {"MAT3", 9, 3}, {"MAT4", 16, 4}};

std::uint32_t element_bytes(const Shape& shape, Component component) {
    const std::uint32_t column = shape.width / shape.columns * size_of(component);
    return shape.columns == 1 ? column : (column + 3) / 4 * 4 * shape.columns;
}

/// The bytes of `count` elements from `offset` on, or a report that they are not all there.
bool take_range(const Object& json, const View& view, std::uint32_t view_index,
                std::uint64_t offset, std::uint64_t count, std::uint32_t element,
                std::uint32_t stride, std::span<const std::byte>& out) {
    const std::uint64_t size = view.data.size();
    if (offset > size || element > size - offset ||
        count - 1 > (size - offset - element) / stride) {
        return json.error(kAccessorCode, "",
                          std::to_string(count) + " elements of " + std::to_string(element) +
                              " bytes, one every " + std::to_string(stride) + " from " +
                              std::to_string(offset) + " on, reach past the " +
                              std::to_string(size) + " of bufferView " +
                              std::to_string(view_index));
    }
    out = view.data.subspan(static_cast<std::size_t>(offset));
    return true;
}

bool read_sparse(Context& context, const Object& sparse, std::uint32_t element, Accessor& out) {
    std::uint64_t count = 0;
    bool ok = sparse.require("count") && sparse.integer("count", count, 1, out.count);
    ok = sparse.require("indices") && sparse.require("values") && ok;
    const Object indices = sparse.object("indices", &ok);
    const Object values = sparse.object("values", &ok);
    std::uint32_t index_view = kNone, value_view = kNone;
    std::uint64_t index_offset = 0, value_offset = 0, number = 0;
    const std::size_t views = context.views.size();
    ok = ok && indices.require("bufferView") &&
         indices.index("bufferView", views, "bufferView", index_view);
    ok = ok && values.require("bufferView") &&
         values.index("bufferView", views, "bufferView", value_view);
    ok = ok && indices.integer("byteOffset", index_offset, 0, std::uint64_t{1} << 53);
    ok = ok && values.integer("byteOffset", value_offset, 0, std::uint64_t{1} << 53);
    ok = ok && indices.require("componentType") &&
         indices.integer("componentType", number, 0, 0xffffu);
    if (!ok) return false;
    if (!component_of(number, out.sparse_component) ||
        (out.sparse_component != Component::u8 && out.sparse_component != Component::u16 &&
         out.sparse_component != Component::u32)) {
        return indices.error(kAccessorCode, "componentType",
                             std::to_string(number) + " is not an unsigned integer type");
    }
    const View& index_data = context.views[index_view];
    const View& value_data = context.views[value_view];
    if (!index_data.valid || !value_data.valid) return false;
    const std::uint32_t index_bytes = size_of(out.sparse_component);
    if (!take_range(indices, index_data, index_view, index_offset, count, index_bytes, index_bytes,
                    out.sparse_indices) ||
        !take_range(values, value_data, value_view, value_offset, count, element, element,
                    out.sparse_values)) {
        return false;
    }
    out.sparse_count = count;
    return true;
}

void read_accessor(Context& context, const Object& json, Accessor& out) {
    std::uint32_t view_index = kNone;
    std::uint64_t offset = 0, number = 0;
    std::string type;
    bool ok = json.index("bufferView", context.views.size(), "bufferView", view_index);
    ok = json.integer("byteOffset", offset, 0, std::uint64_t{1} << 53) && ok;
    ok = json.require("componentType") && json.integer("componentType", number, 0, 0xffffffffu) &&
         ok;
    ok = json.require("count") && json.integer("count", out.count, 1, std::uint64_t{1} << 53) && ok;
    ok = json.require("type") && json.text("type", type) && ok;
    ok = json.boolean("normalized", out.normalized) && ok;
    if (!ok) return;
    if (!component_of(number, out.component)) {
        json.error(kAccessorCode, "componentType",
                   std::to_string(number) + " is not a component type");
        return;
    }
    const Shape* shape = nullptr;
    for (const Shape& candidate : kShapes) {
        if (type == candidate.name) shape = &candidate;
    }
    if (shape == nullptr) {
        json.error(kAccessorCode, "type", in_quotes(type) + " is not an accessor type");
        return;
    }
    out.width = shape->width;
    out.matrix = shape->columns != 1;
    const std::uint32_t element = element_bytes(*shape, out.component);
    out.stride = element;
    if (view_index != kNone) {
        const View& view = context.views[view_index];
        if (!view.valid) return;
        if (view.stride != 0) out.stride = view.stride;
        if (out.stride < element) {
            json.error(kAccessorCode, "bufferView",
                       "the byteStride " + std::to_string(view.stride) + " of bufferView " +
                           std::to_string(view_index) + " is smaller than an element, " +
                           std::to_string(element));
            return;
        }
        if (!take_range(json, view, view_index, offset, out.count, element, out.stride, out.data)) {
            return;
        }
    }
    bool sparse_ok = true;
    const Object sparse = json.object("sparse", &sparse_ok);
    if (!sparse_ok || (sparse.exists() && !read_sparse(context, sparse, element, out))) return;
    out.valid = true;
}

}  // namespace

std::uint32_t size_of(Component component) {
    switch (component) {
        case Component::i8:
        case Component::u8:
            return 1;
        case Component::i16:
        case Component::u16:
            return 2;
        case Component::u32:
        case Component::f32:
            return 4;
    }
    return 4;
}

std::string describe(const Accessor& a) {
    static constexpr const char* kNames[] = {"byte",           "unsigned byte", "short",
                                             "unsigned short", "unsigned int",  "float"};
    std::string text = "?";
    for (const Shape& shape : kShapes) {
        if (shape.width == a.width && (shape.columns != 1) == a.matrix) text = shape.name;
    }
    return text + (a.normalized ? " of normalised " : " of ") +
           kNames[static_cast<std::size_t>(a.component)];
}

void read_accessors(Context& context) {
    const Array list = context.root.array("accessors");
    context.accessors.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Object json = list.object(i);
        if (json.exists()) read_accessor(context, json, context.accessors[i]);
    }
}

}  // namespace motus::gltf
