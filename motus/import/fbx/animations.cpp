// Stacks to clips: curves of Euler angles, pivots and layers to keys of nodes, within a bound.
// SPDX-License-Identifier: MIT
#include <motus/import/fbx/evaluate.h>
#include <motus/import/fbx/hierarchy.h>
#include <motus/import/unity/fit.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace motus::fbx {
namespace {

constexpr std::size_t kMostBreaks = 200'000;  // of one track
constexpr std::size_t kMostAdded = 4000;      // keys of one track beside those of its curves

Ticks ticks_of_fbx(FbxTime time) {
    // Both rates by 1000: the product fits into 64 bits.
    const std::int64_t whole = time / kFbxTicksPerSecond, rest = time % kFbxTicksPerSecond;
    constexpr std::int64_t kDown = kFbxTicksPerSecond / 1000, kUp = kTicksPerSecond / 1000;
    const std::int64_t scaled_rest = rest * kUp;
    const std::int64_t half = scaled_rest < 0 ? -kDown / 2 : kDown / 2;
    return Ticks{whole * kTicksPerSecond + (scaled_rest + half) / kDown};
}

class ClipReader {
  public:
    ClipReader(Context& context, const Hierarchy& hierarchy, const std::vector<FbxCurve>& curves,
               const Stack& stack, std::size_t& allowance)
        : context_(context),
          scene_(context.scene),
          hierarchy_(hierarchy),
          curves_(curves),
          stack_(stack),
          eval_(context, curves, stack),
          allowance_(allowance) {}

    bool run(AssetClip& clip) {
        clip.name = stack_.name;
        set_range();
        clip_ = &clip;
        for (std::uint32_t i = 0; i < scene_.models.size(); ++i)
            if (!read_model_tracks(i)) return false;
        if (!read_weights()) return false;
        warn_of_others();
        if (exhausted_ != 0) {
            context_.faults.warn(kAnimationCode, place(),
                                 std::to_string(exhausted_) +
                                     " tracks are not within the bound: the largest error is " +
                                     std::to_string(error_));
        }
        context_.info.largest_error = std::max(context_.info.largest_error, error_);
        clip.duration = {};
        for (const AssetTrack& track : clip.tracks)
            clip.duration = std::max(clip.duration, track.times.back());
        // A clip is as long as its take says, also where nothing moves at its end.
        if (!clip.tracks.empty()) clip.duration = std::max(clip.duration, offset_ + length_);
        return true;
    }

  private:
    [[nodiscard]] std::string place() const { return "AnimationStack[" + stack_.name + "]"; }

    void set_range() {
        FbxTime start = stack_.start, stop = stack_.stop;
        start_s_ = static_cast<double>(start) / static_cast<double>(kFbxTicksPerSecond);
        if (stack_.has_range) {
            length_ = ticks_of_fbx(stop) - ticks_of_fbx(start);
            offset_ = ticks_of_fbx(start);
        } else {  // from the first to the last key
            double first = 1e300, last = -1e300;
            std::vector<std::uint32_t> all;
            for (std::uint32_t i = 0; i < scene_.models.size(); ++i) {
                const ModelMotion& motion = eval_.motion(i);
                for (const LayeredProperty* p :
                     {&motion.translation, &motion.rotation, &motion.scaling})
                    eval_.curves_of(*p, all);
            }
            for (std::uint32_t i = 0; i < scene_.channels.size(); ++i)
                eval_.curves_of(eval_.channel(i), all);
            for (const std::uint32_t index : all) {
                const auto& keys = curves_[index].keys.keys;
                if (keys.empty()) continue;
                first = std::min(first, keys.front().time);
                last = std::max(last, keys.back().time);
            }
            if (first > last) first = last = 0.0;
            start_s_ = first;
            offset_ = ticks_of_seconds(first);
            length_ = ticks_of_seconds(last) - offset_;
        }
        if (offset_ < Ticks{}) {
            context_.faults.warn(kAnimationCode, place(),
                                 "begins before time 0: it is moved to begin there");
            offset_ = {};
        }
    }

    bool read_model_tracks(std::uint32_t i) {
        const Model& model = scene_.models[i];
        const ModelMotion& own = eval_.motion(i);
        const Pivots& p = model.pivots;
        const bool turns = own.rotation.is_animated(), scales = own.scaling.is_animated();
        const bool by_parent = hierarchy_.inherit(i) != InheritType::normal;
        const bool above = by_parent && scales_above(i);
        // What a pivot moves by while the node turns or scales.
        const Double3 arm = p.scaling_offset + p.scaling_pivot - p.rotation_pivot -
                            scaled(model.scaling, p.scaling_pivot);
        const bool arm_turns =
            turns && (!(arm == Double3{}) || (scales && !(p.scaling_pivot == Double3{})));
        const bool arm_scales = scales && !(p.scaling_pivot == Double3{});
        const bool is_plain = !arm_turns && !arm_scales && !by_parent;
        if (own.translation.is_animated() || arm_turns || arm_scales || above) {
            std::vector<std::uint32_t> used;
            eval_.curves_of(own.translation, used);
            if (arm_turns) eval_.curves_of(own.rotation, used);
            if (arm_scales) eval_.curves_of(own.scaling, used);
            if (by_parent) add_curves_above(i, used);
            if (!add_track(i, context_.nodes[i].turned, TrackKind::translation, used, is_plain))
                return false;
        }
        if (turns) {
            std::vector<std::uint32_t> used;
            eval_.curves_of(own.rotation, used);
            if (!add_track(i, context_.nodes[i].turned, TrackKind::rotation, used, false))
                return false;
        }
        if (scales || (hierarchy_.inherits_scale(i) && above)) {
            std::vector<std::uint32_t> used;
            eval_.curves_of(own.scaling, used);
            if (by_parent) add_curves_above(i, used);
            if (!add_track(i, context_.nodes[i].scaled, TrackKind::scale, used,
                           !hierarchy_.inherits_scale(i))) {
                return false;
            }
        }
        return true;
    }

    // Models above that pass a scale on, as far as they do; not more than a few levels.
    template <typename F>
    void for_models_above(std::uint32_t i, const F& f) const {
        constexpr int kMostLevels = 256;
        std::uint32_t at = i;
        for (int level = 0; level < kMostLevels; ++level) {
            if (hierarchy_.inherit(at) == InheritType::normal) return;
            at = scene_.models[at].parent;
            f(at);
        }
    }
    [[nodiscard]] bool scales_above(std::uint32_t i) const {
        bool any = false;
        for_models_above(
            i, [&](std::uint32_t m) { any = any || eval_.motion(m).scaling.is_animated(); });
        return any;
    }
    void add_curves_above(std::uint32_t i, std::vector<std::uint32_t>& used) const {
        for_models_above(i,
                         [&](std::uint32_t m) { eval_.curves_of(eval_.motion(m).scaling, used); });
    }

    [[nodiscard]] LocalTransform transform_at(std::uint32_t i, double time_s, Side side) const {
        const Model& model = scene_.models[i];
        return hierarchy_.node_transform(
            i,
            local_transform(model.pivots, eval_.translation(i, time_s, side).value,
                            eval_.rotation(i, time_s, side).value,
                            eval_.scaling(i, time_s, side).value),
            [&](std::uint32_t above) { return eval_.scaling(above, time_s, side).value; });
    }

    static void put(const Double3& from, double* to) {
        to[0] = from.x;
        to[1] = from.y;
        to[2] = from.z;
    }

    bool add_track(std::uint32_t i, std::uint32_t node, TrackKind kind,
                   const std::vector<std::uint32_t>& used, bool is_plain) {
        const Model& model = scene_.models[i];
        const bool is_top = model.parent == kNoIndex;
        unity::FitSource source;
        source.width = kind == TrackKind::rotation ? 4 : 3;
        source.normalize = kind == TrackKind::rotation;
        const ModelMotion& own = eval_.motion(i);
        if (kind == TrackKind::rotation) {
            source.is_cubic = [](double) { return false; };
            source.sample = [&](double at, Side side, double* values, double* slopes) {
                const MotionQuat motion = eval_.rotation(i, at, side);
                const auto to_node = [&](const DoubleQuat& q) {
                    LocalTransform t;
                    t.rotation =
                        model.pivots.pre_rotation * q * conjugate(model.pivots.post_rotation);
                    return scene_.space.transform(t, is_top).rotation;
                };
                const DoubleQuat value = to_node(motion.value), slope = to_node(motion.slope);
                values[0] = value.x, values[1] = value.y, values[2] = value.z, values[3] = value.w;
                slopes[0] = slope.x, slopes[1] = slope.y, slopes[2] = slope.z, slopes[3] = slope.w;
            };
        } else if (is_plain) {
            const LayeredProperty& property =
                kind == TrackKind::translation ? own.translation : own.scaling;
            const bool moves = kind == TrackKind::translation;
            const Double3 still =
                moves
                    ? local_transform(model.pivots, {},
                                      eval_.rotation(i, start_s_, Side::after).value, model.scaling)
                          .translation
                    : Double3{};
            source.is_cubic = [&](double at) { return eval_.is_cubic(property, at); };
            source.sample = [&eval = eval_, &space = scene_.space, i, moves, still, is_top](
                                double at, Side side, double* values, double* slopes) {
                const Motion3 motion =
                    moves ? eval.translation(i, at, side) : eval.scaling(i, at, side);
                if (!moves) {
                    put(motion.value, values);
                    put(motion.slope, slopes);
                    return;
                }
                const auto to_node = [&](const Double3& v) {
                    LocalTransform t;
                    t.translation = v;
                    return space.transform(t, is_top).translation;
                };
                put(to_node(motion.value + still), values);
                put(to_node(motion.slope), slopes);
            };
        } else {
            source.is_cubic = [](double) { return false; };
            const bool moves = kind == TrackKind::translation;
            source.sample = [&, moves](double at, Side side, double* values, double* slopes) {
                constexpr double kStep_s = 1e-5;
                const double step = side == Side::before ? -kStep_s : kStep_s;
                const auto value_at = [&](double time_s, Side from) {
                    const LocalTransform t = transform_at(i, time_s, from);
                    return moves ? t.translation : t.scale;
                };
                const Double3 here = value_at(at, side), near = value_at(at + step, Side::after),
                              far = value_at(at + 2 * step, Side::after);
                put(here, values);
                put((near * 4.0 - here * 3.0 - far) * (0.5 / step), slopes);
            };
        }
        return fit_track(source, node, kind, used);
    }

    [[nodiscard]] bool is_all_held(const std::vector<std::uint32_t>& used) const {
        for (const std::uint32_t index : used) {
            const FbxCurve& curve = curves_[index];
            if (curve.before.kind == Extrapolation::keep_slope ||
                curve.after.kind == Extrapolation::keep_slope) {
                return false;
            }
            const auto& keys = curve.keys.keys;
            for (std::size_t k = 0; k + 1 < keys.size(); ++k)
                if (std::isfinite(keys[k].out_slope) && !curve.is_constant()) return false;
        }
        return true;
    }

    bool fit_track(const unity::FitSource& source, std::uint32_t node, TrackKind kind,
                   std::vector<std::uint32_t> used) {
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        std::vector<double> breaks;
        bool all = true, constant = true;
        const double stop_s = start_s_ + seconds_of(length_);
        for (const std::uint32_t index : used) {
            constant = constant && curves_[index].is_constant();
            all =
                curves_[index].breaks(start_s_, stop_s, kMostBreaks / (1 + used.size()), breaks) &&
                all;
        }
        if (constant) breaks.clear();
        if (!all) {
            context_.faults.warn_some(kAnimationCode, place(),
                                      "a curve repeats so often that it is only approximated");
        }
        if (!context_.faults.charge(breaks.size() + 2, source.width * 6 * sizeof(double)))
            return false;
        AssetTrack track;
        track.node = node;
        track.kind = kind;
        if (constant || length_ <= Ticks{}) {
            std::vector<double> values(source.width), slopes(source.width);
            source.sample(start_s_, Side::after, values.data(), slopes.data());
            track.times = {offset_};
            for (const double value : values)
                track.values.push_back(to_float(value));
        } else if (is_all_held(used)) {
            add_steps(source, breaks, track);
        } else {
            const std::size_t most = std::min(kMostAdded, allowance_);
            const unity::FitKeys keys =
                unity::fit(source, start_s_, length_, std::move(breaks), most);
            allowance_ -= std::min(allowance_, keys.added);
            error_ = std::max(error_, keys.error);
            exhausted_ += keys.exhausted;
            if (!context_.faults.charge(keys.added, source.width * 6 * sizeof(double)))
                return false;
            write_keys(source, keys, track);
        }
        if (kind == TrackKind::rotation) normalize(track);
        clip_->tracks.push_back(std::move(track));
        return true;
    }

    void add_steps(const unity::FitSource& source, std::vector<double>& breaks,
                   AssetTrack& track) const {
        track.interpolation = Interpolation::step;
        breaks.push_back(start_s_);
        std::sort(breaks.begin(), breaks.end());
        std::vector<double> values(source.width), slopes(source.width);
        for (const double at : breaks) {
            const Ticks time = offset_ + ticks_of_seconds(at - start_s_);
            if (!track.times.empty() && time <= track.times.back()) {
                track.values.resize(track.values.size() - source.width);
                track.times.pop_back();
            }
            source.sample(at, Side::after, values.data(), slopes.data());
            track.times.push_back(time);
            for (const double value : values)
                track.values.push_back(to_float(value));
        }
    }

    // Straight pieces need no tangents.
    void write_keys(const unity::FitSource& source, const unity::FitKeys& keys,
                    AssetTrack& track) const {
        const std::size_t width = source.width, count = keys.times.size();
        bool linear = true;
        for (std::size_t k = 0; k + 1 < count && linear; ++k) {
            const double length = seconds_of(keys.times[k + 1] - keys.times[k]);
            for (std::size_t c = 0; c < width && linear; ++c) {
                const double rise = keys.values[(k + 1) * width + c] - keys.values[k * width + c];
                const double size = std::max(1.0, std::fabs(keys.values[k * width + c]));
                linear =
                    std::fabs(keys.out[k * width + c] * length - rise) <= unity::kFitBound * size &&
                    std::fabs(keys.in[(k + 1) * width + c] * length - rise) <=
                        unity::kFitBound * size;
            }
        }
        track.interpolation = linear ? Interpolation::linear : Interpolation::cubic_spline;
        for (std::size_t k = 0; k < count; ++k) {
            track.times.push_back(offset_ + keys.times[k]);
            const auto put_all = [&](const std::vector<double>& from) {
                for (std::size_t c = 0; c < width; ++c)
                    track.values.push_back(to_float(from[k * width + c]));
            };
            if (!linear) put_all(keys.in);
            put_all(keys.values);
            if (!linear) put_all(keys.out);
        }
    }

    static void normalize(AssetTrack& track) {
        if (track.interpolation == Interpolation::cubic_spline) return;  // unit as they are
        for (std::size_t k = 0; k + 3 < track.values.size(); k += 4) {
            float* q = &track.values[k];
            const Quat unit = to_float(DoubleQuat{q[0], q[1], q[2], q[3]});
            q[0] = unit.x, q[1] = unit.y, q[2] = unit.z, q[3] = unit.w;
        }
    }

    bool read_weights() {
        for (std::size_t first = 0; first < context_.morphs.size();) {
            const std::uint32_t node = context_.morphs[first].node;
            std::size_t end = first;
            bool any = false, single = true;
            std::vector<std::uint32_t> used;
            while (end < context_.morphs.size() && context_.morphs[end].node == node) {
                const std::uint32_t channel = context_.morphs[end].channel;
                any = any || eval_.channel(channel).is_animated();
                single = single && scene_.channels[channel].shapes.size() == 1;
                eval_.curves_of(eval_.channel(channel), used);
                ++end;
            }
            const std::span<const MorphUse> uses(&context_.morphs[first], end - first);
            first = end;
            if (any && !add_weights(node, uses, used, single)) return false;
        }
        return true;
    }

    bool add_weights(std::uint32_t node, std::span<const MorphUse> uses,
                     const std::vector<std::uint32_t>& used, bool single) {
        unity::FitSource source;
        source.width = context_.asset.meshes[context_.asset.nodes[node].mesh].weights.size();
        source.is_cubic = [&](double at) {
            return single && std::all_of(uses.begin(), uses.end(), [&](const MorphUse& use) {
                       return eval_.is_cubic(eval_.channel(use.channel), at);
                   });
        };
        source.sample = [&](double at, Side side, double* values, double* slopes) {
            for (const MorphUse& use : uses) {
                const BlendChannel& channel = scene_.channels[use.channel];
                const Motion3 percent = eval_.percent(use.channel, at, side);
                // The weights are straight in the percentage but for corners.
                const double step = percent.slope.x * (side == Side::before ? -1e-6 : 1e-6);
                const std::size_t count = channel.shapes.size();
                shape_weights(channel, percent.value.x + step, slopes + use.first);
                shape_weights(channel, percent.value.x, values + use.first);
                for (std::size_t k = use.first; k < use.first + count; ++k)
                    slopes[k] = (slopes[k] - values[k]) * (side == Side::before ? -1e6 : 1e6);
            }
        };
        return fit_track(source, node, TrackKind::weights, used);
    }

    void warn_of_others() {
        std::map<std::string, std::size_t> left;
        for (const std::uint32_t index : stack_.layers) {
            for (const AnimatedProperty& property : scene_.layers[index].properties) {
                const bool any = std::any_of(property.curves.begin(), property.curves.end(),
                                             [](std::uint32_t c) { return c != kNoIndex; });
                if (!any || property.kind == TargetKind::layer) continue;
                const std::string_view name = property.property;
                const bool used = (property.kind == TargetKind::model &&
                                   (name == "Lcl Translation" || name == "Lcl Rotation" ||
                                    name == "Lcl Scaling")) ||
                                  (property.kind == TargetKind::channel && name == "DeformPercent");
                if (!used && (left.size() < 32 || left.count(std::string(name)) != 0))
                    ++left[plain_text(name)];
            }
        }
        for (const auto& [name, count] : left) {
            context_.faults.warn(kAnimationCode, place(),
                                 "curves of " + in_quotes(name) +
                                     " are left out: " + std::to_string(count) + " objects");
        }
    }

    Context& context_;
    const Scene& scene_;
    const Hierarchy& hierarchy_;
    const std::vector<FbxCurve>& curves_;
    const Stack& stack_;
    Evaluator eval_;
    std::size_t& allowance_;
    AssetClip* clip_ = nullptr;
    double start_s_ = 0.0, error_ = 0.0;
    Ticks offset_{}, length_{};
    std::size_t exhausted_ = 0;
};

}  // namespace

bool read_animations(Context& context, const Hierarchy& hierarchy,
                     const std::vector<FbxCurve>& curves) {
    // Keys that may be added to those of the curves: in all, so that the time is linear.
    std::size_t allowance = 20'000 + 4 * context.info.keys;
    for (const Stack& stack : context.scene.stacks) {
        if (!context.faults.charge(context.scene.models.size() + context.scene.channels.size(),
                                   sizeof(ModelMotion))) {
            return false;
        }
        AssetClip clip;
        if (!ClipReader(context, hierarchy, curves, stack, allowance).run(clip)) return false;
        if (clip.tracks.empty() && stack.layers.empty()) continue;
        context.asset.clips.push_back(std::move(clip));
    }
    return true;
}

}  // namespace motus::fbx
