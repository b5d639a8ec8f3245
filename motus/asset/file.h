// motus/asset/file.h - writes a file whole or not at all.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/lock.h>
#include <motus/core/result.h>

#include <cstddef>
#include <filesystem>
#include <span>

namespace motus {

/// Whether a file is on the disk when a call returns; `later`: once sync_folder was called.
enum class OnDisk : bool { now, later };

/// Writes `bytes` to `path` and gives back how many they were.
///
/// The bytes go to a temporary file beside `path`, are flushed to the disk, and the file is then
/// renamed: a reader sees the old content or the new, never a part, and a failure leaves the old
/// file as it was and no other behind. A program that is killed meanwhile leaves its temporary
/// file, NAME.motus-tmp-PID-N; the next program that writes to the folder removes it. A symbolic
/// link is followed; what stands there and is not a plain file (a pipe, a device) is written to
/// directly. With `held`, the new file is locked before it has its name, and `held` holds it then
/// in place of the old one. Codes: "file-write".
[[nodiscard]] Result<std::size_t> write_file_atomic(const std::filesystem::path& path,
                                                    std::span<const std::byte> bytes,
                                                    OnDisk when = OnDisk::now,
                                                    FileLock* held = nullptr);

/// Puts all files of the folder's file system on the disk: once for thousands, where each alone
/// would wait for it.
void sync_folder(const std::filesystem::path& folder);

}  // namespace motus
