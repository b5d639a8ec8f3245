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
    return job.palette_stride != 0 ? job.palette_stride : palette_size(job.rig);
}

// Morph weights of a character; 0 where none are shown.
std::size_t weights_of(const CrowdFrameJob& job) noexcept {
    return job.weights.empty() ? 0 : job.rig.skeleton.rest_weights.size();
}

const BudgetLevel& level_of(const CrowdBudgetJob& job, std::size_t character) noexcept {
    for (const BudgetLevel& level : job.levels) {
        if (job.significance[character] >= level.least) return level;
    }
    return job.levels.back();
}

bool is_due(const CrowdBudgetJob& job, std::uint32_t character) noexcept {
    const std::uint32_t interval = level_of(job, character).interval;
    return interval == 1 || job.states[character].shown == 0 ||
           (job.index + character) % interval == 0;
}

Status check(const CrowdBudgetJob& job) noexcept {
    const std::size_t count = job.frame.characters.size(), stride = stride_of(job.frame);
    const std::size_t matrices = count * stride;
    if (job.frame.rig.plan == nullptr) return Status::missing;
    if (job.levels.empty() || !(job.reach >= 0.0f)) return Status::bad_argument;
    for (std::size_t i = 0; i < job.levels.size(); ++i) {
        const BudgetLevel& level = job.levels[i];
        if (level.interval == 0) return Status::bad_argument;
        if (i > 0 && !(level.least < job.levels[i - 1].least)) return Status::bad_argument;
        if (level.detail != kFullDetail && level.detail >= job.details.size())
            return Status::missing;
    }
    const std::size_t room = budget_room(count, job.probe, job.levels);
    if (job.significance.size() < count || job.states.size() < count || job.due.size() < room ||
        job.who.size() < room || job.before.size() < matrices || job.after.size() < matrices ||
        job.updates.size() < room * stride || job.frame.palettes.size() < matrices) {
        return Status::bad_size;
    }
    const std::size_t weights = weights_of(job.frame);
    if (job.frame.weights.size() < count * weights || job.weights_before.size() < count * weights ||
        job.weights_after.size() < count * weights || job.weight_updates.size() < room * weights) {
        return Status::bad_size;
    }
    for (const float significance : job.significance.first(count)) {
        if (!(significance >= 0.0f || significance < 0.0f)) return Status::bad_argument;
    }
    return Status::ok;
}

// How far vertices around the joints of a character are from where its true palette has them:
// joints themselves exactly, and no vertex further than this.
double palette_error(const PalettePlan& plan, float reach, const Mat34* shown,
                     const Mat34* wanted) noexcept {
    double worst = 0.0;
    for (std::size_t k = 0; k < plan.palette_size; ++k) {
        bool invertible = false;
        const Mat34 bind = inverse(plan.inverse_binds[k], &invertible);
        if (!invertible) continue;
        double moved = 0.0, turned = 0.0;
        for (int r = 0; r < 12; r += 4) {
            for (int c = 0; c < 4; ++c) {
                double d =
                    c < 3 ? 0.0 : static_cast<double>(shown[k].m[r + 3]) - wanted[k].m[r + 3];
                for (int i = 0; i < 3; ++i) {
                    d += (static_cast<double>(shown[k].m[r + i]) - wanted[k].m[r + i]) *
                         bind.m[4 * i + c];
                }
                (c < 3 ? turned : moved) += d * d;
            }
        }
        const double error = std::sqrt(moved) + reach * std::sqrt(turned);
        if (!(error <= worst)) worst = error;  // so that NaN is seen
    }
    return worst;
}

// Lists who is due at a level of detail, and who is probed, from `first` on; the new end.
std::size_t list(const CrowdBudgetJob& job, std::uint32_t detail, std::size_t first) noexcept {
    for (std::uint32_t i = 0; i < job.frame.characters.size(); ++i) {
        if (level_of(job, i).detail != detail || !is_due(job, i)) continue;
        job.who[first] = i;
        job.due[first++] = job.frame.characters[i];
    }
    return first;
}

std::size_t list_probes(const CrowdBudgetJob& job, std::size_t first) noexcept {
    for (std::uint32_t i = 0; job.probe != 0 && i < job.frame.characters.size(); ++i) {
        if ((job.index + i) % job.probe != 0) continue;
        if (is_due(job, i) && level_of(job, i).detail == kFullDetail) continue;
        job.who[first] = i;
        job.due[first++] = job.frame.characters[i];
    }
    return first;
}

}  // namespace

std::size_t budget_room(std::size_t characters, std::uint32_t probe,
                        std::span<const BudgetLevel> levels) noexcept {
    bool simplifies = false;
    for (const BudgetLevel& level : levels)
        simplifies = simplifies || level.detail != kFullDetail;
    return simplifies && probe != 0 ? characters + characters / probe + 1 : characters;
}

Status run(const CrowdBudgetJob& job) noexcept {
    if (const Status status = check(job); status != Status::ok) return status;
    const std::size_t count = job.frame.characters.size(), stride = stride_of(job.frame);
    const auto part_of = [&](std::span<Mat34> all, std::size_t i) {
        return all.data() + i * stride;
    };
    const std::size_t weights = weights_of(job.frame);
    CrowdFrameJob frame = job.frame;
    const auto evaluate = [&](std::size_t first, std::size_t end, const CrowdDetail& detail) {
        frame.detail = detail;
        frame.characters = job.due.subspan(first, end - first);
        frame.palettes = job.updates.subspan(first * stride);
        if (weights != 0) frame.weights = job.weight_updates.subspan(first * weights);
        return run(frame);
    };
    // Those of one level of detail after the other: a batch has one.
    std::size_t due = 0;
    for (std::uint32_t d = 0; d < job.details.size(); ++d) {
        const std::size_t end = list(job, d, due);
        if (const Status status = evaluate(due, end, job.details[d]); status != Status::ok)
            return status;
        due = end;
    }
    const std::size_t simple = due;
    due = list(job, kFullDetail, due);
    const std::size_t end = list_probes(job, due);
    if (const Status status = evaluate(simple, end, {}); status != Status::ok) return status;

    BudgetReport report;
    const auto show = [&](std::uint32_t i) {
        const float part = std::min(1.0f, static_cast<float>(job.states[i].since + 1) /
                                              static_cast<float>(level_of(job, i).interval));
        HWY_DYNAMIC_DISPATCH(MixMatrices)
        (part_of(job.before, i)->m, part_of(job.after, i)->m, part, stride * 12,
         part_of(job.frame.palettes, i)->m);
        for (std::size_t w = i * weights; w < (i + 1) * weights; ++w) {
            job.frame.weights[w] =
                job.weights_before[w] * (1.0f - part) + job.weights_after[w] * part;
        }
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        if (level_of(job, i).detail != kFullDetail) ++report.simplified;
        if (is_due(job, i)) continue;
        ++job.states[i].since;
        show(i);
    }
    for (std::size_t k = 0; k < due; ++k) {
        const std::uint32_t i = job.who[k];
        BudgetState& state = job.states[i];
        Mat34* shown = part_of(job.frame.palettes, i);
        const Mat34* update = part_of(job.updates, k);
        // From what is seen, wherever it was on its way: nothing jumps.
        const Mat34* from = state.shown != 0 ? shown : update;
        std::copy(from, from + stride, part_of(job.before, i));
        std::copy(update, update + stride, part_of(job.after, i));
        for (std::size_t w = 0; w < weights; ++w) {
            const std::size_t at = i * weights + w;
            const float wanted = job.weight_updates[k * weights + w];
            job.weights_before[at] = state.shown != 0 ? job.frame.weights[at] : wanted;
            job.weights_after[at] = wanted;
        }
        state.since = 0;
        if (level_of(job, i).interval == 1 || state.shown == 0) {
            std::copy(update, update + stride, shown);
            for (std::size_t w = i * weights; w < (i + 1) * weights; ++w)
                job.frame.weights[w] = job.weights_after[w];
            state.shown = 1;
        } else {
            show(i);
        }
    }
    if (job.report == nullptr) return Status::ok;
    report.updated = static_cast<std::uint32_t>(due);
    report.interpolated = static_cast<std::uint32_t>(count - due);
    report.probed = static_cast<std::uint32_t>(end - due);
    for (std::size_t k = due; k < end; ++k) {
        const double error =
            palette_error(*job.frame.rig.plan, job.reach, part_of(job.frame.palettes, job.who[k]),
                          part_of(job.updates, k));
        report.error_mean += error / static_cast<double>(report.probed);
        if (!(error <= report.error_max) || report.worst == 0xffffffffu) {
            report.error_max = error;
            report.worst = job.who[k];
        }
    }
    *job.report = report;
    return Status::ok;
}

}  // namespace motus
#endif
