// SPDX-License-Identifier: MIT
#include <motus/import/bvh/bvh.h>
#include <motus/import/bvh/hierarchy.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace motus::bvh {
namespace {

constexpr std::array<std::string_view, 6> kChannelNames = {"Xposition", "Yposition", "Zposition",
                                                           "Xrotation", "Yrotation", "Zrotation"};

std::optional<Channel> channel_of(std::string_view word) {
    for (std::size_t i = 0; i < kChannelNames.size(); ++i)
        if (same_word(word, kChannelNames[i])) return static_cast<Channel>(i);
    return std::nullopt;
}

class HierarchyReader {
  public:
    HierarchyReader(Cursor& cursor, double metres_per_unit, Hierarchy& out, Asset& asset)
        : cursor_(cursor), metres_per_unit_(metres_per_unit), out_(out), asset_(asset) {}

    bool run() {
        if (!same_word(cursor_.word(), "HIERARCHY"))
            return cursor_.error("a BVH file begins with HIERARCHY");
        for (;;) {
            const std::string_view word = cursor_.word();
            if (open_.empty()) {
                if (same_word(word, "MOTION")) break;
                if (!same_word(word, "ROOT")) return wrong(word, "ROOT or MOTION");
                if (!begin_joint()) return false;
            } else if (!read_part(word)) {
                return false;
            }
        }
        if (asset_.nodes.empty()) return cursor_.error("there is no ROOT before MOTION");
        name_ends();
        return true;
    }

  private:
    /// A joint or an End Site whose closing brace has not come yet.
    struct Open {
        std::uint32_t node = kNone;
        bool is_end = false, has_offset = false, has_channels = false;
    };

    bool wrong(std::string_view word, const char* wanted) {
        if (word.empty())
            return cursor_.error(std::string("the file ends where it needs ") + wanted);
        return cursor_.error(in_quotes(word) + " stands where it needs " + wanted);
    }

    bool read_part(std::string_view word) {
        Open& open = open_.back();
        if (word == "}") {
            // An End Site where its joint is says nothing.
            if (open.is_end && out_.offsets[open.node] == std::array<double, 3>{}) {
                asset_.nodes.pop_back();
                out_.offsets.pop_back();
                ends_.pop_back();
            }
            open_.pop_back();
            return true;
        }
        if (same_word(word, "OFFSET")) return read_offset(open);
        if (open.is_end) return wrong(word, "OFFSET or }");
        if (same_word(word, "CHANNELS")) return read_channels(open);
        if (same_word(word, "JOINT")) return begin_joint();
        if (!same_word(word, "End")) return wrong(word, "OFFSET, CHANNELS, JOINT, End Site or }");
        const std::string_view site = cursor_.rest_of_line();
        if (!same_word(site.substr(0, 4), "Site")) return wrong(site, "Site behind End");
        return begin_node("", true);
    }

    bool begin_joint() {
        const std::string_view name = cursor_.rest_of_line();
        if (name.empty()) return cursor_.error("a joint needs a name");
        if (name.size() > kMaxBvhNameBytes) {
            return cursor_.error("a name is longer than " + std::to_string(kMaxBvhNameBytes) +
                                 " bytes");
        }
        if (!names_.emplace(name).second && !told_) {
            cursor_.warn("bvh-name", "there are several joints called " + in_quotes(name));
            told_ = true;
        }
        return begin_node(std::string(name), false);
    }

    bool begin_node(std::string name, bool is_end) {
        if (const std::string_view brace = cursor_.word(); brace != "{") return wrong(brace, "{");
        if (open_.size() == kMaxBvhDepth && !is_end) {
            return cursor_.error("joints are nested deeper than the limit of " +
                                 std::to_string(kMaxBvhDepth));
        }
        if (asset_.nodes.size() == kMaxBvhJoints) {
            return cursor_.error("there are more joints than the limit of " +
                                 std::to_string(kMaxBvhJoints));
        }
        const auto index = static_cast<std::uint32_t>(asset_.nodes.size());
        AssetNode& node = asset_.nodes.emplace_back();
        node.name = std::move(name);
        node.parent = open_.empty() ? kNone : open_.back().node;
        out_.offsets.emplace_back();
        if (is_end) ends_.push_back(index);
        open_.push_back({index, is_end});
        return true;
    }

    bool read_offset(Open& open) {
        if (std::exchange(open.has_offset, true)) return cursor_.error("a second OFFSET");
        std::array<double, 3>& offset = out_.offsets[open.node];
        for (double& value : offset)
            if (!cursor_.number("an offset", value)) return false;
        asset_.nodes[open.node].local.translation = {
            static_cast<float>(offset[0] * metres_per_unit_),
            static_cast<float>(offset[1] * metres_per_unit_),
            static_cast<float>(offset[2] * metres_per_unit_)};
        return true;
    }

    bool read_channels(Open& open) {
        if (std::exchange(open.has_channels, true)) return cursor_.error("a second CHANNELS");
        std::size_t count = 0;
        if (!cursor_.count("the number of channels", kMaxBvhChannels, count)) return false;
        if (count == 0) return true;
        Mover mover;
        mover.node = open.node;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string_view word = cursor_.word();
            const std::optional<Channel> channel = channel_of(word);
            if (!channel)
                return wrong(word, "a channel: Xposition to Zposition, Xrotation to Zrotation");
            const bool is_position = *channel <= Channel::z_position;
            if (is_position && std::find(mover.channels.begin(), mover.channels.end(), *channel) !=
                                   mover.channels.end()) {
                return cursor_.error(in_quotes(word) + " is there twice");
            }
            (is_position ? mover.has_position : mover.has_angle) = true;
            mover.channels.push_back(*channel);
        }
        out_.channels += count;
        out_.movers.push_back(std::move(mover));
        return true;
    }

    /// End Sites have no names: they get their joint's, with a number where that is taken.
    void name_ends() {
        for (const std::uint32_t end : ends_) {
            const std::string stem = asset_.nodes[asset_.nodes[end].parent].name + "_end";
            std::string name = stem;
            std::size_t& next = next_[stem];
            while (!names_.insert(name).second)
                name = stem + std::to_string(++next + 1);
            asset_.nodes[end].name = std::move(name);
        }
    }

    Cursor& cursor_;
    double metres_per_unit_;
    Hierarchy& out_;
    Asset& asset_;
    std::vector<Open> open_;
    std::vector<std::uint32_t> ends_;
    std::unordered_set<std::string> names_;
    std::unordered_map<std::string, std::size_t> next_;
    bool told_ = false;
};

}  // namespace

bool read_hierarchy(Cursor& cursor, double metres_per_unit, Hierarchy& out, Asset& asset) {
    return HierarchyReader(cursor, metres_per_unit, out, asset).run();
}

}  // namespace motus::bvh
