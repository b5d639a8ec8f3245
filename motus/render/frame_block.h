// motus/render/frame_block.h - the Frame block of the shaders, as C++ lays it out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/camera.h>

namespace motus::render {

/// std140: every member is a multiple of 16 bytes.
struct FrameBlock {
    Mat4 view_projection, inverse_view_projection, key_matrix, contact_matrix;
    float eye[4] = {}, key_direction[4] = {}, key_color[4] = {}, sky_color[4] = {};
    float bounce_color[4] = {}, key_extent[4] = {}, contact_extent[4] = {}, floor_color[4] = {};
    float wall_color[4] = {}, subject[4] = {}, grid[4] = {}, viewport[4] = {};
};
static_assert(sizeof(FrameBlock) == 4 * 64 + 12 * 16);

}  // namespace motus::render
