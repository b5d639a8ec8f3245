// motus/render/viewport.cpp - drops what was on the GPU when it is lost, makes it again after.
// SPDX-License-Identifier: MIT
#include <motus/render/viewport.h>

#include "gl_objects.h"

#include <optional>

namespace motus::render {

struct Viewport::Data {
    struct Loaded {
        Asset asset;
        AssetRig rig;
    };

    std::unique_ptr<Context> context;  // Goes last.
    std::unique_ptr<Loaded> loaded;
    std::optional<Show> show;
    ShowOptions options;
    std::uint32_t generation = 0;

    Result<bool> ready();
};

Viewport::Viewport(std::unique_ptr<Context> context) : data_(std::make_unique<Data>()) {
    data_->context = std::move(context);
    data_->generation = data_->context->generation();
}
Viewport::Viewport(Viewport&&) noexcept = default;
Viewport& Viewport::operator=(Viewport&&) noexcept = default;
Viewport::~Viewport() = default;

// Everything on the GPU is there, or there is an error that says why not.
Result<bool> Viewport::Data::ready() {
    if (!loaded) return Error{"render-empty", "viewport", "nothing is loaded"};
    if (context->lost()) {
        show.reset();
        return context_lost();
    }
    context->make_current();
    if (generation != context->generation()) {
        show.reset();
        (void)check_gl("names of the lost context");  // Which this one does not know.
        generation = context->generation();
    }
    if (show) return true;
    Diagnostics repeated;
    Result<Show> made = Show::make(loaded->asset, loaded->rig, options, repeated);
    if (!made) return context->lost() ? context_lost() : made.error();
    show.emplace(std::move(*made));
    return true;
}

Result<bool> Viewport::load(Asset asset, Diagnostics& diagnostics) {
    Data& d = *data_;
    if (d.context->lost()) return context_lost();
    Result<AssetRig> rig = make_rig(asset);
    if (!rig) return rig.error();
    auto loaded = std::make_unique<Data::Loaded>(Data::Loaded{std::move(asset), std::move(*rig)});
    ShowOptions options = d.options;
    options.take = nullptr;
    options.clip = loaded->asset.clips.empty() ? kNone : 0;
    options.overlays.attachments.clear();
    options.overlays.heat_joint = kNoJoint;
    options.overlays.packed = nullptr;
    d.context->make_current();
    Result<Show> show = Show::make(loaded->asset, loaded->rig, options, diagnostics);
    if (!show) return d.context->lost() ? context_lost() : show.error();
    d.show.reset();
    d.loaded = std::move(loaded);
    d.show.emplace(std::move(*show));
    d.options = options;
    d.generation = d.context->generation();
    return true;
}

Result<bool> Viewport::change(const ShowOptions& options) {
    Data& d = *data_;
    if (d.show) {
        if (auto ok = d.show->change(options); !ok) return ok;
    } else if (d.loaded && options.clip != kNone && options.clip >= d.loaded->asset.clips.size()) {
        return Error{"render-clip", "viewport", "there is no such clip"};
    }
    d.options = options;
    return true;
}

const ShowOptions& Viewport::options() const noexcept {
    return data_->options;
}

Result<bool> Viewport::draw(Ticks time) {
    Data& d = *data_;
    if (auto ok = d.ready(); !ok) return ok;
    auto drawn = d.show->draw(time);
    if (drawn || !d.context->lost()) return drawn;
    d.show.reset();
    return context_lost();
}

Result<Picture> Viewport::read() {
    Data& d = *data_;
    if (const auto ok = d.ready(); !ok) return ok.error();
    return d.show->read();
}

void Viewport::present() {
    if (data_->show && !data_->context->lost()) data_->show->present();
}

const Asset* Viewport::asset() const noexcept {
    return data_->loaded ? &data_->loaded->asset : nullptr;
}

Ticks Viewport::duration() const noexcept {
    return data_->show ? data_->show->duration() : Ticks{};
}

FrameStats Viewport::stats() const noexcept {
    return data_->show ? data_->show->stats() : FrameStats{};
}

const Context& Viewport::context() const noexcept {
    return *data_->context;
}

}  // namespace motus::render
