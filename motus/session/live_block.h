// motus/session/live_block.h - the frame that is shown as plain numbers: for a page to read.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/session/performance.h>

#include <vector>

namespace motus {

/// Places in the block. Behind the head come the parameters, then the layers, one after the other:
/// each kLayerNumbers, then 3 numbers a clip (motion or -1, seconds, weight).
namespace live {
enum Place : std::uint32_t {
    tick,
    seconds,
    ended,
    scrubbed,
    first_tick,
    last_tick,
    recorded_seconds,
    events,  ///< Waiting to be taken.
    layer_count,
    parameter_count,
    root,  ///< Seven numbers: translation, rotation xyzw.
    head_size = root + 7
};
enum Layer : std::uint32_t {
    weight,
    state,
    normalized_time,
    next,
    transition,
    progress,
    to_weight,
    one_shot,
    clip_count,
    layer_size
};
}  // namespace live

/// Fills `block` with what is shown. Allocates only where it has to grow. Indices that are not
/// there are -1. The numbers are those that record_frame gives, to the last bit.
void fill_live_block(Performance& performance, std::vector<double>& block);

}  // namespace motus
