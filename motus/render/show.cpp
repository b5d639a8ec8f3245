// motus/render/show.cpp - evaluates, places the camera, puts overlays on top.
// SPDX-License-Identifier: MIT
#include <motus/render/show.h>

#include "crowd_layout.h"

#include <motus/math/ops.h>
#include <motus/math/trig.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace motus::render {
namespace {

double milliseconds() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

Bounds moved_by(const Bounds& bounds, const Vec3& by) {
    return bounds.empty() ? bounds : Bounds{add(bounds.lo, by), add(bounds.hi, by)};
}

}  // namespace

struct Show::Data {
    const Asset& asset;
    const Rig& rig;
    ShowOptions options;
    Renderer renderer;
    Model model;
    FigurePoses poses, ghosts, scratch;
    std::vector<bool> bones;
    Ticks duration{};
    JointIndex root = kNoJoint;  ///< Carries root motion; kNoJoint where there is none to add up.
    Mat34 travel{};              ///< Of one time through the clip.
    Vec3 velocity{};             ///< Mean, in metres a clip.
    Bounds bounds{};             ///< Of one figure, its mean movement taken out where it travels.
    float floor = 0.0f;
    float figure_size = 1.0f;  ///< Radius of one figure.
    Camera camera{};
    std::vector<CrowdPlace> crowd;
    std::vector<Instance> instances;
    ShowTimes times;

    Data(const Asset& a, const Rig& r, const ShowOptions& o, Renderer rd, Model m)
        : asset(a),
          rig(r),
          options(o),
          renderer(std::move(rd)),
          model(std::move(m)),
          poses(r, std::max(o.crowd, 1u)),
          ghosts(r, std::max(2 * o.overlays.onion_skins, 1u)),
          scratch(r, 1),
          bones(bone_joints(r)) {}

    struct Moment {
        Ticks time;
        std::int64_t wraps;
        double phase;  ///< Times through the clip, fractions included.
    };
    [[nodiscard]] Moment moment_of(Ticks time) const;
    [[nodiscard]] Mat34 place_of(const Moment& moment) const;
    Status pose_at(FigurePoses& into, std::uint32_t index, Ticks time) {
        const Moment moment = moment_of(time);
        return into.sample(index, options.clip, moment.time, place_of(moment));
    }
    void prepare_travel();
    void prepare_bounds();
    Status evaluate(Ticks time);
    Camera camera_at(Ticks time) const;
    void draw_overlays(Canvas& canvas, const Camera& at, Ticks time);
};

Show::Show(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Show::Show(Show&&) noexcept = default;
Show& Show::operator=(Show&&) noexcept = default;
Show::~Show() = default;

const ShowTimes& Show::times() const noexcept {
    return data_->times;
}

const FrameStats& Show::stats() const noexcept {
    return data_->renderer.stats();
}

Ticks Show::duration() const noexcept {
    return data_->options.mode == PlayMode::ping_pong ? data_->duration * 2 : data_->duration;
}

Show::Data::Moment Show::Data::moment_of(Ticks time) const {
    if (duration.value == 0) return {Ticks{}, 0, 0.0};
    Playhead head;
    Advance step;
    (void)advance(head, time, 1.0f, options.mode, duration, step);
    const bool loops = options.mode == PlayMode::loop;
    const Ticks at = time_of(head, options.mode, duration);
    const std::int64_t wraps = loops ? step.wraps : 0;
    return {at, wraps,
            static_cast<double>(wraps) +
                static_cast<double>(at.value) / static_cast<double>(duration.value)};
}

Mat34 Show::Data::place_of(const Moment& moment) const {
    Mat34 place;
    if (root == kNoJoint) return place;
    const Mat34 step = moment.wraps < 0 ? inverse(travel) : travel;
    for (std::int64_t i = 0; i < std::abs(std::clamp<std::int64_t>(moment.wraps, -9999, 9999)); ++i)
        place = motus::multiply(place, step);
    return place;
}

void Show::Data::prepare_travel() {
    if (options.clip == kNone) return;
    duration = asset.clips[options.clip].duration;
    const std::uint32_t node = asset.root_motion_node;
    if (!asset.clips[options.clip].root_motion || node >= asset.nodes.size()) return;
    root = rig.skeleton.view().of_source[node];
    travel = clip_travel(scratch, options.clip, root);
    // A mean speed makes sense where the figure does not turn.
    if (travel.m[0] > 0.999f) velocity = {travel.m[3], 0.0f, travel.m[11]};
}

void Show::Data::prepare_bounds() {
    const bool goes_along = options.camera != CameraMode::fixed;
    constexpr int kSteps = 24;
    for (int i = 0; i <= kSteps; ++i) {
        const Ticks time{duration.value / kSteps * i};
        if (pose_at(scratch, 0, time) != Status::ok) continue;
        const float phase = static_cast<float>(i) / kSteps;
        const Vec3 back = motus::multiply(velocity, goes_along ? -phase : 0.0f);
        extend(bounds, moved_by(model.bounds(scratch.view()), back));
        if (duration.value == 0) break;
    }
    if (bounds.empty()) {
        // Nothing to draw but joints.
        for (const Mat34& joint : scratch.joints(0))
            extend(bounds, Vec3{joint.m[3], joint.m[7], joint.m[11]});
    }
    const float size = radius(bounds);
    floor = bounds.lo.y < -0.06f * size || bounds.lo.y > 1.2f * size ? bounds.lo.y : 0.0f;
    Look& look = options.look;
    look.ground_height = floor;
    // A grid that fits a whole number of times into one step of the loop: no jump in a film.
    const float step = length(velocity);
    if (look.grid_cell == 0.0f && step > 0.2f * size) {
        const float cells = std::max(std::floor(step / (0.3f * size) + 0.5f), 1.0f) * 5.0f;
        look.grid_cell = step / cells;
    }
    figure_size = size;
    crowd = crowd_layout(std::max(options.crowd, 1u), bounds);
    instances.resize(crowd.size());
    Bounds all;
    for (const CrowdPlace& place : crowd)
        extend(all, transform(place.place, bounds));
    OrbitView view = options.view;
    Bounds framed = all;
    if (crowd.size() > 1) {
        view.pitch_rad = std::max(view.pitch_rad, 0.22f);
        view.margin = 1.04f;
        look.grid *= 0.5f;
    }
    if (crowd.size() > 30) {
        // Into the crowd: the front of it fills the picture, the rest goes on behind.
        const float side = 0.31f * (all.hi.x - all.lo.x);
        framed.lo.x += side;
        framed.hi.x -= side;
        framed.lo.z += 0.6f * (all.hi.z - all.lo.z);
        framed.hi.z -= 0.08f * (all.hi.z - all.lo.z);
    }
    camera = frame_bounds(framed, view,
                          static_cast<float>(options.width) / static_cast<float>(options.height));
    // Framing goes by what is near; what is drawn goes further.
    camera.far_m += 4.0f * radius(all);
    bounds = all;
}

Result<Show> Show::make(const Asset& asset, const Rig& rig, const ShowOptions& options,
                        Diagnostics& diagnostics) {
    if (options.clip != kNone && options.clip >= asset.clips.size()) {
        return Error{"render-clip", "clips[" + std::to_string(options.clip) + "]",
                     "there is no such clip"};
    }
    Result<Model> model = Model::make(asset, rig, diagnostics);
    if (!model) return model.error();
    Result<Renderer> renderer = Renderer::make();
    if (!renderer) return renderer.error();
    auto data =
        std::make_unique<Data>(asset, rig, options, std::move(*renderer), std::move(*model));
    data->prepare_travel();
    data->prepare_bounds();
    return Show(std::move(data));
}

Status Show::Data::evaluate(Ticks time) {
    for (std::uint32_t i = 0; i < crowd.size(); ++i) {
        const Ticks offset{
            static_cast<std::int64_t>(crowd[i].phase * static_cast<double>(duration.value))};
        const Moment moment = moment_of(time + offset);
        // Each started earlier, and from where it would now stand in line with the others.
        const Vec3 back = motus::multiply(velocity, -static_cast<float>(crowd[i].phase));
        Mat34 place = place_of(moment);
        place.m[3] += back.x;
        place.m[11] += back.z;
        const Status status = poses.sample(i, options.clip, moment.time, place);
        if (status != Status::ok) return status;
        instances[i].place = crowd[i].place;
        instances[i].tint = crowd[i].tint;
        instances[i].pose = i;
    }
    return Status::ok;
}

Camera Show::Data::camera_at(Ticks time) const {
    if (options.camera == CameraMode::fixed) return camera;
    const double phase = moment_of(time).phase;
    Camera at = moved(camera, motus::multiply(velocity, static_cast<float>(phase)));
    if (options.camera == CameraMode::orbit && duration.value > 0) {
        const double turns = static_cast<double>(time.value) / static_cast<double>(duration.value);
        const Quat turn = axis_angle({0.0f, 1.0f, 0.0f},
                                     static_cast<float>(2.0 * kPi * (turns - std::floor(turns))));
        const Vec3 middle = add(center(bounds), subtract(at.target, camera.target));
        at.eye = add(middle, rotate(turn, subtract(at.eye, middle)));
        at.target = add(middle, rotate(turn, subtract(at.target, middle)));
    }
    return at;
}

void Show::Data::draw_overlays(Canvas& canvas, const Camera& at, Ticks time) {
    const Overlays& wanted = options.overlays;
    const OverlayView view = overlay_view(at, options.width, options.height);
    const float text = std::max(static_cast<float>(options.height) / 34.0f, 11.0f);
    if (wanted.trail && root != kNoJoint) {
        std::vector<Vec3> points;
        for (int i = -10; i <= 10; ++i) {
            const Ticks step{duration.value / 10 * i};
            if (pose_at(scratch, 0, time + step) != Status::ok) continue;
            const Mat34& m = scratch.joints(0)[root];
            points.push_back({m.m[3], floor, m.m[11]});
        }
        draw_trail(canvas, view, points, {0.95f, 0.45f, 0.10f, 1.0f});
    }
    const Skeleton skeleton = rig.skeleton.view();
    const float axis = 0.035f * radius(bounds);
    for (std::uint32_t i = 0; i < crowd.size(); ++i) {
        if (!wanted.skeleton && !wanted.joint_axes && !wanted.joint_names) break;
        std::vector<Mat34> joints;
        for (const Mat34& joint : poses.joints(i))
            joints.push_back(motus::multiply(crowd[i].place, joint));
        SkeletonStyle style;
        style.selection = wanted.heat_joint;
        if (wanted.skeleton) draw_skeleton(canvas, view, skeleton, joints, bones, style);
        for (std::size_t j = 0; wanted.joint_axes && j < joints.size(); ++j) {
            if (bones[j]) draw_axes(canvas, view, joints[j], axis);
        }
        if (wanted.joint_names)
            draw_joint_names(canvas, view, rig.skeleton, joints, bones, 0.85f * text);
    }
    if (wanted.label) {
        std::string label = "rest pose";
        if (options.clip != kNone) {
            char seconds[64];
            std::snprintf(seconds, sizeof seconds, "  %.2f s", seconds_of(moment_of(time).time));
            label = asset.clips[options.clip].name + seconds;
        }
        draw_label(canvas, view, label, text);
    }
}

Result<Picture> Show::picture(Ticks time) {
    Data& d = *data_;
    const double start = milliseconds();
    if (const Status status = d.evaluate(time); status != Status::ok)
        return Error{"render-pose", "", to_string(status)};
    std::vector<Draw> draws(1);
    draws[0].model = &d.model;
    draws[0].poses = d.poses.view();
    draws[0].instances = d.instances;
    const Overlays& wanted = d.options.overlays;
    if (wanted.heat) {
        draws[0].style = DrawStyle::heat;
        for (const SkinBuffer& skin : d.rig.skins) {
            const auto joints = skin.view().joints;
            const auto found = std::find(joints.begin(), joints.end(), wanted.heat_joint);
            if (found != joints.end())
                draws[0].heat_joint = static_cast<std::int32_t>(found - joints.begin());
        }
    }
    std::vector<Instance> ghosts(2 * wanted.onion_skins);
    for (std::uint32_t i = 0; i < ghosts.size(); ++i) {
        const bool before = i % 2 == 0;
        const std::int64_t away = std::int64_t{i / 2 + 1} * (before ? -1 : 1);
        const Ticks step{d.duration.value / 6 * away};
        (void)d.pose_at(d.ghosts, i, time + step);
        ghosts[i].pose = i;
    }
    for (std::uint32_t i = 0; i < ghosts.size(); ++i) {
        Draw& ghost = draws.emplace_back();
        ghost.model = &d.model;
        ghost.poses = d.ghosts.view();
        ghost.instances = std::span(ghosts).subspan(i, 1);
        ghost.style = DrawStyle::ghost;
        const float strength = 0.75f / static_cast<float>(i / 2 + 1);
        ghost.ghost_color =
            i % 2 == 0 ? Vec4{0.10f, 0.35f, 0.90f, strength} : Vec4{0.90f, 0.32f, 0.08f, strength};
    }
    Canvas canvas;
    Scene scene;
    scene.draws = draws;
    scene.camera = d.camera_at(time);
    scene.look = d.options.look;
    scene.subject = moved_by(d.bounds, subtract(d.camera_at(time).target, d.camera.target));
    if (d.options.camera == CameraMode::orbit) {
        scene.subject = moved_by(
            d.bounds, motus::multiply(d.velocity, static_cast<float>(d.moment_of(time).phase)));
    }
    scene.figure_m = d.figure_size;
    scene.width = d.options.width;
    scene.height = d.options.height;
    scene.overlay = &canvas;
    d.draw_overlays(canvas, scene.camera, time);
    const double evaluated = milliseconds();
    if (const auto ok = d.renderer.upload(scene); !ok) return ok.error();
    const double uploaded = milliseconds();
    if (const auto ok = d.renderer.draw(scene); !ok) return ok.error();
    d.renderer.finish();
    const double drawn = milliseconds();
    Result<Picture> picture = d.renderer.read();
    d.times = {evaluated - start, uploaded - evaluated, drawn - uploaded, milliseconds() - drawn};
    return picture;
}

}  // namespace motus::render
