// SPDX-License-Identifier: MIT
#include <motus/session/editor_frame.h>

#include <algorithm>
#include <cmath>

namespace motus {

EditorFrame::EditorFrame(Document& document)
    : document_(document), timelines_(document), timeline_(timelines_), context_(document, {}) {
    playing_.push_back(&timeline_);
    document.add_listener(auto_key_);
}

EditorFrame::~EditorFrame() {
    document_.remove_listener(auto_key_);
}

void EditorFrame::remove(Playback& playback) {
    playing_.erase(std::remove(playing_.begin(), playing_.end(), &playback), playing_.end());
}

Result<Done> EditorFrame::set_playhead(std::uint64_t timeline, double frame) {
    playhead_ = {timeline, frame};
    if (recording_) record(true);
    if (timeline == 0) {
        timeline_.stop();
        return Done{};
    }
    return timeline_.scrub(timeline, frame);
}

void EditorFrame::record(bool on) {
    recording_ = on;
    if (!on || playhead_.timeline == 0) {
        auto_key_.stop();
        return;
    }
    auto_key_.start(playhead_.timeline, PropertyContext(document_, playhead_).frame());
}

TimelinePosition EditorFrame::position() const {
    // The last that was added counts: a machine before the timeline that was scrubbed.
    for (std::size_t i = playing_.size(); i-- > 0;) {
        if (playing_[i]->is_running()) return playing_[i]->position();
    }
    return playhead_;
}

PropertyContext& EditorFrame::begin(float dt_s) {
    failure_.reset();
    for (Playback* playback : playing_) {
        if (!playback->is_running()) continue;
        const Result<Done> done = playback->tick(dt_s);
        if (done) continue;
        playback->stop();
        if (!failure_) failure_ = done.error();
    }
    document_.flush();
    context_ = PropertyContext(document_, position(), read_only_);
    return context_;
}

Result<Done> EditorFrame::end() {
    Result<Done> outcome = apply_toggles(document_, context_);
    const auto edits = std::move(posted_);
    posted_.clear();
    for (const auto& edit : edits) {
        const Result<Done> done = edit(document_);
        if (!done && outcome) outcome = done.error();
    }
    for (Playback* playback : playing_) {
        if (!playback->is_running()) continue;
        const Result<Done> done = playback->tick(0.0f);
        if (done) continue;
        playback->stop();
        if (outcome) outcome = done.error();
    }
    document_.flush();
    return outcome;
}

void EditorFrame::post_undo() {
    post([](Document& document) -> Result<Done> {
        const Result<bool> done = document.undo();
        if (!done) return done.error();
        return Done{};
    });
}

void EditorFrame::post_redo() {
    post([](Document& document) -> Result<Done> {
        const Result<bool> done = document.redo();
        if (!done) return done.error();
        return Done{};
    });
}

void EditorFrame::stop() {
    for (Playback* playback : playing_)
        playback->stop();
    document_.flush();
}

}  // namespace motus
