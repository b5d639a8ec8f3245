// tests/bake/property_show.h - a machine of a document, baked, loaded and run as a game runs it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/bake.h>
#include <motus/load/file.h>
#include <motus/machine/tick.h>
#include <motus/timeline/evaluate.h>
#include <motus/timeline/scene.h>

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace motus::test {

/// Bakes and opens; then tick() decides, evaluates and writes to copies of the components.
class PropertyShow {
  public:
    explicit PropertyShow(const Document& document) {
        Diagnostics faults;
        Result<AlignedBytes> baked = bake(document, {}, faults);
        EXPECT_TRUE(baked) << (baked ? "" : to_string(baked.error()));
        if (!baked) return;
        bytes_ = *std::move(baked);
        EXPECT_EQ(open_baked(bytes_, file_), Status::ok);
        graph_ = machine_at(file_.machines, 0);
        index_ = std::make_unique<TimelineIndex>(file_.timelines);
        scene_ = std::make_unique<SceneBuffer>(file_.scene);
        workspace_ = std::make_unique<PropertyWorkspace>(index_->set());
        const std::size_t channels = index_->set().channels.size();
        bound_.resize(channels);
        base_.resize(channels);
        values_.resize(channels);
        written_.resize(channels);
        EXPECT_EQ(run(BindJob{index_->set(), scene_->host(), bound_, base_, &report_}), Status::ok);
        instance_.resize((instance_size(graph_) + 7) / 8);
        EXPECT_EQ(start(graph_, instance()), Status::ok);
        const PlaylistLimits limits = playlist_limits(graph_);
        items_.resize(limits.items);
        layers_.resize(limits.layers);
        carried_.resize(limits.layers * channels);
        carried_layers_.resize(limits.layers);
        events_.resize(64);
    }

    Status tick(float dt_s) {
        playlist_ = {items_, layers_};
        fired_ = {events_};
        TickJob decide{.graph = graph_, .instance = instance(), .dt_s = dt_s};
        decide.playlist = &playlist_;
        decide.events = &fired_;
        decide.can_carry = true;
        if (const Status s = run(decide); s != Status::ok) return s;
        PropertyEvaluateJob job{.set = index_->set(), .playlist = &playlist_};
        job.base = base_;
        job.carry = {carried_, carried_layers_};
        job.scratch = workspace_->scratch();
        job.out = {values_, written_};
        if (const Status s = run(job); s != Status::ok) return s;
        return run(WriteJob{index_->set(), bound_, base_, values_, written_});
    }
    void run_for(float seconds, float dt_s = 1.0f / 60.0f) {
        for (int i = 0; i < static_cast<int>(seconds / dt_s + 0.5f); ++i)
            ASSERT_EQ(tick(dt_s), Status::ok);
    }

    void set(const char* name, float value) {
        EXPECT_EQ(set_float(graph_, instance(), hash_name(name), value), Status::ok);
    }
    void set(const char* name, bool value) {
        EXPECT_EQ(set_bool(graph_, instance(), hash_name(name), value), Status::ok);
    }
    void trigger(const char* name) {
        EXPECT_EQ(set_trigger(graph_, instance(), hash_name(name)), Status::ok);
    }

    /// What the object holds now; by entity name, component type and PropertyInfo::id.
    [[nodiscard]] PropertyValue value(const char* entity, std::uint32_t component,
                                      std::uint32_t property, std::uint32_t item = 0) const {
        for (std::uint32_t e = 0; e < file_.scene.entities.size(); ++e) {
            if (NameHash{file_.scene.entities[e].name} != hash_name(entity)) continue;
            const std::uint32_t c = find_channel(index_->set(), e, component, property, item);
            if (c == kNoRecord || bound_[c].object == nullptr) continue;
            return bound_[c].property->get(bound_[c].object);
        }
        ADD_FAILURE() << entity << " has no channel " << std::hex << property;
        return {};
    }
    [[nodiscard]] std::string text(const PropertyValue& value) const {
        return std::string(
            find_name(file_.names, NameHash{static_cast<std::uint64_t>(value.whole)}));
    }

    /// How often an event of that name was fired in the last tick.
    [[nodiscard]] int fired(const char* name) const {
        int count = 0;
        for (std::uint32_t i = 0; i < fired_.count; ++i)
            count += fired_.events[i].name == hash_name(name) &&
                     (fired_.events[i].kind == MachineEventKind::motion ||
                      fired_.events[i].kind == MachineEventKind::state);
        return count;
    }

    [[nodiscard]] const BakedFile& file() const noexcept { return file_; }
    [[nodiscard]] const Machine& graph() const noexcept { return graph_; }
    [[nodiscard]] const Playlist& playlist() const noexcept { return playlist_; }
    [[nodiscard]] const BindReport& report() const noexcept { return report_; }
    [[nodiscard]] TimelineSet timelines() const noexcept { return index_->set(); }
    [[nodiscard]] std::span<const BoundProperty> bound() const noexcept { return bound_; }
    [[nodiscard]] std::span<std::byte> instance() noexcept {
        return std::as_writable_bytes(std::span(instance_)).first(instance_size(graph_));
    }

  private:
    AlignedBytes bytes_;
    BakedFile file_;
    Machine graph_;
    std::unique_ptr<TimelineIndex> index_;
    std::unique_ptr<SceneBuffer> scene_;
    std::unique_ptr<PropertyWorkspace> workspace_;
    std::vector<BoundProperty> bound_;
    std::vector<PropertyValue> base_, values_;
    std::vector<std::uint8_t> written_;
    std::vector<std::uint64_t> instance_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<CarriedProperty> carried_;
    std::vector<CarriedLayer> carried_layers_;
    std::vector<MachineEvent> events_;
    Playlist playlist_{};
    MachineEvents fired_{};
    BindReport report_{};
};

}  // namespace motus::test
