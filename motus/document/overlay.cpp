// SPDX-License-Identifier: MIT
#include <motus/document/overlay.h>

namespace motus {

Value Overlay::base(const Object& object, const PropertyInfo& property) const {
    const auto at = entries_.find({object.handle(), property.number});
    return at != entries_.end() ? at->second.base : get_property(object, property);
}

Overlay::Entry& Overlay::entry(const Object& object, const PropertyInfo& property) {
    const auto [at, is_new] = entries_.try_emplace({object.handle(), property.number});
    if (is_new) {
        at->second.property = &property;
        at->second.base = get_property(object, property);
    }
    return at->second;
}

bool Overlay::settle(Object& object, Key key, const Value& before) {
    const auto at = entries_.find(key);
    const PropertyInfo& property = *at->second.property;
    const bool changed = !(at->second.shown() == before);
    if (changed) set_property_raw(object, property, at->second.shown());
    if (!at->second.bound && at->second.previews.empty()) entries_.erase(at);
    return changed;
}

bool Overlay::set_base(Object& object, const PropertyInfo& property, const Value& value) {
    const Key key{object.handle(), property.number};
    const auto at = entries_.find(key);
    if (at == entries_.end()) {
        set_property_raw(object, property, value);
        return true;
    }
    const Value before = at->second.shown();
    at->second.base = value;
    return settle(object, key, before);
}

bool Overlay::set_preview(Object& object, const PropertyInfo& property, const Value& value,
                          std::uint32_t owner) {
    Entry& e = entry(object, property);
    const Value before = e.shown();
    if (e.previews.empty() || e.previews.back().first != owner) {
        std::erase_if(e.previews, [&](const auto& preview) { return preview.first == owner; });
        e.previews.emplace_back(owner, value);
    } else {
        e.previews.back().second = value;
    }
    return settle(object, {object.handle(), property.number}, before);
}

bool Overlay::set_bound(Object& object, const PropertyInfo& property, const Value& value) {
    Entry& e = entry(object, property);
    const Value before = e.shown();
    e.bound = value;
    return settle(object, {object.handle(), property.number}, before);
}

std::vector<Overlay::Previewed> Overlay::previewed_by(std::uint32_t owner) const {
    std::vector<Previewed> found;
    for (const auto& [key, e] : entries_)
        for (const auto& [by, value] : e.previews)
            if (by == owner) found.push_back({{key.first, e.property}, value});
    return found;
}

std::vector<Overlay::Place> Overlay::bound() const {
    std::vector<Place> places;
    for (const auto& [key, e] : entries_)
        if (e.bound) places.push_back({key.first, e.property});
    return places;
}

bool Overlay::clear_preview(Object& object, const PropertyInfo& property, std::uint32_t owner) {
    const Key key{object.handle(), property.number};
    const auto at = entries_.find(key);
    if (at == entries_.end()) return false;
    const Value before = at->second.shown();
    std::erase_if(at->second.previews, [&](const auto& preview) { return preview.first == owner; });
    return settle(object, key, before);
}

bool Overlay::clear_bound(Object& object, const PropertyInfo& property) {
    const Key key{object.handle(), property.number};
    const auto at = entries_.find(key);
    if (at == entries_.end()) return false;
    const Value before = at->second.shown();
    at->second.bound.reset();
    return settle(object, key, before);
}

void Overlay::forget(Object& object) {
    auto at = entries_.lower_bound({object.handle(), 0});
    while (at != entries_.end() && at->first.first == object.handle()) {
        set_property_raw(object, *at->second.property, at->second.base);
        at = entries_.erase(at);
    }
}

}  // namespace motus
