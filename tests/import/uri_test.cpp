// Where data comes from: data URIs, files beside the file, and nothing from anywhere else.
// SPDX-License-Identifier: MIT
#include <motus/import/gltf/uri.h>
#include <tests/import/gltf_writer.h>

#include <filesystem>
#include <fstream>

namespace motus {
namespace {

namespace fs = std::filesystem;
using test::GltfWriter;
using test::import_error;
using test::import_ok;

/// A folder that goes away with the test.
class Folder {
  public:
    Folder() {
        path_ = fs::temp_directory_path() /
                ("motus_uri_test_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
        fs::remove_all(path_);
        fs::create_directories(path_);
    }
    ~Folder() { fs::remove_all(path_); }
    [[nodiscard]] const fs::path& path() const { return path_; }

    template <typename Bytes>
    fs::path write(const std::string& name, const Bytes& bytes) const {
        const fs::path file = path_ / name;
        fs::create_directories(file.parent_path());
        std::ofstream out(file, std::ios::binary);
        out.write(reinterpret_cast<const char*>(bytes.data()),
                  static_cast<std::streamsize>(bytes.size()));
        return file;
    }

  private:
    fs::path path_;
};

GltfWriter triangle() {
    GltfWriter writer;
    writer.mesh({{"POSITION", writer.add(std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3")}});
    return writer;
}

Result<Asset> import_with(const Folder& folder, const std::string& name, const std::string& uri) {
    const fs::path file = folder.write(name, triangle().gltf(uri));
    Diagnostics diagnostics;
    return import_gltf_file(file, diagnostics);
}

TEST(GltfUri, EmbeddedAndExternalBuffersGiveTheSame) {
    const GltfWriter writer = triangle();
    const Asset expected = import_ok(writer.glb());
    EXPECT_EQ(import_ok(writer.gltf(writer.data_uri())), expected);
    Folder folder;
    folder.write("a.bin", writer.binary);
    folder.write("sub folder/\xc3\xa4 b.bin", writer.binary);
    for (const char* uri : {"a.bin", "./a.bin", "%61.bin", "sub%20folder/%C3%A4%20b.bin",
                            "sub folder/\xc3\xa4 b.bin", "sub%20folder%2F%C3%A4%20b.bin"}) {
        const Result<Asset> asset = import_with(folder, "file.gltf", uri);
        ASSERT_TRUE(asset) << uri << " " << to_string(asset.error());
        EXPECT_EQ(*asset, expected) << uri;
    }
}

TEST(GltfUri, NoPathLeavesTheFolder) {
    Folder outer;
    outer.write("secret.bin", triangle().binary);
    outer.write("inner/ok.bin", triangle().binary);
    fs::create_symlink(outer.path() / "secret.bin", outer.path() / "inner" / "link.bin");
    fs::create_directory_symlink(outer.path(), outer.path() / "inner" / "up");
    fs::create_symlink(outer.path() / "inner" / "ok.bin", outer.path() / "inner" / "near.bin");
    ASSERT_TRUE(import_with(outer, "inner/file.gltf", "ok.bin"));
    EXPECT_TRUE(import_with(outer, "inner/file.gltf", "near.bin")) << "a link inside is fine";
    const std::string absolute = (outer.path() / "secret.bin").string();
    for (const std::string& uri : {std::string("../secret.bin"),
                                   std::string("%2e%2e/secret.bin"),
                                   std::string("..%2fsecret.bin"),
                                   std::string("%2E%2E%2Fsecret.bin"),
                                   std::string("x/../../secret.bin"),
                                   std::string("./../secret.bin"),
                                   std::string("..\\secret.bin"),
                                   std::string("..%5csecret.bin"),
                                   absolute,
                                   "%2f" + absolute.substr(1),
                                   "/" + absolute,
                                   "file://" + absolute,
                                   std::string("file:../secret.bin"),
                                   std::string("link.bin"),
                                   std::string("up/secret.bin"),
                                   std::string("C:/secret.bin"),
                                   std::string("C%3A/secret.bin"),
                                   std::string("ok.bin%00.png"),
                                   std::string("http://127.0.0.1/secret.bin"),
                                   std::string("https://127.0.0.1/secret.bin"),
                                   std::string("//127.0.0.1/secret.bin"),
                                   std::string(""),
                                   std::string("."),
                                   std::string("up"),
                                   std::string("a//ok.bin"),
                                   std::string("%zz"),
                                   std::string("ok.bin%2"),
                                   std::string("..")}) {
        const Result<Asset> asset = import_with(outer, "inner/file.gltf", uri);
        ASSERT_FALSE(asset) << uri;
        EXPECT_EQ(asset.error().place, "buffers[0].uri") << uri;
        EXPECT_FALSE(asset.error().cause.empty());
    }
}

TEST(GltfUri, MissingFilesAndFilesThatAreTooShort) {
    Folder folder;
    EXPECT_EQ(import_with(folder, "file.gltf", "gone.bin").error().code, "gltf-file");
    folder.write("short.bin", std::string(35, 'x'));
    EXPECT_EQ(import_with(folder, "file.gltf", "short.bin").error().place, "buffers[0].byteLength");
    Diagnostics diagnostics;
    EXPECT_FALSE(import_gltf_file(folder.path() / "gone.gltf", diagnostics));
    EXPECT_FALSE(import_gltf_file(folder.path(), diagnostics));
    EXPECT_TRUE(diagnostics.has_errors());
    // From memory there is no folder.
    EXPECT_EQ(import_error(triangle().gltf("a.bin")).place, "buffers[0].uri");
}

TEST(GltfUri, AFileIsLoadedOnce) {
    GltfWriter writer = triangle();
    auto root = writer.root;
    for (int i = 0; i < 9; ++i)
        root["buffers"].push_back({{"byteLength", 36}, {"uri", "a.bin"}});
    root["buffers"][3]["uri"] = "./a.bin";
    const std::string text = root.dump();
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    int loads = 0;
    GltfOptions options;
    options.load = [&](const std::string& path) -> Result<std::vector<std::byte>> {
        EXPECT_EQ(path, "a.bin");
        ++loads;
        return std::vector<std::byte>(36);
    };
    import_ok(std::vector<std::byte>(first, first + text.size()), nullptr, options);
    EXPECT_EQ(loads, 1);
}

TEST(GltfUri, ImagesAreKeptAndMayBeMissing) {
    using namespace std::string_literals;
    const std::string png = "\x89PNG\r\n\x1a\nrest"s, jpeg = "\xff\xd8\xff\xe0rest"s;
    Folder folder;
    folder.write("a.png", png);
    GltfWriter writer;
    const auto view = writer.view(std::vector<char>(jpeg.begin(), jpeg.end()));
    writer.root["images"] = {{{"uri", "a.png"}, {"name", "A"}},
                             {{"bufferView", view}, {"mimeType", "image/jpeg"}},
                             {{"uri", "gone.png"}},
                             {{"uri", "data:image/png;base64,iVBORw0KGgo="}}};
    const fs::path file = folder.write("file.glb", writer.glb());
    Diagnostics diagnostics;
    const Result<Asset> asset = import_gltf_file(file, diagnostics);
    ASSERT_TRUE(asset) << to_string(asset.error());
    EXPECT_EQ(asset->images.at(0).mime_type, "image/png");
    EXPECT_EQ(asset->images[0].bytes, std::vector<std::uint8_t>(png.begin(), png.end()));
    EXPECT_EQ(asset->images.at(1).mime_type, "image/jpeg");
    EXPECT_EQ(asset->images[1].bytes, std::vector<std::uint8_t>(jpeg.begin(), jpeg.end()));
    EXPECT_TRUE(asset->images.at(2).bytes.empty());
    EXPECT_TRUE(test::warned(diagnostics, "images[2].uri", "no such file"));
    EXPECT_EQ(asset->images.at(3).bytes.size(), 8u);
    // A missing picture is a pity; one outside the folder is an attempt.
    writer.root["images"][2]["uri"] = "../gone.png";
    EXPECT_EQ(import_error(writer).place, "images[2].uri");
}

TEST(GltfUri, Base64) {
    std::vector<std::byte> out;
    std::string type, cause;
    const auto decode = [&](const std::string& text) {
        return gltf::decode_data_uri("data:a/b;base64," + text, out, type, cause);
    };
    const auto text = [&] {
        return std::string(reinterpret_cast<const char*>(out.data()), out.size());
    };
    // RFC 4648, section 10.
    const char* vectors[][2] = {{"", ""},
                                {"Zg==", "f"},
                                {"Zm8=", "fo"},
                                {"Zm9v", "foo"},
                                {"Zm9vYg==", "foob"},
                                {"Zm9vYmE=", "fooba"},
                                {"Zm9vYmFy", "foobar"}};
    for (const auto& [encoded, plain] : vectors) {
        ASSERT_TRUE(decode(encoded)) << encoded;
        EXPECT_EQ(text(), plain);
    }
    EXPECT_EQ(type, "a/b");
    EXPECT_TRUE(decode("Zm8")) << "padding may be left out";
    for (const char* wrong : {"Z", "Zm9vY", "Zg=", "Zm 9v", "Zm9v!", "====", "Zg==Zg=="}) {
        EXPECT_FALSE(decode(wrong)) << wrong;
    }
    EXPECT_TRUE(gltf::decode_data_uri("data:,a%20b", out, type, cause));
    EXPECT_EQ(text(), "a b");
    EXPECT_FALSE(gltf::decode_data_uri("data:a/b;base64", out, type, cause));
    EXPECT_TRUE(gltf::is_data_uri("DATA:,"));
    EXPECT_FALSE(gltf::is_data_uri("dat"));
}

}  // namespace
}  // namespace motus
