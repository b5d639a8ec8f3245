// SPDX-License-Identifier: MIT
#include "bake_cache.h"

#include "clip_report.h"
#include "crew.h"
#include "document_input.h"
#include "input.h"
#include "output.h"
#include "progress.h"

#include <motus/core/container.h>
#include <motus/core/hash.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>

#include <fmt/format.h>

namespace motus::tool {
namespace {

namespace fs = std::filesystem;

/// A bake that takes less is not worth two files.
constexpr std::chrono::milliseconds kWorthKeeping{4};
constexpr std::uint32_t kStepVersion = 1;

/// Numbers and texts one after the other, for results that are kept.
class PartWriter {
  public:
    void number(std::uint64_t number) {
        const std::size_t at = bytes.size();
        bytes.resize(at + sizeof number);
        std::memcpy(bytes.data() + at, &number, sizeof number);
    }
    void real(double number) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &number, sizeof bits);
        this->number(bits);
    }
    void data(std::span<const std::byte> part) {
        number(part.size());
        bytes.insert(bytes.end(), part.begin(), part.end());
    }
    void text(std::string_view part) { data(std::as_bytes(std::span(part.data(), part.size()))); }

    std::vector<std::byte> bytes;
};

/// Reads them again. After the end, or a size that cannot be, everything is empty and `good` false.
class PartReader {
  public:
    explicit PartReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::uint64_t number() {
        std::uint64_t out = 0;
        const auto part = take(sizeof out);
        if (part.size() == sizeof out) std::memcpy(&out, part.data(), sizeof out);
        return out;
    }
    double real() {
        const std::uint64_t bits = number();
        double out = 0.0;
        std::memcpy(&out, &bits, sizeof out);
        return out;
    }
    std::span<const std::byte> data() { return take(number()); }
    std::string text() {
        const auto part = data();
        return {reinterpret_cast<const char*>(part.data()), part.size()};
    }

    bool good = true;

  private:
    std::span<const std::byte> take(std::uint64_t size) {
        if (size > bytes_.size()) {
            good = false;
            bytes_ = {};
            return {};
        }
        const auto part = bytes_.first(static_cast<std::size_t>(size));
        bytes_ = bytes_.subspan(static_cast<std::size_t>(size));
        return part;
    }

    std::span<const std::byte> bytes_;
};

/// Packs the clips that a bake has put off, on several threads.
class PackCrew {
  public:
    PackCrew(const std::vector<PackJob>& jobs, bool progress) : jobs_(jobs) {
        if (progress) bar_.emplace("packing", jobs.size());
    }

    void run(unsigned threads, Baker& baker) {
        const InterruptGuard guard;
        parts_.resize(jobs_.size());
        const unsigned wanted = threads != 0 ? threads : std::thread::hardware_concurrency();
        const std::size_t count = std::clamp<std::size_t>(wanted, 1, jobs_.size());
        work_together(static_cast<std::uint32_t>(count), [this](std::uint32_t) { work(); });
        // What is done need not be done again, even if the rest was broken off.
        for (std::size_t i = 0; i < jobs_.size(); ++i)
            if (parts_[i]) baker.take(jobs_[i].key, *std::move(parts_[i]));
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    void work() noexcept {
        for (std::size_t i = next_++; i < jobs_.size(); i = next_++) {
            try {
                const PackWatch watch = [] { return goes_on(); };
                Result<PackResult> part = run_pack_job(jobs_[i].bytes, watch);
                InterruptGuard::check();
                if (!part) throw std::logic_error("a clip was not packed: " + part.error().cause);
                const std::lock_guard lock(mutex_);
                parts_[i].emplace(*std::move(part));
                if (bar_) bar_->step();
            } catch (...) {
                next_ = jobs_.size();
                const std::lock_guard lock(mutex_);
                if (!failure_) failure_ = std::current_exception();
            }
        }
    }

    static bool goes_on() {
        try {
            InterruptGuard::check();
        } catch (const Interrupted&) {
            return false;
        }
        return true;
    }

    const std::vector<PackJob>& jobs_;
    std::vector<std::optional<PackResult>> parts_;
    std::optional<Progress> bar_;
    std::mutex mutex_;
    std::atomic<std::size_t> next_{0};
    std::exception_ptr failure_;
};

/// Which files a document leads to, is kept under the document alone; the result under all of them.
class FileCache {
  public:
    FileCache(const std::string& file, const BakeRun& run, std::span<const std::byte> document)
        : store_(*run.store), folder_(fs::path(file).parent_path().generic_string()) {
        KeyMaker key("inputs", kStepVersion);
        key.add_text(program_mark()).add_text(text_of(run.settings)).add_bytes(document);
        // What is no document becomes one, with its name in it.
        if (lower_extension(file) != ".motus")
            key.add_text(fs::path(file).filename().generic_string());
        inputs_ = key.key();
        document_ = hash_key(document);
    }

    [[nodiscard]] bool is_of(const InputFile& document) const { return document.hash == document_; }

    [[nodiscard]] bool find(const InputFile& document, Diagnostics& diagnostics,
                            BakedSource& out) const {
        const std::optional<AlignedBytes> list = store_.find(inputs_);
        if (!list) return false;
        PartReader names(*list);
        std::vector<InputFile> files{document};
        KeyMaker key("bake", kStepVersion);
        key.add(inputs_);
        for (std::uint64_t count = names.number(); count != 0 && names.good; --count) {
            const std::string name = names.text();
            if (!names.good) return false;
            const Result<std::vector<std::byte>> bytes = read_noted_file(place_of(name), files);
            if (!bytes) return false;
            key.add_text(name).add_bytes(*bytes);
        }
        const std::optional<AlignedBytes> result = store_.find(key.key());
        return names.good && result && read(*result, diagnostics, out) &&
               (out.files = std::move(files), true);
    }

    void keep(const BakedSource& made, const Diagnostics& diagnostics) const {
        PartWriter names;
        names.number(made.files.size() - 1);
        KeyMaker key("bake", kStepVersion);
        key.add(inputs_);
        for (std::size_t i = 1; i < made.files.size(); ++i) {
            const std::string name = name_of(made.files[i].path);
            names.text(name);
            key.add_text(name).add(std::uint64_t{made.files[i].size}).add(made.files[i].hash);
        }
        PartWriter result;
        result.number(diagnostics.faults().size());
        for (const Fault& fault : diagnostics.faults()) {
            result.text(fault.code);
            result.text(fault.path);
            result.text(fault.message);
        }
        result.number(made.baked.measures.size());
        for (const ClipMeasure& measure : made.baked.measures) {
            result.number(measure.weights ? 1 : 0);
            result.real(static_cast<double>(measure.weight_max));
            result.real(measure.unit);
            result.real(measure.seconds);
        }
        result.data(made.baked.bytes);
        store_.put(key.key(), result.bytes);
        store_.put(inputs_, names.bytes);
    }

  private:
    static bool read(const AlignedBytes& bytes, Diagnostics& diagnostics, BakedSource& out) {
        PartReader result(bytes);
        Diagnostics faults;
        for (std::uint64_t count = result.number(); count != 0 && result.good; --count) {
            std::string code = result.text();
            std::string path = result.text();
            faults.warn(std::move(code), std::move(path), result.text());
        }
        for (std::uint64_t count = result.number(); count != 0 && result.good; --count) {
            ClipMeasure& measure = out.baked.measures.emplace_back();
            measure.weights = result.number() != 0;
            measure.weight_max = static_cast<float>(result.real());
            measure.unit = result.real();
            measure.seconds = result.real();
            measure.kept = true;
        }
        out.baked.bytes = AlignedBytes(result.data());
        if (!result.good || open_baked(out.baked.bytes, out.baked.file) != Status::ok) {
            out.baked = {};
            return false;
        }
        diagnostics = std::move(faults);
        return true;
    }

    [[nodiscard]] std::string name_of(const std::string& path) const {
        const bool inside = !folder_.empty() && path.size() > folder_.size() &&
                            path.compare(0, folder_.size(), folder_) == 0 &&
                            path[folder_.size()] == '/';
        return inside ? path.substr(folder_.size() + 1) : path;
    }
    [[nodiscard]] fs::path place_of(const std::string& name) const {
        return fs::path(folder_) / name;
    }

    BakeStore& store_;
    std::string folder_;
    BakeKey inputs_, document_;
};

}  // namespace

Result<Baked> bake_input(const BakeInput& input, Diagnostics& diagnostics, const BakeRun& run) {
    Baker baker(run.store);
    baker.set_assets(input.assets);
    if (run.threads == 1) return baker.bake(*input.document, diagnostics, run.settings);
    BakeSettings first = run.settings;
    first.pack_later = true;
    Diagnostics faults;
    Result<Baked> baked = baker.bake(*input.document, faults, first);
    if (baked && baker.waiting() != 0) {
        const std::vector<PackJob> jobs = baker.pack_jobs();
        PackCrew(jobs, run.progress).run(run.threads, baker);
        faults = {};
        baked = baker.bake(*input.document, faults, run.settings);
    }
    for (const Fault& fault : faults.faults()) {
        fault.severity == Severity::error ? diagnostics.error(fault.code, fault.path, fault.message)
                                          : diagnostics.warn(fault.code, fault.path, fault.message);
    }
    return baked;
}

std::string text_of(const BakeSettings& settings) {
    if (!settings.pack) return {};
    return fmt::format("pack {} {}", kind_name(*settings.pack), settings.bound_m);
}

Result<BakedSource> bake_file(const std::string& file, const BakeRun& run, bool with_document,
                              Diagnostics& diagnostics) {
    const auto start = std::chrono::steady_clock::now();
    BakedSource out;
    std::optional<FileCache> cache;
    if (run.store != nullptr && !is_embedded(file)) {
        std::vector<InputFile> files;
        const Result<std::vector<std::byte>> bytes = read_noted_file(file, files);
        if (bytes) {
            cache.emplace(file, run, *bytes);
            if (!with_document && cache->find(files.front(), diagnostics, out)) return out;
        }
    }
    Result<BakeInput> input = read_bake_input(file, diagnostics);
    if (!input) return input.error();
    Result<Baked> baked = bake_input(*input, diagnostics, run);
    if (!baked) return baked.error();
    out.baked = *std::move(baked);
    out.files = std::move(input->files);
    const bool slow = std::chrono::steady_clock::now() - start > kWorthKeeping;
    // Not where the file was written to between the two times it was read.
    if (cache && slow && input->complete && cache->is_of(out.files.front()))
        cache->keep(out, diagnostics);
    if (with_document) out.document = std::move(input->document);
    return out;
}

std::optional<DiskStore> open_store(const std::string& folder, bool off) {
    if (off) return std::nullopt;
    const fs::path place = folder.empty() ? default_store_folder() : fs::path(folder);
    if (place.empty()) return std::nullopt;
    Result<DiskStore> store = DiskStore::open(place);
    if (store) return *std::move(store);
    if (!folder.empty()) {
        print_message(
            fmt::format("{}: warning: nothing is kept there: {}", folder, store.error().cause));
    }
    return std::nullopt;
}

}  // namespace motus::tool
