// SPDX-License-Identifier: MIT
#include "bake_many.h"

#include "crew.h"
#include "output.h"
#include "progress.h"

#include <motus/asset/file.h>
#include <motus/core/hash.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <thread>

#include <sys/stat.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> output_names(const std::vector<std::string>& files) {
    std::vector<std::string> names;
    std::map<std::string, const std::string*> taken;
    for (const std::string& file : files) {
        std::string name = fs::path(file).stem().string() + ".motusb";
        const auto [at, is_new] = taken.emplace(name, &file);
        if (!is_new) {
            throw UsageFault(
                fmt::format("bake: {} and {} would both become {}: bake them to "
                            "different folders",
                            *at->second, file, name));
        }
        names.push_back(std::move(name));
    }
    return names;
}

/// One file's bake, and the line of the list that is about it.
struct BakedOutput {
    AlignedBytes bytes;
    ManifestEntry entry;
};

class Pool {
  public:
    Pool(const BakeManyJob& job, Manifest& manifest)
        : job_(job),
          manifest_(manifest),
          names_(output_names(job.files)),
          failures_(job.files.size()),
          short_(job.files.size()),
          bar_("baking", job.files.size()) {}

    BakeManyResult run() {
        const unsigned wanted =
            job_.threads != 0 ? job_.threads : std::thread::hardware_concurrency();
        const std::size_t count = std::clamp<std::size_t>(wanted, 1, job_.files.size());
        alone_ = count == 1;
        work_together(static_cast<std::uint32_t>(count), [this](std::uint32_t) { work(); });
        // What many at a time had no memory for, one after the other may have.
        if (!alone_ && !failure_) {
            alone_ = true;
            for (std::size_t i = 0; i < job_.files.size() && !failure_; ++i)
                if (short_[i] != 0) work_on(i);
            if (!failure_) work();
        }
        if (failure_) std::rethrow_exception(failure_);
        for (auto& failure : failures_) {
            if (failure) result_.failures.push_back(std::move(*failure));
        }
        return std::move(result_);
    }

  private:
    void work() noexcept {
        for (std::size_t i = next_++; i < job_.files.size(); i = next_++)
            if (!work_on(i)) return;
    }

    /// False: this thread is to end, because of a failure, or to leave its memory to others.
    bool work_on(std::size_t index) noexcept {
        try {
            InterruptGuard::check();
            bake_one(index);
            const std::lock_guard lock(mutex_);
            bar_.step();
            return true;
        } catch (const std::bad_alloc&) {
            if (!alone_) {
                short_[index] = 1;
                return false;
            }
            fail();
        } catch (...) {
            fail();
        }
        return false;
    }

    void fail() noexcept {
        next_ = job_.files.size();
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
    }

    void bake_one(std::size_t index) {
        if (!job_.force && manifest_is_current(index)) {
            const std::lock_guard lock(mutex_);
            ++result_.current;
            return;
        }
        const std::string& file = job_.files[index];
        Diagnostics diagnostics;
        BakedOutput baked;
        std::optional<Error> fault = try_bake(file, diagnostics, baked);
        if (fault && fault->code == "file-memory" && !alone_) throw std::bad_alloc();
        if (fault && !diagnostics.has_errors()) {
            diagnostics.error(fault->code, fault->place, fault->cause);
        }
        const fs::path path = fs::path(job_.folder) / names_[index];
        std::optional<Error> unwritten;
        if (!fault) fault = unwritten = try_write(path, names_[index], baked);
        std::optional<BakeFailure> failure;
        if (unwritten || !diagnostics.faults().empty())
            failure = {file, std::move(diagnostics), path.string(), std::move(unwritten)};
        const std::lock_guard lock(mutex_);  // what may throw first: then nothing has been counted
        if (fault) {
            manifest_.forget(names_[index]);
            ++result_.failed;
        } else {
            const std::uint64_t size = baked.entry.output.size;
            manifest_.set(std::move(baked.entry));
            ++result_.baked;
            result_.bytes += size;
        }
        failures_[index] = std::move(failure);
    }

    /// Entries change under the mutex; files are looked at without it.
    bool manifest_is_current(std::size_t index) {
        return before_.is_current(names_[index], job_.files[index]);
    }

    std::optional<Error> try_bake(const std::string& file, Diagnostics& diagnostics,
                                  BakedOutput& baked) const {
        Result<BakedSource> made = bake_file(file, job_.run, false, diagnostics);
        if (!made) return made.error();
        baked.bytes = std::move(made->baked.bytes);
        baked.entry.file = file;
        baked.entry.inputs = std::move(made->files);
        return std::nullopt;
    }

    static std::optional<Error> try_write(const fs::path& path, const std::string& name,
                                          BakedOutput& baked) {
        const auto written = write_file_atomic(path, baked.bytes, OnDisk::later);
        if (!written) return written.error();
        struct stat info {};
        if (::stat(path.c_str(), &info) != 0) return Error{"file-write", "", "is not there"};
        baked.entry.output = {
            name, baked.bytes.size(),
            std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec,
            checksum_bytes(baked.bytes)};
        return std::nullopt;
    }

    const BakeManyJob& job_;
    Manifest& manifest_;
    const Manifest before_ = manifest_;
    std::vector<std::string> names_;
    std::vector<std::optional<BakeFailure>> failures_;
    std::vector<char> short_;  ///< Files that there was not enough memory for.
    bool alone_ = true;        ///< Changes only while one thread works.
    Progress bar_;
    std::mutex mutex_;
    std::atomic<std::size_t> next_{0};
    BakeManyResult result_;
    std::exception_ptr failure_;
};

}  // namespace

BakeManyResult bake_many(const BakeManyJob& job) {
    std::error_code failed;
    fs::create_directories(job.folder, failed);
    if (failed) throw InputFault(job.folder, "the folder cannot be made: " + failed.message());
    const InterruptGuard guard;
    Manifest manifest(job.folder, text_of(job.run.settings));
    BakeManyResult result;
    try {
        result = Pool(job, manifest).run();
    } catch (...) {  // broken off: what was baked until then need not be baked again
        sync_folder(job.folder);
        manifest.save();
        throw;
    }
    if (result.baked != 0) sync_folder(job.folder);  // before the list says that they are there
    if (result.baked == 0 && result.failed == 0) return result;
    try {
        manifest.save();
    } catch (const InputFault& fault) {
        if (result.failed == 0) throw;
        print_message(
            fault.what());  // What failed before, perhaps for the same reason, is said too.
    }
    return result;
}

}  // namespace motus::tool
