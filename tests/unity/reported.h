// tests/unity/reported.h - what the report of an import says about one feature or one rule.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/import.h>

#include <string_view>

namespace motus::unity {

/// How often it is reported as something that is not as in Unity.
inline std::uint32_t losses(const ImportReport& report, std::string_view name) {
    for (const ReportFeature& one : report.features) {
        if (one.name == name && one.support != Support::supported) return one.uses;
    }
    return 0;
}

/// Whether a rule is in use, and where is said.
inline bool touches(const ImportReport& report, std::uint32_t number) {
    for (const ReportRule& rule : report.rules) {
        if (rule.number == number) return rule.uses > 0 && !rule.used.empty();
    }
    return false;
}

}  // namespace motus::unity
