// SPDX-License-Identifier: MIT
#include <motus/document/file.h>

#include <motus/asset/file.h>
#include <motus/core/hash.h>
#include <motus/document/migrate.h>
#include <motus/document/object_json.h>

#include <cerrno>
#include <cmath>
#include <fstream>
#include <random>
#include <system_error>
#include <vector>

namespace motus {
namespace {

/// What comes from a pipe or a device may never end.
constexpr std::size_t kMaxStream = std::size_t{64} << 20;

/// Who edits a file by `motus edit` has it for a moment; an editor has it for hours.
constexpr std::chrono::milliseconds kLockWait{1000};

std::uint64_t text_checksum(std::string_view text) {
    return checksum_bytes(std::as_bytes(std::span(text.data(), text.size())));
}

/// Not 0, which means that nobody chose one.
std::uint64_t random_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32 | device()) | 1;
}

Error in_file(const std::filesystem::path& path, Error error) {
    error.place = error.place.empty() ? path.string() : path.string() + ": " + error.place;
    return error;
}

Error refuse(std::string cause) {
    return {"file-read", "", std::move(cause)};
}

/// A step is saved whole or not at all: the journal that follows has all of it.
Result<Done> may_save(const Document& document) {
    if (document.in_callback()) return refused_in_callback();
    if (document.in_step()) return Error{"step-open", "", "a step is open: end it first"};
    return Done{};
}

/// Takes the version out of the root; 0 where there is none that makes sense.
Result<int> take_version(Json& root) {
    const Json* version = root.find("version");
    if (version == nullptr) {
        return Error{"document-version", "/version",
                     "is missing: a Motus document says which version of the format it has"};
    }
    const double number = version->is_number() ? version->number : 0.0;
    if (!(number >= 1.0 && number <= 1e6 && number == std::floor(number))) {
        return Error{"document-version", "/version", "must be a whole number from 1 on"};
    }
    root.erase("version");
    return static_cast<int>(number);
}

}  // namespace

std::string write_document(const Document& document) {
    const BaseView base(document);
    std::string body;
    append_object(body, document.root(), JsonLayout::pretty);
    std::string text = "{\n  \"version\": " + std::to_string(kDocumentVersion);
    if (body == "{}") {
        text += "\n}\n";
    } else {
        body.front() = ',';
        text += body;
        text += '\n';
    }
    return text;
}

Result<std::unique_ptr<Document>> read_document(std::string_view text, Diagnostics& diagnostics,
                                                const DocumentOptions& options,
                                                const Schema& schema) {
    Result<Json> json = parse_json(text);
    const auto refuse = [&](const Error& error) {
        diagnostics.error(error.code, error.place, error.cause);
        return error;
    };
    if (!json) return refuse(json.error());
    if (!json->is_object()) {
        return refuse(
            {"wrong-type", "", std::string("a document is an object, not ") + json->kind_name()});
    }
    const Result<int> version = take_version(*json);
    if (!version) return refuse(version.error());
    if (const Result<Done> migrated = migrate(*json, *version); !migrated) {
        return refuse(migrated.error());
    }
    std::unique_ptr<Object> root =
        read_object(schema, doc::Document::static_type(), *json, "", diagnostics);
    if (root == nullptr) return diagnostics.first_error();
    *json = Json();
    return new_document(std::move(root), options, schema);
}

Result<std::string> read_text_stream(std::istream& in, bool ends) {
    // Not by iterators: where the disk fails, those let an exception out.
    std::string text;
    std::vector<char> piece(std::size_t{1} << 16);
    while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())), in.gcount() > 0) {
        text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
        if (!ends && text.size() > kMaxStream) return refuse("is no file, and does not end");
    }
    if (in.bad()) return refuse("cannot be read");
    return text;
}

Result<std::string> read_text_file(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return refuse("is a folder, not a file");
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) return refuse("cannot be opened: " + std::generic_category().message(errno));
    return read_text_stream(in, std::filesystem::is_regular_file(path, ignored));
}

Result<std::size_t> save_document(Document& document, const std::filesystem::path& path,
                                  FileLock* held) {
    if (const Result<Done> allowed = may_save(document); !allowed) return allowed.error();
    const std::string text = write_document(document);
    Result<std::size_t> written =
        write_file_atomic(path, std::as_bytes(std::span(text)), OnDisk::now, held);
    if (!written) return written.error();
    document.mark_saved();
    return written;
}

DocumentFile::DocumentFile(std::filesystem::path path, std::unique_ptr<Document> document)
    : path_(std::move(path)), document_(std::move(document)) {}

DocumentFile::~DocumentFile() {
    if (journal_ != nullptr) document_->remove_listener(*journal_);
}

Result<Done> DocumentFile::take_journal(Result<std::unique_ptr<Journal>> journal) {
    if (journal_ != nullptr) document_->remove_listener(*journal_);
    journal_.reset();
    if (!journal) return in_file(journal_path(path_), journal.error());
    journal_ = *std::move(journal);
    document_->add_listener(*journal_);
    return Done{};
}

Result<std::unique_ptr<DocumentFile>> DocumentFile::open(const std::filesystem::path& path,
                                                         Diagnostics& diagnostics,
                                                         const DocumentOptions& options,
                                                         const Schema& schema) {
    Result<FileLock> lock = FileLock::take(path, kLockWait);
    if (!lock) return in_file(path, lock.error());
    const Result<std::string> text = read_text_file(path);
    if (!text) return in_file(path, text.error());
    DocumentOptions own = options;
    if (own.id_seed == 0) own.id_seed = random_seed();
    Result<std::unique_ptr<Document>> document = read_document(*text, diagnostics, own, schema);
    if (!document) return in_file(path, document.error());
    std::unique_ptr<DocumentFile> file(new DocumentFile(path, *std::move(document)));
    file->lock_ = *std::move(lock);
    file->saved_ = text_checksum(*text);

    const std::filesystem::path beside = journal_path(path);
    const Result<std::string> journal = read_journal(beside);
    if (!journal) return in_file(beside, journal.error());
    const JournalReplay replay = replay_journal(*file->document_, *journal, *text, diagnostics);
    if (replay.left) {
        if (const auto kept = keep_journal(beside); !kept) return in_file(beside, kept.error());
    }
    file->recovered_ = replay.steps;
    const Result<Done> started = file->take_journal(
        replay.steps != 0 ? Journal::resume(beside, replay.bytes) : Journal::start(beside, *text));
    if (!started) return started.error();
    return file;
}

Result<std::unique_ptr<DocumentFile>> DocumentFile::create(const std::filesystem::path& path,
                                                           std::unique_ptr<Document> document) {
    Result<FileLock> lock = FileLock::take(path, kLockWait);
    if (!lock) return in_file(path, lock.error());
    std::unique_ptr<DocumentFile> file(new DocumentFile(path, std::move(document)));
    file->lock_ = *std::move(lock);
    const std::filesystem::path beside = journal_path(path);
    if (const auto kept = keep_journal(beside); !kept) return in_file(beside, kept.error());
    if (const Result<std::size_t> written = file->write(); !written) return written.error();
    return file;
}

bool DocumentFile::is_changed() const {
    std::error_code ignored;
    if (!std::filesystem::exists(path_, ignored)) return false;
    const Result<std::string> text = read_text_file(path_);
    return !text || text_checksum(*text) != saved_;
}

Result<std::size_t> DocumentFile::save(IfChanged changed) {
    if (const Result<Done> allowed = may_save(*document_); !allowed)
        return in_file(path_, allowed.error());
    if (changed == IfChanged::refuse && is_changed()) {
        return in_file(path_, {"file-changed", "", "another program has changed it meanwhile"});
    }
    return write();
}

Result<std::size_t> DocumentFile::write() {
    const std::string text = write_document(*document_);
    Result<std::size_t> written =
        write_file_atomic(path_, std::as_bytes(std::span(text)), OnDisk::now, &lock_);
    if (!written) return in_file(path_, written.error());
    saved_ = text_checksum(text);
    document_->mark_saved();
    // A crash here leaves a journal that continues the text of before: it is not replayed.
    const Result<Done> started = take_journal(Journal::start(journal_path(path_), text));
    if (!started) return started.error();
    return written;
}

}  // namespace motus
