// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/timeline/evaluate.h>

#include <motus/timeline/job_check.h>
#include <motus/timeline/walk.h>

#include <cstring>

namespace motus {
namespace {

using detail::kMaxShown;

// What is on in one moment of the step: its end, its start, or one that a probe is for.
struct PropertyMoment {
    CutProbe probe = CutProbe::none;
    bool at_start = false;

    [[nodiscard]] bool shows(const PlaylistItem& item) const noexcept {
        return item.kind == MotionKind::timeline && item.weight > 0.0f && item.probe == probe &&
               (!item.passed || probe != CutProbe::none);
    }
};

class Evaluator {
  public:
    explicit Evaluator(const PropertyEvaluateJob& job) noexcept
        : job_(job), count_(job.set.channels.size()) {
        MOTUS_ASSERT(job.playlist != nullptr);
        MOTUS_ASSERT(job.base.size() >= count_ && job.out.values.size() >= count_ &&
                     job.out.written.size() >= count_);
        MOTUS_ASSERT(job.playlist->layer_count <= job.playlist->layers.size());
    }

    void run() noexcept {
        for (std::size_t c = 0; c < count_; ++c)
            job_.out.values[c] = job_.base[c];
        for (std::uint32_t i = 0; i < job_.playlist->layer_count; ++i)
            evaluate(i);
    }

  private:
    struct Shown {
        const PlaylistItem* item;
        PropertyValue* values;
        std::uint8_t* written;
    };

    [[nodiscard]] std::span<CarriedProperty> carried(std::uint32_t layer) const noexcept {
        MOTUS_ASSERT((layer + 1) * count_ <= job_.carry.properties.size());
        return job_.carry.properties.subspan(layer * count_, count_);
    }
    [[nodiscard]] ValueKind kind_of(std::size_t channel) const noexcept {
        return job_.set.channels[channel].kind;
    }
    [[nodiscard]] PropertyValue* mixed() const noexcept { return job_.scratch.values.data(); }
    // Four more rows, behind those of items: where an inertial blend begins.
    [[nodiscard]] PropertyValue* row(std::size_t index) const noexcept {
        MOTUS_ASSERT((job_.scratch.items + 2 + index) * count_ <= job_.scratch.values.size());
        return mixed() + (job_.scratch.items + 1 + index) * count_;
    }
    [[nodiscard]] std::uint8_t* mixed_written() const noexcept {
        return job_.scratch.written.data();
    }

    [[nodiscard]] Ticks time_in(const PlaylistItem& item, Ticks at) const noexcept {
        MOTUS_ASSERT(item.source < job_.set.timelines.timelines.size());
        return timeline_time(job_.set.timelines.timelines[item.source], at, item.loops);
    }

    void sample(std::uint32_t timeline, Ticks time, PropertyValue* values,
                std::uint8_t* written) const noexcept {
        std::memset(written, 0, count_);
        detail::sample_tracks(job_.set, timeline, time, false,
                              [&](std::uint32_t channel, const PropertyValue& value) {
                                  MOTUS_ASSERT(channel < count_);
                                  values[channel] = value;
                                  written[channel] = 1;
                              });
    }

    /// Items that are shown, in ascending motion.
    std::size_t gather(const PlaylistLayer& layer, PropertyMoment moment,
                       Shown (&shown)[kMaxShown]) const noexcept {
        std::size_t count = 0;
        for (const PlaylistItem& item : job_.playlist->items.subspan(layer.first, layer.count)) {
            if (!moment.shows(item)) continue;
            MOTUS_ASSERT(count < kMaxShown && count < job_.scratch.items);
            std::size_t at = count++;
            for (; at > 0 && shown[at - 1].item->motion > item.motion; --at)
                shown[at].item = shown[at - 1].item;
            shown[at].item = &item;
        }
        for (std::size_t i = 0; i < count; ++i) {
            shown[i].values = mixed() + (i + 1) * count_;
            shown[i].written = mixed_written() + (i + 1) * count_;
        }
        return count;
    }

    /// What the items show: values, or for an additive layer the ways they have gone. `out` is
    /// written to in between.
    void sample_items(std::span<const Shown> shown, bool additive, PropertyMoment moment,
                      PropertyValue* out) const noexcept {
        for (const Shown& s : shown) {
            sample(s.item->source, time_in(*s.item, moment.at_start ? s.item->from : s.item->to),
                   s.values, s.written);
            if (!additive) continue;
            const record::AnimationTimeline& t = job_.set.timelines.timelines[s.item->source];
            sample(s.item->source, work_area(t).begin, out, mixed_written());
            for (std::size_t c = 0; c < count_; ++c) {
                if (s.written[c] == 0) continue;
                const PropertyValue& from = mixed_written()[c] != 0 ? out[c] : job_.base[c];
                s.values[c] = difference_of(kind_of(c), s.values[c], from);
            }
        }
    }

    /// The items of one moment, with `frozen` of what was frozen.
    void mix(std::uint32_t layer, PropertyMoment moment, float frozen,
             PropertyValue* out) const noexcept {
        const PlaylistLayer& l = job_.playlist->layers[layer];
        const bool additive = l.mode == LayerMode::additive;
        Shown all_shown[kMaxShown];
        const std::span<const Shown> shown{all_shown, gather(l, moment, all_shown)};
        sample_items(shown, additive, moment, out);
        for (std::size_t c = 0; c < count_; ++c) {
            ValueInput inputs[kMaxShown + 1];
            std::size_t count = 0;
            for (const Shown& s : shown) {
                if (s.written[c] == 0) continue;
                inputs[count++] = {s.values[c], s.item->weight, s.item->motion};
            }
            if (frozen > 0.0f && carried(layer)[c].frozen_wrote) {
                inputs[count++] = {carried(layer)[c].frozen, frozen, 0xffffffffu};
            }
            mixed_written()[c] = count > 0 ? 1 : 0;
            const std::span<const ValueInput> all{inputs, count};
            out[c] = additive ? add_differences(kind_of(c), all)
                              : blend_values(kind_of(c), all, below(layer, c));
        }
    }

    /// A one-shot that lies over all layers keeps nothing.
    [[nodiscard]] bool carries(std::uint32_t layer) const noexcept {
        return !job_.carry.layers.empty() && !job_.playlist->layers[layer].over;
    }
    [[nodiscard]] bool keeps(std::uint32_t layer, std::size_t c) const noexcept {
        return carries(layer) && job_.playlist->layers[layer].unanimated == Unanimated::as_shown &&
               carried(layer)[c].wrote;
    }

    [[nodiscard]] PropertyValue below(std::uint32_t layer, std::size_t c) const noexcept {
        if (layer != 0 || job_.playlist->layers[layer].over) return job_.out.values[c];
        return keeps(layer, c) ? carried(layer)[c].shown : job_.base[c];
    }

    void evaluate(std::uint32_t index) noexcept {
        const PlaylistLayer& layer = job_.playlist->layers[index];
        MOTUS_ASSERT(layer.weight >= 0.0f && layer.weight <= 1.0f);
        MOTUS_ASSERT(layer.carry_weight >= 0.0f && layer.carry_weight <= 1.0f);
        const bool carried = carries(index);
        const bool cut = carried && layer.keep && job_.carry.layers[index].seen != 0;
        if (cut && layer.carry == Carry::frozen) freeze(index);
        if (cut && layer.carry == Carry::inertial) take_offsets(index);
        const bool frozen = carried && layer.carry == Carry::frozen;
        mix(index, {}, frozen ? layer.carry_weight : 0.0f, mixed());
        if (carried && layer.carry == Carry::inertial) add_offsets(index);
        for (std::size_t c = 0; c < count_; ++c) {
            if (mixed_written()[c] == 0 && !(index == 0 && keeps(index, c))) continue;
            put(layer, weight_of(layer, index, c), c);
            job_.out.written[c] = 1;
        }
        if (carried) remember(index);
    }

    /// What a layer shows of a channel onto what lies below it.
    void put(const PlaylistLayer& layer, float weight, std::size_t c) noexcept {
        PropertyValue& out = job_.out.values[c];
        if (layer.mode == LayerMode::additive) {
            out = add_difference(kind_of(c), out, mixed()[c], weight);
            return;
        }
        const ValueInput top{mixed()[c], weight, 0};
        out = blend_values(kind_of(c), {&top, weight > 0.0f ? 1u : 0u}, out);
    }

    [[nodiscard]] float weight_of(const PlaylistLayer& layer, std::uint32_t index,
                                  std::size_t c) const noexcept {
        const float weight = index == 0 && !layer.over ? 1.0f : layer.weight;
        const std::size_t masks = job_.set.timelines.masks.size();
        if (layer.mask >= masks) return weight;
        MOTUS_ASSERT(layer.mask * count_ + c < job_.set.mask_weights.size());
        return weight * job_.set.mask_weights[layer.mask * count_ + c];
    }

    void freeze(std::uint32_t layer) noexcept {
        for (CarriedProperty& carried : carried(layer)) {
            carried.frozen = carried.shown;
            carried.frozen_wrote = carried.wrote;
        }
    }

    /// What is broken off, in a moment of its own: motions, and what it had kept itself.
    void mix_left(std::uint32_t layer, CutProbe probe, float weight, Ticks age,
                  PropertyValue* out) const noexcept {
        const BrokenBlend& broken = job_.playlist->layers[layer].broken;
        mix(layer, {probe}, broken.carry == Carry::frozen ? weight : 0.0f, out);
        if (broken.carry != Carry::inertial) return;
        for (std::size_t c = 0; c < count_; ++c) {
            const CarriedProperty& p = carried(layer)[c];
            if (!p.wrote) continue;
            out[c] = add_offset(kind_of(c), out[c], p.offset, weight, seconds(age),
                                seconds(broken.length));
        }
    }

    void take_offsets(std::uint32_t layer) noexcept {
        const PlaylistLayer& l = job_.playlist->layers[layer];
        bool probed = false;
        for (const PlaylistItem& item : job_.playlist->items.subspan(l.first, l.count))
            probed = probed || item.probe != CutProbe::none;
        PropertyValue *left = row(0), *left_ahead = row(1), *start = row(2), *ahead = row(3);
        mix_left(layer, CutProbe::left, l.broken.weight, l.broken.age, left);
        mix_left(layer, CutProbe::left_ahead, l.broken.weight_ahead, l.broken.age + kCutProbe,
                 left_ahead);
        mix(layer, {CutProbe::none, true}, 0.0f, start);
        mix(layer, {CutProbe::ahead}, 0.0f, ahead);
        for (std::size_t c = 0; c < count_; ++c) {
            CarriedProperty& p = carried(layer)[c];
            const ValueMove old{left[c], left_ahead[c]}, target{start[c], ahead[c]};
            p.offset = p.wrote ? offset_of(kind_of(c), p.shown, old, target,
                                           probed ? seconds(kCutProbe) : 0.0f)
                               : ValueOffset{};
        }
    }

    static float seconds(Ticks ticks) noexcept { return static_cast<float>(seconds_of(ticks)); }

    void add_offsets(std::uint32_t layer) noexcept {
        const PlaylistLayer& l = job_.playlist->layers[layer];
        for (std::size_t c = 0; c < count_; ++c) {
            const CarriedProperty& p = carried(layer)[c];
            if (!p.wrote) continue;
            mixed()[c] = add_offset(kind_of(c), mixed()[c], p.offset, l.carry_weight,
                                    seconds(l.carry_age), seconds(l.carry_length));
            mixed_written()[c] = 1;
        }
    }

    void remember(std::uint32_t layer) noexcept {
        for (std::size_t c = 0; c < count_; ++c) {
            CarriedProperty& p = carried(layer)[c];
            p.shown = mixed()[c];
            p.wrote = p.wrote || mixed_written()[c] != 0;
        }
        job_.carry.layers[layer].seen = 1;
    }

    const PropertyEvaluateJob& job_;
    std::size_t count_;
};

}  // namespace

Status run(const PropertyEvaluateJob& job) noexcept {
    if (const Status status = detail::check(job); status != Status::ok) return status;
    Evaluator(job).run();
    return Status::ok;
}

}  // namespace motus
