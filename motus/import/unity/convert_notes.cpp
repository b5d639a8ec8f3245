// What the report says of a controller: features it uses, and rules that nobody could verify.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/convert.h>

#include <motus/core/hash.h>
#include <motus/document/validate.h>

#include <fmt/format.h>

namespace motus::unity {

void Converter::note_limit(const char* feature, std::string message, const std::string& place) {
    message += "; the document keeps them, but cannot be baked until they are fewer";
    report_.use(feature, Support::not_supported, message, place);
    diagnostics_.warn("unity-not-baked", place, std::move(message));
}

void Converter::note_state(const State& state, const Place& place) {
    if (state.mirror || !state.mirror_parameter.empty()) {
        report_.use("mirror", Support::not_supported, "the mark is kept; poses are not mirrored",
                    place.path);
    }
    if (state.ik_on_feet) {
        report_.use("foot IK", Support::not_supported, "the mark is kept", place.path);
    }
    if (!state.write_defaults) {
        report_.use("write defaults off", Support::supported, "kept", place.path);
    }
    if (!state.time_parameter.empty()) {
        report_.use("motion time from a parameter", Support::supported, "time variable",
                    place.path);
    }
    if (!state.speed_parameter.empty()) {
        report_.use("speed from a parameter", Support::supported, "speed variable", place.path);
    }
    if (!state.tag.empty()) report_.use("tags", Support::supported, "tags", place.path);
    if (state.motion.is_none()) {
        report_.use("states without motion", Support::supported,
                    "empty states of one second that loop", place.path);
    }
}

void Converter::note_transition(const Transition& transition, bool any, const std::string& place,
                                const Motion& from) {
    if (any) {
        report_.use("any-state transitions", Support::supported, "any-state transitions", place);
        if (!transition.can_self) report_.touch(12, place);
    }
    if (transition.has_exit_time) {
        report_.use("exit times", Support::supported, "exit times, at the crossing only", place);
        if (transition.exit_time < 0.0f) {
            report_.use("exit times below 0", Support::approximated, "0",
                        fmt::format("{}: {}", place, transition.exit_time));
        }
        bool loops = true;
        if (!from.clip.is_none()) loops = motions_.get(from.clip, place, "").loops;
        const bool waits = !transition.conditions.empty();
        if (waits && (transition.exit_time == 1.0f || (transition.exit_time < 1.0f && !loops))) {
            report_.touch(3, place);
        }
    }
    if (!transition.fixed_duration && transition.duration > 0.0f) {
        report_.use("normalised durations", Support::supported, "durations in source lengths",
                    place);
        if (transition.interruption_source != 0) report_.touch(5, place);
    }
    if (transition.interruption_source != 0) {
        report_.use("interruption", Support::supported, "interruption from the frozen pose", place);
    }
    if (transition.mute || transition.solo) {
        report_.use("solo and mute", Support::supported, "solo and mute", place);
    }
}

void Converter::note_layers() {
    for (const auto& [name, layers] : trigger_layers_) {
        if (layers.size() > 1) report_.touch(2, name);
    }
    for (std::size_t i = 0; i < controller_.layers.size(); ++i) {
        const Layer& layer = controller_.layers[i];
        if (layer.ik_pass) {
            report_.use("IK passes", Support::not_supported, "the mark is kept", layer.name);
        }
        if (layer.sync_layer >= 0) {
            if (layer.sync_timing) report_.touch(7, layer.name);
            std::set<std::uint32_t> given;
            for (const SyncedState& synced : layer.synced) {
                if (!synced.motion.is_none()) given.insert(synced.state);
            }
            for (std::uint32_t s = 0; s < states_.size(); ++s) {
                if (states_[s].id != 0 &&
                    states_[s].layer == static_cast<std::uint32_t>(layer.sync_layer) &&
                    !controller_.states[s].motion.is_none() && given.count(s) == 0) {
                    report_.touch(8, fmt::format("{}: {}", shown(layer.name),
                                                 shown(controller_.states[s].name)));
                }
            }
        }
        if (!layer.additive || i == 0) continue;
        report_.use("additive layers", Support::supported, "additive layers", layer.name);
        for (std::uint32_t s = 0; s < states_.size(); ++s) {
            const Motion& motion = controller_.states[s].motion;
            if (states_[s].layer != i || states_[s].id == 0 || motion.clip.is_none()) continue;
            if (!motions_.get(motion.clip, states_[s].path, "").has_reference) {
                report_.touch(9, states_[s].path);
            }
        }
    }
}

void Converter::fill_counts() {
    const Counts& counts = controller_.counts;
    std::uint32_t trees = 0;
    for (const std::uint32_t count : counts.trees)
        trees += count;
    std::size_t states = 0, machines = 0;
    for (const Place& place : states_)
        states += place.id != 0;
    for (const Place& place : machines_)
        machines += place.graph != Handle{};
    report_.count("layers", controller_.layers.size(), layer_ids_.size());
    report_.count("parameters", controller_.parameters.size(), controller_.parameters.size());
    report_.count("states", counts.states, states);
    const std::uint32_t found =
        counts.transitions + counts.entry_transitions + counts.machine_transitions;
    report_.count("transitions", found, transitions_);
    report_.count("state machines", counts.machines, machines);
    report_.count("blend trees", trees, controller_.trees.size());
    report_.count("behaviours", counts.behaviours, behaviours_);
    report_.count("clips", motions_.size(), motions_.size() - motions_.placeholders());
    motions_.count(report_);
    report_.count("orphans", counts.orphans, 0);
}

namespace {

// Runs `fill` inside one step of a new document.
template <typename Fill>
Result<UnityImport> make_import(const ImportOptions& options, const std::string& name,
                                Diagnostics& diagnostics, const Fill& fill) {
    UnityImport out;
    out.document = new_document({.id_seed = static_cast<std::uint64_t>(hash_name(name))});
    out.report.source = options.source;
    Step step = out.document->begin_step("Import");
    Result<std::vector<std::byte>> clips = fill(*out.document, out.report);
    if (!clips) return clips.error();
    out.clips_glb = *std::move(clips);
    if (const Result<Done> done = step.commit(); !done) {
        diagnostics.error(done.error().code, done.error().place, done.error().cause);
        return done.error();
    }
    out.document->clear_history();
    return out;
}

Result<UnityClip> open_clip(const std::string& text, Diagnostics& diagnostics) {
    auto file = UnityFile::open(text, diagnostics);
    if (!file) {
        diagnostics.error(file.error().code, file.error().place, file.error().cause);
        return file.error();
    }
    return read_clip(**file, 0, diagnostics);
}

}  // namespace

Result<UnityImport> import_controller(const Controller& controller, const ImportOptions& options,
                                      Diagnostics& diagnostics) {
    Result<UnityImport> made = make_import(
        options, controller.name, diagnostics, [&](Document& document, ImportReport& report) {
            report.name = controller.name;
            report.version = controller.version;
            document.begin_change(content(document)).set_name(controller.name);
            return Converter(document, controller, options, report, diagnostics).run();
        });
    if (made) warn_of_errors(*made->document, diagnostics);
    return made;
}

Result<UnityImport> import_clip(const ImportOptions& options, Diagnostics& diagnostics) {
    const Result<UnityClip> clip = open_clip(options.text, diagnostics);
    if (!clip) return clip.error();
    return make_import(
        options, clip->name, diagnostics, [&](Document& document, ImportReport& report) {
            report.name = clip->name;
            document.begin_change(content(document)).set_name(clip->name);
            Motions motions(document, options, clip->name, report, diagnostics);
            const MotionEntry& entry = motions.add_own(*clip, AssetRef{clip->file_id, "", 0});
            motions.count(report);
            report.use(entry.is_timeline ? "timeline" : "clip", Support::supported,
                       entry.is_timeline ? "a timeline" : "a clip of a rig", clip->name);
            return motions.finish();
        });
}

Result<UnityImport> import_mask(const ImportOptions& options, Diagnostics& diagnostics) {
    const Result<AvatarMask> mask = read_mask(options.text, diagnostics);
    if (!mask) return mask.error();
    return make_import(options, mask->name, diagnostics,
                       [&](Document& document, ImportReport& report) {
                           report.name = mask->name;
                           report.count("transforms", mask->elements.size(), mask->elements.size());
                           document.begin_change(content(document)).set_name(mask->name);
                           add_mask(document, *mask, AssetRef{}, kRootName, report, mask->name);
                           if (mask->elements.empty()) report.touch(10, mask->name);
                           return Result<std::vector<std::byte>>(std::vector<std::byte>());
                       });
}

Result<Asset> read_anim_asset(std::string text, ImportReport& report, Diagnostics& diagnostics) {
    const Result<UnityClip> clip = open_clip(text, diagnostics);
    if (!clip) return clip.error();
    NodeTree nodes(kRootName, true);
    std::size_t extra_keys = kExtraKeys;
    add_pose_clip(*clip, clip->name, nodes, extra_keys, report);
    nodes.finish();
    if (nodes.full) {
        const Error error = too_many_objects();
        diagnostics.error(error.code, error.place, error.cause);
        return error;
    }
    return std::move(nodes.asset);
}

}  // namespace motus::unity
