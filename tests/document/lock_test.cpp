// SPDX-License-Identifier: MIT
#include <motus/document/file.h>

#include "sample.h"

#include <fstream>

#include <gtest/gtest.h>

#if !defined(__EMSCRIPTEN__)
#include <sys/wait.h>
#include <unistd.h>

namespace motus {
namespace {

using Opened = Result<std::unique_ptr<DocumentFile>>;

Opened open_locked(const std::filesystem::path& path) {
    Diagnostics diagnostics;
    return DocumentFile::open(path, diagnostics);
}

std::string code_of(const Opened& opened) {
    return opened ? "" : opened.error().code;
}

Result<Done> rename_document(DocumentFile& file, const std::string& name) {
    auto change = file.document().begin_change(content(file.document()), "Rename");
    change.set_name(name);
    return change.commit();
}

/// A new entity's id.
std::uint64_t add_entity(DocumentFile& file) {
    const auto made =
        file.document().insert(content(file.document()).scene().handle(), doc::Scene::kEntities,
                               std::string::npos, std::make_unique<doc::Entity>());
    return file.document().find(*made)->stable_id();
}

TEST(DocumentLock, OneProgramEditsAtATime) {
    const auto path = test::scratch("a.motus");
    auto first = DocumentFile::create(path, test::make_sample().document);
    ASSERT_TRUE(first);
    EXPECT_EQ(code_of(open_locked(path)), "file-locked");
    EXPECT_EQ(code_of(DocumentFile::create(path, test::make_sample().document)), "file-locked");
    // A save puts another file in place, which is held as well.
    ASSERT_TRUE(rename_document(**first, "one") && (*first)->save());
    EXPECT_EQ(code_of(open_locked(path)), "file-locked");
    ASSERT_TRUE(rename_document(**first, "two"));
    first->reset();
    Opened second = open_locked(path);
    ASSERT_TRUE(second);
    EXPECT_EQ((*second)->recovered_steps(), 1u);
    EXPECT_EQ(content((*second)->document()).name(), "two");
    EXPECT_EQ(code_of(open_locked(path)), "file-locked");
}

// Each program adds its own step, as often as it gets the file; none of them is lost.
TEST(DocumentLock, ManyProgramsLoseNothing) {
    const auto path = test::scratch("a.motus");
    ASSERT_TRUE(DocumentFile::create(path, test::make_sample().document));
    const std::size_t before = content((*open_locked(path))->document()).scene().entities().size();
    constexpr int kPrograms = 4, kEdits = 5;
    std::vector<pid_t> children;
    for (int program = 0; program < kPrograms; ++program) {
        const pid_t child = ::fork();
        if (child != 0) {
            children.push_back(child);
            continue;
        }
        for (int edits = 0; edits < kEdits;) {
            Opened file = open_locked(path);
            if (!file && file.error().code != "file-locked") ::_exit(3);
            if (!file) continue;
            if (add_entity(**file) == 0) ::_exit(4);
            if (edits % 2 == 0 && !(*file)->save()) ::_exit(5);
            ++edits;
        }
        ::_exit(0);
    }
    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    Opened file = open_locked(path);
    ASSERT_TRUE(file);
    EXPECT_EQ(content((*file)->document()).scene().entities().size(), before + kPrograms * kEdits);
}

TEST(DocumentLock, IdsOfTwoProgramsDiffer) {
    const auto a = test::scratch("a.motus"), b = a.parent_path() / "b.motus";
    ASSERT_TRUE(DocumentFile::create(a, test::make_sample().document));
    std::filesystem::copy_file(a, b);
    Opened first = open_locked(a), second = open_locked(b);
    ASSERT_TRUE(first && second);
    EXPECT_NE(add_entity(**first), add_entity(**second));
    // Whoever wants the same ones says so.
    first->reset();
    second->reset();
    Diagnostics diagnostics;
    first = DocumentFile::open(a, diagnostics, {.id_seed = 7});
    second = DocumentFile::open(b, diagnostics, {.id_seed = 7});
    EXPECT_EQ(add_entity(**first), add_entity(**second));
}

TEST(DocumentLock, WhatOthersWroteIsNotReplacedUnseen) {
    const auto path = test::scratch("a.motus");
    auto file = DocumentFile::create(path, test::make_sample().document);
    ASSERT_TRUE(file && rename_document(**file, "mine"));
    const std::string theirs = "{\n  \"version\": 2,\n  \"name\": \"theirs\"\n}\n";
    std::ofstream(path, std::ios::binary) << theirs;  // by one who asks for no lock
    const Result<std::size_t> refused = (*file)->save();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, "file-changed");
    EXPECT_EQ(*read_text_file(path), theirs);
    ASSERT_TRUE((*file)->save(IfChanged::replace));
    EXPECT_NE(read_text_file(path)->find("mine"), std::string::npos);
    ASSERT_TRUE((*file)->save());
    std::filesystem::remove(path);
    ASSERT_TRUE((*file)->save());
}

TEST(DocumentLock, AListenerDoesNotSave) {
    const auto path = test::scratch("a.motus");
    auto file = DocumentFile::create(path, test::make_sample().document);
    ASSERT_TRUE(file);
    struct Saver final : CommandListener {
        DocumentFile* file = nullptr;
        std::string code;
        Result<Done> on_commit(const Document&, const StepInfo&) override {
            const Result<std::size_t> saved = file->save();
            code = saved ? "saved" : saved.error().code;
            return Done{};
        }
    } saver;
    saver.file = file->get();
    (*file)->document().add_listener(saver);
    ASSERT_TRUE(rename_document(**file, "a"));
    (*file)->document().remove_listener(saver);
    EXPECT_EQ(saver.code, "in-callback");
}

}  // namespace
}  // namespace motus
#endif
