// samples/window - the hero in a window: the keyboard or a gamepad drives its machine.
// SPDX-License-Identifier: MIT
#include <motus/import/gltf/gltf.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/motus.h>
#include <motus/render/context.h>
#include <motus/render/renderer.h>

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace motus;

namespace {

constexpr int kWidth = 640, kHeight = 360;

/// What the player wants: a direction on the ground, 1 m long to run, and two wishes.
struct Input {
    float x = 0.0f, z = 0.0f;
    bool jump = false, wave = false;
};

class Controls {
  public:
    /// False where the window is to be closed.
    bool handle(const SDL_Event& event) {
        if (event.type == SDL_QUIT) return false;
        if (event.type == SDL_CONTROLLERDEVICEADDED) SDL_GameControllerOpen(event.cdevice.which);
        if (event.type == SDL_CONTROLLERBUTTONDOWN) {
            jump_ = jump_ || event.cbutton.button == SDL_CONTROLLER_BUTTON_A;
            wave_ = wave_ || event.cbutton.button == SDL_CONTROLLER_BUTTON_B;
        }
        if (event.type == SDL_CONTROLLERAXISMOTION && event.caxis.axis < 2) {
            const float value = static_cast<float>(event.caxis.value) / 32767.0f;
            stick_[event.caxis.axis] = std::fabs(value) > 0.15f ? value : 0.0f;
        }
        if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) {
            held_[event.key.keysym.scancode] = event.type == SDL_KEYDOWN;
            if (event.type == SDL_KEYDOWN && event.key.repeat == 0) {
                if (event.key.keysym.scancode == SDL_SCANCODE_ESCAPE) return false;
                jump_ = jump_ || event.key.keysym.scancode == SDL_SCANCODE_SPACE;
                wave_ = wave_ || event.key.keysym.scancode == SDL_SCANCODE_E;
            }
        }
        return true;
    }

    Input take() {
        const auto way = [&](SDL_Scancode a, SDL_Scancode b) { return held_[a] || held_[b]; };
        Input in{stick_[0], stick_[1], jump_, wave_};
        const float pace = held_[SDL_SCANCODE_LSHIFT] ? 1.0f : 0.45f;
        if (way(SDL_SCANCODE_LEFT, SDL_SCANCODE_A)) in.x -= pace;
        if (way(SDL_SCANCODE_RIGHT, SDL_SCANCODE_D)) in.x += pace;
        if (way(SDL_SCANCODE_UP, SDL_SCANCODE_W)) in.z -= pace;
        if (way(SDL_SCANCODE_DOWN, SDL_SCANCODE_S)) in.z += pace;
        jump_ = wave_ = false;
        return in;
    }

  private:
    bool held_[SDL_NUM_SCANCODES] = {};
    float stick_[2] = {};
    bool jump_ = false, wave_ = false;
};

/// For the test: keys as a player would press them, by frame.
void press_keys(int frame) {
    const auto key = [](SDL_Scancode code, Uint32 type) {
        SDL_Event event{};
        event.type = type;
        event.key.keysym.scancode = code;
        SDL_PushEvent(&event);
    };
    if (frame == 5) key(SDL_SCANCODE_RIGHT, SDL_KEYDOWN), key(SDL_SCANCODE_LSHIFT, SDL_KEYDOWN);
    if (frame == 70) key(SDL_SCANCODE_SPACE, SDL_KEYDOWN);
    if (frame == 90) key(SDL_SCANCODE_ESCAPE, SDL_KEYDOWN);
}

int fail(const std::string& why) {
    std::fprintf(stderr, "window: %s\n", why.c_str());
    return 1;
}

}  // namespace

int main(int, char**) {
    // For the test: plays keys by itself, and keeps what the window shows in this file.
    const char* const kept = std::getenv("SAMPLE_PICTURE");
    const bool scripted = kept != nullptr;
    const auto library = Library::open(HERO_FILE);
    if (!library) return fail(to_string(library.error()));
    auto hero = Animator::create(*library, "hero");
    if (!hero) return fail(to_string(hero.error()));
    const auto speed = hero->parameter<float>("speed");
    const auto jump = hero->parameter<Trigger>("jump"), wave = hero->parameter<Trigger>("wave");
    if (const std::string why = hero->take_fault(); !why.empty()) return fail(why);

    // The mesh is not part of a baked file: an engine has its own. Here Motus draws the .glb.
    Diagnostics notes;
    const auto asset = import_gltf_file(HERO_MESH, notes);
    if (!asset) return fail(to_string(asset.error()));
    const auto rig = make_rig(*asset);
    const auto context = render::open_context();
    if (!rig || !context) return fail("nothing to draw with");
    auto renderer = render::Renderer::make();
    auto model = render::Model::make(*asset, *rig, notes);
    if (!renderer || !model) return fail("nothing to draw with");

    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");  // pictures are copied, not drawn by SDL
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0) return fail(SDL_GetError());
    SDL_Window* window = SDL_CreateWindow("Motus", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                          kWidth, kHeight, 0);
    if (window == nullptr) return fail(SDL_GetError());

    Controls controls;
    RootDelta place;  // of the hero in the world
    float yaw = 0.0f;
    render::Picture picture;
    Uint64 before = SDL_GetTicks64();
    for (int frame = 0;; ++frame) {
        if (scripted) press_keys(frame);
        bool open = true;
        for (SDL_Event event; SDL_PollEvent(&event) != 0;)
            open = controls.handle(event) && open;
        if (!open) break;
        const Uint64 now = SDL_GetTicks64();
        const float dt_s = scripted ? 1.0f / 60 : static_cast<float>(now - before) / 1000.0f;
        before = now;

        // The machine decides what the legs do; the game turns the hero towards the stick.
        const Input in = controls.take();
        const float want = std::min(std::sqrt(in.x * in.x + in.z * in.z), 1.0f);
        speed = 2.6f * want;
        if (in.jump) jump.fire();
        if (in.wave) wave.fire();
        if (want > 0.0f) {
            const auto turn =
                static_cast<float>(std::remainder(std::atan2(in.x, in.z) - yaw, 2.0 * kPi));
            yaw += std::clamp(turn, -6.0f * dt_s, 6.0f * dt_s);
        }
        place.rotation = axis_angle({0, 1, 0}, yaw);
        hero->update(dt_s);
        place = compose(place, hero->root_delta());

        if (scripted && frame % 30 != 29) continue;  // enough for a picture
        const std::span<const Mat34> palettes[] = {hero->palette()};
        const render::Instance at{to_matrix({place.translation, place.rotation, {1, 1, 1}})};
        const render::Draw draw{
            &*model, {1, hero->model(), palettes, hero->morph_weights()}, {&at, 1}};
        render::Scene scene;
        scene.draws = {&draw, 1};
        scene.subject = render::transform(at.place, model->bounds(draw.poses));
        scene.camera.target = add(place.translation, {0, 0.9f, 0});
        scene.camera.eye = add(place.translation, {0, 1.6f, 5.0f});
        scene.width = kWidth;
        scene.height = kHeight;
        (*context)->make_current();
        auto drawn = renderer->render(scene);
        if (!drawn) return fail(to_string(drawn.error()));
        picture = *std::move(drawn);

        SDL_Surface* image = SDL_CreateRGBSurfaceWithFormatFrom(
            picture.rgba.data(), kWidth, kHeight, 32, kWidth * 4, SDL_PIXELFORMAT_RGBA32);
        SDL_BlitSurface(image, nullptr, SDL_GetWindowSurface(window), nullptr);
        SDL_UpdateWindowSurface(window);
        SDL_FreeSurface(image);
    }

    if (scripted) {
        // What the window shows, read back from it, is what is kept.
        SDL_Surface* shown =
            SDL_ConvertSurfaceFormat(SDL_GetWindowSurface(window), SDL_PIXELFORMAT_RGBA32, 0);
        render::Picture shot{kWidth, kHeight, {}};
        const auto* bytes = static_cast<const std::uint8_t*>(shown->pixels);
        shot.rgba.assign(bytes, bytes + std::size_t{kWidth} * kHeight * 4);
        SDL_FreeSurface(shown);
        for (std::size_t i = 3; i < shot.rgba.size(); i += 4)
            shot.rgba[i] = 255;
        const auto png = render::encode_png(shot);
        if (!png) return fail(to_string(png.error()));
        std::ofstream(kept, std::ios::binary)
            .write(reinterpret_cast<const char*>(png->data()),
                   static_cast<std::streamsize>(png->size()));
        const LayerInfo base = hero->layer();
        const std::string_view state = base.next.empty() ? base.state : base.next;
        std::printf("%.*s after %.1f m to the right\n", static_cast<int>(state.size()),
                    state.data(), static_cast<double>(place.translation.x));
    }
    SDL_Quit();
}
