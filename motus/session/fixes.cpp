// SPDX-License-Identifier: MIT
#include <motus/session/fixes.h>

#include <motus/document/access.h>
#include <motus/document/fold.h>
#include <motus/document/model.h>
#include <motus/document/object_json.h>
#include <motus/document/pointer.h>
#include <motus/schema/json.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace motus {
namespace {

using doc::StateMachineTransition;

/// Operations of a patch, one after the other.
class Operations {
  public:
    Operations& remove(const std::string& path) { return add("remove", path, ""); }
    /// `value` is JSON.
    Operations& replace(const std::string& path, const std::string& value) {
        return add("replace", path, ", \"value\": " + value);
    }
    [[nodiscard]] Fix as(std::string title) const { return {std::move(title), "[" + text_ + "]"}; }

  private:
    Operations& add(const char* op, const std::string& path, const std::string& rest) {
        text_ += text_.empty() ? "{\"op\": \"" : ", {\"op\": \"";
        text_ += op;
        text_ += "\", \"path\": ";
        append_json_string(text_, path);
        text_ += rest + "}";
        return *this;
    }
    std::string text_;
};

using Found = std::optional<Fix>;

std::string text_of(std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
}

class Mender {
  public:
    Mender(const Document& document, const Fault& fault) : document_(document), fault_(fault) {}

    Found find() {
        const Result<PointerTarget> target = follow(document_, fault_.path);
        if (!target || target->property == nullptr) return {};
        object_ = target->object;
        property_ = target->property;
        if (holds_children(property_->kind) && target->index) {
            const auto& children = children_of(*object_, *property_);
            if (*target->index >= children.size()) return {};
            object_ = children[*target->index].get();
            property_ = nullptr;  // about the object itself
        }
        return by_code();
    }

  private:
    Found by_code() {
        const std::string& code = fault_.code;
        if (code == "repeated-transition") return fold();
        if (code == "never-fires") return let_fire();
        if (code == "muted") return unmute();
        if (code == "restarts-forever") return stop_restarts();
        if (code == "missing-target" || code == "wrong-target") return drop_reference();
        if (code == "curve-not-used") return reset("Delete the curve");
        if (code == "timing-not-used") return reset("Reset it");
        if (code == "unknown-variable") return drop_condition();
        if (code == "unsorted-keys") return sort_keys();
        if (code == "duplicate-key") return remove_object("Delete the second key");
        if (code == "duplicate-track" || code == "duplicate-component")
            return remove_object("Delete the duplicate");
        if (code == "out-of-range") return clamp();
        if (code == "curve-ends") return straighten_ends();
        if (code == "name-clash") return rename();
        return {};
    }

    std::string path() const { return pointer_to(document_, *object_); }

    Found remove_object(const char* title) { return Operations().remove(path()).as(title); }

    Found fold() {
        const Object* owner = object_;
        while (owner != nullptr && object_cast<doc::StateMachineLayer>(owner) == nullptr)
            owner = owner->parent();
        if (owner == nullptr) return {};
        const auto& layer = static_cast<const doc::StateMachineLayer&>(*owner);
        // Those that stand before it in the lists of states are folded with it.
        std::string operations;
        for (const RepeatedTransitions& repeated : find_repeated(document_, layer)) {
            if (!repeated.in_turn) break;
            const bool is_it = repeated.transitions.front() == object_;
            const std::string patch = fold_patch(document_, repeated);
            if (is_it && repeated.obstacle.empty()) {
                return Fix{"Fold into one from any state", patch};
            }
            operations += (operations.empty() ? "[" : ", ") + patch.substr(1, patch.size() - 2);
            if (is_it) return Fix{"Fold this and those before it", operations + "]"};
        }
        return {};
    }

    Found let_fire() {
        const auto* t = object_cast<StateMachineTransition>(object_);
        if (t == nullptr || property_ != nullptr) return {};
        if (t->conditions().empty() && !t->has_exit_time())
            return Operations()
                .replace(path() + "/has_exit_time", "true")
                .as("Give it an exit time");
        return remove_object("Delete the transition");  // another one always comes first
    }

    Found stop_restarts() {
        if (property_ == nullptr) return {};  // from which state it should not lead, is not said
        return Operations().replace(fault_.path, "false").as("Do not lead to itself");
    }

    Found reset(const char* title) {
        if (property_ == nullptr) return {};
        return Operations().remove(fault_.path).as(title);
    }

    Found unmute() {
        if (property_ == nullptr) return {};  // silenced by a solo: which of them is wrong?
        return Operations().remove(fault_.path).as("Unmute");
    }

    Found drop_reference() {
        // Where a track has lost what it moves, its keys are of no use.
        if (const auto* binding = object_cast<doc::AnimationBinding>(object_);
            binding != nullptr && object_cast<doc::AnimationTrack>(binding->parent()) != nullptr) {
            return Operations()
                .remove(pointer_to(document_, *binding->parent()))
                .as("Delete the track");
        }
        if (object_cast<StateMachineTransition>(object_) != nullptr && property_ != nullptr)
            return remove_object("Delete the transition");
        if (const auto* graph = object_cast<doc::StateGraph>(object_)) {
            if (graph->states().empty()) return {};
            const doc::StateMachineState& first = graph->states()[0];
            return Operations()
                .replace(fault_.path, std::to_string(first.id()))
                .as("Start in " + first.name());
        }
        if (property_ == nullptr || property_->kind != PropertyKind::reference) return {};
        if (is_default(*object_, *property_)) return {};  // it must name something, but what?
        return Operations().remove(fault_.path).as("Clear the reference");
    }

    Found drop_condition() {
        if (object_cast<doc::StateMachineCondition>(object_) == nullptr) return {};
        return remove_object("Delete the condition");
    }

    Found sort_keys() {
        const Object* owner = object_->parent();
        if (owner == nullptr) return {};
        const PropertyInfo* list = owner->type().find("keys");
        if (list == nullptr) return {};
        std::string text;
        append_property(text, *owner, *list, JsonLayout::line);
        Result<Json> keys = parse_json(text);
        if (!keys) return {};
        const auto time = [](const Json& key) {
            const Json* at = key.find("time") != nullptr ? key.find("time") : key.find("frame");
            return at != nullptr ? at->number : 0.0;
        };
        std::stable_sort(keys->items.begin(), keys->items.end(),
                         [&](const Json& a, const Json& b) { return time(a) < time(b); });
        return Operations()
            .replace(pointer_to(document_, *owner, *list), to_text(*keys))
            .as("Sort the keys");
    }

    Found clamp() {
        if (property_ == nullptr || holds_children(property_->kind)) return {};
        const Value value = get_property(*object_, *property_);
        const double* number = value.as_number();
        if (number == nullptr || (*number >= property_->min && *number <= property_->max))
            return {};
        std::string bound;
        append_json_number(bound, *number < property_->min ? property_->min : property_->max);
        return Operations().replace(fault_.path, bound).as("Set it to " + bound);
    }

    Found straighten_ends() {
        const auto* curve = object_cast<doc::BlendCurve>(object_);
        if (curve == nullptr || curve->keys().size() < 2) return {};
        const std::string first = fault_.path + "/0",
                          last = fault_.path + "/" + std::to_string(curve->keys().size() - 1);
        return Operations()
            .replace(first + "/time", "0")
            .replace(first + "/value", "1")
            .replace(last + "/time", "1")
            .replace(last + "/value", "0")
            .as("Run from 1 to 0");
    }

    Found rename() {
        if (property_ == nullptr || property_->kind != PropertyKind::string) return {};
        const Object* owner = object_->parent();
        const Value name = get_property(*object_, *property_);
        if (owner == nullptr || name.as_text() == nullptr) return {};
        const std::string& own = *name.as_text();
        std::set<std::string> taken;
        visit_names(*owner, taken);
        std::string free;
        for (int number = 2; free.empty() || taken.count(free) != 0; ++number)
            free = own + " " + std::to_string(number);
        return Operations().replace(fault_.path, text_of(free)).as("Rename it to " + free);
    }

    void visit_names(const Object& owner, std::set<std::string>& taken) const {
        for (const PropertyInfo& list : owner.type().properties) {
            if (!holds_children(list.kind)) continue;
            for (const auto& child : children_of(owner, list)) {
                const PropertyInfo* name = child->type().find("name");
                if (name == nullptr) continue;
                if (const Value value = get_property(*child, *name); value.as_text() != nullptr)
                    taken.insert(*value.as_text());
            }
        }
    }

    const Document& document_;
    const Fault& fault_;
    const Object* object_ = nullptr;
    const PropertyInfo* property_ = nullptr;
};

}  // namespace

Found fix_of(const Document& document, const Fault& fault) {
    const BaseView authored(document);
    return Mender(document, fault).find();
}

}  // namespace motus
