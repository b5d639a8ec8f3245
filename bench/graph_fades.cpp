// SPDX-License-Identifier: MIT
#include "graph_fades.h"

#include <motus/core/half.h>
#include <motus/machine/tick.h>
#include <tests/machine/sketch.h>

#include <cstdlib>
#include <memory>
#include <vector>

namespace motus {
namespace {

using test::Op;
using test::Sketch;

/// Two states that blend into each other for ever.
std::unique_ptr<Sketch> make_machine(std::uint32_t keys) {
    auto builder = std::make_unique<Sketch>();
    const std::uint32_t go = builder->variable("go", record::VariableKind::bool_, 1.0f);
    const std::uint32_t a = builder->state("A", builder->clip(1.0f));
    const std::uint32_t b = builder->state("B", builder->clip(1.3f));
    std::vector<CurveKey> curve;
    for (std::uint32_t k = 0; k < keys; ++k) {
        const float t = static_cast<float>(k) / static_cast<float>(keys - 1);
        curve.push_back({half_of(t), half_of(t * t * (3.0f - 2.0f * t)),
                         half_of(6.0f * t * (1 - t)), half_of(6.0f * t * (1 - t))});
    }
    builder->from_state(a, b).when(go, Op::is_true).lasts(2.0f).shaped(curve);
    builder->from_state(b, a).when(go, Op::is_true).lasts(2.0f).shaped(curve);
    return builder;
}

class Herd {
  public:
    Herd(std::uint32_t count, std::uint32_t custom, std::uint32_t keys)
        : linear_(make_machine(0)), curved_(make_machine(keys)) {
        linear_graph_ = &linear_->build();
        curved_graph_ = &curved_->build();
        stride_ = instance_size(*linear_graph_);
        bytes_.resize(stride_ / 8 * count);
        custom_ = custom;
        const PlaylistLimits limits = playlist_limits(*linear_graph_);
        items_.resize(limits.items);
        layers_.resize(limits.layers);
        for (std::uint32_t i = 0; i < count; ++i) {
            must(start(graph(i), instance(i)));
            step(i, 0.02f * static_cast<float>(i % 100));  // each at a place of its own
        }
    }

    void tick() {
        const auto count = static_cast<std::uint32_t>(bytes_.size() * 8 / stride_);
        for (std::uint32_t i = 0; i < count; ++i)
            step(i, 1.0f / 60.0f);
    }

    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t hash = kHashSeed;
        for (const std::uint64_t word : bytes_)
            hash = hash_u64(hash, word);
        return hash_u64(hash, weights_);
    }

  private:
    static void must(Status status) {
        if (status != Status::ok) std::abort();
    }
    [[nodiscard]] const Machine& graph(std::uint32_t i) const {
        return i < custom_ ? *curved_graph_ : *linear_graph_;
    }
    [[nodiscard]] std::span<std::byte> instance(std::uint32_t i) {
        return std::as_writable_bytes(std::span(bytes_)).subspan(i * stride_, stride_);
    }
    void step(std::uint32_t i, float dt_s) {
        Playlist playlist{items_, layers_, 0, 0};
        must(run(TickJob{graph(i), instance(i), dt_s, &playlist}));
        weights_ += static_cast<std::uint64_t>(playlist.items[0].weight * 1024.0f);
    }

    std::unique_ptr<Sketch> linear_, curved_;
    const Machine* linear_graph_ = nullptr;
    const Machine* curved_graph_ = nullptr;
    std::size_t stride_ = 0;
    std::uint32_t custom_ = 0;
    std::uint64_t weights_ = 0;
    std::vector<std::uint64_t> bytes_;  // 8-byte aligned
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
};

FadeHerd make(std::uint32_t count, std::uint32_t custom, std::uint32_t keys) {
    return {new Herd(count, custom, keys), [](void* self) { static_cast<Herd*>(self)->tick(); },
            [](void* self) { return static_cast<Herd*>(self)->hash(); },
            [](void* self) { delete static_cast<Herd*>(self); }};
}

}  // namespace
}  // namespace motus

#ifdef MOTUS_NO_CURVES
FadeHerd make_plain_fades(std::uint32_t count, std::uint32_t custom, std::uint32_t keys) {
    return motus::make(count, custom, keys);
}
#else
FadeHerd make_fades(std::uint32_t count, std::uint32_t custom, std::uint32_t keys) {
    return motus::make(count, custom, keys);
}
#endif
