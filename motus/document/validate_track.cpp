// validate_track.cpp - tracks: what they bind to, and their keys.
// SPDX-License-Identifier: MIT
#include <motus/document/access.h>
#include <motus/document/bind.h>
#include <motus/document/validate_check.h>

#include <cmath>

namespace motus::validation {
namespace {

using doc::AnimationBinding;
using doc::AnimationKeyframe;
using doc::AnimationTrack;
using doc::ValueKind;

bool is_interpolated(ValueKind kind) {
    switch (kind) {
        case ValueKind::none:
        case ValueKind::boolean:
        case ValueKind::enumeration:
        case ValueKind::text:
        case ValueKind::reference:
            return false;
        default:
            return true;
    }
}

/// Whether a value has the shape that a property of that kind needs, where only the kind is known.
bool has_shape(const Value& value, ValueKind kind) {
    const auto floats = [&](int n) { return value.as_tuple() && value.as_tuple()->size == n; };
    switch (kind) {
        case ValueKind::none:
            return true;
        case ValueKind::boolean:
            return value.as_bool() != nullptr;
        case ValueKind::integer:
        case ValueKind::number:
        case ValueKind::enumeration:
            return value.as_number() != nullptr;
        case ValueKind::text:
            return value.as_text() != nullptr;
        case ValueKind::vec2:
            return floats(2);
        case ValueKind::vec3:
            return floats(3);
        case ValueKind::vec4:
        case ValueKind::quat:
        case ValueKind::color:
            return floats(4);
        case ValueKind::reference:
            return value.as_reference() != nullptr;
    }
    return false;
}

/// What a track writes, as far as it is there.
struct Bound {
    const PropertyInfo* property = nullptr;  ///< Null: reported, or of a node inside a rig.
    ValueKind kind = ValueKind::none;        ///< None: nothing is known.
};

bool has_rig(const doc::Entity& entity) {
    for (const Object& component : entity.components())
        if (object_cast<doc::Rig>(&component) != nullptr) return true;
    return false;
}

/// Tracks with a path: Transform3D of the node, or a morph weight, which the rig has.
bool is_of_node(const AnimationBinding& binding) {
    const std::uint32_t type = binding.property() >> 16;
    const std::uint32_t transform = doc::Transform3D::static_type().number;
    return (type == transform && binding.component() == transform) ||
           (type == doc::MorphWeight::static_type().number &&
            binding.component() == doc::Rig::static_type().number);
}

std::string item_of_binding(const AnimationBinding& binding) {
    if (binding.item() != 0) return " with an item of the id " + std::to_string(binding.item());
    if (binding.array_index() == 0) return {};
    return " with an item " + std::to_string(binding.array_index());
}

Bound check_binding(Check& check, const AnimationBinding& binding) {
    check.require(binding.target(), binding, AnimationBinding::kTarget, "entity");
    const auto* entity = check.find<doc::Entity>(binding.target());
    if (entity == nullptr) return {};
    const Schema& schema = check.document().schema();
    const PropertyInfo* info = schema.find_property(binding.property());
    if (info == nullptr) {
        check.error("missing-target", binding, AnimationBinding::kProperty,
                    "no property has the number " + std::to_string(binding.property()));
        return {};
    }
    Bound bound{info, value_kind(*info)};
    if (binding.path().empty()) {
        const PropertyPlace place =
            find_property(check.document(), key_of(check.document(), binding));
        if (!place) {
            const TypeInfo* type =
                schema.find_type(static_cast<std::uint16_t>(binding.component()));
            check.error("missing-target", binding, AnimationBinding::kComponent,
                        quoted(entity->name(), "the entity") + " has no " +
                            std::string(type != nullptr ? type->name : "such component") +
                            item_of_binding(binding) + " that has this property");
            return {};
        }
        bound = {place.property, value_kind(*place.object, *place.property)};
    } else if (!has_rig(*entity)) {
        check.error("missing-target", binding, AnimationBinding::kPath,
                    quoted(entity->name(), "the entity") + " has no rig, and so no nodes");
    } else if (!is_of_node(binding)) {
        check.error("not-animatable", binding, AnimationBinding::kProperty,
                    "of a node, its transform and the weights of its morph targets can be keyed");
    }
    if (!info->has(kAnimatable)) {
        check.error("not-animatable", binding, AnimationBinding::kProperty,
                    std::string(info->name) + " cannot be keyed");
    }
    if (binding.property_kind() != ValueKind::none && bound.kind != ValueKind::none &&
        binding.property_kind() != bound.kind) {
        check.error("wrong-type", binding, AnimationBinding::kPropertyKind,
                    "is not the kind of " + std::string(info->name) + ", which is " +
                        std::string(to_string(info->kind)));
    }
    return bound;
}

void check_key(Check& check, const AnimationKeyframe& key, const Bound& bound) {
    if (bound.kind == ValueKind::none) return;
    if (key.value().is_none()) {
        check.error("wrong-type", key, AnimationKeyframe::kValue, "the key has no value");
    } else if (bound.property->kind == PropertyKind::value) {
        if (!has_shape(key.value(), bound.kind)) {
            check.error(
                "wrong-type", key, AnimationKeyframe::kValue,
                "is not of the property's kind, but " + std::string(key.value().kind_name()));
        }
    } else if (const Result<Value> fits = conform(*bound.property, key.value()); !fits) {
        check.error("wrong-type", key, AnimationKeyframe::kValue,
                    std::string(bound.property->name) + " " + fits.error().cause);
    } else if (const double* number = fits->as_number();
               number != nullptr &&
               !(*number >= bound.property->min && *number <= bound.property->max)) {
        check.warn("out-of-range", key, AnimationKeyframe::kValue,
                   "is outside the range of " + std::string(bound.property->name));
    }
    if (const Value::Tuple* q = key.value().as_tuple();
        q != nullptr && bound.kind == ValueKind::quat) {
        double length = 0.0;
        for (const float x : q->v)
            length += static_cast<double>(x) * x;
        if (!(length > 1e-12)) {
            check.error("out-of-range", key, AnimationKeyframe::kValue,
                        "is no rotation: its length is 0");
        } else if (!(std::fabs(length - 1.0) < 1e-3)) {
            check.warn("out-of-range", key, AnimationKeyframe::kValue,
                       "is not of unit length; it will be normalised");
        }
    }
    if (key.interpolation() != doc::KeyInterpolation::cubic) return;
    if (!is_interpolated(bound.kind)) {
        check.warn("wrong-type", key, AnimationKeyframe::kInterpolation,
                   "values of this kind step; they have no curve");
        return;
    }
    for (const auto property : {AnimationKeyframe::kInTangent, AnimationKeyframe::kOutTangent}) {
        const Value& tangent =
            property == AnimationKeyframe::kInTangent ? key.in_tangent() : key.out_tangent();
        if (!tangent.is_none() && !has_shape(tangent, bound.kind)) {
            check.error(
                "wrong-type", key, property,
                "a tangent has the kind of the value, not " + std::string(tangent.kind_name()));
        }
    }
}

void check_keys(Check& check, const AnimationTrack& track, const Bound& bound) {
    const AnimationKeyframe* before = nullptr;
    for (const AnimationKeyframe& key : track.keys()) {
        if (before != nullptr && key.frame() < before->frame()) {
            check.error("unsorted-keys", key, AnimationKeyframe::kFrame,
                        "frame " + std::to_string(key.frame()) + " comes after frame " +
                            std::to_string(before->frame()));
        } else if (before != nullptr && key.frame() == before->frame()) {
            check.error("duplicate-key", key, AnimationKeyframe::kFrame,
                        "there is a key at frame " + std::to_string(key.frame()) + " already");
        }
        check_key(check, key, bound);
        before = &key;
    }
}

}  // namespace

void check_track(Check& check, const AnimationTrack& track) {
    if (track.kind() == doc::TrackKind::timeline) {
        check.require(track.timeline(), track, AnimationTrack::kTimeline, "timeline");
        return;
    }
    const Bound bound = check_binding(check, track.binding());
    if (track.keys().empty()) {
        check.warn("no-keys", track, AnimationTrack::kKeys,
                   "the track has no keys: it does nothing");
    }
    check_keys(check, track, bound);
}

}  // namespace motus::validation
