// motus/import/unity/motions.h - clip references of a controller as clips and timelines of a
// document.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/model_change.h>
#include <motus/import/unity/clip_convert.h>
#include <motus/import/unity/entity_tree.h>
#include <motus/import/unity/import.h>

#include <set>

namespace motus::unity {

/// What became of a reference.
struct MotionEntry {
    std::uint64_t id = 0;  ///< 0: nothing plays.
    bool is_timeline = false;
    bool loops = true;
    bool placeholder = false;
    bool has_reference = false;  ///< An additive reference pose of its own.
    double start = 0.0;          ///< Where the file cuts it, in its own seconds.
    std::string name;
};

/// Stands for the guid of the override controller itself: what is inside it is named without one.
inline constexpr const char* kOverrideFile = "override";

/// Says in the document where something came from, for the way back. Nothing for what has no guid.
template <typename Change>
void note_origin(Change& change, const AssetRef& ref, const char* name = "unity.clip") {
    if (ref.guid.empty() || ref.guid == kOverrideFile) return;
    auto note = change.annotations_append();
    note.set_name(name).set_source(to_string(ref));
    const auto field = [&note](const char* key, const std::string& value) {
        note.fields_append().set_name(key).set_value(Value(value));
    };
    field("fileID", std::to_string(ref.file_id));
    field("guid", ref.guid);
    field("type", std::to_string(ref.type));
}

/// A file that stays open for all that is asked of it.
struct OpenedFile {
    std::unique_ptr<UnityFile> file;
    Diagnostics faults;
};

class Motions {
  public:
    Motions(Document& document, const ImportOptions& options, std::string name,
            ImportReport& report, Diagnostics& diagnostics);

    /// What stands for `ref`, or for what an override has instead; made when first asked for.
    /// `place` is where it is used, `hint` what to call it where nothing else is known.
    [[nodiscard]] const MotionEntry& get(const AssetRef& ref, const std::string& place,
                                         const std::string& hint);
    /// The clip of the file itself: for a .anim.
    const MotionEntry& add_own(const UnityClip& clip, const AssetRef& ref);
    /// Sets what depends on everything: reference poses, the rig's file. Gives back that file.
    [[nodiscard]] Result<std::vector<std::byte>> finish();
    /// The controller's own file, for what is inside it; null where it is no such text.
    [[nodiscard]] UnityFile* own_file() { return open_once(own_file_, options_.text); }
    /// What the Animator's own object is called in the rig.
    [[nodiscard]] const std::string& root_name() const noexcept { return nodes_.root(); }
    /// The rig's entity, where there is a clip.
    [[nodiscard]] bool has_rig() const noexcept { return rig_ != Handle{}; }
    void set_machine(std::uint64_t machine);
    [[nodiscard]] std::size_t placeholders() const noexcept { return placeholders_; }
    [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
    /// How much of the clips was found, and is in the document.
    void count(ImportReport& report) const;

  private:
    struct Found {
        std::size_t file = 0;
        std::uint32_t clip = 0;
    };
    const MotionEntry& find_or_make(const AssetRef& ref, const std::string& place,
                                    const std::string& hint);
    MotionEntry resolve(const AssetRef& ref, const std::string& place, const std::string& hint);
    std::optional<Found> find_clip(const std::string& name, const std::string& file) const;
    std::optional<MotionEntry> from_mapping(const AssetRef& ref, const std::string& name);
    std::optional<MotionEntry> from_file(const AssetRef& ref, const std::string& place);
    UnityFile* open_once(OpenedFile& opened, const std::string& text);
    std::optional<MotionEntry> from_text(OpenedFile& opened, const std::string& text,
                                         const AssetRef& ref, const std::string& place);
    std::optional<MotionEntry> read_from(UnityFile& file, const std::string& name,
                                         const AssetRef& ref, const std::string& place);
    MotionEntry add_model_clip(const AssetRef& ref, const Found& found, std::optional<bool> loops);
    MotionEntry add_clip(const UnityClip& clip, const AssetRef& ref, const std::string& place);
    MotionEntry add_timeline(const UnityClip& clip, const AssetRef& ref, const std::string& name);
    MotionEntry add_placeholder(const AssetRef& ref, const std::string& name, double length,
                                const std::string& place);
    void report_losses(const UnityClip& clip, const std::string& place, bool timeline);
    [[nodiscard]] std::vector<const ClipEventValue*> kept_events(const UnityClip& clip,
                                                                 const std::string& name);
    doc::AnimationClipChange new_clip(const AssetRef& ref, const std::string& name);
    doc::RigChange rig();
    std::uint64_t source(const std::string& path, const std::string& hash);
    std::uint64_t event(const std::string& name);
    [[nodiscard]] std::string unique(std::string name);
    void add_keys(const std::vector<FitKeys>& fits, const std::vector<const ClipCurve*>& curves,
                  const UnityClip& clip, doc::AnimationTimelineChange& timeline);
    void warn_of_unused();
    [[nodiscard]] std::string within(const std::string& guid) const;

    Document& document_;
    const ImportOptions& options_;
    std::string name_;
    ImportReport& report_;
    Diagnostics& diagnostics_;
    NodeTree nodes_;
    EntityTree entities_;
    Handle rig_{}, rig_entity_{};
    struct Override {
        AssetRef original, instead;
        bool used = false;
    };
    std::map<std::pair<std::string, std::int64_t>, Override> overrides_;
    std::map<AssetRef, MotionEntry> entries_;
    std::map<std::string, std::uint64_t> sources_, events_;
    std::set<std::string> names_, lengths_used_, mapping_used_;
    struct Pending {
        std::uint64_t clip;
        AssetRef reference;
        double time;
    };
    std::vector<Pending> pending_;
    std::vector<Handle> own_clips_;  ///< Clips whose keys are in the file that `finish` gives.
    std::size_t placeholders_ = 0;
    std::size_t curves_found_ = 0, curves_kept_ = 0, events_found_ = 0, events_kept_ = 0;
    std::size_t extra_keys_ = options_.fit ? kExtraKeys : 0;
    std::map<std::string, ModelClips> models_;       ///< By guid, as they are asked for.
    std::map<std::string, std::size_t> next_names_;  ///< The number to try next.
    OpenedFile own_file_, override_file_;
};

}  // namespace motus::unity
