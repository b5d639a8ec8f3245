// SPDX-License-Identifier: MIT
#include <motus/core/diagnostics.h>

namespace motus {

std::string to_string(const Error& error) {
    return error.place.empty() ? error.cause : error.place + ": " + error.cause;
}

void Diagnostics::warn(std::string code, std::string path, std::string message) {
    faults_.push_back({Severity::warning, std::move(code), std::move(path), std::move(message)});
}

void Diagnostics::error(std::string code, std::string path, std::string message) {
    faults_.push_back({Severity::error, std::move(code), std::move(path), std::move(message)});
    ++errors_;
}

Error Diagnostics::first_error() const {
    MOTUS_ASSERT(has_errors());
    for (const Fault& fault : faults_) {
        if (fault.severity == Severity::error) return {fault.code, fault.path, fault.message};
    }
    return {};
}

}  // namespace motus
