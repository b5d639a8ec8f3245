// SPDX-License-Identifier: MIT
#include <motus/document/journal.h>

#include <motus/session/edit_log.h>

#include "random_edits.h"
#include "sample.h"

#include <fstream>

#include <gtest/gtest.h>

#if !defined(__EMSCRIPTEN__)
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>
#endif

#if defined(__linux__)
#include <sys/stat.h>
#include <sys/syscall.h>

namespace {
int flushed_folders = 0, flushed_files = 0;
}

/// In place of libc's: counts what is flushed.
extern "C" int fsync(int file) {
    struct stat status {};
    if (::fstat(file, &status) == 0) ++(S_ISDIR(status.st_mode) ? flushed_folders : flushed_files);
    return static_cast<int>(::syscall(SYS_fsync, file));
}
#endif

namespace motus {
namespace {

std::unique_ptr<DocumentFile> create(const std::filesystem::path& path) {
    auto file = DocumentFile::create(path, test::make_sample().document);
    EXPECT_TRUE(file) << to_string(file.error());
    return *std::move(file);
}

/// What was kept of a journal.
std::string kept(const std::filesystem::path& path) {
    const Result<std::string> text = read_text_file(journal_path(path).string() + ".old");
    return text ? *text : "";
}

std::unique_ptr<DocumentFile> open(const std::filesystem::path& path) {
    Diagnostics diagnostics;
    auto file = DocumentFile::open(path, diagnostics);
    EXPECT_TRUE(file) << to_string(file.error());
    return *std::move(file);
}

bool rename(Document& document, const std::string& name) {
    auto change = document.begin_change(content(document), "Rename");
    change.set_name(name);
    return change.commit().has_value();
}

// Half a step in the file, and the whole of it in the journal that follows: neither could be
// undone.
TEST(Journal, AnOpenStepIsNotSaved) {
    const auto path = test::scratch("a.motus");
    auto file = create(path);
    Document& document = file->document();
    const auto add = [&](const char* name) {
        auto entity = std::make_unique<doc::Entity>();
        const auto made = document.insert(content(document).scene().handle(), doc::Scene::kEntities,
                                          0, std::move(entity));
        ASSERT_TRUE(made);
        ASSERT_TRUE(document.set(*made, doc::Entity::kName, std::string(name)));
    };
    const std::string before = *read_text_file(path);
    Step step = document.begin_step("Two");
    add("first");
    const auto saved = file->save();
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, "step-open");
    EXPECT_EQ(*read_text_file(path), before);
    add("second");
    ASSERT_TRUE(step.commit());
    const std::string edited = write_document(document);
    file.reset();  // gone without saving
    file = open(path);
    EXPECT_EQ(file->recovered_steps(), 1u);
    EXPECT_EQ(write_document(file->document()), edited);
    EXPECT_EQ(kept(path), "");
    EXPECT_TRUE(file->save());
}

TEST(Journal, RecoversWhatWasNotSaved) {
    const auto path = test::scratch("a.motus");
    auto file = create(path);
    test::Random random(4);
    for (int i = 0; i < 100; ++i) {
        test::random_edit(file->document(), random);
        if (i % 5 == 0) (void)file->document().undo().has_value();
    }
    const std::string edited = write_document(file->document());
    file.reset();  // gone without saving
    file = open(path);
    EXPECT_GT(file->recovered_steps(), 40u);
    EXPECT_EQ(write_document(file->document()), edited);
    // The journal goes on behind what was recovered.
    ASSERT_TRUE(rename(file->document(), "after"));
    file.reset();
    file = open(path);
    EXPECT_EQ(content(file->document()).name(), "after");
    ASSERT_TRUE(file->save());
    const std::string saved = write_document(file->document());
    file.reset();
    file = open(path);
    EXPECT_EQ(file->recovered_steps(), 0u);
    EXPECT_EQ(write_document(file->document()), saved);
}

TEST(Journal, LeavesOutWhatFailedAndWhatWasOnlyShown) {
    const auto path = test::scratch("a.motus");
    auto file = create(path);
    Document& document = file->document();
    ASSERT_TRUE(rename(document, "kept"));
    {
        Step step = document.begin_step("Given up");
        document.begin_change(content(document)).set_name("lost");
    }
    auto preview = document.begin_preview(content(document));
    preview.set_name("shown");
    ASSERT_TRUE(
        document.begin_change(content(document).library().timelines()[0]).set_name("t").commit());
    const std::string text = write_document(document);
    const Result<std::string> journal = read_text_file(journal_path(path));
    EXPECT_EQ(journal->find("lost"), std::string::npos);
    EXPECT_EQ(journal->find("shown"), std::string::npos);
    preview.drop();
    file.reset();
    file = open(path);
    EXPECT_EQ(file->recovered_steps(), 2u);
    EXPECT_EQ(write_document(file->document()), text);
}

TEST(Journal, IgnoresATornLineAndStopsAtABadOne) {
    const auto path = test::scratch("a.motus");
    auto file = create(path);
    ASSERT_TRUE(rename(file->document(), "one") && rename(file->document(), "two"));
    file.reset();
    const std::string whole = *read_text_file(journal_path(path));
    const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
    for (std::size_t cut = last; cut < whole.size(); ++cut) {
        std::ofstream(journal_path(path), std::ios::binary) << whole.substr(0, cut);
        Diagnostics diagnostics;
        auto opened = DocumentFile::open(path, diagnostics);
        ASSERT_TRUE(opened);
        ASSERT_EQ(content((*opened)->document()).name(), "one") << cut;
        ASSERT_TRUE(diagnostics.faults().empty());
    }
    std::ofstream(journal_path(path), std::ios::binary)
        << whole.substr(0, last) << "{\"step\": \"x\", \"operations\": [{}]}\n"
        << whole.substr(last);
    Diagnostics diagnostics;
    auto opened = DocumentFile::open(path, diagnostics);
    ASSERT_TRUE(opened);
    EXPECT_EQ(content((*opened)->document()).name(), "one");
    ASSERT_EQ(diagnostics.faults().size(), 1u);
    EXPECT_EQ(diagnostics.faults()[0].code, "journal-line");
    EXPECT_NE(kept(path).find("\"two\""), std::string::npos);
}

// A crash between the rename of the saved file and the new journal: the old one must not be played
// onto a document that has its edits already.
TEST(Journal, OfAnotherTextIsNotReplayed) {
    const auto path = test::scratch("a.motus");
    auto file = create(path);
    ASSERT_TRUE(rename(file->document(), "one"));
    const std::string old = *read_text_file(journal_path(path));
    ASSERT_TRUE(file->save());
    ASSERT_TRUE(rename(file->document(), "two"));
    ASSERT_TRUE(file->save());
    file.reset();
    std::ofstream(journal_path(path), std::ios::binary) << old;
    Diagnostics diagnostics;
    auto opened = DocumentFile::open(path, diagnostics);
    ASSERT_TRUE(opened);
    EXPECT_EQ((*opened)->recovered_steps(), 0u);
    EXPECT_EQ(content((*opened)->document()).name(), "two");
    // The same is there when the file was replaced: then its edits are nowhere else.
    ASSERT_EQ(diagnostics.faults().size(), 1u);
    EXPECT_EQ(diagnostics.faults()[0].code, "journal-other");
    EXPECT_EQ(kept(path), old);
}

TEST(Journal, WithoutStepsIsNothingToKeep) {
    const auto path = test::scratch("a.motus");
    auto file = create(path);
    file.reset();
    std::ofstream(path, std::ios::binary | std::ios::app) << "\n";
    open(path);
    EXPECT_EQ(kept(path), "");
}

TEST(Journal, IsKeptWhereANewDocumentTakesThePlace) {
    const auto path = test::scratch("a.motus");
    auto file = create(path);
    ASSERT_TRUE(rename(file->document(), "precious"));
    file.reset();
    file = create(path);
    EXPECT_NE(kept(path).find("precious"), std::string::npos);
}

TEST(Journal, EditThatCannotBeWrittenIsNotAcknowledged) {
#if defined(__linux__) && !defined(__EMSCRIPTEN__)
    // /dev/full takes nothing: the header already fails.
    const auto journal = Journal::start("/dev/full", "text");
    ASSERT_FALSE(journal);
    EXPECT_EQ(journal.error().code, "journal-write");
#else
    GTEST_SKIP() << "needs /dev/full";
#endif
}

#if !defined(__EMSCRIPTEN__)
// The child edits and says so after each edit; it is killed in the middle. Nothing that it had
// said may be lost, and at most the one edit it could not say any more may be there besides.
TEST(Journal, KilledInTheMiddleOfAThousandEditsLosesNothing) {
    int killed_midway = 0;
    for (int round = 0; round < 8; ++round) {
        const auto path = test::scratch("a.motus");
        create(path).reset();
        int pipe_ends[2];
        ASSERT_EQ(::pipe(pipe_ends), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            ::close(pipe_ends[0]);
            Diagnostics diagnostics;
            auto file = DocumentFile::open(path, diagnostics);
            for (std::uint32_t i = 1; i <= 1000; ++i) {
                if (!rename((*file)->document(), std::to_string(i))) ::_exit(3);
                if (::write(pipe_ends[1], &i, sizeof(i)) != sizeof(i)) ::_exit(4);
            }
            ::_exit(0);
        }
        ::close(pipe_ends[1]);
        const std::uint32_t until = 50 + 110u * static_cast<std::uint32_t>(round);
        std::uint32_t acknowledged = 0, heard = 0;
        while (::read(pipe_ends[0], &heard, sizeof(heard)) == sizeof(heard)) {
            acknowledged = heard;
            if (acknowledged == until) ::kill(child, SIGKILL);
        }
        ::close(pipe_ends[0]);
        int status = 0;
        ::waitpid(child, &status, 0);
        if (WIFSIGNALED(status)) ++killed_midway;
        ASSERT_GE(acknowledged, until);
        auto file = open(path);
        const auto found = static_cast<std::uint32_t>(std::stoul(content(file->document()).name()));
        EXPECT_GE(found, acknowledged);
        EXPECT_LE(found, acknowledged + 1);
        EXPECT_EQ(file->recovered_steps(), found);
    }
    EXPECT_GT(killed_midway, 4);
}
#endif

/// Edits the file by `first`, undoes that, edits it by `second`, and dies. What comes back?
void removed_and_undone(const char* text, const char* first, const char* second) {
    const auto path = test::scratch("a.motus");
    std::ofstream(path) << text;
    auto file = open(path);
    const std::string start = write_document(file->document());
    EditLog log;
    file->document().add_listener(log);
    ASSERT_TRUE(test::apply(file->document(), first));
    ASSERT_TRUE(*file->document().undo());
    EXPECT_EQ(write_document(file->document()), start);
    ASSERT_TRUE(test::apply(file->document(), second));
    file->document().remove_listener(log);
    const std::string edited = write_document(file->document());
    file.reset();
    file = open(path);
    EXPECT_EQ(write_document(file->document()), edited);
    EXPECT_EQ(kept(path), "");
    Diagnostics diagnostics;
    auto again = read_document(start, diagnostics);
    ASSERT_TRUE(again);
    const auto done = test::apply(**again, log.text());
    ASSERT_TRUE(done) << to_string(done.error());
    EXPECT_EQ(write_document(**again), edited);
}

// Undo brings back what a file had, which an edit could not have made.
TEST(Journal, BringsBackIdsThatAreThereTwice) {
    const char* text = R"({"version": 2, "library": {"timelines":
        [{"id": 5, "name": "a"}, {"id": 5, "name": "b"}]}})";
    const char* then = R"([{"op": "replace", "path": "/name", "value": "precious"},
        {"op": "replace", "path": "/library/timelines/0/duration", "value": 12},
        {"op": "replace", "path": "/library/timelines/1/duration", "value": 13},
        {"op": "add", "path": "/library/timelines/-", "value": {"name": "new"}}])";
    removed_and_undone(text, R"([{"op": "remove", "path": "/library/timelines/1"}])", then);
    removed_and_undone(text, R"([{"op": "remove", "path": "/library/timelines/0"}])", then);
    removed_and_undone(text, R"([{"op": "remove", "path": "/library/timelines"}])", then);
}

TEST(Journal, BringsBackObjectsWithoutIds) {
    removed_and_undone(R"({"version": 2, "library": {"timelines": [{"name": "a"}]}})",
                       R"([{"op": "remove", "path": "/library/timelines/0"}])",
                       R"([{"op": "replace", "path": "/name", "value": "precious"},
        {"op": "add", "path": "/library/timelines/-", "value": {"name": "new"}},
        {"op": "replace", "path": "/name", "value": "more precious"}])");
}

#if defined(__linux__)
// A new file is there after the power failed only where its folder was flushed too.
TEST(Journal, IsOnTheDiskWithItsName) {
    const auto path = test::scratch("a.motus");
    auto file = create(path);
    flushed_folders = 0;
    ASSERT_TRUE(Journal::start(journal_path(path).string() + "2", "text"));
    EXPECT_GE(flushed_folders, 1);
}

// What is kept never replaces what was kept before, and is on the disk before the journal goes on.
TEST(Journal, IsKeptBesideWhatWasKeptAndOnTheDisk) {
    const auto path = test::scratch("a.motus");
    const std::string old = journal_path(path).string() + ".old";
    std::ofstream(old) << "kept before";
    std::ofstream(journal_path(path)) << "header\nstep\n";
    flushed_folders = flushed_files = 0;
    EXPECT_EQ(*keep_journal(journal_path(path)), old + ".2");
    EXPECT_EQ(*read_text_file(old), "kept before");
    EXPECT_EQ(*read_text_file(old + ".2"), "header\nstep\n");
    EXPECT_GE(flushed_files, 1);
    EXPECT_GE(flushed_folders, 1);
    // The same again is kept already; another one is a third.
    EXPECT_EQ(*keep_journal(journal_path(path)), old + ".2");
    std::ofstream(journal_path(path)) << "header\nanother\n";
    EXPECT_EQ(*keep_journal(journal_path(path)), old + ".3");
}
#endif

}  // namespace
}  // namespace motus
