// tests/bake/models_test.cpp - every shared model bakes to the same bytes: twice here, and from
// every compiler, as data/models.txt has them. SPDX-License-Identifier: MIT
#include "baked.h"
#include "exercise.h"

#include <motus/core/hash.h>
#include <motus/import/gltf/gltf.h>
#include <motus/import/rig/rig_import.h>
#include <tests/import/data.h>

#include <gtest/gtest.h>

#include <map>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

namespace motus::test {
namespace {

/// Null where there is no shared data. Emscripten has an environment of its own.
const char* data_folder() {
#ifdef __EMSCRIPTEN__
    static const auto* text = reinterpret_cast<const char*>(EM_ASM_INT({
        const folder = process.env["MOTUS_TEST_DATA"];
        return folder ? allocateUTF8(folder) : 0;
    }));
    return text;
#else
    return std::getenv("MOTUS_TEST_DATA");
#endif
}

constexpr const char* kPinned = BAKE_TEST_DATA "/models.txt";

std::map<std::string, std::string> read_pinned() {
    std::map<std::string, std::string> pinned;
    std::ifstream stream(kPinned);
    for (std::string hash, path; stream >> hash && std::getline(stream >> std::ws, path);)
        pinned[path] = hash;
    return pinned;
}

/// As `motus bake` makes it: the document of an import, with its machine.
Baked bake_imported(const Asset& asset, const std::string& name) {
    const std::unique_ptr<Document> document = new_document();
    Diagnostics diagnostics;
    RigSource source;
    source.path = source.name = name;
    source.importer = "gltf";
    EXPECT_TRUE(import_rig(*document, asset, source, diagnostics)) << name;
    return bake_document(*document, asset);
}

// MOTUS_UPDATE_GOLDEN=1 writes the list anew.
TEST(BakeModels, EveryModelIsTheSameEverywhereAndPlays) {
    if (data_folder() == nullptr) GTEST_SKIP() << "MOTUS_TEST_DATA is not set: nothing was baked";
    const std::filesystem::path models = std::filesystem::path(data_folder()) / "models";
    const auto pinned = read_pinned();
    std::map<std::string, std::string> found;
    for (const auto& path : files_below(models, {".glb", ".gltf"})) {
        const std::string name = path.lexically_relative(models).generic_string();
        Diagnostics diagnostics;
        const Result<Asset> asset = import_gltf_file(path, diagnostics);
        if (!asset) continue;
        const Baked first = bake_imported(*asset, name), second = bake_imported(*asset, name);
        ASSERT_TRUE(first.ok()) << name << ": " << first.why();
        EXPECT_TRUE(first.bytes == second.bytes) << name;
        const char* fault = exercise(first.file);
        EXPECT_EQ(fault, nullptr) << name << ": " << fault;
        found[name] = hash_text(checksum_bytes(first.bytes));
        const auto at = pinned.find(name);
        EXPECT_EQ(at != pinned.end() ? at->second : "not listed", found[name]) << name;
    }
    EXPECT_EQ(found.size(), pinned.size());
    EXPECT_GE(found.size(), 80u);
    if (std::getenv("MOTUS_UPDATE_GOLDEN") == nullptr) return;
    std::ofstream stream(kPinned);
    for (const auto& [name, hash] : found)
        stream << hash << ' ' << name << '\n';
}

}  // namespace
}  // namespace motus::test
