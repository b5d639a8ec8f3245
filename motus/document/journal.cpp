// SPDX-License-Identifier: MIT
#include <motus/document/journal.h>

#include <motus/asset/file.h>
#include <motus/core/hash.h>
#include <motus/document/file.h>
#include <motus/document/operation.h>
#include <motus/document/patch.h>

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace motus {
namespace {

std::string text_hash(std::string_view text) {
    constexpr char kDigits[] = "0123456789abcdef";
    auto hash = static_cast<std::uint64_t>(hash_name(text));
    std::string digits(16, '0');
    for (std::size_t i = 16; i-- > 0; hash >>= 4)
        digits[i] = kDigits[hash & 15];
    return digits;
}

std::string header_of(std::string_view saved_text) {
    return "{\"motus_journal\": 1, \"continues\": \"" + text_hash(saved_text) + "\"}\n";
}

Error write_error(const char* what) {
    return {"journal-write", "",
            std::string(what) + ": " + std::error_code(errno, std::generic_category()).message()};
}

/// The name of a new file lives in its folder.
void sync_name(const std::filesystem::path& path) {
    const std::string folder = path.parent_path().string();
    const int directory = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
    if (directory < 0) return;
    (void)::fsync(directory);
    ::close(directory);
}

/// Behind the first line there is another whole one.
bool has_steps(std::string_view journal) {
    const std::size_t first = journal.find('\n');
    return first != journal.npos && journal.find('\n', first + 1) != journal.npos;
}

Result<Done> replay_line(Document& document, std::string_view line) {
    const Result<Json> json = parse_json(line);
    if (!json) return json.error();
    const Json* name = json->find("step");
    const Json* operations = json->find("operations");
    if (name == nullptr || operations == nullptr) {
        return Error{"journal-line", "", "is not a step"};
    }
    return apply_patch_step(document, *operations, name->text);
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::start(const std::filesystem::path& path,
                                                std::string_view saved_text) {
    const int file =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) return write_error("cannot be opened");
    std::unique_ptr<Journal> journal(new Journal(file));
    if (const Result<Done> written = journal->append(header_of(saved_text)); !written) {
        return written.error();
    }
    sync_name(path);
    return journal;
}

Result<std::unique_ptr<Journal>> Journal::resume(const std::filesystem::path& path,
                                                 std::size_t bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0) return write_error("cannot be opened");
    std::unique_ptr<Journal> journal(new Journal(file));
    if (::ftruncate(file, static_cast<off_t>(bytes)) != 0) return write_error("cannot be cut");
    return journal;
}

Journal::~Journal() {
    ::close(file_);
}

/// The step is refused: no half of its line may stand before the next one, nor the whole of it.
Error Journal::take_back(std::int64_t start, const char* what) const {
    const Error error = write_error(what);
    (void)!::ftruncate(file_, static_cast<off_t>(start));
    return error;
}

Result<Done> Journal::append(const std::string& line) {
    const off_t start = ::lseek(file_, 0, SEEK_END);
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t written = ::write(file_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return take_back(start, "cannot be written");
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(file_) != 0) return take_back(start, "cannot be flushed");
    return Done{};
}

void Journal::on_change(const Document& document, const ChangeEvent& event) {
    if (event.origin != Origin::edit && event.origin != Origin::undo &&
        event.origin != Origin::redo) {
        return;
    }
    if (!pending_.empty()) pending_ += ", ";
    pending_ += operation_of(document, event);
}

Result<Done> Journal::on_commit(const Document&, const StepInfo& info) {
    std::string line = "{\"step\": ";
    append_json_string(line, info.name);
    line += ", \"operations\": [" + pending_ + "]}\n";
    pending_.clear();
    return append(line);
}

void Journal::on_rollback(const Document&) {
    pending_.clear();
}

std::filesystem::path journal_path(const std::filesystem::path& document) {
    std::filesystem::path path = document;
    path += ".journal";
    return path;
}

JournalReplay replay_journal(Document& document, std::string_view journal,
                             std::string_view saved_text, Diagnostics& diagnostics) {
    JournalReplay replay;
    const std::string header = header_of(saved_text);
    if (journal.substr(0, header.size()) != header) {
        replay.left = has_steps(journal);
        if (replay.left) {
            diagnostics.warn("journal-other", "",
                             "the journal continues another text of the document and is not "
                             "replayed; it is kept as .journal.old");
        }
        return replay;
    }
    replay.bytes = header.size();
    for (;;) {
        const std::size_t end = journal.find('\n', replay.bytes);
        if (end == std::string_view::npos) return replay;
        const Result<Done> done =
            replay_line(document, journal.substr(replay.bytes, end - replay.bytes));
        if (!done) {
            diagnostics.warn("journal-line", "step " + std::to_string(replay.steps + 1),
                             "the journal cannot be followed from here on, what comes after is "
                             "left out, and kept as .journal.old: " +
                                 to_string(done.error()));
            replay.left = true;
            return replay;
        }
        ++replay.steps;
        replay.bytes = end + 1;
    }
}

Result<std::string> read_journal(const std::filesystem::path& journal) {
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(journal, ignored);
    if (!std::filesystem::exists(status)) return std::string();
    if (!std::filesystem::is_regular_file(status)) {
        return Error{"file-read", "", "is no plain file, as a journal is"};
    }
    return read_text_file(journal);
}

Result<std::filesystem::path> keep_journal(const std::filesystem::path& journal) {
    std::error_code ignored;
    const Result<std::string> text = read_journal(journal);
    if (!text) return Error{"journal-write", "", "cannot be kept: " + text.error().cause};
    if (!has_steps(*text)) return std::filesystem::path();
    for (int number = 1;; ++number) {
        std::filesystem::path old = journal;
        old += number == 1 ? ".old" : ".old." + std::to_string(number);
        if (std::filesystem::exists(old, ignored)) {
            const Result<std::string> before = read_journal(old);
            if (before && *before == *text) return old;
            continue;
        }
        const Result<std::size_t> kept = write_file_atomic(old, std::as_bytes(std::span(*text)));
        if (!kept) return Error{"journal-write", "", "cannot be kept: " + kept.error().cause};
        return old;
    }
}

}  // namespace motus
