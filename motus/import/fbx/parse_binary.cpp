// SPDX-License-Identifier: MIT
#include <motus/import/fbx/fbx.h>
#include <motus/import/fbx/tree.h>

#include <cstring>

namespace motus::fbx {
namespace {

constexpr std::size_t kHeaderBytes = 27;

class BinaryParser {
  public:
    BinaryParser(std::span<const std::byte> bytes, Tree& tree, Faults& faults)
        : bytes_(bytes), tree_(tree), faults_(faults) {}

    bool run() {
        if (bytes_.size() < kHeaderBytes)
            return faults_.error(kFileCode, "", "ends inside its header");
        tree_.big_endian = bytes_[22] != std::byte{0};
        at_ = 23;
        tree_.version = static_cast<std::uint32_t>(integer(4));
        if (tree_.version < 3000 || tree_.version > 9999) {
            return faults_.error(kFileCode, "",
                                 "its version " + std::to_string(tree_.version) +
                                     " is not one that this reader knows");
        }
        wide_ = tree_.version >= 7500;
        tree_.nodes.push_back({});
        open_.push_back({0, kNoNode, bytes_.size()});
        while (!open_.empty()) {
            if (!step()) return false;
        }
        return true;
    }

  private:
    /// A node whose children are being read.
    struct Open {
        std::uint32_t node = 0, last_child = kNoNode;
        std::size_t end = 0;
    };

    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

    std::uint64_t integer(std::size_t size) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t from = tree_.big_endian ? i : size - 1 - i;
            value = value << 8 | std::to_integer<std::uint64_t>(bytes_[at_ + from]);
        }
        at_ += size;
        return value;
    }

    bool damaged(const std::string& what) {
        return faults_.error(kFileCode, "byte " + std::to_string(at_), what);
    }

    // Reads the next child of the innermost open node, or closes that node.
    bool step() {
        Open& open = open_.back();
        const bool is_root = open_.size() == 1;
        const std::size_t head = wide_ ? 25 : 13;
        if (at_ == open.end && !is_root) return close();
        if (left() < head)
            return is_root ? damaged("the file ends before its list of nodes does")
                           : damaged("the file ends inside a node");
        const std::size_t start = at_;
        const std::size_t word = wide_ ? 8 : 4;
        const std::uint64_t end = integer(word), count = integer(word), size = integer(word);
        const std::size_t name_size = static_cast<std::size_t>(integer(1));
        if (end == 0 && count == 0 && size == 0 && name_size == 0) {
            if (is_root) {
                open_.pop_back();  // behind the last node stand a footer and padding
                return true;
            }
            return close();
        }
        if (end <= start || end > open.end || name_size > left() || size > left() - name_size ||
            end < at_ + name_size + size) {
            at_ = start;
            return damaged("a node's lengths do not fit into the file");
        }
        if (open_.size() > kMaxFbxDepth) return damaged("nodes are nested too deep");
        Node node;
        node.name = {reinterpret_cast<const char*>(bytes_.data()) + at_, name_size};
        at_ += name_size;
        node.first_value = static_cast<std::uint32_t>(tree_.values.size());
        const std::size_t values_end = at_ + static_cast<std::size_t>(size);
        if (count > size) return damaged("a node has more values than bytes");
        for (std::uint64_t i = 0; i < count; ++i) {
            if (!read_value(values_end)) return false;
        }
        node.values = static_cast<std::uint32_t>(count);
        at_ = values_end;
        const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
        tree_.nodes.push_back(node);
        std::uint32_t& link = open.last_child == kNoNode ? tree_.nodes[open.node].first_child
                                                         : tree_.nodes[open.last_child].next;
        link = index;
        open.last_child = index;
        open_.push_back({index, kNoNode, static_cast<std::size_t>(end)});
        return true;
    }

    bool close() {
        at_ = open_.back().end;
        open_.pop_back();
        return true;
    }

    bool read_value(std::size_t end) {
        if (at_ >= end) return damaged("a node's values end too early");
        const char type = static_cast<char>(bytes_[at_++]);
        const std::size_t room = end - at_;
        Value value;
        const auto fixed = [&](std::size_t size) {
            return room >= size || damaged("a value ends too early");
        };
        switch (type) {
            case 'C':
            case 'B':
            case 'Z':
                if (!fixed(1)) return false;
                value.integer = static_cast<std::int64_t>(integer(1));
                break;
            case 'Y':
                if (!fixed(2)) return false;
                value.integer = static_cast<std::int16_t>(integer(2));
                break;
            case 'I':
                if (!fixed(4)) return false;
                value.integer = static_cast<std::int32_t>(integer(4));
                break;
            case 'L':
                if (!fixed(8)) return false;
                value.integer = static_cast<std::int64_t>(integer(8));
                break;
            case 'F': {
                if (!fixed(4)) return false;
                const auto bits = static_cast<std::uint32_t>(integer(4));
                float number = 0.0f;
                std::memcpy(&number, &bits, sizeof(number));
                value.kind = ValueKind::number;
                value.number = static_cast<double>(number);
                break;
            }
            case 'D': {
                if (!fixed(8)) return false;
                const std::uint64_t bits = integer(8);
                value.kind = ValueKind::number;
                std::memcpy(&value.number, &bits, sizeof(value.number));
                break;
            }
            case 'S':
            case 'R': {
                if (!fixed(4)) return false;
                const auto size = static_cast<std::uint32_t>(integer(4));
                if (size > room - 4) return damaged("a text ends too early");
                value.kind = ValueKind::text;
                value.text = reinterpret_cast<const char*>(bytes_.data()) + at_;
                value.size = size;
                at_ += size;
                break;
            }
            case 'b':
            case 'c':
            case 'i':
            case 'l':
            case 'f':
            case 'd':
                if (!read_array(type, room, value)) return false;
                break;
            default:
                --at_;
                return damaged("a value is of an unknown type");
        }
        tree_.values.push_back(value);
        return true;
    }

    bool read_array(char type, std::size_t room, Value& value) {
        if (room < 12) return damaged("an array ends too early");
        PackedArray array;
        array.type = type;
        array.count = static_cast<std::uint32_t>(integer(4));
        const std::uint64_t encoding = integer(4), stored = integer(4);
        const std::size_t element = type == 'i' || type == 'f'   ? 4
                                    : type == 'b' || type == 'c' ? 1
                                                                 : 8;
        if (encoding > 1) return damaged("an array has an unknown encoding");
        array.deflated = encoding == 1;
        const std::uint64_t size = array.deflated ? stored : std::uint64_t{array.count} * element;
        if (size > room - 12) return damaged("an array ends too early");
        array.bytes = bytes_.subspan(at_, static_cast<std::size_t>(size));
        at_ += static_cast<std::size_t>(size);
        value.kind = ValueKind::array;
        value.array = static_cast<std::uint32_t>(tree_.arrays.size());
        tree_.arrays.push_back(array);
        return true;
    }

    std::span<const std::byte> bytes_;
    Tree& tree_;
    Faults& faults_;
    std::size_t at_ = 0;
    bool wide_ = false;
    std::vector<Open> open_;
};

}  // namespace

bool parse_binary(std::span<const std::byte> bytes, Tree& tree, Faults& faults) {
    return BinaryParser(bytes, tree, faults).run();
}

}  // namespace motus::fbx
