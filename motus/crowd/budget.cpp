// SPDX-License-Identifier: MIT
#include <motus/crowd/budget.h>

#include <motus/math/ops.h>

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/crowd/budget.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Matrices are 12 floats: four at a time fit every register.
void MixMatrices(const float* a, const float* b, float part, std::size_t count, float* out) {
    const hn::CappedTag<float, 4> d;
    const auto up = hn::Set(d, part), down = hn::Set(d, 1.0f - part);
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const auto left = hn::Mul(hn::LoadU(d, a + i), down);
        hn::StoreU(hn::Add(left, hn::Mul(hn::LoadU(d, b + i), up)), d, out + i);
    }
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
HWY_EXPORT(MixMatrices);
namespace {

std::size_t stride_of(const CrowdFrameJob& job) noexcept {
    return job.palette_stride != 0 ? job.palette_stride : job.rig.palette_size;
}

std::uint32_t interval_of(const CrowdBudgetJob& job, std::size_t character) noexcept {
    for (const BudgetLevel& level : job.levels) {
        if (job.significance[character] >= level.least) return level.interval;
    }
    return job.levels.back().interval;
}

Status check(const CrowdBudgetJob& job) noexcept {
    const std::size_t count = job.frame.characters.size();
    const std::size_t matrices = count * stride_of(job.frame);
    if (job.levels.empty()) return Status::bad_argument;
    for (std::size_t i = 0; i < job.levels.size(); ++i) {
        if (job.levels[i].interval == 0) return Status::bad_argument;
        if (i > 0 && !(job.levels[i].least < job.levels[i - 1].least)) return Status::bad_argument;
    }
    if (job.significance.size() < count || job.states.size() < count || job.due.size() < count ||
        job.who.size() < count || job.before.size() < matrices || job.after.size() < matrices ||
        job.updates.size() < matrices || job.frame.palettes.size() < matrices) {
        return Status::bad_size;
    }
    for (const float significance : job.significance.first(count)) {
        if (!(significance >= 0.0f || significance < 0.0f)) return Status::bad_argument;
    }
    return Status::ok;
}

// How far the joints of a character are from where its true palette has them.
double palette_error(const CrowdRig& rig, const Mat34* shown, const Mat34* wanted) noexcept {
    double worst = 0.0;
    for (std::size_t k = 0; k < rig.palette_size; ++k) {
        bool invertible = false;
        const Mat34 bind = inverse(rig.inverse_binds[k], &invertible);
        if (!invertible) continue;
        double sum = 0.0;
        for (int r = 0; r < 12; r += 4) {
            double d = static_cast<double>(shown[k].m[r + 3]) - wanted[k].m[r + 3];
            for (int c = 0; c < 3; ++c) {
                d += (static_cast<double>(shown[k].m[r + c]) - wanted[k].m[r + c]) *
                     bind.m[4 * c + 3];
            }
            sum += d * d;
        }
        worst = std::max(worst, std::sqrt(sum));
    }
    return worst;
}

}  // namespace

Status run(const CrowdBudgetJob& job) noexcept {
    if (const Status status = check(job); status != Status::ok) return status;
    const std::size_t count = job.frame.characters.size(), stride = stride_of(job.frame);
    std::size_t due = 0, looked = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t interval = interval_of(job, i);
        if (interval != 1 && job.states[i].shown != 0 && (job.index + i) % interval != 0) continue;
        job.who[due] = i;
        job.due[due++] = job.frame.characters[i];
    }
    for (std::uint32_t i = 0, next = 0; job.probe != 0 && i < count; ++i) {
        if (next < due && job.who[next] == i) {
            ++next;
            continue;
        }
        if ((job.index + i) % job.probe != 0) continue;
        job.who[due + looked] = i;
        job.due[due + looked++] = job.frame.characters[i];
    }
    CrowdFrameJob frame = job.frame;
    frame.characters = job.due.first(due + looked);
    frame.palettes = job.updates;
    frame.weights = {};
    if (const Status status = run(frame); status != Status::ok) return status;

    const auto part_of = [&](std::span<Mat34> all, std::size_t i) {
        return all.data() + i * stride;
    };
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        BudgetState& state = job.states[i];
        const std::uint32_t interval = interval_of(job, i);
        Mat34* shown = part_of(job.frame.palettes, i);
        if (next < due && job.who[next] == i) {
            const Mat34* update = part_of(job.updates, next++);
            // From what is seen, wherever it was on its way: nothing jumps.
            std::copy(state.shown != 0 ? shown : update,
                      (state.shown != 0 ? shown : update) + stride, part_of(job.before, i));
            std::copy(update, update + stride, part_of(job.after, i));
            state.since = 0;
            if (interval == 1 || state.shown == 0) {
                std::copy(update, update + stride, shown);
                state.shown = 1;
                continue;
            }
        } else {
            ++state.since;
        }
        const float part =
            std::min(1.0f, static_cast<float>(state.since + 1) / static_cast<float>(interval));
        HWY_DYNAMIC_DISPATCH(MixMatrices)
        (part_of(job.before, i)->m, part_of(job.after, i)->m, part, stride * 12, shown->m);
    }
    if (job.report == nullptr) return Status::ok;
    BudgetReport report;
    report.updated = static_cast<std::uint32_t>(due);
    report.interpolated = static_cast<std::uint32_t>(count - due);
    report.probed = static_cast<std::uint32_t>(looked);
    for (std::size_t k = due; k < due + looked; ++k) {
        const double error = palette_error(job.frame.rig, part_of(job.frame.palettes, job.who[k]),
                                           part_of(job.updates, k));
        report.error_mean += error / static_cast<double>(looked);
        if (error > report.error_max || report.worst == 0xffffffffu) {
            report.error_max = error;
            report.worst = job.who[k];
        }
    }
    *job.report = report;
    return Status::ok;
}

}  // namespace motus
#endif
