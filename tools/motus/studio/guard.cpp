// tools/motus/studio/guard.cpp
// SPDX-License-Identifier: MIT
#include "guard.h"

#include <random>

#include <fmt/format.h>

namespace motus::tool {

RequestGuard::RequestGuard(int port, std::string token) : port_(port), token_(std::move(token)) {}

bool RequestGuard::is_own_host(std::string_view host) const {
    for (const char* name : {"127.0.0.1", "localhost"}) {
        if (host == fmt::format("{}:{}", name, port_)) return true;
    }
    return false;
}

bool RequestGuard::is_own_origin(std::string_view origin) const {
    constexpr std::string_view scheme = "http://";
    if (origin.empty()) return true;
    return origin.substr(0, scheme.size()) == scheme && is_own_host(origin.substr(scheme.size()));
}

bool RequestGuard::is_token(std::string_view text) const {
    if (text.size() != token_.size()) return false;
    unsigned differs = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        differs |= static_cast<unsigned char>(text[i]) ^ static_cast<unsigned char>(token_[i]);
    return differs == 0;
}

bool RequestGuard::is_private(std::string_view path) {
    return path.substr(0, 5) == "/api/" || path.substr(0, 7) == "/files/";
}

std::string random_token() {
    std::random_device device;  // The system's generator with libstdc++.
    std::string token;
    for (int i = 0; i < 4; ++i)
        token += fmt::format("{:08x}", device());
    return token;
}

}  // namespace motus::tool
