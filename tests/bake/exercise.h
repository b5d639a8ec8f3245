// tests/bake/exercise.h - plays whatever a baked file holds: for tests and fuzzing of damaged
// files. SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/file.h>

namespace motus::test {

/// Samples every clip of every rig, poses its skins, applies its masks; plays its timelines and
/// hears their events; ticks its machines and shows what they decide on rigs and properties.
/// Returns null, or what went wrong: a job that refuses data which open_baked accepted. Sanitizers
/// see the rest.
[[nodiscard]] const char* exercise(const BakedFile& file);

}  // namespace motus::test
