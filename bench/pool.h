// bench/pool.h - threads that wait for work, as a game's have them: an executor for benchmarks.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/crowd/executor.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace motus::bench {

/// `workers` threads, the caller's own among them as worker 0.
class Pool {
  public:
    explicit Pool(std::uint32_t workers) : workers_(workers) {
        for (std::uint32_t w = 1; w < workers; ++w)
            threads_.emplace_back([this, w] { wait_for_work(w); });
    }
    ~Pool() {
        {
            const std::lock_guard lock(mutex_);
            body_ = nullptr;
            ++round_;
        }
        wake_.notify_all();
        for (std::thread& thread : threads_)
            thread.join();
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    [[nodiscard]] Executor executor() {
        if (workers_ == 1) return {};
        return {[](void* self, std::uint32_t parts, Executor::Body body, void* user) {
                    static_cast<Pool*>(self)->for_each(parts, body, user);
                },
                this, workers_};
    }

  private:
    void for_each(std::uint32_t parts, Executor::Body body, void* user) {
        {
            const std::lock_guard lock(mutex_);
            body_ = body;
            user_ = user;
            parts_ = parts;
            next_ = 0;
            busy_ = workers_ - 1;
            ++round_;
        }
        wake_.notify_all();
        work(0);
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return busy_ == 0; });
    }
    void work(std::uint32_t worker) {
        for (std::uint32_t part = next_++; part < parts_; part = next_++)
            body_(user_, part, worker);
    }
    void wait_for_work(std::uint32_t worker) {
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [&] { return round_ != seen; });
            seen = round_;
            if (body_ == nullptr) return;
            lock.unlock();
            work(worker);
            lock.lock();
            if (--busy_ == 0) done_.notify_one();
        }
    }

    const std::uint32_t workers_;
    std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::uint64_t round_ = 0;
    std::uint32_t busy_ = 0, parts_ = 0;
    std::atomic<std::uint32_t> next_{0};
    Executor::Body body_ = nullptr;
    void* user_ = nullptr;
    std::vector<std::thread> threads_;
};

}  // namespace motus::bench
