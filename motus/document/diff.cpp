// SPDX-License-Identifier: MIT
#include <motus/document/diff.h>

#include <motus/document/object_json.h>
#include <motus/document/pointer.h>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace motus {
namespace {

using Items = std::vector<const Object*>;

std::string line_of(const Object& object) {
    std::string text;
    append_object(text, object, JsonLayout::line);
    return text;
}

bool same_kind(const Object& a, const Object& b) {
    return &a.type() == &b.type() && a.type_name() == b.type_name() &&
           &a.type() != &ForeignObject::static_type();
}

bool have_ids(const ChildArray& children) {
    std::set<std::uint64_t> seen;
    return std::all_of(children.begin(), children.end(), [&](const auto& child) {
        return child->stable_id() != 0 && seen.insert(child->stable_id()).second;
    });
}

/// Counts what is left of a list before a place (a Fenwick tree).
class Ranks {
  public:
    explicit Ranks(std::size_t count) : sums_(count + 1, 0) {
        for (std::size_t i = 1; i <= count; ++i)
            sums_[i] = static_cast<std::ptrdiff_t>(i & (~i + 1));
    }
    /// How many are left before `place`, which is taken out.
    std::size_t take(std::size_t place) {
        std::ptrdiff_t before = 0;
        for (std::size_t i = place; i > 0; i &= i - 1)
            before += sums_[i];
        for (std::size_t i = place + 1; i < sums_.size(); i += i & (~i + 1))
            --sums_[i];
        return static_cast<std::size_t>(before);
    }

  private:
    std::vector<std::ptrdiff_t> sums_;
};

class Differ {
  public:
    Json run(const Document& from, const Document& to) {
        take_out_moved(from, to);
        object(from.root(), to.root(), "");
        return std::move(operations_);
    }

  private:
    /// What goes to another owner is removed first, so that its id is free where it is added.
    void take_out_moved(const Document& from, const Document& to) {
        Items all;
        visit_objects(from.root(), [&](const Object& object) { all.push_back(&object); });
        // Backwards: what comes later in a list goes first, and children before their owners.
        for (std::size_t i = all.size(); i-- > 0;) {
            const Object& object = *all[i];
            if (object.stable_id() == 0 || object.parent() == nullptr) continue;
            // Of an id that a file gave to several, the first has it.
            if (from.find_id(object.stable_id()) != &object) continue;
            const Object* there = to.find_id(object.stable_id());
            if (there == nullptr || there->parent() == nullptr ||
                pointer_to(from, *object.parent(), *object.slot()) ==
                    pointer_to(to, *there->parent(), *there->slot())) {
                continue;
            }
            moved_.insert(&object);
            add("remove", pointer_to(from, object));
        }
    }

    void add(const char* op, const std::string& path, const std::string& value = "",
             const std::string& source = "") {
        Json json = Json::object();
        json.add("op", Json(std::string_view(op)));
        if (!source.empty()) json.add("from", Json(std::string_view(source)));
        json.add("path", Json(std::string_view(path)));
        if (!value.empty()) {
            if (Result<Json> parsed = parse_json(value)) json.add("value", *std::move(parsed));
        }
        operations_.items.push_back(std::move(json));
    }

    void object(const Object& from, const Object& to, const std::string& path) {
        for (const PropertyInfo& property : from.type().properties) {
            if (property.has(kComputed) || property.kind == PropertyKind::id) continue;
            const std::string here = path + "/" + pointer_token(property.name);
            if (property.kind == PropertyKind::children) {
                children(children_of(from, property), children_of(to, property), here);
            } else if (property.kind == PropertyKind::child) {
                only_child(children_of(from, property), children_of(to, property), here);
            } else if (const Value value = get_property(to, property);
                       !(value == get_property(from, property))) {
                std::string text;
                append_value(text, property, value);
                add("replace", here, text);
            }
        }
    }

    void only_child(const ChildArray& from, const ChildArray& to, const std::string& path) {
        if (to.empty() && (from.empty() || moved_.count(from.front().get()) != 0)) return;
        if (to.empty()) return add("remove", path);
        if (from.empty() || moved_.count(from.front().get()) != 0) {
            return add("add", path, line_of(*to.front()));
        }
        object(*from.front(), *to.front(), path);
    }

    void children(const ChildArray& from, const ChildArray& to, const std::string& path) {
        Items list, wanted;
        for (const auto& child : from)
            if (moved_.count(child.get()) == 0) list.push_back(child.get());
        for (const auto& child : to)
            wanted.push_back(child.get());
        if (have_ids(from) && have_ids(to)) {
            by_id(list, wanted, path);
        } else {
            by_place(list, wanted, path);
        }
    }

    static std::string item(const std::string& path, std::size_t index) {
        std::string text = path;
        text += '/';
        text += std::to_string(index);
        return text;
    }

    /// `list` is what the array holds after the operations so far.
    void by_id(const Items& list, const Items& wanted, const std::string& path) {
        std::unordered_map<std::uint64_t, const Object*> stays;
        for (const Object* object : wanted)
            stays.emplace(object->stable_id(), object);
        for (std::size_t i = list.size(); i-- > 0;) {
            const auto at = stays.find(list[i]->stable_id());
            if (at == stays.end() || !same_kind(*list[i], *at->second))
                add("remove", item(path, i));
        }
        Items left;
        std::unordered_map<std::uint64_t, std::size_t> places;
        for (const Object* object : list) {
            const auto at = stays.find(object->stable_id());
            if (at == stays.end() || !same_kind(*object, *at->second)) continue;
            places.emplace(object->stable_id(), left.size());
            left.push_back(object);
        }
        // The array is what was put in order so far, then those that are left, as they stood.
        Ranks ranks(left.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const auto at = places.find(wanted[i]->stable_id());
            if (at == places.end()) {
                add("add", item(path, i), line_of(*wanted[i]));
                continue;
            }
            const std::size_t before = ranks.take(at->second);
            if (before != 0) add("move", item(path, i), "", item(path, i + before));
            object(*left[at->second], *wanted[i], item(path, i));
        }
    }

    void by_place(const Items& list, const Items& wanted, const std::string& path) {
        const auto equal = [&](const Object* a, const Object* b) {
            return !has_lost(*a) && line_of(*a) == line_of(*b);
        };
        std::size_t head = 0, tail = 0;
        const std::size_t shorter = std::min(list.size(), wanted.size());
        while (head < shorter && equal(list[head], wanted[head]))
            ++head;
        while (tail < shorter - head &&
               equal(list[list.size() - 1 - tail], wanted[wanted.size() - 1 - tail])) {
            ++tail;
        }
        const std::size_t old_end = list.size() - tail, new_end = wanted.size() - tail;
        const std::size_t common = std::min(old_end, new_end);
        for (std::size_t i = head; i < common; ++i) {
            if (same_kind(*list[i], *wanted[i]) && list[i]->stable_id() == wanted[i]->stable_id()) {
                object(*list[i], *wanted[i], item(path, i));
            } else {
                add("replace", item(path, i), line_of(*wanted[i]));
            }
        }
        for (std::size_t i = old_end; i-- > std::max(common, head);)
            add("remove", item(path, i));
        for (std::size_t i = std::max(common, head); i < new_end; ++i)
            add("add", item(path, i), line_of(*wanted[i]));
    }

    /// Whether something in it was taken out: it is not what it was.
    [[nodiscard]] bool has_lost(const Object& object) const {
        bool lost = false;
        if (moved_.empty()) return lost;
        visit_objects(object, [&](const Object& o) { lost = lost || moved_.count(&o) != 0; });
        return lost;
    }

    std::set<const Object*> moved_;
    Json operations_ = Json::array();
};

}  // namespace

Json diff_documents(const Document& from, const Document& to) {
    const BaseView base_from(from), base_to(to);
    return Differ().run(from, to);
}

}  // namespace motus
