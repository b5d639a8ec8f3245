// SPDX-License-Identifier: MIT
#include <motus/session/live_block.h>

namespace motus {
namespace {

double index_number(std::uint32_t index) {
    return index == kNoIndex ? -1.0 : static_cast<double>(index);
}

class LiveFiller {
  public:
    LiveFiller(Performance& performance, std::vector<double>& block)
        : performance_(performance), run_(*performance.machine()), block_(block) {}

    void fill() {
        const Playlist& playlist = run_.playlist();
        for (std::uint32_t i = 0; i < playlist.layer_count; ++i)
            add_layer(i, playlist.layers[i]);
    }

  private:
    void add_layer(std::uint32_t index, const PlaylistLayer& shown) {
        const std::size_t at = block_.size();
        const double head[live::layer_size] = {
            static_cast<double>(shown.weight), -1, 0, -1, -1, 0, 0, shown.over ? 1.0 : 0.0, 0};
        block_.insert(block_.end(), head, head + live::layer_size);
        if (index < run_.machine().layers.size()) add_state(index, at);
        // As record_frame: shares of what is seen, kept pose included, sum to 1.
        const float share = shown.carry == Carry::inertial ? 1.0f - shown.carry_weight : 1.0f;
        double count = 0.0;
        for (const PlaylistItem& item : run_.playlist().items.subspan(shown.first, shown.count)) {
            if (item.passed) continue;
            add_clip(index_number(item.motion), item.to, item.weight * share);
            ++count;
        }
        if (shown.carry != Carry::none) {
            add_clip(-1.0, shown.carry_age, shown.carry_weight);
            ++count;
        }
        block_[at + live::clip_count] = count;
    }

    void add_clip(double motion, Ticks time, float weight) {
        block_.push_back(motion);
        block_.push_back(seconds_of(time));
        block_.push_back(static_cast<double>(weight));
    }

    void add_state(std::uint32_t index, std::size_t at) {
        const Machine& graph = run_.machine();
        const std::uint32_t follows = graph.layer_links[index].follows;
        const LayerState& layer = run_.view().layers[follows == kNoIndex ? index : follows];
        if (layer.state == kNoState) return;
        block_[at + live::state] = index_number(layer.state);
        const std::uint32_t variable = graph.states[layer.state].time_variable;
        block_[at + live::normalized_time] = variable < graph.variables.size()
                                                 ? performance_.get(variable)
                                                 : count_of(layer.clock.at);
        if (layer.next == kNoState) return;
        block_[at + live::next] = index_number(layer.next);
        block_[at + live::transition] = index_number(layer.timing);
        block_[at + live::progress] = count_of(layer.fade.at);
        block_[at + live::to_weight] = static_cast<double>(transition_weight(graph, layer));
    }

    Performance& performance_;
    Animator& run_;
    std::vector<double>& block_;
};

}  // namespace

void fill_live_block(Performance& performance, std::vector<double>& block) {
    block.resize(live::head_size);
    const Recording& recording = performance.recording();
    block[live::tick] = static_cast<double>(performance.tick());
    block[live::seconds] = seconds_of(performance.time());
    block[live::ended] = performance.ended() ? 1.0 : 0.0;
    block[live::scrubbed] = performance.scrubbed() ? 1.0 : 0.0;
    block[live::first_tick] = static_cast<double>(recording.oldest());
    block[live::last_tick] = static_cast<double>(recording.newest());
    block[live::recorded_seconds] = seconds_of(recording.length());
    block[live::events] = static_cast<double>(performance.events().size());
    block[live::layer_count] = 0.0;
    block[live::parameter_count] = 0.0;
    const RootDelta& root = performance.root();
    const double numbers[7] = {root.translation.x, root.translation.y, root.translation.z,
                               root.rotation.x,    root.rotation.y,    root.rotation.z,
                               root.rotation.w};
    for (std::size_t i = 0; i < 7; ++i)
        block[live::root + i] = numbers[i];
    Animator* run = performance.machine();
    if (run == nullptr) return;
    const auto variables = static_cast<std::uint32_t>(run->machine().variables.size());
    block[live::parameter_count] = static_cast<double>(variables);
    for (std::uint32_t i = 0; i < variables; ++i)
        block.push_back(performance.get(i));
    block[live::layer_count] = static_cast<double>(run->playlist().layer_count);
    LiveFiller(performance, block).fill();
}

}  // namespace motus
