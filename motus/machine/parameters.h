// motus/machine/parameters.h - a machine's variables as typed members: hero.speed = 2.0f.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/instance.h>

#include <cstring>
#include <type_traits>

namespace motus {

/// One variable of a bound instance. Assigning is a store; a parameter that is not bound ignores
/// it.
class ParameterSlot {
  public:
    ParameterSlot() noexcept = default;
    ParameterSlot(const ParameterSlot&) = delete;
    ParameterSlot& operator=(const ParameterSlot&) = delete;

    /// Finds the variable by name. `missing` where there is none, `bad_argument` where it is of
    /// another kind, `bad_data` where the bytes are no instance of the graph.
    Status bind(const Machine& graph, std::span<std::byte> instance, NameHash name,
                record::VariableKind kind) noexcept {
        bits_ = nullptr;
        const InstanceView view = view_of(graph, instance);
        if (view.header == nullptr) return Status::bad_data;
        const std::uint32_t index = find_variable(graph, name);
        if (index == kNoIndex) return Status::missing;
        if (graph.variables[index].kind != kind) return Status::bad_argument;
        bits_ = &view.variables[index];
        return Status::ok;
    }

  protected:
    [[nodiscard]] std::uint32_t load() const noexcept { return bits_ == nullptr ? 0 : *bits_; }
    void store(std::uint32_t bits) noexcept {
        if (bits_ != nullptr) *bits_ = bits;
    }

  private:
    std::uint32_t* bits_ = nullptr;
};

/// A float. What is not finite is not stored.
class FloatParameter : public ParameterSlot {
  public:
    FloatParameter& operator=(float value) noexcept {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        if ((bits & 0x7f800000u) != 0x7f800000u) store(bits);
        return *this;
    }
    FloatParameter& operator=(bool) = delete;
    operator float() const noexcept {  // NOLINT
        const std::uint32_t bits = load();
        float value = 0.0f;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }
};

class IntParameter : public ParameterSlot {
  public:
    IntParameter& operator=(std::int32_t value) noexcept {
        store(static_cast<std::uint32_t>(value));
        return *this;
    }
    IntParameter& operator=(float) = delete;
    IntParameter& operator=(double) = delete;
    IntParameter& operator=(bool) = delete;
    operator std::int32_t() const noexcept { return static_cast<std::int32_t>(load()); }  // NOLINT
};

class BoolParameter : public ParameterSlot {
  public:
    template <class T>
    BoolParameter& operator=(T value) noexcept {
        static_assert(std::is_same_v<T, bool>, "a bool parameter takes true or false");
        store(value ? 1u : 0u);
        return *this;
    }
    operator bool() const noexcept { return load() != 0; }  // NOLINT
};

/// `Choice` is an enum whose values are those of the variable's choices.
template <class Choice>
class EnumParameter : public ParameterSlot {
  public:
    EnumParameter& operator=(Choice value) noexcept {
        store(static_cast<std::uint32_t>(static_cast<std::int32_t>(value)));
        return *this;
    }
    operator Choice() const noexcept {  // NOLINT
        return static_cast<Choice>(static_cast<std::int32_t>(load()));
    }
};

class TriggerParameter : public ParameterSlot {
  public:
    /// Stays set until a transition that reads it is taken, or it is reset.
    void fire() noexcept { store(1); }
    void reset() noexcept { store(0); }
    [[nodiscard]] bool is_set() const noexcept { return load() != 0; }
};

}  // namespace motus
