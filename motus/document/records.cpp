// SPDX-License-Identifier: MIT
#include <motus/document/records.h>

#include <motus/core/hash.h>

#include <algorithm>
#include <unordered_map>

namespace motus {
namespace {

class Packer final : public RecordContext {
  public:
    explicit Packer(const Document& document) : document_(document) { set_.values.emplace_back(); }

    Result<RecordSet> run() {
        number(document_.root());
        for (auto& [type, objects] : numbered_)
            fill(*objects.front()->type().record, objects);
        if (collision_) return *collision_;
        for (auto& [hash, text] : names_)
            set_.names.emplace_back(hash, std::move(text));
        return std::move(set_);
    }

    std::uint64_t name(std::string_view text) override {
        if (text.empty()) return 0;
        const auto hash = static_cast<std::uint64_t>(hash_name(text));
        const auto [at, is_new] = names_.emplace(hash, text);
        if (!is_new && at->second != text && !collision_) {
            collision_ = Error{"name-collision", "",
                               "\"" + at->second + "\" and \"" + std::string(text) +
                                   "\" have the same hash: rename one"};
        }
        return hash;
    }

    std::uint32_t index(const Object& from, const PropertyInfo& property,
                        std::uint64_t id) override {
        return link(from, property, id).index;
    }

    RecordLink link(const Object&, const PropertyInfo&, std::uint64_t id) override {
        const Object* object = document_.find_id(id);
        return object != nullptr ? link_to(*object) : RecordLink{};
    }

    RecordRange children(const Object& owner, const PropertyInfo& property) override {
        const ChildArray& children = children_of(owner, property);
        const auto count = static_cast<std::uint32_t>(children.size());
        if (!property.has(kPolymorphic)) {
            return count == 0 ? RecordRange{}
                              : RecordRange{link_to(*children.front()).index, count};
        }
        const RecordRange range{static_cast<std::uint32_t>(set_.links.size()), count};
        for (const auto& child : children)
            set_.links.push_back(link_to(*child));
        return range;
    }

    std::uint32_t value(const Value& value) override {
        if (value.is_none()) return 0;
        if (const std::string* text = value.as_text()) name(*text);  // its text is kept
        set_.values.push_back(value);
        return static_cast<std::uint32_t>(set_.values.size() - 1);
    }

  private:
    /// Layer by layer, so that the children of one owner are next to each other.
    void number(const Object& root) {
        std::vector<const Object*> layer{&root};
        while (!layer.empty()) {
            std::vector<const Object*> below;
            for (const Object* object : layer) {
                if (object->type().record != nullptr) {
                    std::vector<const Object*>& same = numbered_[object->type().number];
                    places_.emplace(object, static_cast<std::uint32_t>(same.size()));
                    same.push_back(object);
                }
                for (const PropertyInfo& property : object->type().properties) {
                    if (!holds_children(property.kind)) continue;
                    for (const auto& child : children_of(*object, property))
                        below.push_back(child.get());
                }
            }
            layer = std::move(below);
        }
    }

    [[nodiscard]] RecordLink link_to(const Object& object) const {
        const auto at = places_.find(&object);
        return at != places_.end() ? RecordLink{object.type().number, at->second} : RecordLink{};
    }

    void fill(const RecordInfo& record, const std::vector<const Object*>& objects) {
        RecordTable table;
        table.type = &objects.front()->type();
        table.objects = objects;
        table.bytes.resize(record.size * objects.size());
        for (std::size_t i = 0; i < objects.size(); ++i)
            record.fill(*objects[i], *this, table.bytes.data() + i * record.size);
        set_.tables.push_back(std::move(table));
    }

    const Document& document_;
    std::map<std::uint16_t, std::vector<const Object*>> numbered_;
    std::unordered_map<const Object*, std::uint32_t> places_;
    std::map<std::uint64_t, std::string> names_;
    std::optional<Error> collision_;
    RecordSet set_;
};

}  // namespace

const RecordTable* RecordSet::find(std::uint16_t type) const noexcept {
    const auto at = std::find_if(tables.begin(), tables.end(),
                                 [&](const RecordTable& t) { return t.type->number == type; });
    return at != tables.end() ? &*at : nullptr;
}

Result<RecordSet> make_records(const Document& document) {
    const BaseView base(document);
    return Packer(document).run();
}

}  // namespace motus
