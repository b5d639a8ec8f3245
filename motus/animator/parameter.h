// motus/animator/parameter.h - one parameter of a machine as a typed handle: speed = 2.0f.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/instance.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace motus {

/// The type of a trigger parameter: it is fired and not assigned.
struct Trigger {};

namespace detail {

/// Which variables a C++ type can hold. An enum is for an enum variable.
template <class T>
constexpr bool fits_kind(record::VariableKind kind) noexcept {
    using Kind = record::VariableKind;
    if constexpr (std::is_same_v<T, float>) return kind == Kind::float_;
    if constexpr (std::is_same_v<T, bool>) return kind == Kind::bool_;
    if constexpr (std::is_same_v<T, Trigger>) return kind == Kind::trigger;
    if constexpr (std::is_same_v<T, std::int32_t>) return kind == Kind::int_ || kind == Kind::enum_;
    return std::is_enum_v<T> && kind == Kind::enum_;
}

template <class T>
constexpr bool is_parameter =
    std::is_same_v<T, float> || std::is_same_v<T, bool> || std::is_same_v<T, Trigger> ||
    std::is_same_v<T, std::int32_t> || std::is_enum_v<T>;

}  // namespace detail

/// A parameter of one character: `float`, `std::int32_t`, `bool`, an enum, or `Trigger`. Assigning
/// is a store. Copy it freely; it is good as long as its Animator or Crowd, moved or not, until
/// that is reloaded. One that is not bound (see Animator::parameter) ignores what it is given.
template <class T>
class Parameter {
    static_assert(detail::is_parameter<T>,
                  "a parameter is a float, std::int32_t, bool, enum or motus::Trigger");

  public:
    Parameter() noexcept = default;
    explicit Parameter(std::uint32_t* bits) noexcept : bits_(bits) {}
    Parameter(const Parameter&) noexcept = default;
    /// Assigns the value, not the handle.
    Parameter& operator=(const Parameter& other) noexcept {
        store(other.load());
        return *this;
    }

    /// What is not finite is not stored.
    const Parameter& operator=(T value) const noexcept requires(!std::is_same_v<T, Trigger>) {
        if constexpr (std::is_same_v<T, float>) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, &value, sizeof bits);
            if ((bits & 0x7f800000u) != 0x7f800000u) store(bits);
        } else {
            store(static_cast<std::uint32_t>(static_cast<std::int32_t>(value)));
        }
        return *this;
    }
    /// A bool is no number, and no number is a bool; a fraction is no integer.
    template <class Other>
    requires(std::is_same_v<Other, bool> != std::is_same_v<T, bool> ||
             (std::is_same_v<T, std::int32_t> && std::is_floating_point_v<Other>)) const Parameter&
    operator=(Other) const = delete;

    operator T() const noexcept  // NOLINT
        requires(!std::is_same_v<T, Trigger>) {
        if constexpr (std::is_same_v<T, float>) {
            const std::uint32_t bits = load();
            float value = 0.0f;
            std::memcpy(&value, &bits, sizeof value);
            return value;
        } else {
            return static_cast<T>(static_cast<std::int32_t>(load()));
        }
    }

    /// A trigger stays set until a transition that reads it is taken, or it is reset.
    void fire() const noexcept requires std::is_same_v<T, Trigger> { store(1); }
    void reset() const noexcept requires std::is_same_v<T, Trigger> { store(0); }
    [[nodiscard]] bool is_set() const noexcept requires std::is_same_v<T, Trigger> {
        return load() != 0;
    }

    [[nodiscard]] bool is_bound() const noexcept { return bits_ != nullptr; }

  private:
    [[nodiscard]] std::uint32_t load() const noexcept { return bits_ == nullptr ? 0 : *bits_; }
    void store(std::uint32_t bits) const noexcept {
        if (bits_ != nullptr) *bits_ = bits;
    }
    std::uint32_t* bits_ = nullptr;
};

/// A parameter of every character of a Crowd: speeds[i] = 2.0f.
template <class T>
class Parameters {
  public:
    Parameters() noexcept = default;
    Parameters(std::uint32_t* first, std::size_t stride, std::uint32_t count) noexcept
        : first_(first), stride_(stride), count_(count) {}

    /// One that is not bound where there is no such character.
    [[nodiscard]] Parameter<T> operator[](std::uint32_t character) const noexcept {
        return character < count_ ? Parameter<T>(first_ + character * stride_) : Parameter<T>();
    }
    [[nodiscard]] std::uint32_t size() const noexcept { return count_; }
    [[nodiscard]] bool is_bound() const noexcept { return first_ != nullptr; }

  private:
    std::uint32_t* first_ = nullptr;
    std::size_t stride_ = 0;  ///< In parameters.
    std::uint32_t count_ = 0;
};

}  // namespace motus
