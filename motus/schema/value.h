// motus/schema/value.h - one value of any property, and the names of property kinds.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace motus {

using Float2 = std::array<float, 2>;
using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;

/// Refers to an object by its stable id; 0 is "none".
struct Reference {
    std::uint64_t id = 0;
    friend bool operator==(const Reference&, const Reference&) = default;
};

/// Ids and whole numbers stay below this, so that they survive JavaScript.
inline constexpr std::uint64_t kMaxId = (std::uint64_t{1} << 53) - 1;

/// What a property can hold, in one type: nothing, a truth, a number, 2 to 4 floats, text, or a
/// reference. What the number or the floats mean (an integer, an enumerator, a colour) is said by
/// the property that the value belongs to.
///
/// Numbers have the precision of a float; whole numbers up to 2^53 are exact. So a value that was
/// written as text and read again is the same value.
class Value {
  public:
    /// Floats in a row, `size` of them; the others are 0.
    struct Tuple {
        std::uint8_t size = 0;
        Float4 v{};
        friend bool operator==(const Tuple&, const Tuple&) = default;
    };

    Value() noexcept = default;
    Value(bool truth) noexcept : state_(truth) {}                                // NOLINT
    Value(double number) noexcept : state_(exact(number)) {}                     // NOLINT
    Value(float number) noexcept : Value(static_cast<double>(number)) {}         // NOLINT
    Value(int number) noexcept : state_(static_cast<double>(number)) {}          // NOLINT
    Value(unsigned number) noexcept : state_(static_cast<double>(number)) {}     // NOLINT
    Value(std::int64_t number) noexcept : Value(static_cast<double>(number)) {}  // NOLINT
    Value(Reference reference) noexcept : state_(reference) {}                   // NOLINT
    Value(std::string text) noexcept : state_(std::move(text)) {}                // NOLINT
    Value(std::string_view text) : state_(std::string(text)) {}                  // NOLINT
    Value(const char* text) : state_(std::string(text)) {}                       // NOLINT
    Value(const Float2& v) noexcept : state_(Tuple{2, {v[0], v[1]}}) {}          // NOLINT
    Value(const Float3& v) noexcept : state_(Tuple{3, {v[0], v[1], v[2]}}) {}    // NOLINT
    Value(const Float4& v) noexcept : state_(Tuple{4, v}) {}                     // NOLINT
    /// 2 to 4 floats.
    static Value tuple(std::span<const float> floats) noexcept;

    [[nodiscard]] bool is_none() const noexcept { return state_.index() == 0; }
    [[nodiscard]] const bool* as_bool() const noexcept { return std::get_if<bool>(&state_); }
    [[nodiscard]] const double* as_number() const noexcept { return std::get_if<double>(&state_); }
    [[nodiscard]] const Tuple* as_tuple() const noexcept { return std::get_if<Tuple>(&state_); }
    [[nodiscard]] const std::string* as_text() const noexcept {
        return std::get_if<std::string>(&state_);
    }
    [[nodiscard]] const Reference* as_reference() const noexcept {
        return std::get_if<Reference>(&state_);
    }

    /// "nothing", "a number", ...: for messages.
    [[nodiscard]] const char* kind_name() const noexcept;
    /// Memory held outside the value itself, in bytes.
    [[nodiscard]] std::size_t heap_bytes() const noexcept;

    friend bool operator==(const Value&, const Value&) = default;

  private:
    static double exact(double number) noexcept;
    std::variant<std::monostate, bool, double, Tuple, std::string, Reference> state_;
};

}  // namespace motus
