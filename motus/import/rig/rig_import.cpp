// SPDX-License-Identifier: MIT
#include <motus/import/rig/rig_import.h>

#include <motus/asset/node_path.h>
#include <motus/core/ticks.h>
#include <motus/document/new_document.h>
#include <motus/import/rig/entries.h>
#include <motus/import/rig/missing.h>
#include <motus/import/rig/names.h>
#include <motus/import/rig/pointer_timelines.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace motus {
namespace {

using doc::AnimationClip;

float length_of(const AssetClip& clip) {
    return static_cast<float>(seconds_of(clip.duration));
}

std::set<std::string_view> node_names(const Asset& asset) {
    std::set<std::string_view> names;
    for (const AssetNode& node : asset.nodes)
        if (!node.name.empty()) names.insert(node.name);
    return names;
}

/// One file on its way into a document.
class RigImporter {
  public:
    RigImporter(Document& document, const RigFile& file, Diagnostics& diagnostics)
        : document_(document),
          asset_(*file.asset),
          source_(file.source),
          takes_clips_(file.clips),
          diagnostics_(diagnostics) {}

    /// The file that has the rig. `clips` are those of a rig that was made now, which has no
    /// machine yet.
    void take_rig(std::vector<DefaultClip>& clips) {
        take_source();
        bool found = false;
        for (const doc::Entity& entity : content(document_).scene().entities()) {
            for (const Object& component : entity.components()) {
                const auto* rig = object_cast<doc::Rig>(&component);
                if (rig == nullptr || rig->source() != source_id_) continue;
                found = true;
                report_.entity = entity.id();
                if (!takes_clips_) continue;
                update(*rig);
                check_joints(document_, *rig, asset_, diagnostics_);
            }
        }
        if (!found) create(clips);
        keep_notes();
    }

    /// A file whose clips go onto the rig of another one, which is `rig_asset`. Where the rig was
    /// made now, they are added to `made`.
    void take_clips(std::uint64_t entity, const Asset& rig_asset, bool is_new,
                    std::vector<DefaultClip>& made) {
        take_source();
        report_.entity = entity;
        const doc::Rig* rig = rig_of(entity);
        if (rig == nullptr) return;
        find_lost(rig_asset);
        if (!is_new) {
            update(*rig);
            return;
        }
        TakenNames taken = names_of(rig->clips());
        auto change = document_.begin_change(*rig);
        for (std::uint32_t i = 0; i < asset_.clips.size(); ++i)
            made.push_back(add_motion(change, i, taken));
    }

    /// The machine and the folder of a rig that was made now.
    void add_machine(const std::vector<DefaultClip>& clips) {
        const auto* entity = object_cast<doc::Entity>(document_.find_id(report_.entity));
        const doc::Rig* rig = rig_of(report_.entity);
        if (clips.empty() || entity == nullptr || rig == nullptr) return;
        const std::string name = entity->name();
        auto root = document_.begin_change(content(document_));
        auto library = root.library_change();
        add_folder(library, name, clips);
        TakenNames names = names_of(content(document_).library().machines());
        report_.machine = add_default_machine(library, unique_name(name, "Rig", names), clips);
        document_.begin_change(*rig).set_machine(report_.machine);
        library.root_change()
            .entries_append()
            .set_kind(doc::LibraryEntryKind::machine)
            .set_item(report_.machine);
    }

    [[nodiscard]] RigImport& report() { return report_; }
    [[nodiscard]] bool made_rig() const { return made_rig_; }

  private:
    const doc::Rig* rig_of(std::uint64_t id) const {
        const auto* entity = object_cast<doc::Entity>(document_.find_id(id));
        if (entity == nullptr) return nullptr;
        for (const Object& component : entity->components())
            if (const auto* rig = object_cast<doc::Rig>(&component)) return rig;
        return nullptr;
    }

    void keep_notes() {
        const auto* entity = object_cast<doc::Entity>(document_.find_id(report_.entity));
        if (entity == nullptr) return;
        for (const RigNote& note : source_.notes) {
            const doc::Annotation* known = nullptr;
            for (const doc::Annotation& other : entity->annotations())
                if (other.name() == note.name && other.source() == source_.importer) known = &other;
            auto change = known != nullptr ? document_.begin_change(*known)
                                           : document_.begin_change(*entity).annotations_append();
            change.set_name(note.name).set_source(source_.importer);
            while (known != nullptr && known->fields().size() != 0)
                change.fields_remove(known->fields().size() - 1);
            for (const auto& [name, value] : note.fields)
                change.fields_append().set_name(name).set_value(Value(value));
        }
    }

    void find_lost(const Asset& rig) {
        const std::set<std::string_view> names = node_names(rig);
        std::set<std::string_view> seen;
        for (const AssetClip& clip : asset_.clips) {
            for (const AssetTrack& track : clip.tracks) {
                const std::string& name = asset_.nodes[track.node].name;
                if (names.count(name) == 0 && seen.insert(name).second)
                    report_.lost_joints.push_back(name);
            }
        }
        if (report_.lost_joints.empty()) return;
        constexpr std::size_t kListed = 20;
        std::string list;
        for (std::size_t i = 0; i < std::min(kListed, report_.lost_joints.size()); ++i)
            list += (i == 0 ? "" : ", ") + report_.lost_joints[i];
        if (report_.lost_joints.size() > kListed) list += ", ...";
        diagnostics_.warn("joint-missing", source_.path,
                          std::to_string(report_.lost_joints.size()) +
                              " of the joints that its clips move are not in the rig: " + list);
    }

    void take_source() {
        const doc::Document& root = content(document_);
        const doc::Source* known = nullptr;
        for (const doc::Source& source : root.sources()) {
            if (source.importer() != source_.importer) continue;
            if (source.path() == source_.path) {
                known = &source;
                break;
            }
            if (!source_.moved_from.empty() && source.path() == source_.moved_from) known = &source;
        }
        report_.is_new = known == nullptr;
        is_changed_ = known == nullptr || source_.content_hash.empty() ||
                      known->content_hash() != source_.content_hash;
        auto change = known != nullptr ? document_.begin_change(*known)
                                       : document_.begin_change(root).sources_append();
        change.set_path(source_.path)
            .set_content_hash(source_.content_hash)
            .set_importer(source_.importer)
            .set_metres_per_unit(source_.metres_per_unit)
            .set_rate_hz(source_.rate_hz);
        source_id_ = change.object().id();
    }

    void create(std::vector<DefaultClip>& clips) {
        made_rig_ = true;
        TakenNames names = names_of(content(document_).scene().entities());
        auto root = document_.begin_change(content(document_));
        auto entity = root.scene_change().entities_append();
        entity.set_name(unique_name(source_.name, "Rig", names));
        entity.components_append<doc::Transform3D>();
        auto rig = entity.components_append<doc::Rig>();
        rig.set_source(source_id_);
        if (asset_.root_motion_node != kNone) {
            rig.set_root_motion_joint(node_path(asset_, asset_.root_motion_node));
        }
        report_.entity = entity.object().id();
        TakenNames taken;
        for (std::uint32_t i = 0; i < asset_.clips.size() && takes_clips_; ++i)
            clips.push_back(add_motion(rig, i, taken));
    }

    /// An animation that moves nodes is a clip, one that moves anything else a timeline; one that
    /// moves both is both.
    DefaultClip add_motion(doc::RigChange& rig, std::uint32_t index, TakenNames& taken) {
        const AssetClip& from = asset_.clips[index];
        if (!is_timeline(from)) {
            DefaultClip clip = add_clip(rig, index, taken);
            clip.timeline = take_pointers(index, clip.name);
            return clip;
        }
        const std::string name = unique_name(from.name, "Clip " + std::to_string(index + 1), taken);
        report_.added.push_back(name);
        const auto length_s = static_cast<float>(seconds_of(pointer_length(from)));
        return {take_pointers(index, name), name, length_s, from.loop, 0, true};
    }

    static bool is_timeline(const AssetClip& clip) {
        return clip.tracks.empty() && !clip.pointers.empty();
    }

    /// The timeline of what a clip's pointers key; 0 where there are none.
    std::uint64_t take_pointers(std::uint32_t index, const std::string& name) {
        const AssetClip& clip = asset_.clips[index];
        if (clip.pointers.empty()) return 0;
        std::size_t place = 0;
        for (std::uint32_t i = 0; i < index; ++i)
            place += asset_.clips[i].name == clip.name ? 1 : 0;
        PointerSource from{source_id_, report_.entity, clip.name, name};
        if (place != 0) from.clip.append("#").append(std::to_string(place + 1));
        const std::uint64_t known = find_pointer_timeline(document_, from);
        // What was edited by hand stays, until the file itself changes.
        if (known != 0 && !is_changed_) return known;
        return import_pointers(document_, asset_, clip, from);
    }

    DefaultClip add_clip(doc::RigChange& rig, std::uint32_t index, TakenNames& taken) {
        const AssetClip& from = asset_.clips[index];
        auto clip = rig.clips_append();
        const std::string name = unique_name(from.name, "Clip " + std::to_string(index + 1), taken);
        clip.set_name(name).set_source(source_id_).set_source_clip(from.name);
        clip.set_source_index(index).set_length_s(length_of(from)).set_loop(from.loop);
        clip.set_root_motion(from.root_motion);
        for (const AssetEvent& event : from.events) {
            clip.events_append()
                .set_time_s(static_cast<float>(seconds_of(event.time)))
                .set_event(event_named(event.name));
        }
        report_.added.push_back(name);
        return {clip.object().id(), name, length_of(from), from.loop};
    }

    std::uint64_t event_named(const std::string& name) {
        for (const doc::EventDefinition& event : content(document_).library().events())
            if (event.name() == name) return event.id();
        auto event = document_.begin_change(content(document_).library()).events_append();
        event.set_name(name);
        return event.object().id();
    }

    /// Clips are recognised by their name in the file; the second of a name is the second there.
    void update(const doc::Rig& rig) {
        std::map<std::string, std::vector<const AnimationClip*>> known;
        TakenNames taken;
        for (const AnimationClip& clip : rig.clips()) {
            taken.emplace(clip.name(), 2);
            if (clip.source() == source_id_) known[clip.source_clip()].push_back(&clip);
        }
        for (auto& [name, clips] : known) {
            std::stable_sort(clips.begin(), clips.end(), [](const auto* a, const auto* b) {
                return a->source_index() < b->source_index();
            });
        }
        std::map<std::string, std::size_t> met;
        std::set<const AnimationClip*> seen;
        auto change = document_.begin_change(rig);
        for (std::uint32_t i = 0; i < asset_.clips.size(); ++i) {
            const std::string& name = asset_.clips[i].name;
            const std::size_t place = met[name]++;
            const auto at = known.find(name);
            take_pointers(i, name.empty() ? "Clip " + std::to_string(i + 1) : name);
            if (is_timeline(asset_.clips[i]) && at == known.end()) continue;
            if (at != known.end() && place < at->second.size()) {
                seen.insert(at->second[place]);
                follow_file(*at->second[place], i);
            } else {
                const std::uint64_t id = add_clip(change, i, taken).id;
                seen.insert(object_cast<AnimationClip>(document_.find_id(id)));
                list_clip(document_, rig, id);
            }
        }
        for (const AnimationClip& clip : rig.clips()) {
            if (clip.source() == source_id_ && !clip.placeholder() && seen.count(&clip) == 0) {
                report_.missing.push_back(clip.name());
                keep_placeholder(document_, clip, diagnostics_);
            }
        }
    }

    void follow_file(const AnimationClip& clip, std::uint32_t index) {
        const bool differs =
            clip.length_s() != length_of(asset_.clips[index]) || clip.placeholder();
        (differs ? report_.changed : report_.unchanged).push_back(clip.name());
        document_.begin_change(clip)
            .set_source_index(index)
            .set_length_s(length_of(asset_.clips[index]))
            .set_placeholder(false);
    }

    Document& document_;
    const Asset& asset_;
    const RigSource& source_;
    bool takes_clips_;
    Diagnostics& diagnostics_;
    std::uint64_t source_id_ = 0;
    bool made_rig_ = false;
    bool is_changed_ = true;
    RigImport report_;
};

}  // namespace

Result<RigImport> import_rig(Document& document, const Asset& asset, const RigSource& source,
                             Diagnostics& diagnostics) {
    const RigFile file{&asset, source};
    Result<std::vector<RigImport>> imports =
        import_rig_files(document, std::span(&file, 1), diagnostics);
    if (!imports) return imports.error();
    return std::move(imports->front());
}

Result<std::vector<RigImport>> import_rig_files(Document& document, std::span<const RigFile> files,
                                                Diagnostics& diagnostics) {
    const RigFile& first = files.front();
    if (first.asset->nodes.empty()) {
        diagnostics.warn("import-empty", "",
                         first.source.path + " has no nodes: there is nothing to see");
    }
    Step step = document.begin_step("Import " + first.source.path);
    std::vector<DefaultClip> clips;
    RigImporter rig(document, first, diagnostics);
    rig.take_rig(clips);
    std::vector<RigImport> reports(1);
    for (const RigFile& file : files.subspan(1)) {
        RigImporter importer(document, file, diagnostics);
        importer.take_clips(rig.report().entity, *first.asset, rig.made_rig(), clips);
        reports.push_back(std::move(importer.report()));
    }
    rig.add_machine(clips);
    reports.front() = std::move(rig.report());
    const Result<Done> done = step.commit();
    if (!done) return done.error();
    return reports;
}

bool has_rig_of(const Document& document, const std::string& path) {
    for (const doc::Entity& entity : content(document).scene().entities()) {
        for (const Object& component : entity.components()) {
            const auto* rig = object_cast<doc::Rig>(&component);
            if (rig == nullptr) continue;
            const auto* source = object_cast<doc::Source>(document.find_id(rig->source()));
            if (source != nullptr && source->path() == path) return true;
        }
    }
    return false;
}

bool shares_joints(const Asset& clips, const Asset& rig) {
    const std::set<std::string_view> names = node_names(rig);
    for (const AssetClip& clip : clips.clips)
        for (const AssetTrack& track : clip.tracks)
            if (names.count(clips.nodes[track.node].name) != 0) return true;
    return false;
}

std::string hash_text(std::uint64_t hash) {
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; hash >>= 4)
        text[i] = "0123456789abcdef"[hash & 15];
    return text;
}

}  // namespace motus
