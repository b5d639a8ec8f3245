// SPDX-License-Identifier: MIT
#include <motus/asset/node_path.h>

#include <vector>

namespace motus {

std::string node_path(const Asset& asset, std::uint32_t node) {
    std::vector<const std::string*> names;
    // A file that was checked has no ring; one that was made by hand may.
    for (; node < asset.nodes.size() && names.size() <= asset.nodes.size();
         node = asset.nodes[node].parent) {
        names.push_back(&asset.nodes[node].name);
    }
    std::string path;
    for (std::size_t i = names.size(); i-- > 0;) {
        path += *names[i];
        if (i != 0) path += '/';
    }
    return path;
}

PathMatch match_path(const Asset& asset, std::uint32_t node, std::string_view path) {
    // From the end: each step takes a name and its '/' off `path`, so that it ends in a ring too.
    while (node < asset.nodes.size()) {
        const std::string_view name = asset.nodes[node].name;
        const std::uint32_t parent = asset.nodes[node].parent;
        if (name == path) {
            if (parent >= asset.nodes.size()) return PathMatch::whole;
            const bool top = asset.nodes[parent].parent >= asset.nodes.size();
            return top ? PathMatch::below_root : PathMatch::end;
        }
        if (name.size() > path.size()) {  // A name may have a '/' of its own.
            const bool ends = name.ends_with(path) && name[name.size() - path.size() - 1] == '/';
            return ends ? PathMatch::end : PathMatch::none;
        }
        if (name.size() == path.size() || !path.ends_with(name)) return PathMatch::none;
        path.remove_suffix(name.size());
        if (path.back() != '/') return PathMatch::none;
        path.remove_suffix(1);
        node = parent;
    }
    return PathMatch::none;
}

}  // namespace motus
