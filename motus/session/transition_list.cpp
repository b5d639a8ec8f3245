// SPDX-License-Identifier: MIT
#include <motus/session/transition_list.h>

namespace motus {
namespace {

class Lister {
  public:
    Lister(const Machine& graph, const MachineNames& names)
        : graph_(graph), names_(names), list_(graph.transitions.size()) {}

    std::vector<TransitionInfo> make() {
        for (std::uint32_t l = 0; l < graph_.layer_links.size(); ++l)
            mark(graph_.layer_links[l].any, TransitionSource::any, l, kNoState);
        // Sub-machines: who holds them, and on which layer they are.
        std::vector<std::uint32_t> holder(graph_.graphs.size(), kNoState);
        std::vector<std::uint32_t> layer(graph_.graphs.size(), 0);
        for (std::uint32_t s = 0; s < graph_.state_links.size(); ++s) {
            const StateLink& link = graph_.state_links[s];
            mark(link.out, TransitionSource::state, link.layer, s);
            if (link.graph != kNoIndex) layer[link.graph] = link.layer;
            if (link.inside != kNoIndex) {
                holder[link.inside] = s;
                layer[link.inside] = link.layer;
            }
        }
        for (std::uint32_t g = 0; g < graph_.graphs.size(); ++g) {
            mark(graph_.graphs[g].entry, TransitionSource::entry, layer[g], kNoState);
            mark(graph_.graphs[g].leave, TransitionSource::exit, layer[g], holder[g]);
        }
        for (TransitionInfo& info : list_)
            info.title = start(info) + " \u2192 " + end(info);
        return std::move(list_);
    }

  private:
    void mark(record::Range range, TransitionSource source, std::uint32_t layer,
              std::uint32_t from) {
        for (std::uint32_t i = range.start; i < range.start + range.count; ++i) {
            TransitionInfo& info = list_[i];
            info.source = source;
            info.layer = layer;
            info.from = from;
            const record::StateMachineTransition& transition = graph_.transitions[i];
            if (transition.to_kind != record::TransitionTo::exit) info.to = transition.to;
        }
    }

    std::string start(const TransitionInfo& info) const {
        if (info.source == TransitionSource::any) return "Any";
        if (info.source == TransitionSource::entry) return "Entry";
        return info.from < names_.states.size() ? names_.states[info.from] : std::string("?");
    }
    std::string end(const TransitionInfo& info) const {
        return info.to < names_.states.size() ? names_.states[info.to] : std::string("Exit");
    }

    const Machine& graph_;
    const MachineNames& names_;
    std::vector<TransitionInfo> list_;
};

}  // namespace

std::vector<TransitionInfo> list_transitions(const Machine& graph, const MachineNames& names) {
    return Lister(graph, names).make();
}

const char* source_word(TransitionSource source) noexcept {
    switch (source) {
        case TransitionSource::any:
            return "any";
        case TransitionSource::entry:
            return "entry";
        case TransitionSource::exit:
            return "exit";
        case TransitionSource::host:
            return "host";
        case TransitionSource::state:
        case TransitionSource::none:
            break;
    }
    return "state";
}

}  // namespace motus
