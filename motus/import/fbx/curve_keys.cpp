// Keys of curves: both ways in which files hold them, and slopes of automatic tangents.
// SPDX-License-Identifier: MIT
#include <motus/import/fbx/curves.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace motus::fbx {
namespace {

// Bits of a key's flags.
constexpr std::uint32_t kConstant = 0x2, kLinear = 0x4, kCubic = 0x8;
constexpr std::uint32_t kAuto = 0x100, kTcb = 0x200, kUser = 0x400, kBroken = 0x800;
constexpr std::uint32_t kConstantNext = 0x100;
constexpr std::uint32_t kClamp = 0x1000, kClampProgressive = 0x4000;
constexpr std::uint32_t kRightWeighted = 0x1000000, kNextLeftWeighted = 0x2000000;

constexpr double kHold = std::numeric_limits<double>::infinity();

/// A key as files hold it: what it says of the piece behind it.
struct RawKey {
    double time = 0.0, value = 0.0;
    std::uint32_t flags = kCubic | kAuto;
    double right = 0.0, next_left = 0.0;  ///< Slopes per second; of TCB: tension and continuity.
    double bias = 0.0;
    double right_weight = 1.0 / 3.0, next_left_weight = 1.0 / 3.0;
};

double seconds_of_fbx(std::int64_t time) {
    return static_cast<double>(time / kFbxTicksPerSecond) +
           static_cast<double>(time % kFbxTicksPerSecond) / static_cast<double>(kFbxTicksPerSecond);
}

double float_of_bits(std::uint32_t bits) {
    float value = 0.0f;
    std::memcpy(&value, &bits, sizeof(value));
    return std::isfinite(value) ? static_cast<double>(value) : 0.0;
}

/// Attributes are floats, but some are two short integers in the bits of one, and ASCII files
/// write the bits of all as integers.
bool read_bits(const Tree& tree, NodeRef node, std::vector<std::uint32_t>& out, Faults& faults) {
    const NodeRef list = tree.ascii && node.find("a").exists() ? node.find("a") : node;
    const Value* first = list.value(0);
    out.clear();
    if (first == nullptr) return true;
    if (first->kind == ValueKind::array) {
        std::vector<double> numbers;
        if (!node.numbers(numbers, faults)) return false;
        for (const double number : numbers) {
            const auto value = static_cast<float>(number);
            std::memcpy(&out.emplace_back(), &value, sizeof(value));
        }
        return true;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (first[i].kind == ValueKind::integer) {
            out.push_back(static_cast<std::uint32_t>(first[i].integer));
        } else {
            const auto value = static_cast<float>(list.number(i));
            std::memcpy(&out.emplace_back(), &value, sizeof(value));
        }
    }
    return true;
}

bool read_new_keys(const Tree& tree, NodeRef node, std::vector<RawKey>& keys, Faults& faults) {
    std::vector<std::int64_t> times, flags, counts;
    std::vector<double> values;
    std::vector<std::uint32_t> data;
    if (!node.find("KeyTime").integers(times, faults) ||
        !node.find("KeyValueFloat").numbers(values, faults) ||
        !node.find("KeyAttrFlags").integers(flags, faults) ||
        !node.find("KeyAttrRefCount").integers(counts, faults) ||
        !read_bits(tree, node.find("KeyAttrDataFloat"), data, faults)) {
        return false;
    }
    const std::size_t count = std::min(times.size(), values.size());
    if (!faults.charge(count, sizeof(RawKey) + sizeof(unity::CurveKey))) return false;
    keys.resize(count);
    std::size_t attribute = 0;
    std::int64_t left = counts.empty() ? 0 : counts[0];
    for (std::size_t i = 0; i < count; ++i) {
        RawKey& key = keys[i];
        key.time = seconds_of_fbx(times[i]);
        key.value = values[i];
        while (left <= 0 && attribute + 1 < counts.size())
            left = counts[++attribute];
        --left;
        if (attribute >= flags.size()) continue;
        key.flags = static_cast<std::uint32_t>(flags[attribute]);
        if (attribute * 4 + 3 >= data.size()) continue;
        const std::uint32_t* at = &data[attribute * 4];
        key.right = float_of_bits(at[0]);
        key.next_left = float_of_bits(at[1]);
        if ((key.flags & kTcb) != 0 && (key.flags & kCubic) != 0) {
            key.bias = float_of_bits(at[2]);
            continue;
        }
        if ((key.flags & kRightWeighted) != 0) key.right_weight = (at[2] & 0xffffu) / 9999.0;
        if ((key.flags & kNextLeftWeighted) != 0) key.next_left_weight = (at[2] >> 16) / 9999.0;
    }
    return true;
}

/// Version 6 and before: one list of times, values, letters and numbers.
class OldKeys {
  public:
    OldKeys(const Tree& tree, NodeRef list) : ascii_(tree.ascii), list_(list) {}

    bool read(std::vector<RawKey>& keys, Faults& faults) {
        while (at_ + 1 < list_.size()) {
            if (!faults.charge(1, sizeof(RawKey) + sizeof(unity::CurveKey))) return false;
            RawKey key;
            key.time = seconds_of_fbx(list_.integer(at_));
            key.value = list_.number(at_ + 1);
            at_ += 2;
            switch (letter()) {
                case 'C':
                    key.flags = kConstant | (letter() == 'n' ? kConstantNext : 0);
                    break;
                case 'L':
                    key.flags = kLinear;
                    break;
                case 'U':
                    read_cubic(key);
                    break;
                default:
                    keys.push_back(key);
                    return true;  // older than what is known
            }
            keys.push_back(key);
        }
        return true;
    }

  private:
    [[nodiscard]] bool is_letter() const {
        const Value* value = list_.value(at_);
        return value != nullptr && value->kind == (ascii_ ? ValueKind::text : ValueKind::integer);
    }
    char letter() {
        if (!is_letter()) return '\0';
        const std::string_view text = list_.text(at_);
        const std::int64_t code = list_.integer(at_);
        ++at_;
        if (ascii_) return text.empty() ? '\0' : text[0];
        return code > 0 && code < 128 ? static_cast<char>(code) : '\0';
    }
    double number() { return at_ < list_.size() && !is_letter() ? list_.number(at_++) : 0.0; }

    void read_cubic(RawKey& key) {
        const char mode = letter();
        key.flags = kCubic |
                    (mode == 't'   ? kTcb
                     : mode == 'a' ? kAuto
                                   : kUser) |
                    (mode == 'b' ? kBroken : 0);
        key.right = number();
        key.next_left = number();
        if (mode == 't') key.bias = number();
        if (!is_letter()) return;
        const std::size_t before = at_;
        switch (letter()) {
            case 'n':
                break;
            case 'a':
                key.right_weight = number();
                key.next_left_weight = number();
                key.flags |= kRightWeighted | kNextLeftWeighted;
                break;
            case 'r':
                key.right_weight = number();
                key.flags |= kRightWeighted;
                break;
            case 'l':
                key.next_left_weight = number();
                key.flags |= kNextLeftWeighted;
                break;
            default:
                at_ = before;
                break;  // the next key's time, in a binary file
        }
    }

    bool ascii_;
    NodeRef list_;
    std::size_t at_ = 0;
};

/// The slope of an automatic tangent: that of the line between the neighbours, flattened where it
/// would overshoot if the key says so.
double auto_slope(const std::vector<RawKey>& keys, std::size_t i) {
    const RawKey& key = keys[i];
    if (i == 0 || i + 1 == keys.size()) return 0.0;
    const RawKey &last = keys[i - 1], &next = keys[i + 1];
    const double before = key.time - last.time, after = next.time - key.time;
    if (!(before > 0.0) || !(after > 0.0)) return 0.0;
    const double left = (key.value - last.value) / before, right = (next.value - key.value) / after;
    double slope = (next.value - last.value) / (before + after);
    const double bias = std::clamp(key.right / 100.0, -1.0, 1.0);
    slope += bias > 0.0 ? bias * (right - slope) : -bias * (left - slope);
    const double reach =
        std::max(std::fabs(next.value - key.value), std::fabs(key.value - last.value));
    if ((key.flags & kClamp) != 0 && (std::fabs(next.value - key.value) < 1e-4 * reach ||
                                      std::fabs(key.value - last.value) < 1e-4 * reach)) {
        return 0.0;
    }
    if ((key.flags & kClampProgressive) != 0) {
        if (left * right <= 0.0) return 0.0;
        const double most = 3.0 * std::min(std::fabs(left), std::fabs(right));
        slope = std::clamp(slope, -most, most);
    }
    return slope;
}

/// Kochanek-Bartels: the slopes on both sides.
void tcb_slopes(const std::vector<RawKey>& keys, std::size_t i, double& in, double& out) {
    const RawKey& key = keys[i];
    const RawKey &last = keys[i == 0 ? 0 : i - 1], &next = keys[std::min(i + 1, keys.size() - 1)];
    const double before = key.time - last.time, after = next.time - key.time;
    const double left = before > 0.0 ? (key.value - last.value) / before : 0.0;
    const double right = after > 0.0 ? (next.value - key.value) / after : 0.0;
    const double t = key.right, c = key.next_left, b = key.bias;
    in = 0.5 * (1 - t) * ((1 - c) * (1 + b) * left + (1 + c) * (1 - b) * right);
    out = 0.5 * (1 - t) * ((1 + c) * (1 + b) * left + (1 - c) * (1 - b) * right);
    if (!(before > 0.0)) out = right;
    if (!(after > 0.0)) in = left;
}

void make_keys(const std::vector<RawKey>& raw, std::vector<unity::CurveKey>& out) {
    out.reserve(raw.size());
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const RawKey& key = raw[i];
        unity::CurveKey made;
        made.time = key.time;
        made.value = key.value;
        double tcb_in = 0.0, tcb_out = 0.0;
        const bool cubic = (key.flags & kCubic) != 0;
        const bool is_tcb = cubic && (key.flags & kTcb) != 0;
        const bool is_auto = cubic && !is_tcb && (key.flags & kAuto) != 0;
        if (is_tcb) tcb_slopes(raw, i, tcb_in, tcb_out);
        const double middle = is_auto ? auto_slope(raw, i) : 0.0;
        if (i > 0) {
            const RawKey& last = raw[i - 1];
            const double length = key.time - last.time;
            if ((last.flags & kCubic) != 0) {
                made.in_slope = is_tcb ? tcb_in : is_auto ? middle : last.next_left;
                made.in_weight = last.next_left_weight;
                made.in_weighted = std::fabs(made.in_weight - 1.0 / 3.0) > 1e-6;
                // The tangent of a key that is reached by a cubic, and left by another way.
                if (!cubic && (last.flags & (kAuto | kTcb)) != 0 && length > 0.0)
                    made.in_slope = (key.value - last.value) / length;
            } else if ((last.flags & kLinear) != 0 && length > 0.0) {
                made.in_slope = (key.value - last.value) / length;
            }
        }
        if (i + 1 < raw.size()) {
            const RawKey& next = raw[i + 1];
            const double length = next.time - key.time;
            if (cubic) {
                made.out_slope = is_tcb ? tcb_out : is_auto ? middle : key.right;
                made.out_weight = key.right_weight;
                made.out_weighted = std::fabs(made.out_weight - 1.0 / 3.0) > 1e-6;
            } else if ((key.flags & kLinear) != 0 && length > 0.0) {
                made.out_slope = (next.value - key.value) / length;
            } else {
                made.out_slope = kHold;
            }
            out.push_back(made);
            if ((key.flags & (kConstant | kConstantNext | kCubic | kLinear)) ==
                (kConstant | kConstantNext)) {
                made.in_slope = 0.0;  // the next value from here on
                made.value = next.value;
                made.time = std::nextafter(key.time, next.time);
                out.push_back(made);
            }
        } else {
            out.push_back(made);
        }
    }
}

CurveEnd read_end(const Tree& tree, NodeRef node) {
    CurveEnd end;
    if (!node.exists()) return end;
    const NodeRef type = node.find("Type");
    const std::string_view text = type.text(0);
    const char letter = tree.ascii || !text.empty()
                            ? (text.empty() ? 'C' : text[0])
                            : static_cast<char>(std::clamp<std::int64_t>(type.integer(0), 0, 127));
    switch (letter) {
        case 'R':
            end.kind = Extrapolation::repeat;
            break;
        case 'M':
            end.kind = Extrapolation::mirror;
            break;
        case 'K':
            end.kind = Extrapolation::keep_slope;
            break;
        case 'A':
            end.kind = Extrapolation::repeat_relative;
            break;
        default:
            break;
    }
    const std::int64_t times = node.find("Repetition").integer(0, -1);
    end.times = times < 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(times);
    return end;
}

}  // namespace

bool read_curve(const Tree& tree, NodeRef node, FbxCurve& out, Faults& faults) {
    std::vector<RawKey> keys;
    out.constant = node.find("Default").number(0);
    const NodeRef old = node.find("Key");
    const bool ok = old.exists() ? OldKeys(tree, old).read(keys, faults)
                                 : read_new_keys(tree, node, keys, faults);
    if (!ok) return false;
    // Some writers leave keys out of order, or twice.
    const auto earlier = [](const RawKey& a, const RawKey& b) { return a.time < b.time; };
    if (!std::is_sorted(keys.begin(), keys.end(), earlier))
        std::stable_sort(keys.begin(), keys.end(), earlier);
    const auto twice =
        std::unique(keys.rbegin(), keys.rend(),
                    [](const RawKey& a, const RawKey& b) { return a.time == b.time; });
    keys.erase(keys.begin(), twice.base());
    make_keys(keys, out.keys.keys);
    out.before = read_end(tree, node.find("Pre-Extrapolation"));
    out.after = read_end(tree, node.find("Post-Extrapolation"));
    return true;
}

}  // namespace motus::fbx
