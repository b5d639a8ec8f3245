// motus/session/editor_frame.h - one frame of an editor, in the order in which things must happen.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/auto_key.h>
#include <motus/session/playback.h>
#include <motus/session/property_context.h>

#include <functional>
#include <vector>

namespace motus {

/// The services of an editor over one document, without any drawing.
///
///     PropertyContext& context = frame.begin(dt_s);   // 1 tick, 2 flush, 3 context
///     draw(document, context);                        // 4 the host's: reads, and calls toggle()
///     Result<Done> done = frame.end();                // 5 key actions, 6 commands
///
/// 1. Whatever plays moves by dt and shows itself through previews. 2. Computed fields and bindings
/// follow. 3. The context says where the editor stands: at the frame that what plays has reached,
/// else at the playhead. 4. Whoever draws changes nothing. 5. Key buttons that were clicked become
/// steps of undo. 6. Posted edits, undo and redo run; auto-key records what edits set at the
/// playhead. Then what is shown is shown anew, so that the next drawing is of the new document.
class EditorFrame {
  public:
    /// The document must outlive it.
    explicit EditorFrame(Document& document);
    ~EditorFrame();
    EditorFrame(const EditorFrame&) = delete;
    EditorFrame& operator=(const EditorFrame&) = delete;

    [[nodiscard]] LiveTimelines& timelines() noexcept { return timelines_; }
    [[nodiscard]] TimelinePlayback& timeline() noexcept { return timeline_; }

    /// A machine, say. Ticked after those added before it; must be removed before it dies.
    void add(Playback& playback) { playing_.push_back(&playback); }
    void remove(Playback& playback);

    /// Puts the playhead into a timeline at a frame of its key rate, and shows it. 0: into none.
    Result<Done> set_playhead(std::uint64_t timeline, double frame);
    [[nodiscard]] const TimelinePosition& playhead() const noexcept { return playhead_; }
    /// While on, what edits set is keyed at the playhead, in the same step.
    void record(bool on);
    [[nodiscard]] bool is_recording() const noexcept { return recording_; }
    /// Key buttons only show.
    void set_read_only(bool read_only) noexcept { read_only_ = read_only; }

    /// Steps 1 to 3. Where something that plays fails, it is stopped and `failure` says why.
    PropertyContext& begin(float dt_s);
    /// Steps 5 and 6. All is tried; the first failure is returned.
    Result<Done> end();
    [[nodiscard]] const std::optional<Error>& failure() const noexcept { return failure_; }

    /// For step 6, in the order they come.
    void post(std::function<Result<Done>(Document&)> edit) { posted_.push_back(std::move(edit)); }
    void post_undo();
    void post_redo();

    /// Everything that plays stops: every authored value is back.
    void stop();

  private:
    [[nodiscard]] TimelinePosition position() const;

    Document& document_;
    LiveTimelines timelines_;
    TimelinePlayback timeline_;
    AutoKey auto_key_;
    std::vector<Playback*> playing_;
    TimelinePosition playhead_{};
    PropertyContext context_;
    std::vector<std::function<Result<Done>(Document&)>> posted_;
    std::optional<Error> failure_;
    bool recording_ = false;
    bool read_only_ = false;
};

}  // namespace motus
