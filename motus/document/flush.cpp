// SPDX-License-Identifier: MIT
#include <motus/document/flush.h>

#include <motus/document/binding_order.h>
#include <motus/document/binding_value.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace motus {
namespace {

using Node = std::pair<Handle, std::uint32_t>;

struct NodeHash {
    std::size_t operator()(const Node& node) const noexcept {
        const std::uint64_t high = static_cast<std::uint32_t>(node.first);
        return std::hash<std::uint64_t>{}((high << 32) | node.second);
    }
};

bool concerns_bindings(const TypeInfo& type) {
    return &type == &doc::PropertyBinding::static_type() ||
           &type == &doc::PropertyAddress::static_type();
}

/// Whether bindings may be others, or have other ends, once `tree` comes or goes. An end is a
/// property of a component or of an item in one: what lies deeper is none.
bool concerns_bindings(const Object& tree) {
    const Object* object = &tree;
    for (int level = 0; level < 3 && object != nullptr; ++level, object = object->parent()) {
        if (object_cast<doc::Entity>(object) != nullptr || concerns_bindings(object->type()))
            return true;
    }
    return tree.parent() == nullptr || object_cast<doc::Scene>(&tree) != nullptr;
}

}  // namespace

// Every field comes after those it reads, so following changes in this order always ends.
void Flush::add(ComputedField field) {
    const auto unknown = [&](const ComputedField::Input& input) {
        const PropertyInfo* property = input.type->find(input.property);
        if (property == nullptr || !property->has(kComputed)) return property == nullptr;
        return std::none_of(fields_.begin(), fields_.end(), [&](const ComputedField& earlier) {
            return earlier.type == input.type && earlier.property == input.property;
        });
    };
    field.inputs.erase(std::remove_if(field.inputs.begin(), field.inputs.end(), unknown),
                       field.inputs.end());
    fields_.push_back(std::move(field));
}

void Flush::changed(const Object& object, const PropertyInfo& property, Origin origin) {
    std::vector<Change>& changes = running_ && origin != Origin::flush ? later_ : changes_;
    // A preview may write one property many times before anybody flushes.
    if (changes.empty() || changes.back().object != object.handle() ||
        changes.back().property != &property) {
        changes.push_back({object.handle(), &property});
    }
    if (concerns_bindings(object.type())) graph_stale_ = true;
}

void Flush::inserted(const Object& tree) {
    changes_.push_back({tree.handle(), nullptr});
    if (concerns_bindings(tree)) graph_stale_ = true;
}

void Flush::leaving(const Object& tree) {
    if (concerns_bindings(tree)) graph_stale_ = true;
}

void Flush::compute(Document& document, const Object& object, const ComputedField& field) {
    const PropertyInfo& property = *object.type().find(field.property);
    const Result<Value> value = conform(property, field.compute(object));
    if (!value || *value == get_property(object, property)) return;
    set_property_raw(ObjectAccess::writable(object), property, *value);
    document.notify_shown(object, property, Origin::flush);
}

void Flush::run_computed(Document& document, std::size_t first) {
    // Computed fields append to changes_ while this runs: what depends on them follows.
    for (std::size_t i = first; i < changes_.size(); ++i) {
        const Change change = changes_[i];
        const Object* object = document.find(change.object);
        if (object == nullptr) continue;
        for (const ComputedField& field : fields_) {
            const bool concerned =
                change.property == nullptr ||
                std::any_of(field.inputs.begin(), field.inputs.end(), [&](const auto& input) {
                    return input.type == &object->type() &&
                           input.property == change.property->number;
                });
            if (!concerned) continue;
            visit_objects(*object, [&](const Object& below) {
                if (&below.type() == field.type) compute(document, below, field);
            });
        }
    }
}

void Flush::run_bindings(Document& document, bool all) {
    std::unordered_set<Node, NodeHash> changed;
    for (const Change& change : changes_) {
        if (change.property != nullptr) changed.insert({change.object, change.property->id});
    }
    if (!all && changed.empty()) return;
    for (const OrderedBinding& b : order_) {
        const Node source{b.from, b.source->id}, target{b.to, b.target->id};
        if (!all && changed.count(source) == 0 && changed.count(target) == 0) continue;
        Object& object = *document.writable(b.to);
        const auto& binding = static_cast<const doc::PropertyBinding&>(*document.find(b.self));
        const Value value =
            bound_value(binding, get_property(*document.find(b.from), *b.source), *b.source,
                        document.base_value(object, *b.target), *b.target);
        if (document.overlay_.set_bound(object, *b.target, value)) {
            document.notify_shown(object, *b.target, Origin::flush);
            if (!all) changed.insert(target);
        }
    }
}

Result<Done> Flush::run(Document& document) {
    if (running_ || (changes_.empty() && !graph_stale_)) return Done{};
    running_ = true;
    Result<Done> followed = follow(document);
    running_ = false;
    return followed;
}

Result<Done> Flush::follow(Document& document) {
    run_computed(document, 0);
    const std::size_t computed = changes_.size();
    std::string cycle;
    const bool stale = graph_stale_;
    if (stale) {
        graph_stale_ = false;
        for (const Overlay::Place& place : document.overlay_.bound()) {
            Object* object = document.writable(place.object);
            if (document.overlay_.clear_bound(*object, *place.property)) {
                document.notify_shown(*object, *place.property, Origin::flush);
            }
        }
        order_ = order_bindings(document, cycle);
    }
    if (!order_.empty()) run_bindings(document, stale);
    // A driven property may be what a computed field reads.
    run_computed(document, computed);
    changes_ = std::exchange(later_, {});
    const bool is_new = !cycle.empty() && !had_cycle_;
    if (stale) had_cycle_ = !cycle.empty();
    if (is_new) {
        graph_stale_ = true;
        had_cycle_ = false;
        return Error{"binding-cycle", "/scene/bindings", "properties drive themselves: " + cycle};
    }
    return Done{};
}

}  // namespace motus
