// motus/import/unity/entity_tree.h - entities for the objects that timelines animate.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/model_change.h>
#include <motus/import/unity/clip.h>

#include <map>

namespace motus::unity {

/// Entities for the objects that timelines animate: one per path, made as they are met.
class EntityTree {
  public:
    EntityTree(Document& document, std::string root)
        : document_(document), root_(std::move(root)) {}
    [[nodiscard]] std::uint64_t root();
    /// Binding of a transform's property, or of a component's property by name.
    void bind_transform(const std::string& path, CurveTarget target,
                        doc::AnimationBindingChange binding);
    void bind_number(const ClipCurve& curve, doc::AnimationBindingChange binding);
    /// More objects than kMaxUnityNodes: what came after is left out.
    [[nodiscard]] bool is_full() const noexcept { return full_; }

  private:
    struct Place {
        std::uint64_t id = 0;
        Handle handle{};
        Handle host{};
        std::string host_name;
        bool has_transform = false;
        std::map<std::string, std::uint64_t> properties;  ///< By name: their ids.
    };
    std::size_t child(std::size_t parent, const std::string& name);
    std::size_t place(std::string_view path);

    Document& document_;
    std::string root_;
    std::vector<Place> places_;
    std::map<std::pair<std::size_t, std::string>, std::size_t> by_name_;
    bool full_ = false;
};

}  // namespace motus::unity
