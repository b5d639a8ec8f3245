// motus/core/result.h - a value, or the reason why there is none. For building and authoring.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/assert.h>

#include <string>
#include <utility>
#include <variant>

namespace motus {

/// Why something failed, in words a user can act on.
struct Error {
    std::string code;   ///< Stable, kebab-case, for tools: "skeleton-cycle".
    std::string place;  ///< Where: a path into the input, "nodes[3].rotation"; may be empty.
    std::string cause;  ///< What is wrong there, as a sentence without a full stop.

    friend bool operator==(const Error&, const Error&) = default;
};

/// "place: cause", or the cause alone where there is no place.
[[nodiscard]] std::string to_string(const Error& error);

/// A `T`, or an `Error`. The names follow std::expected, which g++ 12 has only in C++23.
template <typename T>
class [[nodiscard]] Result {
  public:
    using value_type = T;

    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

    [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    /// The value. Asserts that there is one.
    [[nodiscard]] T& value() & noexcept { return get(); }
    [[nodiscard]] const T& value() const& noexcept { return const_cast<Result*>(this)->get(); }
    [[nodiscard]] T&& value() && noexcept { return std::move(get()); }
    [[nodiscard]] T& operator*() & noexcept { return get(); }
    [[nodiscard]] const T& operator*() const& noexcept { return value(); }
    [[nodiscard]] T&& operator*() && noexcept { return std::move(get()); }
    [[nodiscard]] T* operator->() noexcept { return &get(); }
    [[nodiscard]] const T* operator->() const noexcept { return &value(); }

    /// The error. Asserts that there is one.
    [[nodiscard]] const Error& error() const noexcept {
        MOTUS_ASSERT(!has_value());
        return *std::get_if<1>(&state_);
    }

  private:
    T& get() noexcept {
        MOTUS_ASSERT(has_value());
        return *std::get_if<0>(&state_);
    }
    std::variant<T, Error> state_;
};

}  // namespace motus
