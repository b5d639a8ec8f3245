// motus/import/fbx/layers.h - layer elements of a geometry: values of corners, by mapping and
// reference.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/fbx/tree.h>

#include <string>
#include <vector>

namespace motus::fbx {

/// A corner of a polygon.
struct Corner {
    std::size_t corner = 0, polygon = 0, point = 0;
};

/// One layer element. Values are `width` numbers each.
class LayerElement {
  public:
    /// Reads `values` and, where the element refers to them by index, `indices` of `node`. False:
    /// the file is at fault beyond this element. An element that cannot be used is empty.
    bool read(NodeRef node, std::string_view values, std::string_view indices, std::size_t width,
              const std::string& place, Faults& faults);
    /// Of version 5: values without a header.
    bool read_plain(NodeRef values, NodeRef indices, std::size_t width, std::size_t points,
                    Faults& faults);

    [[nodiscard]] bool is_empty() const { return values_.empty(); }
    /// The values of a corner; null where the element has none for it.
    [[nodiscard]] const double* at(const Corner& corner) const;
    /// For elements that are indices themselves, as materials are.
    [[nodiscard]] std::int64_t index_at(const Corner& corner) const;

  private:
    enum class Mapping : std::uint8_t { none, corner, point, polygon, all };
    [[nodiscard]] std::size_t place_of_corner(const Corner& corner) const;
    Mapping mapping_ = Mapping::none;
    std::size_t width_ = 1;
    std::vector<double> values_;
    std::vector<std::int64_t> indices_;
    bool indexed_ = false;
};

}  // namespace motus::fbx
