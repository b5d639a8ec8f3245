// motus/import/rig/model_source.h - what a document keeps of a model beside its rig and clips.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/model/model.h>
#include <motus/import/rig/rig_import.h>

namespace motus {

/// Fills in what follows from the format: the unit a BVH file was read with; of a VRM file its
/// notes: "Humanoid" (bones and the paths of their nodes), "Look-at" and "Expressions" (JSON).
void keep_of_model(const ImportedModel& model, RigSource& source);

}  // namespace motus
