// SPDX-License-Identifier: MIT
#include <motus/import/fbx/layers.h>

namespace motus::fbx {

bool LayerElement::read(NodeRef node, std::string_view values, std::string_view indices,
                        std::size_t width, const std::string& place, Faults& faults) {
    if (!node.exists()) return true;
    width_ = width;
    const std::string_view mapping = node.find("MappingInformationType").text(0);
    const std::string_view reference = node.find("ReferenceInformationType").text(0);
    if (mapping == "ByPolygonVertex") {
        mapping_ = Mapping::corner;
    } else if (mapping == "ByVertex" || mapping == "ByVertice" || mapping == "ByControlPoint") {
        mapping_ = Mapping::point;
    } else if (mapping == "ByPolygon") {
        mapping_ = Mapping::polygon;
    } else if (mapping == "AllSame") {
        mapping_ = Mapping::all;
    } else {
        const std::string name(node.name());
        if (mapping != "NoMappingInformation") {
            faults.warn_some("fbx-mesh", place + "." + name,
                             "the mapping " + in_quotes(plain_text(mapping)) + " is left out");
        }
        return true;
    }
    if (!node.find(values).numbers(values_, faults)) return false;
    const NodeRef list = indices.empty() ? NodeRef() : node.find(indices);
    // "Index" is what version 5 called it. Some writers give indices to direct elements.
    indexed_ = reference != "Direct" && list.exists();
    return !indexed_ || list.integers(indices_, faults);
}

bool LayerElement::read_plain(NodeRef values, NodeRef indices, std::size_t width,
                              std::size_t points, Faults& faults) {
    width_ = width;
    if (!values.numbers(values_, faults)) return false;
    indexed_ = indices.exists();
    if (indexed_ && !indices.integers(indices_, faults)) return false;
    mapping_ = !indexed_ && values_.size() == points * width ? Mapping::point : Mapping::corner;
    return true;
}

std::size_t LayerElement::place_of_corner(const Corner& corner) const {
    switch (mapping_) {
        case Mapping::corner:
            return corner.corner;
        case Mapping::point:
            return corner.point;
        case Mapping::polygon:
            return corner.polygon;
        default:
            return 0;
    }
}

const double* LayerElement::at(const Corner& corner) const {
    std::size_t place = place_of_corner(corner);
    if (indexed_) {
        if (place >= indices_.size() || indices_[place] < 0) return nullptr;
        place = static_cast<std::size_t>(indices_[place]);
    }
    return place < values_.size() / width_ ? &values_[place * width_] : nullptr;
}

std::int64_t LayerElement::index_at(const Corner& corner) const {
    const double* found = at(corner);
    return found != nullptr && *found >= 0.0 && *found < 1e9 ? static_cast<std::int64_t>(*found)
                                                             : 0;
}

}  // namespace motus::fbx
