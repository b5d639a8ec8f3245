// bench/pairs.h - two ways of doing one thing, measured by turns: a ratio that other load spares.
// SPDX-License-Identifier: MIT
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

#include <time.h>

namespace motus::bench {

/// Of this thread on its processor: what others do meanwhile does not count.
inline double now_s() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds that `laps` calls take.
template <class Body>
double time_of(Body&& body, int laps) {
    const double start = now_s();
    for (int i = 0; i < laps; ++i)
        body();
    return now_s() - start;
}

inline double median(std::vector<double> values) {
    std::nth_element(values.begin(),
                     values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

/// Median over rounds in which both run, in turns first.
struct Pair {
    double first_s = 0.0, second_s = 0.0;  ///< Of one call each.
    double ratio = 1.0;                    ///< second / first.
};
template <class First, class Second>
Pair compare(First&& first, Second&& second, int rounds, int laps) {
    std::vector<double> a, b, ratios;
    for (int round = 0; round < rounds; ++round) {
        const bool swapped = round % 2 != 0;
        double one = swapped ? 0.0 : time_of(first, laps);
        const double two = time_of(second, laps);
        if (swapped) one = time_of(first, laps);
        a.push_back(one / laps);
        b.push_back(two / laps);
        ratios.push_back(two / one);
    }
    return {median(a), median(b), median(ratios)};
}

}  // namespace motus::bench
