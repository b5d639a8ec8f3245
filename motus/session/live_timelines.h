// motus/session/live_timelines.h - a document's timelines as the runtime plays them, kept fresh.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/timelines.h>
#include <motus/document/bind.h>
#include <motus/document/change.h>
#include <motus/timeline/evaluate.h>

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace motus {

/// Listens to a document. After an edit `refresh` lays the timelines out anew, as bake does, so
/// that what an editor shows is what a game will show. Values go back into the document as a
/// preview.
class LiveTimelines final : public CommandListener {
  public:
    /// The document must outlive it.
    explicit LiveTimelines(Document& document);
    ~LiveTimelines() override;
    LiveTimelines(const LiveTimelines&) = delete;
    LiveTimelines& operator=(const LiveTimelines&) = delete;

    /// Brings everything up to date where the document has changed. Cost: linear in the document
    /// after an edit, nothing otherwise. Fails as lower_timelines does: then nothing can be shown.
    Result<Done> refresh();
    /// Counts the times that something was laid out anew: indices are good for one revision.
    [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }

    [[nodiscard]] Document& document() const noexcept { return document_; }
    [[nodiscard]] TimelineSet set() const noexcept { return index_->set(); }
    /// Index of a timeline by its stable id; kNoRecord where there is none.
    [[nodiscard]] std::uint32_t index_of(std::uint64_t timeline) const noexcept;
    /// Authored values, one per channel.
    [[nodiscard]] std::span<const PropertyValue> base() const noexcept { return base_; }
    /// The property of a channel; none for nodes inside a rig, which no document holds.
    [[nodiscard]] const PropertyPlace& place_of(std::uint32_t channel) const noexcept {
        return places_[channel];
    }
    /// A value as documents have it.
    [[nodiscard]] Value value_of(ValueKind kind, const PropertyValue& value) const;

    /// Shows the values that are written. Bindings and computed fields follow with Document::flush.
    Result<Done> show(Preview& preview, std::span<const PropertyValue> values,
                      std::span<const std::uint8_t> written) const;

    void on_change(const Document&, const ChangeEvent& event) override;
    void on_rollback(const Document&) override { stale_ = true; }

  private:
    void read_base();

    Document& document_;
    LoweredTimelines lowered_;
    std::optional<TimelineIndex> index_;
    std::vector<PropertyPlace> places_;
    std::vector<PropertyValue> base_;
    std::unordered_map<std::uint64_t, std::string> texts_;
    std::uint64_t revision_ = 0;
    bool stale_ = true;
};

/// The set of values at a frame of a timeline (of snap_fps): what `motus sample --timeline` prints.
struct SampledProperty {
    PropertyKey key{};
    std::string target, component, property;  ///< Names: "Button", "Paint", "layers.width".
    bool is_item = false;                     ///< The property is of an item: array_index counts.
    ValueKind kind = ValueKind::none;
    Value value;
    const PropertyInfo* info = nullptr;
};
[[nodiscard]] Result<std::vector<SampledProperty>> sample_timeline(LiveTimelines& timelines,
                                                                   std::uint64_t timeline,
                                                                   double frame);
/// The same for values that were evaluated: one entry per written channel.
[[nodiscard]] std::vector<SampledProperty> name_properties(const LiveTimelines& timelines,
                                                           std::span<const PropertyValue> values,
                                                           std::span<const std::uint8_t> written);

}  // namespace motus
