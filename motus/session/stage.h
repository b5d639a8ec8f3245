// motus/session/stage.h - one document open and one thing of it playing: what a studio stands on.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/session/describe.h>
#include <motus/session/live_block.h>
#include <motus/session/pointer_map.h>

#include <string>
#include <string_view>
#include <vector>

namespace motus {

/// Everything of a studio that is not drawing: open, play, edit, ask. Texts are JSON as
/// bindings/web/package/motus.d.ts types it. Whatever is edited is baked at once, and what plays
/// goes on with it.
class Stage {
  public:
    explicit Stage(Project::SceneMaker scenes = {}) : project_(std::move(scenes)) {}

    [[nodiscard]] Project& project() noexcept { return project_; }
    [[nodiscard]] Performance& performance() noexcept { return performance_; }

    /// Open: as Project has them. What was playing ends; nothing plays.
    Result<Done> open(std::unique_ptr<Document> document);
    Result<Done> open_text(std::string_view text, Diagnostics& diagnostics);
    Result<Done> open_model(const std::string& name, std::vector<std::byte> bytes,
                            Diagnostics& diagnostics);
    Result<Done> open_controller(const std::string& name, std::string text,
                                 Diagnostics& diagnostics, std::string& report);
    void provide();

    /// Plays what has that id; 0 for none. Code: "not-playable", "no-item".
    Result<Done> play(PlayKind kind, std::uint64_t id);
    [[nodiscard]] std::uint64_t playing_id() const noexcept { return id_; }

    [[nodiscard]] std::string library_text() const;
    [[nodiscard]] std::string report_text() const;
    [[nodiscard]] std::string playing_text();
    /// Takes the events.
    [[nodiscard]] std::string events_text();
    /// Code: "no-transition".
    [[nodiscard]] Result<std::string> why_text(std::uint32_t transition);
    /// The line of `motus simulate --json` for the tick that is shown. Code: "no-machine".
    [[nodiscard]] Result<std::string> frame_text(bool explain);
    [[nodiscard]] std::string properties_text() const;
    [[nodiscard]] std::string history_text() const;
    [[nodiscard]] std::string validate_text() const;
    /// The same faults, each with what would mend it: fixes.h.
    [[nodiscard]] std::string problems_text() const;
    /// The part of the document at a pointer. Code: "bad-path".
    [[nodiscard]] Result<std::string> value_text(std::string_view pointer) const;

    /// Weights of the blend at a pointer where the parameters stand: {"at": [x, y], "weights":
    /// [..]}. Code: "bad-path", "no-blend".
    [[nodiscard]] Result<std::string> blend_weights_text(std::string_view pointer);

    /// The frame as numbers: live_block.h. Good until the next call of it.
    [[nodiscard]] std::span<const double> live();

    /// `operations` is the JSON text of a list; with a name all is one step. On an error nothing
    /// has changed. The text is an EditReport.
    Result<std::string> edit(std::string_view operations, std::string_view name);
    Result<std::string> undo();
    Result<std::string> redo();
    /// After so many steps were made on the document itself: bakes, and what plays goes on.
    Result<std::string> edited(std::size_t steps);
    /// Undoes or redoes until `position` steps are done, and bakes once.
    Result<std::string> go_to(std::size_t position);
    /// Gives the document the content of another text, as one step: a file that changed outside, a
    /// draft that is recovered. What plays goes on. Codes: those of read_document; "not-followed"
    /// where the text has what only opening it can take over.
    Result<std::string> take_text(std::string_view text, std::string_view name);

    /// A curve as it runs, of keys that need not be in the document: blend_preview.h.
    [[nodiscard]] Result<std::string> curve_text(std::string_view keys,
                                                 std::uint32_t samples) const;
    /// Lets the machine run with a curve that is not in the document, until the next edit; "null":
    /// with the authored ones. Codes: "no-transition", "out-of-range", those of read_curve_keys.
    Result<Done> show_curve(std::uint32_t transition, std::string_view keys);
    /// Shows a transition by itself, `seconds` after its start: Performance::preview_blend. With
    /// `linear`, without its curve. Codes: "no-machine", those of blend_start.
    Result<std::string> preview_blend(std::uint32_t transition, double seconds, bool linear);

    /// The pointer over a 2D scene: which parameters follow it. Empty where there are none.
    [[nodiscard]] const PointerMap& pointers() const noexcept { return pointers_; }
    /// The pointer is over these entities (topmost first, with those they hang on), held or not;
    /// `clicked` where it was let go over what it was pressed on.
    void point(std::span<const std::uint64_t> entities, bool held, bool clicked);

  private:
    void opened();
    [[nodiscard]] std::uint32_t find(PlayKind kind, std::uint64_t id) const;
    void prepare();
    [[nodiscard]] std::string frame_properties() const;

    Project project_;
    Performance performance_;
    std::uint64_t id_ = 0, revision_ = 0;
    std::vector<TransitionInfo> transitions_;
    PointerMap pointers_;
    std::vector<double> live_;
};

}  // namespace motus
