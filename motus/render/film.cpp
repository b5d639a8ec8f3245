// motus/render/film.cpp - libwebp's animation encoder behind owners and Results.
// SPDX-License-Identifier: MIT
#include <motus/render/film.h>

#include <webp/encode.h>
#include <webp/mux.h>

namespace motus::render {
namespace {

Error film_error(const std::string& cause) {
    return {"film-encode", "", cause};
}

}  // namespace

struct WebpFilm::Data {
    struct FreeEncoder {
        void operator()(WebPAnimEncoder* which) const noexcept { WebPAnimEncoderDelete(which); }
    };

    FilmOptions options;
    WebPConfig config{};
    std::unique_ptr<WebPAnimEncoder, FreeEncoder> encoder;
};

WebpFilm::WebpFilm(std::unique_ptr<Data> data) : data_(std::move(data)) {}
WebpFilm::WebpFilm(WebpFilm&&) noexcept = default;
WebpFilm& WebpFilm::operator=(WebpFilm&&) noexcept = default;
WebpFilm::~WebpFilm() = default;

Result<WebpFilm> WebpFilm::make(const FilmOptions& options) {
    auto data = std::make_unique<Data>();
    data->options = options;
    WebPAnimEncoderOptions encoder_options;
    if (!WebPAnimEncoderOptionsInit(&encoder_options) || !WebPConfigInit(&data->config))
        return film_error("libwebp has another version than its headers");
    encoder_options.anim_params.loop_count = static_cast<int>(options.loops);
    encoder_options.allow_mixed = 0;
    data->config.quality = options.quality;
    data->config.method = options.effort;
    data->config.lossless = options.lossless ? 1 : 0;
    data->config.use_sharp_yuv = 1;
    if (!WebPValidateConfig(&data->config)) return film_error("quality or effort is out of range");
    data->encoder.reset(WebPAnimEncoderNew(static_cast<int>(options.width),
                                           static_cast<int>(options.height), &encoder_options));
    if (!data->encoder) return film_error("libwebp takes no film of this size");
    return WebpFilm(std::move(data));
}

Result<bool> WebpFilm::add(const Picture& picture, int time_ms) {
    if (picture.width != data_->options.width || picture.height != data_->options.height)
        return film_error("a frame has another size than the film");
    WebPPicture frame;
    if (!WebPPictureInit(&frame)) return film_error("libwebp has another version than its headers");
    frame.width = static_cast<int>(picture.width);
    frame.height = static_cast<int>(picture.height);
    frame.use_argb = 1;
    const bool ok =
        WebPPictureImportRGBA(&frame, picture.rgba.data(), static_cast<int>(picture.row_bytes())) &&
        WebPAnimEncoderAdd(data_->encoder.get(), &frame, time_ms, &data_->config);
    WebPPictureFree(&frame);
    if (!ok) return film_error(WebPAnimEncoderGetError(data_->encoder.get()));
    return true;
}

Result<std::vector<std::byte>> WebpFilm::finish(int end_ms) {
    WebPData file;
    WebPDataInit(&file);
    const bool ok = WebPAnimEncoderAdd(data_->encoder.get(), nullptr, end_ms, nullptr) &&
                    WebPAnimEncoderAssemble(data_->encoder.get(), &file);
    if (!ok) {
        WebPDataClear(&file);
        return film_error(WebPAnimEncoderGetError(data_->encoder.get()));
    }
    const auto* bytes = reinterpret_cast<const std::byte*>(file.bytes);
    std::vector<std::byte> out(bytes, bytes + file.size);
    WebPDataClear(&file);
    return out;
}

}  // namespace motus::render
