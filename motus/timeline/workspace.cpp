// SPDX-License-Identifier: MIT
#include <motus/timeline/evaluate.h>

namespace motus {

PropertyWorkspace::PropertyWorkspace(const TimelineSet& set, std::uint32_t items)
    : channels_(set.channels.size()), items_(items) {
    values_ = std::make_unique<PropertyValue[]>((items_ + 5) * channels_);
    written_ = std::make_unique<std::uint8_t[]>((items_ + 1) * channels_);
}

}  // namespace motus
