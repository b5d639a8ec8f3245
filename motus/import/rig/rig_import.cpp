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

namespace motus {
namespace {

using doc::AnimationClip;

float length_of(const AssetClip& clip) {
    return static_cast<float>(seconds_of(clip.duration));
}

class RigImporter {
  public:
    RigImporter(Document& document, const Asset& asset, const RigSource& source,
                Diagnostics& diagnostics)
        : document_(document), asset_(asset), source_(source), diagnostics_(diagnostics) {}

    Result<RigImport> run() {
        Step step = document_.begin_step("Import " + source_.path);
        take_source();
        bool found = false;
        for (const doc::Entity& entity : content(document_).scene().entities()) {
            for (const Object& component : entity.components()) {
                const auto* rig = object_cast<doc::Rig>(&component);
                if (rig == nullptr || rig->source() != source_id_) continue;
                found = true;
                report_.entity = entity.id();
                update(*rig);
                check_joints(document_, *rig, asset_, diagnostics_);
            }
        }
        if (!found) create();
        const Result<Done> done = step.commit();
        if (!done) return done.error();
        return std::move(report_);
    }

  private:
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
            .set_importer(source_.importer);
        source_id_ = change.object().id();
    }

    void create() {
        TakenNames names = names_of(content(document_).scene().entities());
        const std::string name = unique_name(source_.name, "Rig", names);
        auto root = document_.begin_change(content(document_));
        auto entity = root.scene_change().entities_append();
        entity.set_name(name);
        entity.components_append<doc::Transform3D>();
        auto rig = entity.components_append<doc::Rig>();
        rig.set_source(source_id_);
        if (asset_.root_motion_node != kNone) {
            rig.set_root_motion_joint(node_path(asset_, asset_.root_motion_node));
        }
        report_.entity = entity.object().id();
        TakenNames taken;
        std::vector<DefaultClip> clips;
        for (std::uint32_t i = 0; i < asset_.clips.size(); ++i)
            clips.push_back(add_motion(rig, i, taken));
        auto library = root.library_change();
        if (clips.empty()) return;
        add_folder(library, name, clips);
        names = names_of(content(document_).library().machines());
        report_.machine = add_default_machine(library, unique_name(name, "Rig", names), clips);
        rig.set_machine(report_.machine);
        library.root_change()
            .entries_append()
            .set_kind(doc::LibraryEntryKind::machine)
            .set_item(report_.machine);
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
    Diagnostics& diagnostics_;
    std::uint64_t source_id_ = 0;
    bool is_changed_ = true;
    RigImport report_;
};

}  // namespace

Result<RigImport> import_rig(Document& document, const Asset& asset, const RigSource& source,
                             Diagnostics& diagnostics) {
    if (asset.nodes.empty()) {
        diagnostics.warn("import-empty", "",
                         source.path + " has no nodes: there is nothing to see");
    }
    return RigImporter(document, asset, source, diagnostics).run();
}

std::string hash_text(std::uint64_t hash) {
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; hash >>= 4)
        text[i] = "0123456789abcdef"[hash & 15];
    return text;
}

}  // namespace motus
