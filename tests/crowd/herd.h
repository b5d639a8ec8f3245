// tests/crowd/herd.h - many instances of one random machine, stepped by tick_all.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/crowd/tick_all.h>
#include <tests/machine/random_machine.h>

#include <gtest/gtest.h>

namespace motus::test {

/// Owns a machine, `count` instances of it with inputs of their own, and memory for `workers`.
class Herd {
  public:
    Herd(std::uint32_t seed, std::uint32_t count, std::uint32_t workers)
        : random_(random_machine(seed)), graph_(random_->builder.build()), workers_(workers) {
        stride_ = instance_size(graph_) + 64;  // room between them, as a game may have
        stride_ -= stride_ % 8;
        bytes_.resize(stride_ * count);
        for (std::uint32_t i = 0; i < count; ++i)
            EXPECT_EQ(start(graph_, instance(i)), Status::ok);
        hashes_.assign(count, kHashSeed);
        const PlaylistLimits limits = playlist_limits(graph_);
        items_.resize(std::size_t{limits.items} * workers);
        layers_.resize(std::size_t{limits.layers} * workers);
        events_.resize(std::size_t{1024} * workers);
        for (std::size_t w = 0; w < workers; ++w) {
            scratch_.push_back({std::span(items_).subspan(w * limits.items, limits.items),
                                std::span(layers_).subspan(w * limits.layers, limits.layers),
                                std::span(events_).subspan(w * 1024, 1024)});
        }
    }

    [[nodiscard]] std::span<std::byte> instance(std::uint32_t i) {
        return std::span(bytes_).subspan(i * stride_, instance_size(graph_));
    }
    [[nodiscard]] const Machine& graph() const { return graph_; }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(hashes_.size()); }

    /// What the inputs of a frame are depends on the instance and the frame alone.
    void set_inputs(std::uint32_t frame) {
        for (std::uint32_t i = 0; i < count(); ++i) {
            std::mt19937 dice(frame * 7919 + i);
            const auto bytes = instance(i);
            for (const std::uint32_t v : random_->floats) {
                if (dice() % 8 != 0) continue;
                const float value = static_cast<float>(dice() % 400) / 100.0f - 2.0f;
                EXPECT_EQ(set_float(graph_, bytes, v, value), Status::ok);
            }
            for (const std::uint32_t v : random_->bools) {
                if (dice() % 8 != 0) continue;
                EXPECT_EQ(set_bool(graph_, bytes, v, dice() % 2 == 0), Status::ok);
            }
            for (const std::uint32_t v : random_->triggers) {
                if (dice() % 16 != 0) continue;
                EXPECT_EQ(set_trigger(graph_, bytes, v), Status::ok);
            }
        }
    }

    [[nodiscard]] TickAllJob job(const Executor& executor, std::uint32_t batch, float dt_s) {
        TickAllJob job;
        job.graph = graph_;
        job.instances = bytes_;
        job.stride = stride_;
        job.dt_s = dt_s;
        job.can_carry = true;
        job.scratch = scratch_;
        job.executor = executor;
        job.executor.workers = workers_;
        job.batch = batch;
        job.user = this;
        job.visit = [](void* user, const TickResult& result) {
            std::uint64_t& hash = static_cast<Herd*>(user)->hashes_[result.index];
            const Playlist& list = *result.playlist;
            for (const PlaylistItem& item : list.items.first(list.item_count)) {
                hash = hash_u64(hash, static_cast<std::uint64_t>(item.to.value) + item.motion);
                const float weight[] = {item.weight};
                hash = hash_floats(hash, weight);
            }
            hash = hash_u64(hash, result.events->total);
        };
        return job;
    }

    /// Steps `frames` frames; the bytes of all instances and the hash of all they gave.
    std::vector<std::uint64_t> run_all(const Executor& executor, std::uint32_t batch,
                                       std::uint32_t frames) {
        for (std::uint32_t frame = 0; frame < frames; ++frame) {
            set_inputs(frame);
            EXPECT_EQ(run(job(executor, batch, 1.0f / 30.0f)), Status::ok);
        }
        std::vector<std::uint64_t> result = hashes_;
        for (std::uint32_t i = 0; i < count(); ++i) {
            std::uint64_t hash = kHashSeed;
            for (const std::byte b : instance(i))
                hash = hash_byte(hash, static_cast<std::uint8_t>(b));
            result.push_back(hash);
        }
        return result;
    }

  private:
    std::unique_ptr<RandomMachine> random_;
    const Machine& graph_;
    std::uint32_t workers_;
    std::size_t stride_ = 0;
    std::vector<std::byte> bytes_;
    std::vector<std::uint64_t> hashes_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<MachineEvent> events_;
    std::vector<TickScratch> scratch_;
};

}  // namespace motus::test
