// motus/import/fbx/evaluate.h - the animated properties of one stack, evaluated through its layers.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/fbx/context.h>
#include <motus/import/fbx/curves.h>

#include <array>
#include <vector>

namespace motus::fbx {

/// A value and how fast it changes, per second.
struct Motion3 {
    Double3 value, slope;
};
struct MotionQuat {
    DoubleQuat value, slope;
};

/// One property in the layers that move it, the lowest first.
struct LayeredProperty {
    struct Part {
        const Layer* layer = nullptr;
        const AnimatedProperty* curves = nullptr;
        const AnimatedProperty* weight = nullptr;  ///< Where the layer's weight is animated.
        bool is_base = false;
    };
    std::vector<Part> parts;

    [[nodiscard]] bool is_animated() const { return !parts.empty(); }
};

/// What moves a model.
struct ModelMotion {
    LayeredProperty translation, rotation, scaling;
};

class Evaluator {
  public:
    Evaluator(const Context& context, const std::vector<FbxCurve>& curves, const Stack& stack);

    [[nodiscard]] const ModelMotion& motion(std::uint32_t model) const { return motions_[model]; }
    [[nodiscard]] const LayeredProperty& channel(std::uint32_t index) const {
        return channels_[index];
    }

    [[nodiscard]] Motion3 translation(std::uint32_t model, double time_s, Side side) const;
    [[nodiscard]] Motion3 scaling(std::uint32_t model, double time_s, Side side) const;
    [[nodiscard]] MotionQuat rotation(std::uint32_t model, double time_s, Side side) const;
    [[nodiscard]] Motion3 percent(std::uint32_t channel, double time_s, Side side) const;

    /// Whether all of the property's curves are cubic, and nothing else is done with them, at a
    /// time.
    [[nodiscard]] bool is_cubic(const LayeredProperty& property, double time_s) const;
    /// The curves of a property; kNoIndex is never among them.
    void curves_of(const LayeredProperty& property, std::vector<std::uint32_t>& out) const;

  private:
    [[nodiscard]] CurveSample curve(std::uint32_t index, double time_s, Side side) const;
    [[nodiscard]] Motion3 values(const AnimatedProperty& property, double time_s, Side side) const;
    [[nodiscard]] double weight(const LayeredProperty::Part& part, double time_s, Side side) const;
    [[nodiscard]] Motion3 mixed(const LayeredProperty& property, const Double3& rest, bool scale,
                                double time_s, Side side) const;
    [[nodiscard]] DoubleQuat turned(const LayeredProperty& property, const Model& model,
                                    double time_s, Side side) const;

    const Context& context_;
    const std::vector<FbxCurve>& curves_;
    std::vector<ModelMotion> motions_;
    std::vector<LayeredProperty> channels_;
    mutable std::vector<std::size_t> cursors_;
};

}  // namespace motus::fbx
