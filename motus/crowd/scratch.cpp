// SPDX-License-Identifier: MIT
#include <motus/crowd/frame.h>

#include <new>

namespace motus {
namespace {

constexpr std::align_val_t kAlignment{64};

}  // namespace

void CrowdScratch::Free::operator()(float* data) const noexcept {
    ::operator delete(data, kAlignment);
}

CrowdScratch::CrowdScratch(const Rig& rig, std::uint32_t items, std::uint32_t batch)
    : count_(crowd_scratch_floats(rig, items, batch)) {
    floats_.reset(static_cast<float*>(::operator new(count_ * sizeof(float), kAlignment)));
}

}  // namespace motus
