// SPDX-License-Identifier: MIT
#include <motus/import/unity/motions.h>

#include <motus/asset/gltf_export.h>
#include <motus/core/hash.h>
#include <motus/document/file.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr double kPlaceholderSeconds = 1.0;

std::string stem_of(const std::filesystem::path& path) {
    return path.stem().string();
}

}  // namespace

Motions::Motions(Document& document, const ImportOptions& options, std::string name,
                 ImportReport& report, Diagnostics& diagnostics)
    : document_(document),
      options_(options),
      name_(std::move(name)),
      report_(report),
      diagnostics_(diagnostics),
      nodes_(
          [&] {
              // Of another file's nodes, the first root is the Animator's object.
              if (!options.clips.empty()) {
                  for (const AssetNode& node : options.clips[0].asset.nodes) {
                      if (node.parent == kNone) return node.name;
                  }
              }
              return std::string("Root");
          }(),
          options.clips.empty()),
      entities_(document, name_) {
    for (const auto& [original, instead] : options.overrides)
        overrides_[{original.guid, original.file_id}] = instead;
}

std::string Motions::unique(std::string name) {
    if (name.empty()) name = "Clip";
    if (names_.insert(name).second) return name;
    for (std::size_t& next = next_names_[name];;) {
        const std::string other = fmt::format("{} {}", name, ++next + 1);
        if (names_.insert(other).second) return other;
    }
}

const MotionEntry& Motions::get(const AssetRef& ref, const std::string& place,
                                const std::string& hint) {
    static const MotionEntry kNothing;
    if (ref.is_none()) return kNothing;
    const auto instead = overrides_.find({ref.guid, ref.file_id});
    const AssetRef* wanted = instead == overrides_.end() ? &ref : &instead->second;
    const auto known = entries_.find(*wanted);
    if (known != entries_.end()) return known->second;
    MotionEntry entry = resolve(*wanted, place, hint);
    return entries_.emplace(*wanted, std::move(entry)).first->second;
}

MotionEntry Motions::resolve(const AssetRef& ref, const std::string& place,
                             const std::string& hint) {
    std::optional<ModelClip> model;
    std::string name = hint;
    if (options_.project != nullptr && !ref.guid.empty()) {
        const auto [known, is_new] = models_.try_emplace(ref.guid);
        if (is_new) known->second = options_.project->model_clips(ref.guid);
        if (const auto found = known->second.find(ref.file_id); found != known->second.end()) {
            model = found->second;
        }
        if (const auto* path = options_.project->find(ref.guid)) name = stem_of(*path);
        if (model) name = model->name;
    }
    if (auto mapped = from_mapping(ref, name)) return *std::move(mapped);
    if (auto found = from_file(ref, place)) return *std::move(found);
    if (model) {
        if (const auto found = find_clip(model->name, "")) {
            return add_model_clip(ref, *found, model->loops);
        }
    }
    MotionEntry entry = add_placeholder(ref, name, kPlaceholderSeconds, place);
    if (model && model->loops) {
        entry.loops = *model->loops;
        const auto* clip = object_cast<doc::AnimationClip>(document_.find_id(entry.id));
        doc::AnimationClipChange(document_, clip->handle()).set_loop(entry.loops);
    }
    return entry;
}

std::optional<Motions::Found> Motions::find_clip(const std::string& name,
                                                 const std::string& file) const {
    for (std::size_t f = 0; f < options_.clips.size(); ++f) {
        if (!file.empty() && options_.clips[f].path != file) continue;
        const std::vector<AssetClip>& clips = options_.clips[f].asset.clips;
        for (std::uint32_t i = 0; i < clips.size(); ++i) {
            if (clips[i].name == name) return Found{f, i};
        }
    }
    return {};
}

std::optional<MotionEntry> Motions::from_mapping(const AssetRef& ref, const std::string& name) {
    for (const ClipMapping& mapping : options_.mapping) {
        if (mapping.unity != to_string(ref) && mapping.unity != ref.guid && mapping.unity != name) {
            continue;
        }
        if (const auto found = find_clip(mapping.clip, mapping.file)) {
            return add_model_clip(ref, *found, std::nullopt);
        }
        diagnostics_.warn(
            "unity-map", mapping.unity,
            fmt::format("is mapped to clip {}, which no file given has", mapping.clip));
    }
    return {};
}

// A clip inside the controller's file, or in a file of the project.
std::optional<MotionEntry> Motions::from_file(const AssetRef& ref, const std::string& place) {
    if (ref.is_local()) return from_own_file(ref, place);
    if (options_.project == nullptr) return {};
    const auto* path = options_.project->find(ref.guid);
    const std::string ending = path == nullptr ? "" : path->extension().string();
    if (ending != ".anim" && ending != ".controller" && ending != ".asset") return {};
    const std::string name = path->generic_string();
    Result<std::string> text = read_text_file(*path);
    if (!text) {
        diagnostics_.warn("unity-file", name, "cannot be read");
        return {};
    }
    Diagnostics inner;
    auto file = UnityFile::open(*std::move(text), inner);
    std::optional<MotionEntry> out;
    if (file) {
        out = read_from(**file, name, ref, place);
    } else {
        diagnostics_.warn(file.error().code, fmt::format("{}: {}", name, file.error().place),
                          file.error().cause);
    }
    for (const Fault& fault : inner.faults())
        diagnostics_.warn(fault.code, fmt::format("{}: {}", name, fault.path), fault.message);
    return out;
}

// It is opened once for all clips that are in it.
std::optional<MotionEntry> Motions::from_own_file(const AssetRef& ref, const std::string& place) {
    if (own_file_ == nullptr) {
        auto file = UnityFile::open(options_.text, own_faults_);
        if (!file) return {};
        own_file_ = *std::move(file);
    }
    return read_from(*own_file_, options_.source, ref, place);
}

std::optional<MotionEntry> Motions::read_from(UnityFile& file, const std::string& name,
                                              const AssetRef& ref, const std::string& place) {
    Diagnostics inner;
    const Result<UnityClip> clip = read_clip(file, ref.file_id, inner);
    for (const Fault& fault : inner.faults())
        diagnostics_.warn(fault.code, fmt::format("{}: {}", name, fault.path), fault.message);
    if (!clip) return {};
    return add_clip(*clip, ref, place);
}

const MotionEntry& Motions::add_own(const UnityClip& clip, const AssetRef& ref) {
    return entries_.emplace(ref, add_clip(clip, ref, clip.name)).first->second;
}

MotionEntry Motions::add_clip(const UnityClip& clip, const AssetRef& ref,
                              const std::string& place) {
    const std::string name = unique(clip.name);
    report_losses(clip, name);
    bool others = false;  // curves that only a timeline can hold
    bool poses = false;
    for (const ClipCurve& curve : clip.curves) {
        const bool humanoid = curve.class_id == 95;
        others =
            others || (curve.target == CurveTarget::number && !humanoid &&
                       !(curve.class_id == 137 && curve.attribute.rfind("blendShape.", 0) == 0));
        poses = poses || curve.target != CurveTarget::number ||
                (curve.class_id == 137 && curve.attribute.rfind("blendShape.", 0) == 0);
    }
    if (others) return add_timeline(clip, ref, name);
    if (!poses) {  // nothing that could be shown, but a length
        doc::AnimationClipChange change = new_clip(ref, name);
        change.set_placeholder(true)
            .set_length_s(static_cast<float>(playing_length(clip)))
            .set_loop(clip.loop);
        report_.use("clips without curves that can be shown", Support::approximated,
                    "a placeholder of their length", place);
        MotionEntry entry;
        entry.id = change.object().id();
        entry.loops = clip.loop;
        entry.name = name;
        return entry;
    }
    add_pose_clip(clip, name, nodes_, extra_keys_, report_);
    doc::AnimationClipChange change = new_clip(ref, name);
    change.set_source_clip(name)
        .set_source_index(static_cast<std::uint32_t>(nodes_.asset.clips.size() - 1))
        .set_length_s(static_cast<float>(playing_length(clip)))
        .set_loop(clip.loop)
        .set_cycle_offset(static_cast<float>(clip.cycle_offset))
        .set_mirror(clip.mirror);
    own_clips_.push_back(change.handle());
    for (const ClipEventValue& value : clip.events) {
        const double time = value.time - clip.start;
        if (value.function.empty() || !(time >= 0.0) || !(time <= playing_length(clip))) continue;
        change.events_append()
            .set_time_s(static_cast<float>(time))
            .set_event(event(value.function))
            .set_text(value.text)
            .set_number(value.number)
            .set_integer(value.integer);
    }
    MotionEntry entry;
    entry.id = change.object().id();
    entry.loops = clip.loop;
    entry.has_reference = clip.has_reference;
    entry.name = name;
    if (clip.has_reference && !clip.reference_clip.is_none()) {
        pending_.push_back({entry.id, clip.reference_clip, clip.reference_time});
    } else if (clip.has_reference) {
        change.set_additive_reference_s(
            static_cast<float>(std::max(0.0, clip.reference_time - clip.start)));
    }
    return entry;
}

MotionEntry Motions::add_model_clip(const AssetRef& ref, const Found& found,
                                    std::optional<bool> loops) {
    const ClipFile& file = options_.clips[found.file];
    const AssetClip& clip = file.asset.clips[found.clip];
    MotionEntry entry;
    entry.name = unique(clip.name);
    entry.loops = loops.value_or(clip.loop);
    doc::AnimationClipChange change = new_clip(ref, entry.name);
    change.set_source(source(file.path, file.content_hash))
        .set_source_clip(clip.name)
        .set_source_index(found.clip)
        .set_length_s(static_cast<float>(seconds_of(clip.duration)))
        .set_loop(entry.loops)
        .set_root_motion(clip.root_motion);
    for (const AssetEvent& moment : clip.events) {
        change.events_append()
            .set_time_s(static_cast<float>(seconds_of(moment.time)))
            .set_event(event(moment.name));
    }
    entry.id = change.object().id();
    return entry;
}

MotionEntry Motions::add_placeholder(const AssetRef& ref, const std::string& wanted, double length,
                                     const std::string& place) {
    MotionEntry entry;
    entry.name = unique(wanted);
    entry.placeholder = true;
    for (const std::string& key : {ref.guid, to_string(ref), entry.name}) {
        const auto given = options_.clip_lengths.find(key);
        if (given == options_.clip_lengths.end() || key.empty()) continue;
        length = given->second;
        lengths_used_.insert(key);
    }
    doc::AnimationClipChange change = new_clip(ref, entry.name);
    change.set_placeholder(true).set_length_s(static_cast<float>(length)).set_loop(true);
    entry.id = change.object().id();
    ++placeholders_;
    report_.missing.push_back({to_string(ref), "clip", entry.name, place});
    diagnostics_.warn("unity-unresolved", place,
                      fmt::format("clip {} ({}) was not found; a placeholder of {} s stands for it",
                                  shown(entry.name), to_string(ref), length));
    return entry;
}

void Motions::report_losses(const UnityClip& clip, const std::string& place) {
    const auto lost = [&](const char* what, const char* note, std::string where) {
        report_.use(what, Support::not_supported, note,
                    where.empty() ? place : fmt::format("{}: {}", place, where));
    };
    for (const ClipCurve& curve : clip.curves) {
        if (curve.class_id != 95 || curve.target != CurveTarget::number) continue;
        if (is_humanoid_attribute(curve.attribute)) {
            lost("humanoid muscle curves", "left out: bake the clip to a generic rig in Unity",
                 curve.attribute);
        } else {
            lost("curves that drive a parameter", "left out: set the variable from the game",
                 curve.attribute);
        }
    }
    for (const std::string& curve : clip.object_curves)
        lost("object reference curves (sprites, materials)", "left out", curve);
    if (clip.compressed)
        lost("compressed rotation curves", "left out: save the clip uncompressed", "");
    if (clip.legacy) {
        report_.use("legacy clips", Support::approximated, "read as a clip for an Animator", place);
    }
    if (clip.unusual_ends != 0) {
        report_.use("curves that repeat outside their keys", Support::approximated,
                    "the end values hold", place);
    }
    if (clip.mirror) {
        report_.use("mirrored clips", Support::not_supported, "the mark is kept", place);
    }
}

doc::RigChange Motions::rig() {
    if (rig_ == Handle{}) {
        auto scene = document_.begin_change(content(document_).scene());
        auto entity = scene.entities_append();
        entity.set_name(name_.empty() ? "Character" : name_);
        rig_entity_ = entity.handle();
        rig_ = entity.components_append<doc::Rig>().handle();
    }
    return doc::RigChange(document_, rig_);
}

void Motions::set_machine(std::uint64_t machine) {
    if (has_rig()) rig().set_machine(machine);
}

doc::AnimationClipChange Motions::new_clip(const AssetRef& ref, const std::string& name) {
    doc::AnimationClipChange change = rig().clips_append();
    change.set_name(name);
    note_origin(change, ref);
    return change;
}

std::uint64_t Motions::source(const std::string& path, const std::string& hash) {
    const auto known = sources_.find(path);
    if (known != sources_.end()) return known->second;
    auto root = document_.begin_change(content(document_));
    auto change = root.sources_append();
    change.set_path(path).set_content_hash(hash).set_importer("gltf");
    return sources_[path] = change.object().id();
}

std::uint64_t Motions::event(const std::string& name) {
    const auto known = events_.find(name);
    if (known != events_.end()) return known->second;
    auto library = document_.begin_change(content(document_).library());
    auto change = library.events_append();
    change.set_name(name);
    return events_[name] = change.object().id();
}

Result<std::vector<std::byte>> Motions::finish() {
    for (std::size_t i = 0; i < pending_.size(); ++i) {  // getting one may add others
        const Pending wanted = pending_[i];
        const MotionEntry& reference = get(wanted.reference, "additive reference", "reference");
        const auto* clip = object_cast<doc::AnimationClip>(document_.find_id(wanted.clip));
        doc::AnimationClipChange change(document_, clip->handle());
        if (!reference.is_timeline) change.set_additive_reference(reference.id);
        change.set_additive_reference_s(static_cast<float>(std::max(0.0, wanted.time)));
    }
    for (const auto& [name, length] : options_.clip_lengths) {
        if (lengths_used_.count(name) == 0) {
            diagnostics_.warn("unity-clip-length", name,
                              "is no placeholder: its length is not set");
        }
    }
    std::vector<std::byte> bytes;
    if (!own_clips_.empty()) nodes_.finish();
    if (nodes_.full || entities_.is_full()) {
        const Error error = too_many_objects();
        diagnostics_.error(error.code, error.place, error.cause);
        return error;
    }
    if (!own_clips_.empty()) {
        Result<std::vector<std::byte>> made = export_glb(nodes_.asset);
        if (!made) return made.error();
        bytes = *std::move(made);
        const std::uint64_t id =
            source(options_.clips_path, fmt::format("{:016x}", checksum_bytes(bytes)));
        for (const Handle clip : own_clips_)
            doc::AnimationClipChange(document_, clip).set_source(id);
    }
    if (has_rig()) {
        const std::string path = !options_.clips.empty() ? options_.clips[0].path
                                 : !own_clips_.empty()   ? options_.clips_path
                                                         : std::string();
        if (!path.empty()) {
            const std::string hash =
                !options_.clips.empty() ? options_.clips[0].content_hash : std::string();
            rig().set_source(source(path, hash));
        }
    }
    return bytes;
}

}  // namespace motus::unity
