// SPDX-License-Identifier: MIT
#include <motus/document/binding_order.h>

#include <algorithm>
#include <map>

namespace motus {
namespace {

using Node = std::pair<Handle, std::uint32_t>;

Node source_of(const OrderedBinding& b) {
    return {b.from, b.source->id};
}
Node target_of(const OrderedBinding& b) {
    return {b.to, b.target->id};
}

std::vector<OrderedBinding> collect(const Document& document) {
    std::vector<OrderedBinding> bindings;
    const auto* root = object_cast<doc::Document>(&document.root());
    if (root == nullptr) return bindings;
    for (const doc::PropertyBinding& binding : root->scene().bindings()) {
        const PropertyPlace from = find_property(document, key_of(document, binding.from()));
        const PropertyPlace to = find_property(document, key_of(document, binding.to()));
        if (!binding.enabled() || !from || !to || to.property->has(kComputed)) continue;
        bindings.push_back({from.object->handle(), to.object->handle(), from.property, to.property,
                            binding.handle()});
    }
    return bindings;
}

std::string describe_cycle(const Document& document, const std::vector<OrderedBinding>& all,
                           const std::vector<bool>& placed) {
    // Walk from any that is left to one that feeds it, until a property comes again.
    std::size_t at =
        static_cast<std::size_t>(std::find(placed.begin(), placed.end(), false) - placed.begin());
    std::map<Node, std::size_t> writers;  // the first of each
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!placed[i]) writers.emplace(target_of(all[i]), i);
    std::vector<std::size_t> walked;
    std::vector<bool> seen(all.size(), false);
    while (!seen[at]) {
        seen[at] = true;
        walked.push_back(at);
        at = writers.at(source_of(all[at]));
    }
    walked.erase(walked.begin(), std::find(walked.begin(), walked.end(), at));
    // Each was walked to from the one it feeds, so they run the other way round.
    const OrderedBinding& first = all[walked.back()];
    std::string cycle = describe(*document.find(first.from), *first.source);
    for (std::size_t i = walked.size(); i-- > 0;) {
        const OrderedBinding& b = all[walked[i]];
        cycle += " -> " + describe(*document.find(b.to), *b.target);
    }
    return cycle;
}

}  // namespace

/// Kahn's algorithm.
std::vector<OrderedBinding> order_bindings(const Document& document, std::string& cycle) {
    const std::vector<OrderedBinding> all = collect(document);
    std::map<Node, std::vector<std::size_t>> readers;
    std::map<Node, int> writers;
    for (std::size_t i = 0; i < all.size(); ++i) {
        readers[source_of(all[i])].push_back(i);
        ++writers[target_of(all[i])];
    }
    const auto waits = [&](const OrderedBinding& b) {
        const auto at = writers.find(source_of(b));
        return at != writers.end() && at->second > 0;
    };
    std::vector<OrderedBinding> order;
    std::vector<bool> placed(all.size(), false);
    std::vector<std::size_t> ready;
    for (std::size_t i = all.size(); i-- > 0;)
        if (!waits(all[i])) ready.push_back(i);
    while (!ready.empty()) {
        const std::size_t at = ready.back();
        ready.pop_back();
        placed[at] = true;
        order.push_back(all[at]);
        const Node target = target_of(all[at]);
        if (--writers[target] > 0) continue;
        const auto& next = readers[target];
        ready.insert(ready.end(), next.rbegin(), next.rend());
    }
    if (order.size() != all.size()) cycle = describe_cycle(document, all, placed);
    return order;
}

}  // namespace motus
