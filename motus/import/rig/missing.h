// motus/import/rig/missing.h - what a document says and a file has no more.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/core/diagnostics.h>
#include <motus/document/document.h>
#include <motus/document/model.h>

namespace motus {

/// Makes a placeholder of a clip that is gone and warns, "clip-removed", with who plays it.
void keep_placeholder(Document& document, const doc::AnimationClip& clip, Diagnostics& diagnostics);

/// Warns, "joint-removed", of joints that the rig or the masks of its machine name and the file
/// lacks.
void check_joints(const Document& document, const doc::Rig& rig, const Asset& asset,
                  Diagnostics& diagnostics);

}  // namespace motus
