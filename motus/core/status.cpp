// SPDX-License-Identifier: MIT
#include <motus/core/status.h>

namespace motus {

const char* to_string(Status status) noexcept {
    switch (status) {
        case Status::ok:
            return "ok";
        case Status::bad_argument:
            return "bad argument";
        case Status::bad_size:
            return "bad size";
        case Status::bad_data:
            return "bad data";
        case Status::missing:
            return "missing";
    }
    return "unknown status";
}

}  // namespace motus
