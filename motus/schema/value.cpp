// SPDX-License-Identifier: MIT
#include <motus/schema/value.h>

#include <cmath>

namespace motus {

double Value::exact(double number) noexcept {
    if (std::fabs(number) <= static_cast<double>(kMaxId) && number == std::floor(number)) {
        return number == 0.0 ? 0.0 : number;
    }
    return static_cast<double>(static_cast<float>(number));
}

Value Value::tuple(std::span<const float> floats) noexcept {
    Tuple tuple;
    tuple.size = static_cast<std::uint8_t>(floats.size() < 4 ? floats.size() : 4);
    for (std::size_t i = 0; i < tuple.size; ++i)
        tuple.v[i] = floats[i];
    Value value;
    value.state_ = tuple;
    return value;
}

const char* Value::kind_name() const noexcept {
    constexpr const char* names[] = {"nothing",      "true or false", "a number",
                                     "some numbers", "text",          "a reference"};
    return names[state_.index()];
}

std::size_t Value::heap_bytes() const noexcept {
    const std::string* text = as_text();
    return text != nullptr && text->capacity() > 15 ? text->capacity() + 1 : 0;
}

}  // namespace motus
