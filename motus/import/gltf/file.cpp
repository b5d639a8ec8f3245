// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/import/gltf/gltf.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

namespace motus {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{4} << 30;

Error file_error(std::string cause) {
    return {"gltf-file", "", std::move(cause)};
}

struct CloseFile {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

bool is_inside(const fs::path& folder, const fs::path& path) {
    const auto [at, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return at == folder.end() && rest != path.end();
}

}  // namespace

Result<Bytes> read_model_file(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (error || !fs::exists(status)) return file_error("there is no such file");
    if (!fs::is_regular_file(status)) return file_error("is not a regular file");
    const std::uintmax_t size = fs::file_size(path, error);
    if (error) return file_error("its size cannot be read: " + error.message());
    if (size > kMaxFileBytes) return file_error("is larger than 4 GiB");
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.string().c_str(), "rb"));
    if (!file) return file_error("cannot be opened");
    Bytes bytes(static_cast<std::size_t>(size));
    const std::size_t read = std::fread(bytes.data(), 1, bytes.size(), file.get());
    if (read != bytes.size()) return file_error("could not be read to its end");
    return bytes;
}

GltfLoader gltf_folder_loader(const fs::path& folder) {
    return [folder](const std::string& relative) -> Result<Bytes> {
        std::error_code error;
        const fs::path root = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
        if (error) return file_error("the folder cannot be read: " + error.message());
        // canonical() follows every symbolic link: what counts is where the path ends.
        const fs::path path = fs::canonical(root / fs::path(relative), error);
        if (error) return file_error("there is no such file");
        if (!is_inside(root, path)) return file_error("leaves the file's folder");
        return read_model_file(path);
    };
}

Result<GltfSource> import_gltf_source(const fs::path& file, Diagnostics& diagnostics) {
    Result<Bytes> bytes = read_model_file(file);
    if (!bytes) {
        diagnostics.error(bytes.error().code, "", bytes.error().cause);
        return bytes.error();
    }
    GltfSource source;
    source.content_hash = checksum_bytes(*bytes);
    const GltfLoader load = gltf_folder_loader(file.parent_path());
    const GltfLoader noted = [&](const std::string& path) -> Result<Bytes> {
        Result<Bytes> loaded = load(path);
        if (loaded) source.content_hash = hash_u64(source.content_hash, checksum_bytes(*loaded));
        return loaded;
    };
    Result<Asset> asset = import_gltf(*bytes, {noted}, diagnostics);
    if (!asset) return asset.error();
    source.asset = *std::move(asset);
    return source;
}

Result<Asset> import_gltf_file(const fs::path& file, Diagnostics& diagnostics) {
    Result<GltfSource> source = import_gltf_source(file, diagnostics);
    if (!source) return source.error();
    return std::move(source->asset);
}

}  // namespace motus
