// motus/session/property_json.cpp - what timelines show, with the names of the schema, as JSON.
// SPDX-License-Identifier: MIT
#include <motus/session/property_run.h>

#include <motus/asset/json_writer.h>
#include <motus/document/new_document.h>
#include <motus/schema/json.h>
#include <motus/session/machine_names.h>

namespace motus {
namespace {

/// The property of a component that holds items of that type: "layers".
std::string_view slot_of(const TypeInfo& component, std::uint32_t item) {
    for (const PropertyInfo& property : component.properties) {
        for (const TypeInfo* type : property.child_types)
            if (type->number == item) return property.name;
    }
    return {};
}

class PropertyWriter {
  public:
    PropertyWriter(const BakedFile& file, const SceneRecords& scene, std::string& out)
        : file_(file), scene_(scene), json_(out) {}

    void begin() { json_.begin_array(); }
    void end() { json_.end_array(); }

    void write(const Channel& channel, ValueKind kind, const PropertyValue& value) {
        name(channel);
        json_.begin_object().key("target").value(target_);
        json_.key("component").value(component_).key("property").value(property_);
        if (is_item_) json_.key("index").value(channel.array_index);
        json_.key("value");
        write_value(channel, kind, value);
        if (channel.path != 0) json_.key("path").value(text(channel.path));
        json_.end_object();
    }

  private:
    std::string text(std::uint64_t hash) const { return name_text(file_, NameHash{hash}); }

    void name(const Channel& channel) {
        const Schema& schema = document_schema();
        const TypeInfo* component = schema.find_type(static_cast<std::uint16_t>(channel.component));
        const PropertyInfo* property = schema.find_property(channel.property);
        target_ = channel.entity != kNoRecord ? text(scene_.entities[channel.entity].name) : "";
        component_ =
            component != nullptr ? std::string(component->name) : std::to_string(channel.component);
        property_ = property != nullptr ? std::string(property->name)
                                        : std::to_string(channel.property & 0xffff);
        const std::uint32_t type = channel.property >> 16;
        is_item_ = type != channel.component;
        if (!is_item_) return;
        const std::string_view slot = component != nullptr ? slot_of(*component, type) : "";
        if (!slot.empty()) property_ = std::string(slot) + "." + property_;
        if (static_cast<SceneType>(type) == SceneType::host_property) name_host(channel);
    }

    /// A host's component goes by its own names, where the file has them.
    void name_host(const Channel& channel) {
        if (channel.entity == kNoRecord) return;
        const record::Range links = scene_.entities[channel.entity].components;
        for (const record::Link& link : scene_.links.subspan(links.start, links.count)) {
            if (link.type != channel.component || link.index >= scene_.host_components.size())
                continue;
            const record::HostComponent& host = scene_.host_components[link.index];
            if (channel.array_index >= host.properties.count) return;
            component_ = text(host.name);
            property_ =
                text(scene_.host_properties[host.properties.start + channel.array_index].name);
            return;
        }
    }

    void write_value(const Channel& channel, ValueKind kind, const PropertyValue& value) {
        const PropertyInfo* info = document_schema().find_property(channel.property);
        switch (kind) {
            case ValueKind::none:
                json_.null();
                return;
            case ValueKind::boolean:
                json_.value(value.whole != 0);
                return;
            case ValueKind::enumeration:
                if (info != nullptr && info->enumeration != nullptr && value.whole >= 0 &&
                    value.whole < 256) {
                    const auto* item =
                        info->enumeration->find(static_cast<std::uint8_t>(value.whole));
                    json_.value(item != nullptr ? std::string(item->name)
                                                : std::to_string(value.whole));
                    return;
                }
                json_.value(value.whole);
                return;
            case ValueKind::integer:
                json_.value(value.whole);
                return;
            case ValueKind::reference:
                json_.value(static_cast<std::uint64_t>(value.whole));
                return;
            case ValueKind::text:
                json_.value(text(static_cast<std::uint64_t>(value.whole)));
                return;
            case ValueKind::number:
                json_.value(value.v[0]);
                return;
            default:
                json_.values(std::span(value.v, width_of(kind)));
        }
    }

    const BakedFile& file_;
    SceneRecords scene_;
    JsonWriter json_;
    std::string target_, component_, property_;
    bool is_item_ = false;
};

}  // namespace

void PropertyRun::append_json(std::string& out) const {
    PropertyWriter writer(file_, scene_.records(), out);
    writer.begin();
    for (std::size_t c = 0; c < bound_.size(); ++c) {
        if (written_[c] == 0 && driven_[c] == 0) continue;
        // What the scene does not hold, nodes of rigs, has the value that the timeline gave it.
        const bool held = bound_[c].object != nullptr;
        writer.write(set_.channels[c], held ? bound_[c].property->kind : set_.channels[c].kind,
                     held ? bound_[c].property->get(bound_[c].object) : values_[c]);
    }
    writer.end();
}

}  // namespace motus
