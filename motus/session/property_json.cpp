// What timelines show, with the names of the schema, as JSON.
// SPDX-License-Identifier: MIT
#include <motus/session/property_run.h>

#include <motus/asset/json_writer.h>
#include <motus/document/new_document.h>
#include <motus/schema/json.h>

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

/// Names of channels and their values in words.
class Namer {
  public:
    Namer(const SceneRecords& scene, const TextOf& text) : scene_(scene), text_(text) {}

    void name(const Channel& channel, ShownProperty& out) const {
        if (channel.entity != kNoRecord) out.target = text(scene_.entities[channel.entity].name);
        if (channel.path != 0) out.path = text(channel.path);
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
        const std::string_view slot = component != nullptr ? slot_of(*component, type) : "";
        if (!slot.empty()) out.name = std::string(slot) + "." + out.name;
        if (static_cast<SceneType>(type) == SceneType::host_property) name_host(channel, out);
    }

    std::string value(const Channel& channel, ValueKind kind, const PropertyValue& value) const {
        std::string out;
        JsonWriter json(out);
        switch (kind) {
            case ValueKind::none:
                json.null();
                break;
            case ValueKind::boolean:
                json.value(value.whole != 0);
                break;
            case ValueKind::enumeration:
                write_item(channel, value.whole, json);
                break;
            case ValueKind::integer:
                json.value(value.whole);
                break;
            case ValueKind::reference:
                json.value(static_cast<std::uint64_t>(value.whole));
                break;
            case ValueKind::text:
                json.value(text(static_cast<std::uint64_t>(value.whole)));
                break;
            case ValueKind::number:
                json.value(value.v[0]);
                break;
            default:
                json.values(std::span(value.v, width_of(kind)));
        }
        return out;
    }

  private:
    [[nodiscard]] std::string text(std::uint64_t hash) const { return text_(NameHash{hash}); }

    /// A host's component goes by its own names, where the file has them.
    void name_host(const Channel& channel, ShownProperty& out) const {
        if (channel.entity == kNoRecord) return;
        const record::Range links = scene_.entities[channel.entity].components;
        for (const record::Link& link : scene_.links.subspan(links.start, links.count)) {
            if (link.type != channel.component || link.index >= scene_.host_components.size())
                continue;
            const record::HostComponent& host = scene_.host_components[link.index];
            if (channel.array_index >= host.properties.count) return;
            out.component = text(host.name);
            out.name =
                text(scene_.host_properties[host.properties.start + channel.array_index].name);
            return;
        }
    }

    static void write_item(const Channel& channel, std::int64_t number, JsonWriter& json) {
        const PropertyInfo* info = document_schema().find_property(channel.property);
        if (info == nullptr || info->enumeration == nullptr || number < 0 || number >= 256) {
            json.value(number);
            return;
        }
        const auto* item = info->enumeration->find(static_cast<std::uint8_t>(number));
        json.value(item != nullptr ? std::string(item->name) : std::to_string(number));
    }

    SceneRecords scene_;
    const TextOf& text_;
};

}  // namespace

std::vector<ShownProperty> PropertyRun::properties() const {
    std::vector<ShownProperty> out;
    const Namer namer(scene_.records(), text_);
    for (std::size_t c = 0; c < bound_.size(); ++c) {
        if (!is_shown(c)) continue;
        ShownProperty& property = out.emplace_back();
        namer.name(set_.channels[c], property);
        property.value = namer.value(set_.channels[c], kind_of(c), value_of(c));
    }
    return out;
}

void PropertyRun::append_json(std::string& out) const {
    JsonWriter json(out);
    json.begin_array();
    for (const ShownProperty& property : properties()) {
        json.begin_object().key("target").value(property.target);
        json.key("component").value(property.component).key("property").value(property.name);
        if (property.index) json.key("index").value(*property.index);
        json.key("value").raw(property.value);
        if (!property.path.empty()) json.key("path").value(property.path);
        json.end_object();
    }
    json.end_array();
}

}  // namespace motus
