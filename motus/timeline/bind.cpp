// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/timeline/bind.h>

namespace motus {
namespace {

const ComponentDef* find_component(std::span<const ComponentDef> components,
                                   std::uint32_t type) noexcept {
    for (const ComponentDef& component : components)
        if (component.type == type) return &component;
    return nullptr;
}

/// A property that takes several kinds has a row for each.
const PropertyDef* find_row(const ComponentDef& component, std::uint32_t id,
                            ValueKind kind) noexcept {
    for (const PropertyDef& property : component.properties) {
        if (property.id == id && property.kind == kind && property.get != nullptr &&
            property.set != nullptr) {
            return &property;
        }
    }
    return nullptr;
}

class Binder {
  public:
    explicit Binder(const BindJob& job) noexcept : job_(job) {}

    BindReport run() noexcept {
        for (std::size_t i = 0; i < job_.set.channels.size(); ++i) {
            job_.bound[i] = {};
            job_.base[i] = {};
            resolve(job_.set.channels[i], job_.bound[i]);
            if (job_.bound[i].object == nullptr) {
                ++report_.missing;
                continue;
            }
            ++report_.bound;
            job_.base[i] = job_.bound[i].property->get(job_.bound[i].object);
        }
        return report_;
    }

  private:
    void resolve(const Channel& channel, BoundProperty& out) noexcept {
        TargetQuery query;
        if (channel.entity != kNoRecord) {
            MOTUS_ASSERT(channel.entity < job_.set.timelines.entities.size());
            query.entity = &job_.set.timelines.entities[channel.entity];
        }
        query.path = channel.path;
        query.component = channel.component;
        query.type = channel.property >> 16;
        query.array_index = channel.array_index;
        const auto skip = [&](BindFault fault) {
            if (job_.host.report == nullptr) return;
            job_.host.report(job_.host.user, query, channel.property, fault);
        };
        const ComponentDef* component = find_component(job_.host.components, query.type);
        if (component == nullptr) return skip(BindFault::type);
        const PropertyDef* property = find_property(*component, channel.property, channel.hint);
        if (property == nullptr || property->get == nullptr || property->set == nullptr) {
            return skip(BindFault::property);
        }
        // Bindings do not say kinds: for them any kind is right.
        if (channel.kind != ValueKind::none && channel.kind != property->kind) {
            property = find_row(*component, channel.property, channel.kind);
            if (property == nullptr) return skip(BindFault::kind);
        }
        void* object = job_.host.find != nullptr ? job_.host.find(job_.host.user, query) : nullptr;
        if (object == nullptr) return skip(BindFault::target);
        const bool hinted = channel.hint < component->properties.size() &&
                            component->properties[channel.hint].id == property->id;
        if (!hinted && channel.kind != ValueKind::none) ++report_.corrected;
        out = {object, property, component->compute};
        if (property->place != nullptr && property->floats == width_of(channel.kind)) {
            out.place = property->place(object);
        }
    }

    const BindJob& job_;
    BindReport report_{};
};

}  // namespace

const PropertyDef* find_property(const ComponentDef& component, std::uint32_t id,
                                 std::uint32_t hint) noexcept {
    if (hint < component.properties.size() && component.properties[hint].id == id) {
        return &component.properties[hint];
    }
    for (const PropertyDef& property : component.properties)
        if (property.id == id) return &property;
    return nullptr;
}

Status run(const BindJob& job) noexcept {
    if (job.bound.size() != job.set.channels.size() || job.base.size() != job.set.channels.size()) {
        return Status::bad_size;
    }
    const BindReport report = Binder(job).run();
    if (job.report != nullptr) *job.report = report;
    return Status::ok;
}

}  // namespace motus
