// validate_scene.cpp - sources, entities and their components, clips, bindings between properties.
// SPDX-License-Identifier: MIT
#include <motus/core/ticks.h>
#include <motus/document/bind.h>
#include <motus/document/limits.h>
#include <motus/document/rings.h>
#include <motus/document/validate_check.h>

#include <algorithm>
#include <set>

namespace motus::validation {
namespace {

using doc::AnimationClip;
using doc::Entity;
using doc::PropertyBinding;

using Node = std::pair<const Object*, const PropertyInfo*>;

bool is_hash(const std::string& text) {
    return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool is_absolute(const std::string& path) {
    return path.front() == '/' || path.front() == '\\' || (path.size() > 1 && path[1] == ':');
}

void check_source(Check& check, const doc::Source& source) {
    if (source.path().empty()) {
        check.error("missing-target", source, doc::Source::kPath, "names no file");
    } else if (is_absolute(source.path())) {
        check.warn("absolute-path", source, doc::Source::kPath,
                   "is not relative to the document: it is found on one machine only");
    }
    if (!source.content_hash().empty() && !is_hash(source.content_hash())) {
        check.warn("wrong-type", source, doc::Source::kContentHash,
                   "needs 16 hexadecimal digits in lower case");
    }
}

/// Numbers, truths and vectors of numbers can drive each other; the rest only its own kind.
bool can_drive(const PropertyInfo& from, const PropertyInfo& to) {
    const auto is_numeric = [](const PropertyInfo& p) {
        switch (value_kind(p)) {
            case doc::ValueKind::text:
            case doc::ValueKind::reference:
                return false;
            default:
                return true;
        }
    };
    return (is_numeric(from) && is_numeric(to)) || value_kind(from) == value_kind(to);
}

/// One end of a binding; reports where it is not there.
PropertyPlace check_end(Check& check, const PropertyBinding& binding, bool is_source) {
    const doc::PropertyAddress& address = is_source ? binding.from() : binding.to();
    check.require(address.entity(), address, doc::PropertyAddress::kEntity, "entity");
    const auto* entity = check.find<Entity>(address.entity());
    if (entity == nullptr) return {};
    const PropertyPlace place = find_property(check.document(), key_of(check.document(), address));
    if (!place) {
        check.error("missing-target", address, doc::PropertyAddress::kProperty,
                    quoted(entity->name(), "the entity") + " has no such property");
    }
    return place;
}

void check_bindings(Check& check, const doc::Scene& scene) {
    std::map<Node, std::size_t> places;
    std::vector<Node> nodes;
    Adjacency next;
    const auto node = [&](const PropertyPlace& place) {
        const auto [at, is_new] = places.emplace(Node{place.object, place.property}, nodes.size());
        if (is_new) {
            nodes.push_back(at->first);
            next.emplace_back();
        }
        return at->second;
    };
    std::set<std::size_t> driven;
    for (const PropertyBinding& binding : scene.bindings()) {
        const PropertyPlace from = check_end(check, binding, true);
        const PropertyPlace to = check_end(check, binding, false);
        if (!from || !to) continue;
        if (to.property->has(kComputed)) {
            check.error("wrong-type", binding, PropertyBinding::kTo,
                        std::string(to.property->name) + " is computed and cannot be driven");
        } else if (!can_drive(*from.property, *to.property)) {
            check.error("wrong-type", binding, PropertyBinding::kTo,
                        std::string(to_string(to.property->kind)) + " cannot be driven by " +
                            std::string(to_string(from.property->kind)));
        }
        if (binding.map() == doc::BindingMap::remap && binding.a() == binding.b()) {
            check.warn("out-of-range", binding, PropertyBinding::kB,
                       "the range that is mapped is empty");
        }
        if (!binding.enabled()) continue;
        const std::size_t target = node(to);
        if (!driven.insert(target).second) {
            check.warn("driven-twice", binding, PropertyBinding::kTo,
                       describe(*to.object, *to.property) + " is driven by another binding too");
        }
        next[node(from)].push_back(target);
    }
    for (const auto& ring : find_rings(next)) {
        std::string way;
        for (const std::size_t i : ring)
            way += describe(*nodes[i].first, *nodes[i].second) + " -> ";
        check.error("cycle", scene, doc::Scene::kBindings,
                    "properties drive themselves: " + way +
                        describe(*nodes[ring.front()].first, *nodes[ring.front()].second));
    }
}

void check_parents(Check& check, const doc::Scene& scene) {
    std::map<std::uint64_t, std::size_t> places;
    std::vector<const Entity*> entities;
    for (const Entity& entity : scene.entities()) {
        places.emplace(entity.id(), entities.size());
        entities.push_back(&entity);
    }
    Adjacency next(entities.size());
    for (std::size_t i = 0; i < entities.size(); ++i) {
        const auto at = places.find(entities[i]->parent_entity());
        if (entities[i]->parent_entity() != 0 && at != places.end()) next[i].push_back(at->second);
    }
    for (const auto& ring : find_rings(next)) {
        std::string way;
        for (const std::size_t i : ring)
            way += quoted(entities[i]->name(), "an entity") + " -> ";
        check.error("cycle", *entities[ring.front()], Entity::kParentEntity,
                    "entities are their own parents: " + way +
                        quoted(entities[ring.front()]->name(), "an entity"));
    }
}

}  // namespace

void check_document(Check& check, const doc::Document& document) {
    Names paths;
    for (const doc::Source& source : document.sources()) {
        check_source(check, source);
        paths.add(check, Severity::warning, source.path(), source, doc::Source::kPath, "a source");
    }
}

void check_scene(Check& check, const doc::Scene& scene) {
    check_parents(check, scene);
    check_bindings(check, scene);
    std::map<std::uint64_t, Names> siblings;
    for (const Entity& entity : scene.entities())
        siblings[entity.parent_entity()].add(check, Severity::warning, entity.name(), entity,
                                             Entity::kName, "an entity beside it");
}

void check_entity(Check& check, const Entity& entity) {
    std::set<const TypeInfo*> seen;
    for (const Object& component : entity.components()) {
        if (const auto* host = object_cast<doc::HostComponent>(&component)) {
            Names names;
            for (const doc::HostProperty& property : host->properties())
                names.add(check, Severity::error, property.name(), property,
                          doc::HostProperty::kName, "a property");
            continue;
        }
        if (component.type().number == 0) continue;
        if (!seen.insert(&component.type()).second) {
            check.warn("duplicate-component", component, 0,
                       "the entity has a " + std::string(component.type_name()) +
                           " already; tracks and bindings find the first");
        }
    }
}

// Metres per unit: with less or more, lengths of clips and bounds leave what floats can do.
constexpr float kLeastUnitScale = 1e-9f, kMostUnitScale = 1e9f;

/// Whether a bake packs one of its clips.
bool packs(const doc::Rig& rig) {
    for (const AnimationClip& clip : rig.clips()) {
        const bool exact = clip.packed() == doc::ClipPacking::as_rig
                               ? rig.packed() == doc::PackedKind::exact
                               : clip.packed() == doc::ClipPacking::exact;
        if (!exact && !clip.placeholder()) return true;
    }
    return false;
}

/// Bounds that packed clips are held to. What is negative is a fault of any number.
void check_bounds(Check& check, const doc::Rig& rig) {
    constexpr const char* kWhy = "needs a number above 0: clips of the rig are packed";
    if (rig.error_bound() == 0.0f) check.error("out-of-range", rig, doc::Rig::kErrorBound, kWhy);
    for (const doc::JointPrecision& item : rig.joint_precisions()) {
        if (item.error_bound() != 0.0f) continue;
        check.error("out-of-range", item, doc::JointPrecision::kErrorBound, kWhy);
    }
}

void check_rig(Check& check, const doc::Rig& rig) {
    if (rig.source() == 0) {
        check.warn("missing-target", rig, doc::Rig::kSource, "the rig comes from no file");
    }
    const float scale = rig.unit_scale();
    if (!(scale != 0.0f)) {
        check.error("out-of-range", rig, doc::Rig::kUnitScale, "a scale of 0 leaves nothing");
    } else if (scale > 0.0f && !(scale >= kLeastUnitScale && scale <= kMostUnitScale)) {
        check.error("out-of-range", rig, doc::Rig::kUnitScale,
                    "needs a number from 1e-9 to 1e9: metres per unit of the rig");
    }
    if (packs(rig)) check_bounds(check, rig);
    Names names;
    for (const AnimationClip& clip : rig.clips())
        names.add(check, Severity::warning, clip.name(), clip, AnimationClip::kName, "a clip");
}

/// Of a clip that is there, its file tells the length.
void check_length(Check& check, const AnimationClip& clip) {
    if (static_cast<double>(clip.length_s()) > seconds_of(Ticks{limits::kMotionTicks})) {
        check.error("out-of-range", clip, AnimationClip::kLengthS,
                    "is longer than the 9 days that a baked file can hold");
    } else if (clip.length_s() == 0.0f) {
        check.warn("zero-length", clip, AnimationClip::kLengthS,
                   "has no length: a state that plays it lasts one second");
    }
}

/// The pose that is subtracted on additive layers.
void check_reference(Check& check, const AnimationClip& clip) {
    const auto* reference = check.find<AnimationClip>(clip.additive_reference());
    if (reference != nullptr && reference->parent() != clip.parent()) {
        check.error("wrong-target", clip, AnimationClip::kAdditiveReference,
                    quoted(reference->name(), "the clip") + " belongs to another rig");
    }
    const auto at_s = static_cast<double>(clip.additive_reference_s());
    if (!(at_s >= 0.0 && at_s <= seconds_of(Ticks{limits::kMotionTicks}))) {
        check.error("out-of-range", clip, AnimationClip::kAdditiveReferenceS,
                    "is negative, or longer than the 9 days that a baked file can hold");
    }
}

void check_clip(Check& check, const AnimationClip& clip) {
    if (clip.placeholder()) {
        check.warn("placeholder", clip, 0,
                   quoted(clip.name(), "the clip") + " stands for a clip that is not there");
        check_length(check, clip);
    } else {
        check.require(clip.source(), clip, AnimationClip::kSource, "source");
    }
    const float end = clip.stop_s() > 0.0f ? clip.stop_s() : clip.length_s();
    if (clip.start_s() > end) {
        check.error("out-of-range", clip, AnimationClip::kStartS,
                    "the part that is used starts behind its end");
    }
    if (clip.stop_s() > clip.length_s()) {
        check.warn("out-of-range", clip, AnimationClip::kStopS, "is behind the end of the clip");
    }
    check_reference(check, clip);
    if (clip.mirror()) {
        check.warn("mirror-not-used", clip, AnimationClip::kMirror,
                   "clips are not mirrored at run time");
    }
    if (clip.cycle_offset() != 0.0f && !clip.loop()) {
        check.warn("ignored", clip, AnimationClip::kCycleOffset,
                   "is not used: the clip does not loop");
    }
    for (const doc::ClipEvent& event : clip.events()) {
        check.require(event.event(), event, doc::ClipEvent::kEvent, "event");
        if (event.time_s() > clip.length_s()) {
            check.warn("outside", event, doc::ClipEvent::kTimeS,
                       "is behind the end of the clip: the event never fires");
        }
    }
    for (const doc::SyncMarker& marker : clip.markers()) {
        if (marker.time_s() > clip.length_s()) {
            check.warn("outside", marker, doc::SyncMarker::kTimeS, "is behind the end of the clip");
        }
    }
}

void check_mask(Check& check, const doc::Mask& mask) {
    Names paths;
    for (const doc::MaskEntry& entry : mask.entries())
        paths.add(check, Severity::warning, entry.path(), entry, doc::MaskEntry::kPath, "an entry");
    for (const doc::MaskProperty& property : mask.properties()) {
        check.require(property.target(), property, doc::MaskProperty::kTarget, "entity");
        if (check.document().schema().find_property(property.property()) == nullptr) {
            check.error("missing-target", property, doc::MaskProperty::kProperty,
                        "no property has the number " + std::to_string(property.property()));
        }
    }
}

}  // namespace motus::validation
