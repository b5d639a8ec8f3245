// SPDX-License-Identifier: MIT
#include <motus/session/condition_text.h>

#include <fmt/format.h>

namespace motus {

bool is_truth(record::ConditionOperator op) noexcept {
    return op == record::ConditionOperator::is_true || op == record::ConditionOperator::is_false;
}

std::string shown_number(double number) {
    return fmt::format("{}", static_cast<float>(number));
}

std::string condition_text(std::string_view parameter, record::VariableKind kind,
                           record::ConditionOperator op, double value, double actual) {
    if (parameter.empty()) return "the parameter is gone";
    const bool on = actual != 0.0;
    if (kind == record::VariableKind::trigger) {
        return fmt::format("{} {}", parameter, on ? "is set" : "is not set");
    }
    if (is_truth(op)) {
        return fmt::format("{} is {}, it is {}", parameter,
                           op == record::ConditionOperator::is_true ? "on" : "off",
                           on ? "on" : "off");
    }
    constexpr const char* kSigns[] = {"", "", ">", "<", "\u2265", "\u2264", "=", "\u2260"};
    return fmt::format("{} {} {}, is {}", parameter, kSigns[static_cast<std::size_t>(op)],
                       shown_number(value), shown_number(actual));
}

}  // namespace motus
