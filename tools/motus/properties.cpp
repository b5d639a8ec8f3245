// SPDX-License-Identifier: MIT
#include "properties.h"

#include "table.h"

#include <motus/asset/json_writer.h>
#include <motus/document/new_document.h>
#include <motus/schema/json.h>

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace motus::tool {
namespace {

void must(Status status, const char* what) {
    if (status != Status::ok) {
        throw std::logic_error(fmt::format("{}: {}", what, to_string(status)));
    }
}

/// The property of a component that holds items of that type: "layers".
std::string_view slot_of(const TypeInfo& component, std::uint32_t item) {
    for (const PropertyInfo& property : component.properties) {
        for (const TypeInfo* type : property.child_types)
            if (type->number == item) return property.name;
    }
    return {};
}

}  // namespace

PropertyStage::PropertyStage(const Timelines& timelines, const SceneRecords& scene, TextOf text,
                             std::size_t layers)
    : index_(timelines),
      scene_(scene),
      text_(std::move(text)),
      bound_(index_.set().channels.size()),
      base_(bound_.size()),
      values_(bound_.size()),
      written_(bound_.size()),
      driven_(bound_.size()),
      workspace_(index_.set(), 64),
      carried_(layers * bound_.size()),
      layers_(layers) {
    must(run(BindJob{index_.set(), scene_.host(), bound_, base_}), "bind");
    for (const ChannelLink& link : index_.set().links) {
        driven_[link.to] = bound_[link.from].object != nullptr && bound_[link.to].object != nullptr;
    }
}

PropertyStage::PropertyStage(const BakedFile& file, std::size_t layers)
    : PropertyStage(
          file.timelines, file.scene, [&file](NameHash hash) { return text_of(file, hash); },
          layers) {}

void PropertyStage::show(std::uint32_t timeline, double frame) {
    const TimelineSet set = index_.set();
    const Ticks time = time_of_frame(set.timelines.timelines[timeline], frame);
    must(run(TimelineJob{set, timeline, time, false, {values_, written_}}), "timeline");
    write_out();
}

void PropertyStage::show(const Playlist& playlist, float dt_s) {
    PropertyEvaluateJob job{.set = index_.set(), .playlist = &playlist, .dt_s = dt_s};
    job.base = base_;
    job.carry = {carried_, layers_};
    job.scratch = workspace_.scratch();
    job.out = {values_, written_};
    must(run(job), "properties");
    write_out();
}

void PropertyStage::write_out() {
    must(run(WriteJob{index_.set(), bound_, base_, values_, written_}), "write");
}

std::string PropertyStage::value_text(const Channel& channel, ValueKind kind,
                                      const PropertyValue& value) const {
    std::string out;
    const PropertyInfo* info = document_schema().find_property(channel.property);
    if (kind == ValueKind::enumeration && info != nullptr && info->enumeration != nullptr &&
        value.whole >= 0 && value.whole < 256) {
        const auto* item = info->enumeration->find(static_cast<std::uint8_t>(value.whole));
        append_json_string(out, item != nullptr ? item->name : std::to_string(value.whole));
        return out;
    }
    JsonWriter json(out);
    switch (kind) {
        case ValueKind::none:
            json.null();
            break;
        case ValueKind::boolean:
            json.value(value.whole != 0);
            break;
        case ValueKind::integer:
        case ValueKind::enumeration:
            json.value(value.whole);
            break;
        case ValueKind::reference:
            json.value(static_cast<std::uint64_t>(value.whole));
            break;
        case ValueKind::text:
            json.value(text_(NameHash{static_cast<std::uint64_t>(value.whole)}));
            break;
        case ValueKind::number:
            json.value(value.v[0]);
            break;
        default:
            json.values(std::span(value.v, width_of(kind)));
    }
    return out;
}

void PropertyStage::name(const Channel& channel, Property& out) const {
    const SceneRecords scene = scene_.records();
    if (channel.entity != kNoRecord) {
        out.target = text_(NameHash{scene.entities[channel.entity].name});
    }
    if (channel.path != 0) out.path = text_(NameHash{channel.path});
    const Schema& schema = document_schema();
    const TypeInfo* component = schema.find_type(static_cast<std::uint16_t>(channel.component));
    const PropertyInfo* property = schema.find_property(channel.property);
    out.component =
        component != nullptr ? std::string(component->name) : std::to_string(channel.component);
    out.name = property != nullptr ? std::string(property->name)
                                   : std::to_string(channel.property & 0xffff);
    const std::uint32_t type = channel.property >> 16;
    if (type == channel.component) return;
    out.index = channel.array_index;
    const std::string_view slot =
        component != nullptr ? slot_of(*component, type) : std::string_view();
    if (!slot.empty()) out.name = fmt::format("{}.{}", slot, out.name);
    if (static_cast<SceneType>(type) != SceneType::host_property || channel.entity == kNoRecord) {
        return;
    }
    // A host's component goes by its own names, where the file has them.
    const record::Range links = scene.entities[channel.entity].components;
    for (const record::Link& link : scene.links.subspan(links.start, links.count)) {
        if (link.type != channel.component || link.index >= scene.host_components.size()) continue;
        const record::HostComponent& host = scene.host_components[link.index];
        if (channel.array_index >= host.properties.count) return;
        out.component = text_(NameHash{host.name});
        out.name = text_(
            NameHash{scene.host_properties[host.properties.start + channel.array_index].name});
        return;
    }
}

std::vector<PropertyStage::Property> PropertyStage::properties() const {
    std::vector<Property> out;
    const std::span<const Channel> channels = index_.set().channels;
    for (std::size_t c = 0; c < channels.size(); ++c) {
        if (written_[c] == 0 && !driven_[c]) continue;
        const BoundProperty& bound = bound_[c];
        // What the scene does not hold, nodes of rigs, has the value that the timeline gave it.
        const bool held = bound.object != nullptr;
        const ValueKind kind = held ? bound.property->kind : channels[c].kind;
        Property& property = out.emplace_back();
        name(channels[c], property);
        property.value =
            value_text(channels[c], kind, held ? bound.property->get(bound.object) : values_[c]);
    }
    return out;
}

std::string PropertyStage::json() const {
    std::string out;
    JsonWriter json(out);
    json.begin_array();
    for (const Property& property : properties()) {
        json.begin_object().key("target").value(property.target);
        json.key("component").value(property.component).key("property").value(property.name);
        if (property.index) json.key("index").value(*property.index);
        json.key("value").raw(property.value);
        if (!property.path.empty()) json.key("path").value(property.path);
        json.end_object();
    }
    json.end_array();
    return out;
}

void PropertyStage::print(std::string& out) const {
    constexpr auto left = Table::Align::left;
    Table table({left, left, left, left}, {"target", "component", "property", "value"});
    for (const Property& p : properties()) {
        const std::string target = p.path.empty() ? p.target : p.target + "/" + p.path;
        const std::string property = p.index ? fmt::format("{} [{}]", p.name, *p.index) : p.name;
        table.add({target, p.component, property, p.value});
    }
    table.print(out);
}

}  // namespace motus::tool
