// SPDX-License-Identifier: MIT
#include <motus/session/property_run.h>

#include <motus/bake/timelines.h>
#include <motus/core/assert.h>
#include <motus/load/machine_names.h>

#include <algorithm>

namespace motus {

PropertyRun::PropertyRun(const BakedFile& file)
    : PropertyRun(file.timelines, file.scene,
                  [file](NameHash hash) { return name_text(file, hash); }) {}

PropertyRun::PropertyRun(const Timelines& timelines, const SceneRecords& scene, TextOf text)
    : text_(std::move(text)),
      index_(timelines),
      set_(index_.set()),
      scene_(scene),
      bound_(set_.channels.size()),
      base_(bound_.size()),
      values_(bound_.size()),
      written_(bound_.size()),
      driven_(bound_.size()) {
    const Status status = run(BindJob{set_, scene_.host(), bound_, base_});
    MOTUS_ASSERT(status == Status::ok);
    (void)status;
    for (const ChannelLink& link : set_.links)
        driven_[link.to] = bound_[link.from].object != nullptr && bound_[link.to].object != nullptr;
}

Status PropertyRun::show(std::uint32_t timeline, Ticks time) {
    const Status status = run(TimelineJob{set_, timeline, time, false, {values_, written_}});
    if (status != Status::ok) return status;
    return run(WriteJob{set_, bound_, base_, values_, written_});
}

void PropertyRun::take(const PropertyFrame& frame) noexcept {
    MOTUS_ASSERT(frame.values.size() == values_.size());
    std::copy(frame.values.begin(), frame.values.end(), values_.begin());
    std::copy(frame.written.begin(), frame.written.end(), written_.begin());
}

std::uint64_t PropertyRun::hash(std::uint64_t seed) const noexcept {
    for (std::size_t c = 0; c < bound_.size(); ++c) {
        if (!is_shown(c)) continue;
        const PropertyValue value = value_of(c);
        seed = hash_u64(seed, c);
        seed = hash_floats(seed, value.v);
        seed = hash_u64(seed, static_cast<std::uint64_t>(value.whole));
    }
    return seed;
}

std::optional<Value> PropertyRun::value(const PropertyKey& key) const {
    const std::span<const record::Entity> entities = records().entities;
    std::uint32_t entity = 0;
    while (entity < entities.size() && entities[entity].id != key.entity)
        ++entity;
    if (entity == entities.size()) return std::nullopt;
    const std::uint32_t c =
        find_channel(set_, entity, key.component, key.property, key.array_index);
    if (c == kNoRecord || !is_shown(c)) return std::nullopt;
    const ValueKind kind = kind_of(c);
    const PropertyValue value = value_of(c);
    if (kind != ValueKind::text) return document_value(kind, value);
    return document_value(kind, value, text_(NameHash{static_cast<std::uint64_t>(value.whole)}));
}

}  // namespace motus
