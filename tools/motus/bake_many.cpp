// SPDX-License-Identifier: MIT
#include "bake_many.h"

#include "output.h"
#include "progress.h"

#include <motus/asset/file.h>
#include <motus/core/hash.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <mutex>
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

class Pool {
  public:
    Pool(const BakeManyJob& job, Manifest& manifest)
        : job_(job),
          manifest_(manifest),
          names_(output_names(job.files)),
          failures_(job.files.size()),
          bar_("baking", job.files.size()) {}

    BakeManyResult run() {
        unsigned count = job_.threads != 0 ? job_.threads : std::thread::hardware_concurrency();
        count = std::clamp<unsigned>(count, 1, static_cast<unsigned>(job_.files.size()));
        std::vector<std::thread> threads;
        for (unsigned i = 1; i < count; ++i)
            threads.emplace_back([this] { work(); });
        work();
        for (std::thread& thread : threads)
            thread.join();
        if (failure_) std::rethrow_exception(failure_);
        for (auto& failure : failures_) {
            if (failure) result_.failures.push_back(std::move(*failure));
        }
        return std::move(result_);
    }

  private:
    void work() noexcept {
        try {
            for (std::size_t i = next_++; i < job_.files.size(); i = next_++) {
                InterruptGuard::check();
                bake_one(i);
                const std::lock_guard lock(mutex_);
                bar_.step();
            }
        } catch (...) {
            next_ = job_.files.size();
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
    }

    void bake_one(std::size_t index) {
        if (!job_.force && manifest_is_current(index)) {
            const std::lock_guard lock(mutex_);
            ++result_.current;
            return;
        }
        const std::string& file = job_.files[index];
        Diagnostics diagnostics;
        ManifestEntry entry;
        const std::optional<Error> fault = try_bake(file, names_[index], diagnostics, entry);
        if (fault && !diagnostics.has_errors()) {
            diagnostics.error(fault->code, fault->place, fault->cause);
        }
        const std::lock_guard lock(mutex_);
        if (fault) {
            ++result_.failed;
            manifest_.forget(names_[index]);
        } else {
            ++result_.baked;
            result_.bytes += entry.output.size;
            manifest_.set(std::move(entry));
        }
        if (!diagnostics.faults().empty()) {
            failures_[index] = BakeFailure{file, std::move(diagnostics)};
        }
    }

    /// Entries change under the mutex; files are looked at without it.
    bool manifest_is_current(std::size_t index) {
        return before_.is_current(names_[index], job_.files[index]);
    }

    std::optional<Error> try_bake(const std::string& file, const std::string& name,
                                  Diagnostics& diagnostics, ManifestEntry& entry) {
        Result<BakeInput> input = read_bake_input(file, diagnostics);
        if (!input) return input.error();
        const Result<AlignedBytes> bytes = bake_input(*input, diagnostics);
        if (!bytes) return bytes.error();
        const fs::path path = fs::path(job_.folder) / name;
        const auto written = write_file_atomic(path, *bytes, OnDisk::later);
        if (!written) return written.error();
        struct stat info {};
        if (::stat(path.c_str(), &info) != 0) return Error{"file-write", "", "is not there"};
        entry.file = file;
        entry.inputs = std::move(input->files);
        entry.output = {name, bytes->size(),
                        std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec,
                        checksum_bytes(*bytes)};
        return std::nullopt;
    }

    const BakeManyJob& job_;
    Manifest& manifest_;
    const Manifest before_ = manifest_;
    std::vector<std::string> names_;
    std::vector<std::optional<BakeFailure>> failures_;
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
    Manifest manifest(job.folder);
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
