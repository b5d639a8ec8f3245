// SPDX-License-Identifier: MIT
#include <motus/import/unity/motions.h>

#include <motus/asset/gltf_export.h>
#include <motus/core/hash.h>

#include <fmt/format.h>

namespace motus::unity {

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
              return std::string(kRootName);
          }(),
          options.clips.empty()),
      entities_(document, name_) {
    for (const auto& [original, instead] : options.overrides) {
        Override& entry = overrides_[{within(original.guid), original.file_id}];
        entry = {original, instead};
        if (instead.is_local()) entry.instead.guid = kOverrideFile;
    }
}

void Motions::count(ImportReport& report) const {
    if (curves_found_ > 0) report.count("curves", curves_found_, curves_kept_);
    if (events_found_ > 0) report.count("events", events_found_, events_kept_);
}

void Motions::warn_of_unused() {
    std::set<AssetRef> played;  // of an override of an override, under another name
    for (const auto& [key, entry] : overrides_)
        if (entry.used) played.insert(entry.instead);
    for (const auto& [key, entry] : overrides_) {
        if (entry.used || played.count(entry.instead) != 0) continue;
        diagnostics_.warn("unity-override", to_string(entry.original),
                          "is replaced by the override, but the controller does not use it");
    }
}

std::string Motions::unique(std::string name) {
    if (name.empty()) name = "Clip";
    if (names_.insert(name).second) return name;
    for (std::size_t& next = next_names_[name];;) {
        const std::string other = fmt::format("{} {}", name, ++next + 1);
        if (names_.insert(other).second) return other;
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
        const auto* clip = object_cast<doc::AnimationClip>(document_.find_id(wanted.clip));
        doc::AnimationClipChange change(document_, clip->handle());
        const std::string name = clip->name();
        // What is played instead of a clip says nothing about the pose that others start from.
        const MotionEntry& reference = find_or_make(
            wanted.reference, fmt::format("{}: additive reference", name), "reference");
        if (reference.is_timeline) {
            report_.use("additive references that are timelines", Support::not_supported,
                        "left out: the first frame counts", name);
            continue;
        }
        change.set_additive_reference(reference.id);
        change.set_additive_reference_s(
            static_cast<float>(std::max(0.0, wanted.time - reference.start)));
    }
    warn_of_unused();
    for (const auto& [name, length] : options_.clip_lengths) {
        if (lengths_used_.count(name) == 0) {
            diagnostics_.warn("unity-clip-length", name,
                              "is no placeholder: its length is not set");
        }
    }
    for (const ClipMapping& mapping : options_.mapping) {
        if (!mapping_used_.insert(mapping.unity).second) continue;
        diagnostics_.warn("unity-map", mapping.unity,
                          "is mapped, but the controller plays no clip of this name or id");
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
