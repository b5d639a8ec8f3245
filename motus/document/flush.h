// motus/document/flush.h - what follows from edits: computed fields, and properties that drive
// others.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/command.h>

#include <string>
#include <vector>

namespace motus {

class Document;

/// A property marked `computed` in the schema, and how its value follows.
struct ComputedField {
    const TypeInfo* type = nullptr;
    std::uint16_t property = 0;
    /// Properties of the object or of those above it whose change makes the value new. What is
    /// not listed is not looked at; inserting and moving always counts.
    struct Input {
        const TypeInfo* type;
        std::uint16_t property;
    };
    std::vector<Input> inputs;
    Value (*compute)(const Object& object) = nullptr;
};

/// A property binding that counts, from one place to another; see binding_order.h.
struct OrderedBinding {
    Handle from = Handle::none, to = Handle::none;
    const PropertyInfo* source = nullptr;
    const PropertyInfo* target = nullptr;
    Handle self = Handle::none;  ///< The doc::PropertyBinding.
};

/// Keeps track of what changed and brings the rest up to date, in an order in which everything is
/// computed after what it depends on.
class Flush {
  public:
    /// Inputs that are computed themselves must have been added before; others are not looked at.
    void add(ComputedField field);

    void changed(const Object& object, const PropertyInfo& property, Origin origin);
    /// Both while the tree has its owner.
    void inserted(const Object& tree);
    void leaving(const Object& tree);
    void structure_changed() noexcept { graph_stale_ = true; }

    /// Computes. Fails with "binding-cycle" and the path of the cycle where an edit since the last
    /// run closed one; then nothing follows any more until it is gone.
    /// While it runs, a listener may show previews: what depends on those follows with the next
    /// run.
    Result<Done> run(Document& document);
    /// A cycle that is there now came with the file: edits are not refused for it.
    void tolerate_cycle() noexcept { had_cycle_ = true; }

  private:
    void compute(Document& document, const Object& object, const ComputedField& field);
    Result<Done> follow(Document& document);
    void run_computed(Document& document, std::size_t first);
    void run_bindings(Document& document, bool all);

    std::vector<ComputedField> fields_;
    struct Change {
        Handle object;
        const PropertyInfo* property;  ///< Null: the whole object is new, with all below it.
    };
    std::vector<Change> changes_, later_;
    std::vector<OrderedBinding> order_;  ///< Every binding after those it depends on.
    bool graph_stale_ = true;
    bool had_cycle_ = false;
    bool running_ = false;
};

}  // namespace motus
