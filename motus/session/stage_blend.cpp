// motus/session/stage_blend.cpp - a transition by itself on the stage, and curves that are dragged.
// SPDX-License-Identifier: MIT
#include <motus/session/stage.h>

#include <motus/document/model.h>
#include <motus/document/pointer.h>
#include <motus/session/blend_preview.h>
#include <motus/session/blend_weights.h>

#include <algorithm>

namespace motus {
namespace {

constexpr std::uint32_t kMostSamples = 4096;

}  // namespace

Result<std::string> Stage::curve_text(std::string_view keys, std::uint32_t samples) const {
    const Result<std::vector<AuthoredCurveKey>> authored = read_curve_keys(keys);
    if (!authored) return authored.error();
    const LoweredCurve curve = lower_curve(*authored);
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("linear").value(curve.keys.empty());
    json.key("tooLarge").value(curve.too_large).key("tooMany").value(curve.too_many);
    json.key("missesEnds").value(curve.misses_ends).key("to");
    json.values(sample_curve(curve, std::clamp<std::uint32_t>(samples, 2, kMostSamples)));
    json.end_object();
    return out;
}

Result<Done> Stage::show_curve(std::uint32_t transition, std::string_view keys) {
    Animator* run = performance_.machine();
    if (run == nullptr || transition >= transitions_.size())
        return Error{"no-transition", std::to_string(transition), "there is no such transition"};
    if (keys == "null") {
        performance_.bake_curves();
        return Done{};
    }
    const Result<std::vector<AuthoredCurveKey>> authored = read_curve_keys(keys);
    if (!authored) return authored.error();
    const LoweredCurve curve = lower_curve(*authored);
    if (curve.too_large)
        return Error{"out-of-range", "", "a number is larger than a baked curve can hold"};
    performance_.show_curve(transition, curve.keys);
    return Done{};
}

Result<std::string> Stage::preview_blend(std::uint32_t transition, double seconds, bool linear) {
    Animator* run = performance_.machine();
    if (run == nullptr) return Error{"no-machine", "", "no machine plays"};
    Result<BlendStart> start = blend_start(run->machine(), transitions_, transition);
    if (!start) return start.error();
    start->linear = linear;
    Ticks length{};
    const Status status = performance_.preview_blend(*start, ticks_of_seconds(seconds), length);
    if (status != Status::ok)
        return Error{"no-blend", std::to_string(transition), to_string(status)};
    const LayerState& layer = run->view().layers[start->layer];
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("length").value(seconds_of(length));
    json.key("progress").value(count_of(layer.fade.at));
    json.key("weight").value(transition_weight(run->machine(), layer)).end_object();
    return out;
}

Result<std::string> Stage::blend_weights_text(std::string_view pointer) {
    const Document& document = project_.document();
    const Result<PointerTarget> target = follow(document, pointer);
    if (!target) return target.error();
    const Object* blend = nullptr;
    if (target->property != nullptr && holds_children(target->property->kind)) {
        const ChildArray& children = children_of(*target->object, *target->property);
        const std::size_t index = target->index.value_or(0);
        if (index < children.size()) blend = children[index].get();
    }
    if (blend == nullptr) return Error{"bad-path", std::string(pointer), "there is no blend"};
    Animator* run = performance_.machine();
    const auto value_of = [&](std::uint64_t id) {
        for (std::uint32_t i = 0; run != nullptr && i < run->machine().variables.size(); ++i)
            if (run->machine().variables[i].id == id)
                return static_cast<float>(performance_.get(i));
        const auto* variable = object_cast<doc::StateMachineVariable>(document.find_id(id));
        return variable != nullptr ? variable->default_value() : 0.0f;
    };
    const Result<BlendWeights> found = blend_weights(document, *blend, value_of);
    if (!found) return found.error();
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("at").begin_array().value(found->at[0]).value(found->at[1]);
    json.end_array().key("weights").begin_array();
    for (const float weight : found->weights)
        json.value(weight);
    json.end_array().end_object();
    return out;
}

}  // namespace motus
