// SPDX-License-Identifier: MIT
#include <motus/bake/disk_store.h>

#include <motus/asset/file.h>
#include <motus/asset/lock.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace motus {
namespace {

namespace fs = std::filesystem;

constexpr char kStoreMagic[8] = {'M', 'O', 'T', 'U', 'S', 'K', '1', '\n'};
constexpr const char* kSizeFile = "size";
constexpr std::chrono::milliseconds kSizeWait{1000};
/// Unfinished files of killed programs are removed when they are this old.
constexpr std::chrono::hours kLeftFor{1};

/// Before the bytes of a result. 64 bytes, so that those start where readers want them.
struct EntryHeader {
    char magic[8] = {};
    std::uint64_t size = 0;
    BakeKey key;
    BakeKey hash;  ///< Of the bytes.
    std::uint64_t reserved[2] = {};
};
static_assert(sizeof(EntryHeader) == 64);

struct StoredFile {
    fs::file_time_type time;
    std::uint64_t bytes = 0;
    fs::path path;
};

bool is_key(const std::string& name) {
    return name.size() == 32 && name.find_first_not_of("0123456789abcdef") == name.npos;
}

/// All results in a folder; removes what others have left unfinished.
std::vector<StoredFile> list_files(const fs::path& folder) {
    std::vector<StoredFile> files;
    const auto old = fs::file_time_type::clock::now() - kLeftFor;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
        std::error_code gone;  // another program removes files too
        if (at.depth() != 1 || !at->is_regular_file(gone)) continue;
        StoredFile file{at->last_write_time(gone), at->file_size(gone), at->path()};
        if (gone) continue;
        if (is_key(file.path.filename().string())) {
            files.push_back(std::move(file));
        } else if (file.time < old) {
            fs::remove(file.path, gone);
        }
    }
    return files;
}

bool read_file(const fs::path& path, AlignedBytes& out) {
    std::ifstream stream(path, std::ios::binary | std::ios::ate);
    if (!stream) return false;
    const std::streamoff size = stream.tellg();
    if (size < static_cast<std::streamoff>(sizeof(EntryHeader))) {
        out = AlignedBytes(std::size_t{0});
        return true;
    }
    AlignedBytes bytes(static_cast<std::size_t>(size));
    stream.seekg(0);
    stream.read(reinterpret_cast<char*>(bytes.data()), size);
    // Cut short meanwhile: its bytes will tell.
    out = std::move(bytes);
    return true;
}

bool is_whole(const AlignedBytes& file, const BakeKey& key) {
    if (file.size() < sizeof(EntryHeader)) return false;
    EntryHeader header;
    std::memcpy(&header, file.data(), sizeof header);
    const auto bytes = std::span<const std::byte>(file).subspan(sizeof header);
    return std::memcmp(header.magic, kStoreMagic, sizeof kStoreMagic) == 0 &&
           header.size == bytes.size() && header.key == key && header.hash == hash_key(bytes);
}

}  // namespace

Result<DiskStore> DiskStore::open(fs::path folder, std::uint64_t most_bytes) {
    std::error_code failed;
    const bool made = fs::create_directories(folder, failed);
    if (!failed && !fs::is_directory(folder, failed) && !failed)
        failed = std::make_error_code(std::errc::not_a_directory);
    if (failed) return Error{"store-folder", "", failed.message()};
    std::error_code ignored;
    if (made) fs::permissions(folder, fs::perms::owner_all, ignored);
    // What is locked while sizes are counted. Appending nothing keeps what others wrote.
    std::ofstream(folder / kSizeFile, std::ios::app);
    return DiskStore(std::move(folder), most_bytes);
}

fs::path DiskStore::path_of(const BakeKey& key) const {
    const std::string name = to_string(key);
    return folder_ / name.substr(0, 2) / name;
}

std::optional<AlignedBytes> DiskStore::find(const BakeKey& key) {
    const fs::path path = path_of(key);
    AlignedBytes file;
    if (!read_file(path, file)) return std::nullopt;
    std::error_code ignored;
    if (!is_whole(file, key)) {
        fs::remove(path, ignored);
        return std::nullopt;
    }
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
    return AlignedBytes(std::span<const std::byte>(file).subspan(sizeof(EntryHeader)));
}

void DiskStore::put(const BakeKey& key, std::span<const std::byte> bytes) {
    // One result must not drive out all others.
    if (bytes.size() > most_bytes_ / 4) return;
    EntryHeader header;
    std::memcpy(header.magic, kStoreMagic, sizeof kStoreMagic);
    header.size = bytes.size();
    header.key = key;
    header.hash = hash_key(bytes);
    std::vector<std::byte> file(sizeof header + bytes.size());
    std::memcpy(file.data(), &header, sizeof header);
    if (!bytes.empty()) std::memcpy(file.data() + sizeof header, bytes.data(), bytes.size());
    const fs::path path = path_of(key);
    std::error_code ignored;
    fs::create_directory(path.parent_path(), ignored);
    if (write_file_atomic(path, file, OnDisk::later)) count(file.size());
}

/// Adds to the number in the file `size`. It may be too small after a kill, or where a lock was not
/// to be had; what is put anew and was there already is counted twice. Trimming sets it right.
void DiskStore::count(std::uint64_t bytes) {
    const fs::path path = folder_ / kSizeFile;
    const Result<FileLock> lock = FileLock::take(path, kSizeWait);
    if (!lock) return;
    std::uint64_t total = 0;
    const bool known = static_cast<bool>(std::ifstream(path) >> total);
    total += bytes;
    if (known && total <= most_bytes_) {
        std::ofstream(path) << total << '\n';
    } else {
        (void)trim_held();
    }
}

std::uint64_t DiskStore::trim() {
    const Result<FileLock> lock = FileLock::take(folder_ / kSizeFile, kSizeWait);
    return trim_held();
}

std::uint64_t DiskStore::trim_held() {
    std::vector<StoredFile> files = list_files(folder_);
    std::uint64_t total = 0;
    for (const StoredFile& file : files)
        total += file.bytes;
    if (total > most_bytes_) {
        std::sort(files.begin(), files.end(),
                  [](const StoredFile& a, const StoredFile& b) { return a.time < b.time; });
        for (const StoredFile& file : files) {
            if (total <= most_bytes_ / 5 * 4) break;
            std::error_code failed;
            fs::remove(file.path, failed);
            if (!failed) total -= file.bytes;
        }
    }
    std::ofstream(folder_ / kSizeFile) << total << '\n';
    return total;
}

fs::path default_store_folder() {
    // Only whole paths count, as the specification of these folders has it.
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && fs::path(cache).is_absolute()) return fs::path(cache) / "motus";
    const char* home = std::getenv("HOME");
    if (home != nullptr && fs::path(home).is_absolute()) return fs::path(home) / ".cache" / "motus";
    return {};
}

}  // namespace motus
