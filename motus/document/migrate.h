// motus/document/migrate.h - documents of older versions, brought up to the present one.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/command.h>
#include <motus/schema/json.h>

namespace motus {

/// The version that is written. Raised when an older program would misread what a newer one
/// writes; a property that is only new does not need it.
inline constexpr int kDocumentVersion = 3;

/// Changes the JSON of a document of version `version` into that of kDocumentVersion, one version
/// after the other. Only what is recognised is touched; the reader finds what is wrong.
/// Code: "document-version".
Result<Done> migrate(Json& root, int version);

}  // namespace motus
