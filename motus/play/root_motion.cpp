// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/play/root_motion.h>
#include <motus/sample/joint.h>

#include <cmath>

namespace motus {
namespace {

// The turn about Y that is in `q`; the identity where there is none to be told.
Quat yaw_of(const Quat& q) noexcept {
    const double n = std::sqrt(static_cast<double>(q.y) * q.y + static_cast<double>(q.w) * q.w);
    if (!(n > 1e-12)) return {};
    return {0.0f, static_cast<float>(q.y / n), 0.0f, static_cast<float>(q.w / n)};
}

// The part of a transform that counts as root motion, as a place and a heading.
RootDelta taken(const RootMotion& root, const Transform& t) noexcept {
    RootDelta out;
    out.translation = {root.x ? t.translation.x : 0.0f, root.y ? t.translation.y : 0.0f,
                       root.z ? t.translation.z : 0.0f};
    if (root.tumble) {
        out.rotation = t.rotation;
    } else if (root.yaw) {
        out.rotation = yaw_of(t.rotation);
    }
    return out;
}

// From one place to another, seen from the first.
RootDelta between(const RootDelta& a, const RootDelta& b) noexcept {
    const Quat back = conjugate(a.rotation);
    return {rotate(back, subtract(b.translation, a.translation)),
            normalize(multiply(back, b.rotation))};
}

RootDelta power(RootDelta step, std::uint64_t times) noexcept {
    RootDelta out;
    for (; times != 0; times >>= 1) {
        if ((times & 1u) != 0) out = compose(out, step);
        step = compose(step, step);
    }
    return out;
}

}  // namespace

RootDelta compose(const RootDelta& a, const RootDelta& b) noexcept {
    return {add(a.translation, rotate(a.rotation, b.translation)),
            normalize(multiply(a.rotation, b.rotation))};
}

RootDelta root_delta(const RootMotion& root, const Clip& clip, const PlaylistItem& item,
                     const Transform& rest) noexcept {
    const auto at = [&](Ticks time) {
        return taken(root, sample_joint(clip, root.joint, time, rest));
    };
    const RootDelta from = at(item.from), to = at(item.to);
    if (item.wraps == 0) return between(from, to);
    // Over the end of the loop, whole loops, and from its start: or all of it backwards.
    const bool forward = item.wraps > 0;
    const RootDelta start = at(forward ? Ticks{} : clip.duration);
    const RootDelta end = at(forward ? clip.duration : Ticks{});
    const auto whole = static_cast<std::uint64_t>(forward ? item.wraps - 1 : -(item.wraps + 1));
    const RootDelta loops = power(between(start, end), whole);
    return compose(compose(between(from, end), loops), between(start, to));
}

Transform without_root_motion(const RootMotion& root, const Transform& posed,
                              const Transform& rest) noexcept {
    Transform out = posed;
    if (root.x) out.translation.x = rest.translation.x;
    if (root.y) out.translation.y = rest.translation.y;
    if (root.z) out.translation.z = rest.translation.z;
    if (root.tumble) {
        out.rotation = rest.rotation;
    } else if (root.yaw) {
        const Quat turn = multiply(yaw_of(rest.rotation), conjugate(yaw_of(posed.rotation)));
        out.rotation = normalize(multiply(turn, posed.rotation));
    }
    return out;
}

}  // namespace motus
