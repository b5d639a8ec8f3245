// tools/motus/render_options.cpp - reads --size, --camera, --background, --overlay.
// SPDX-License-Identifier: MIT
#include "render_options.h"

#include "input.h"

#include <motus/core/guess.h>
#include <motus/math/trig.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace motus::tool {
namespace {

using render::CameraMode;
using render::ShowOptions;

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> out(1);
    for (const char c : text) {
        if (c == at)
            out.emplace_back();
        else
            out.back() += c;
    }
    return out;
}

std::uint32_t whole_number(const char* option, const std::string& text, std::uint32_t low,
                           std::uint32_t high) {
    std::uint32_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value < low || value > high) {
        throw UsageFault(
            fmt::format("{}: \"{}\" is not a whole number from {} to {}", option, text, low, high));
    }
    return value;
}

void read_camera(const std::string& text, ShowOptions& out) {
    struct View {
        const char* name;
        float yaw_deg, pitch_deg;
    };
    constexpr View kViews[] = {{"front", 0, 6},         {"left", 90, 6},  {"side", 90, 6},
                               {"right", -90, 6},       {"back", 180, 6}, {"top", 0, 84},
                               {"three-quarter", 28, 9}};
    constexpr auto kDegree = static_cast<float>(kPi / 180.0);
    std::vector<double> numbers;
    for (const std::string& word : split(text, ',')) {
        bool known = true;
        if (word == "follow")
            out.camera = CameraMode::follow;
        else if (word == "fixed")
            out.camera = CameraMode::fixed;
        else if (word == "orbit")
            out.camera = CameraMode::orbit;
        else
            known = false;
        for (const View& view : kViews) {
            if (word != view.name) continue;
            out.view.yaw_rad = view.yaw_deg * kDegree;
            out.view.pitch_rad = view.pitch_deg * kDegree;
            known = true;
        }
        if (known) continue;
        const bool numeric = !word.empty() && (std::isdigit(static_cast<unsigned char>(word[0])) ||
                                               word[0] == '-' || word[0] == '.');
        if (!numeric || numbers.size() == 2) {
            throw UsageFault(fmt::format(
                "render: --camera: \"{}\" is not follow, fixed, orbit, front, left, right, back, "
                "top, three-quarter, or a yaw and a pitch in degrees",
                word));
        }
        numbers.push_back(parse_number("render: --camera", word));
        const auto angle = static_cast<float>(numbers.back()) * kDegree;
        (numbers.size() == 1 ? out.view.yaw_rad : out.view.pitch_rad) = angle;
    }
}

JointIndex joint_named(const RenderOptions& options, const AssetRig& rig, const std::string& name) {
    const JointIndex joint = find_joint(rig.skeleton.view(), hash_name(name));
    if (joint == kNoJoint)
        throw InputFault(options.file, fmt::format("there is no joint \"{}\"", name));
    return joint;
}

// JOINT, or JOINT@X:Y:Z for a place beside it, in metres along its axes.
render::AttachmentMark read_attachment(const RenderOptions& options, const AssetRig& rig,
                                       const std::string& text) {
    const auto parts = split(text, '@');
    render::AttachmentMark out;
    out.name = parts[0];
    out.attachment.joint = joint_named(options, rig, parts[0]);
    if (parts.size() == 1) return out;
    const auto numbers = split(parts[1], ':');
    if (parts.size() > 2 || numbers.size() != 3) {
        throw UsageFault(
            fmt::format("render: --overlay: \"{}\" is not like attach=Hand.R@0:0.1:0", text));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        out.attachment.offset.m[i * 4 + 3] =
            static_cast<float>(parse_number("render: --overlay", numbers[i]));
    }
    return out;
}

float error_scale(const std::string& text) {
    const auto metres = static_cast<float>(parse_number("render: --overlay", text));
    if (!(metres > 0.0f))
        throw UsageFault("render: --overlay: error=METRES needs a number above 0");
    return metres;
}

void read_overlay(const RenderOptions& options, const AssetRig& rig, ShowOptions& out) {
    render::Overlays& show = out.overlays;
    show.skeleton = options.skeleton;
    if (options.overlay.empty()) return;
    for (const std::string& word : split(options.overlay, ',')) {
        if (word == "skeleton")
            show.skeleton = true;
        else if (word == "axes")
            show.joint_axes = true;
        else if (word == "names")
            show.joint_names = true;
        else if (word == "trail")
            show.trail = true;
        else if (word == "onion")
            show.onion_skins = 2;
        else if (word == "label")
            show.label = true;
        else if (word == "error")
            show.error_m = 0.0f;
        else if (word.rfind("error=", 0) == 0)
            show.error_m = error_scale(word.substr(6));
        else if (word == "heat")
            show.heat = true;
        else if (word.rfind("heat=", 0) == 0) {
            show.heat = true;
            show.heat_joint = joint_named(options, rig, word.substr(5));
        } else if (word.rfind("attach=", 0) == 0) {
            show.attachments.push_back(read_attachment(options, rig, word.substr(7)));
        } else {
            throw UsageFault(
                fmt::format("render: --overlay: \"{}\" is not skeleton, axes, names, "
                            "attach=JOINT, trail, onion, heat, heat=JOINT, error, "
                            "error=METRES or label",
                            word));
        }
    }
}

}  // namespace

void read_size(const std::string& text, std::uint32_t& width, std::uint32_t& height) {
    const auto parts = split(text, 'x');
    if (parts.size() != 2)
        throw UsageFault(fmt::format("render: --size: \"{}\" is not like 640x480", text));
    width = whole_number("render: --size", parts[0], 16, 8192);
    height = whole_number("render: --size", parts[1], 16, 8192);
}

render::Look background_look(const RenderOptions& options, const char* unsaid) {
    const std::string text = options.background.empty() ? unsaid : options.background;
    render::Look look;
    if (text == "studio") return look;
    if (text == "dark") return render::dark_look();
    if (text == "none") {
        look.backdrop = false;
        look.grid = 0.0f;
        return look;
    }
    if (text.size() != 7 || text[0] != '#') {
        throw UsageFault(
            fmt::format("render: --background: \"{}\" is not studio, dark, none or #RRGGBB", text));
    }
    float rgb[3];
    for (int i = 0; i < 3; ++i) {
        unsigned value = 0;
        const char* digits = text.data() + 1 + 2 * i;
        const auto [stop, error] = std::from_chars(digits, digits + 2, value, 16);
        if (error != std::errc{} || stop != digits + 2)
            throw UsageFault(fmt::format("render: --background: \"{}\" is no #RRGGBB", text));
        rgb[i] = static_cast<float>(value) / 255.0f;
    }
    return render::plain_look({rgb[0], rgb[1], rgb[2]});
}

bool wants_error(const RenderOptions& options) {
    const auto words = split(options.overlay, ',');
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return word == "error" || word.rfind("error=", 0) == 0;
    });
}

std::uint32_t find_timeline_named(const std::string& file, const std::vector<std::string>& names,
                                  const std::string& name_or_index) {
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        if (names[i] == name_or_index) return i;
    }
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        if (fmt::to_string(i) == name_or_index) return i;
    }
    throw InputFault(file, there_is_no("timeline", name_or_index, names));
}

ShowOptions show_options(const RenderOptions& options, const Asset& asset, const AssetRig& rig,
                         const ClipNames& names) {
    ShowOptions out;
    if (!options.size.empty()) read_size(options.size, out.width, out.height);
    read_camera(options.camera, out);
    out.look = background_look(options, "studio");
    read_overlay(options, rig, out);
    out.crowd = whole_number("render: --crowd", options.crowd, 1, 100000);
    if (!options.clip.empty())
        out.clip = find_clip(options.file, names, options.clip);
    else if (!options.rest && !asset.clips.empty())
        out.clip = 0;
    if (out.clip != kNone && !asset.clips[out.clip].loop) out.mode = PlayMode::once;
    return out;
}

}  // namespace motus::tool
