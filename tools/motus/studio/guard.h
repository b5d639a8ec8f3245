// tools/motus/studio/guard.h - who may talk to the studio: this machine's own page, and no other.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace motus::tool {

/// A page of another site runs in the same browser: it can send requests here, under a name of its
/// own that leads to this machine. So the name asked for and the page that asks must be ours. Other
/// users of the machine can send any request: so all but the page itself, which is no secret, needs
/// a token that only the address printed in the terminal carries.
class RequestGuard {
  public:
    explicit RequestGuard(int port, std::string token);

    /// The Host header names this machine and port.
    [[nodiscard]] bool is_own_host(std::string_view host) const;
    /// There is no Origin header (""), or it is the page's own.
    [[nodiscard]] bool is_own_origin(std::string_view origin) const;
    /// In a time that does not depend on how much of it is right.
    [[nodiscard]] bool is_token(std::string_view text) const;
    /// Of a request's path, decoded: a file of the project, or what is known of them.
    [[nodiscard]] static bool is_private(std::string_view path);

    [[nodiscard]] const std::string& token() const noexcept { return token_; }

  private:
    int port_;
    std::string token_;
};

/// 128 bits from the system, as 32 hexadecimal digits.
[[nodiscard]] std::string random_token();

}  // namespace motus::tool
