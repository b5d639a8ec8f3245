// SPDX-License-Identifier: MIT
#include <motus/import/fbx/scene.h>

#include <algorithm>

namespace motus::fbx {

void Properties::add(NodeRef list) {
    for (NodeRef p = list.child(); p.exists(); p = p.next()) {
        if (p.name() == "P") {
            entries_.push_back({p.text(0), p, 4});
        } else if (p.name() == "Property") {
            entries_.push_back({p.text(0), p, 3});
        }
    }
}

Properties::Properties(NodeRef object, NodeRef defaults) {
    for (const NodeRef from : {object, defaults}) {
        const NodeRef list = from.find("Properties70");
        add(list.exists() ? list : from.find("Properties60"));
    }
    // Stable: of equal names the object's comes first.
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.name < b.name; });
}

Properties::Entry Properties::find(std::string_view name) const {
    const auto found =
        std::lower_bound(entries_.begin(), entries_.end(), name,
                         [](const Entry& a, std::string_view b) { return a.name < b; });
    return found != entries_.end() && found->name == name ? *found : Entry{};
}

double Properties::number(std::string_view name, double otherwise) const {
    const Entry found = find(name);
    return found.node.exists() ? found.node.number(found.first, otherwise) : otherwise;
}

std::int64_t Properties::integer(std::string_view name, std::int64_t otherwise) const {
    const Entry found = find(name);
    return found.node.exists() ? found.node.integer(found.first, otherwise) : otherwise;
}

Double3 Properties::vector(std::string_view name, const Double3& otherwise) const {
    const Entry found = find(name);
    if (!found.node.exists()) return otherwise;
    return {found.node.number(found.first, otherwise.x),
            found.node.number(found.first + 1, otherwise.y),
            found.node.number(found.first + 2, otherwise.z)};
}

std::string_view Properties::text(std::string_view name) const {
    const Entry found = find(name);
    return found.node.exists() ? found.node.text(found.first) : std::string_view{};
}

}  // namespace motus::fbx
