// SPDX-License-Identifier: MIT
#include <motus/import/fbx/fbx.h>
#include <motus/import/fbx/tree.h>
#include <motus/import/text/number.h>

#include <algorithm>

namespace motus::fbx {
namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

bool ends_word(char c) {
    return is_space(c) || c == ',' || c == '{' || c == '}' || c == ':' || c == '"' || c == ';';
}

class AsciiParser {
  public:
    AsciiParser(std::string_view text, Tree& tree, Faults& faults)
        : at_(text.data()),
          end_(text.data() + text.size()),
          line_start_(at_),
          tree_(tree),
          faults_(faults) {}

    bool run() {
        tree_.ascii = true;
        tree_.nodes.push_back({});
        open_.push_back({0, kNoNode});
        if (static_cast<std::size_t>(end_ - at_) >= 3 && std::string_view(at_, 3) == "\xef\xbb\xbf")
            at_ += 3;
        find_version();
        while (true) {
            skip_space();
            if (at_ == end_) break;
            if (*at_ == '}') {
                if (open_.size() == 1) return damaged("a brace closes what was not opened");
                ++at_;
                open_.pop_back();
                continue;
            }
            if (!read_node()) return false;
        }
        if (open_.size() > 1) return damaged("the file ends inside a node");
        return true;
    }

  private:
    struct Open {
        std::uint32_t node = 0, last_child = kNoNode;
    };

    bool damaged(const std::string& what) {
        std::size_t line = 1;
        for (const char* c = line_start_; c != at_; ++c)
            line += *c == '\n';
        return faults_.error(kFileCode, "line " + std::to_string(line), what);
    }

    // "; FBX 6.1.0 project file": what the header says wins over it.
    void find_version() {
        const std::string_view head(
            at_, std::min<std::size_t>(64, static_cast<std::size_t>(end_ - at_)));
        const std::size_t found = head.find("FBX ");
        if (!head.starts_with(';') || found == head.npos) return;
        std::uint32_t factor = 1000;
        for (std::size_t i = found + 4; i < head.size() && factor != 0; ++i) {
            const char c = head[i];
            if (c == '.') continue;
            if (c < '0' || c > '9') break;
            tree_.version += factor * static_cast<std::uint32_t>(c - '0');
            factor /= 10;
        }
    }

    void skip_space() {
        while (at_ != end_) {
            if (is_space(*at_)) {
                ++at_;
            } else if (*at_ == ';') {
                while (at_ != end_ && *at_ != '\n')
                    ++at_;
            } else {
                return;
            }
        }
    }

    std::string_view word() {
        const char* begin = at_;
        while (at_ != end_ && !ends_word(*at_))
            ++at_;
        return {begin, static_cast<std::size_t>(at_ - begin)};
    }

    bool read_node() {
        if (open_.size() > kMaxFbxDepth) return damaged("nodes are nested too deep");
        Node node;
        node.name = word();
        if (node.name.empty() || at_ == end_ || *at_ != ':')
            return damaged(tree_.nodes.size() == 1 ? "this is not an FBX file"
                                                   : "there should be a name and a colon");
        ++at_;
        node.first_value = static_cast<std::uint32_t>(tree_.values.size());
        if (!read_values()) return false;
        node.values = static_cast<std::uint32_t>(tree_.values.size()) - node.first_value;
        const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
        tree_.nodes.push_back(node);
        Open& open = open_.back();
        std::uint32_t& link = open.last_child == kNoNode ? tree_.nodes[open.node].first_child
                                                         : tree_.nodes[open.last_child].next;
        link = index;
        open.last_child = index;
        if (at_ != end_ && *at_ == '{') {
            ++at_;
            open_.push_back({index, kNoNode});
        }
        return true;
    }

    // Values are separated by commas, which may stand on the next line. A word and a colon are the
    // next node.
    bool read_values() {
        bool wanted = true;
        while (true) {
            skip_space();
            if (at_ == end_ || *at_ == '{' || *at_ == '}') return true;
            if (*at_ == ',') {
                ++at_;
                wanted = true;
                continue;
            }
            if (!wanted) return true;
            wanted = false;
            Value value;
            if (*at_ == '"') {
                const char* begin = ++at_;
                while (at_ != end_ && *at_ != '"')
                    ++at_;
                if (at_ == end_) return damaged("a text has no end");
                value.kind = ValueKind::text;
                value.text = begin;
                value.size = static_cast<std::uint32_t>(at_ - begin);
                ++at_;
            } else if (*at_ == '*') {  // how many numbers follow in the block
                ++at_;
                word();
                continue;
            } else if (!read_number(value)) {
                const char* begin = at_;
                const std::string_view letters = word();
                if (letters.empty()) return damaged("there should be a value");
                if (at_ != end_ && *at_ == ':') {
                    at_ = begin;
                    return true;
                }
                value.kind = ValueKind::text;
                value.text = letters.data();
                value.size = static_cast<std::uint32_t>(letters.size());
            }
            tree_.values.push_back(value);
        }
    }

    bool read_number(Value& value) {
        const char c = *at_;
        if (!((c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.')) return false;
        long long integer = 0;
        const char* stop = text::read_integer(at_, end_, integer);
        if (stop != at_ && (stop == end_ || ends_word(*stop))) {
            value.integer = integer;
        } else {
            double number = 0.0;
            stop = text::read_number(at_, end_, number);
            // "1.#IND" and "-nan(ind)" of old writers are no numbers.
            if (stop == at_ || (stop != end_ && !ends_word(*stop))) {
                const char* begin = at_;
                word();
                if (at_ == begin || (at_ != end_ && *at_ == ':')) {
                    at_ = begin;
                    return false;
                }
                stop = at_;
                number = 0.0;
            }
            value.kind = ValueKind::number;
            value.number = number;
        }
        if (stop != end_ && *stop == ':') return false;
        at_ = stop;
        return true;
    }

    const char *at_, *end_, *line_start_;
    Tree& tree_;
    Faults& faults_;
    std::vector<Open> open_;
};

}  // namespace

bool parse_ascii(std::string_view text, Tree& tree, Faults& faults) {
    AsciiParser parser(text, tree, faults);
    if (!parser.run()) return false;
    const NodeRef root(tree, 0);
    const NodeRef header = root.find("FBXHeaderExtension").find("FBXVersion");
    if (header.exists()) tree.version = static_cast<std::uint32_t>(header.integer(0));
    if (!header.exists() && !root.find("Objects").exists() && !root.find("Model").exists())
        return faults.error(kFileCode, "", "this is not an FBX file");
    if (tree.version < 3000 || tree.version > 9999) {
        return faults.error(
            kFileCode, "",
            "its version " + std::to_string(tree.version) + " is not one that this reader knows");
    }
    return true;
}

}  // namespace motus::fbx
