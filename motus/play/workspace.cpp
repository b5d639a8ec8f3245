// SPDX-License-Identifier: MIT
#include <motus/play/evaluate.h>

namespace motus {

EvaluateWorkspace::EvaluateWorkspace(const Skeleton& skeleton, std::uint32_t items)
    : floats_(new float[scratch_floats(skeleton, items)]()),
      count_(scratch_floats(skeleton, items)),
      items_(items) {}

}  // namespace motus
