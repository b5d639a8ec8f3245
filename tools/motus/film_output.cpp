// tools/motus/film_output.cpp - WebP in memory, the others through a pipe to ffmpeg.
// SPDX-License-Identifier: MIT
#include "film_output.h"

#include "output.h"

#include <motus/asset/file.h>
#include <motus/render/film.h>

#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace motus::tool {
namespace {

class WebpOutput final : public FilmOutput {
  public:
    explicit WebpOutput(const FilmSettings& settings)
        : settings_(settings), film_(make(settings)) {}

    void add(const render::Picture& frame) override {
        const auto ok = film_.add(frame, time_ms(count_++));
        if (!ok) throw InputFault(settings_.file, ok.error());
    }
    std::uint64_t finish() override {
        const auto bytes = film_.finish(time_ms(count_));
        if (!bytes) throw InputFault(settings_.file, bytes.error());
        const auto written = write_file_atomic(settings_.file, *bytes);
        if (!written) throw InputFault(settings_.file, written.error());
        return *written;
    }

  private:
    static render::WebpFilm make(const FilmSettings& settings) {
        render::FilmOptions options;
        options.width = settings.width;
        options.height = settings.height;
        auto film = render::WebpFilm::make(options);
        if (!film) throw InputFault(settings.file, film.error());
        return std::move(*film);
    }
    [[nodiscard]] int time_ms(std::uint32_t frame) const {
        return static_cast<int>(frame * 1000.0 / settings_.fps + 0.5);
    }

    FilmSettings settings_;
    render::WebpFilm film_;
    std::uint32_t count_ = 0;
};

// Frames go to ffmpeg's standard input; it writes beside the film, which is then renamed.
class FfmpegOutput final : public FilmOutput {
  public:
    explicit FfmpegOutput(const FilmSettings& settings) : settings_(settings) {
        const std::filesystem::path file(settings.file);
        part_ = file.parent_path() /
                fmt::format(".{}-{}{}", file.stem().string(), getpid(), file.extension().string());
        start();
    }
    ~FfmpegOutput() override {
        // Killed before its input ends, or it would complain about half a film.
        if (child_ > 0) {
            kill(child_, SIGKILL);
            wait_for_child();
        }
        close_input();
        std::error_code ignored;
        std::filesystem::remove(part_, ignored);
    }

    void add(const render::Picture& frame) override {
        std::size_t done = 0;
        while (done < frame.rgba.size()) {
            const ssize_t n = ::write(input_, frame.rgba.data() + done, frame.rgba.size() - done);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) {
                close_input();
                fail("ffmpeg stopped taking frames", wait_for_child());
            }
            done += static_cast<std::size_t>(n);
        }
    }
    std::uint64_t finish() override {
        close_input();
        if (const int status = wait_for_child(); status != 0) fail("ffmpeg failed", status);
        std::error_code error;
        const std::uint64_t bytes = std::filesystem::file_size(part_, error);
        if (!error) std::filesystem::rename(part_, settings_.file, error);
        if (error) throw InputFault(settings_.file, error.message());
        return bytes;
    }

  private:
    [[noreturn]] void fail(const char* what, int status) const {
        if (status == kNotInstalled) {
            throw InputFault(settings_.file,
                             "ffmpeg is needed for this kind of film and is not installed (Debian: "
                             "ffmpeg); a .webp film needs nothing");
        }
        throw InputFault(settings_.file, fmt::format("{}, status {}", what, status));
    }

    std::vector<std::string> arguments() const {
        std::vector<std::string> out = {
            "ffmpeg",   "-v",
            "error",    "-y",
            "-f",       "rawvideo",
            "-pix_fmt", "rgba",
            "-s",       fmt::format("{}x{}", settings_.width, settings_.height),
            "-r",       fmt::format("{}", settings_.fps),
            "-i",       "-"};
        if (part_.extension() == ".gif") {
            out.insert(out.end(), {"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse"});
        } else {
            // Players want even sizes and 4:2:0.
            out.insert(out.end(), {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p",
                                   "-movflags", "+faststart"});
        }
        out.push_back("file:" + part_.string());  // "take:2.mp4" would be a protocol "take"
        return out;
    }

    void start() {
        int ends[2];
        if (pipe(ends) != 0) throw InputFault(settings_.file, "no pipe for ffmpeg");
        std::vector<std::string> words = arguments();
        std::vector<char*> pointers;
        for (std::string& word : words)
            pointers.push_back(word.data());
        pointers.push_back(nullptr);
        std::signal(SIGPIPE, SIG_IGN);
        child_ = fork();
        if (child_ == 0) {
            setpgid(0, 0);  // Ctrl-C is for us; we end it.
            dup2(ends[0], STDIN_FILENO);
            close(ends[0]);
            close(ends[1]);
            execvp(pointers[0], pointers.data());
            _exit(kNotInstalled);
        }
        close(ends[0]);
        input_ = ends[1];
        if (child_ < 0) throw InputFault(settings_.file, "ffmpeg could not be started");
    }

    void close_input() {
        if (input_ >= 0) close(input_);
        input_ = -1;
    }

    int wait_for_child() {
        if (child_ <= 0) return 0;
        int status = 0;
        while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
        }
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    }

    static constexpr int kNotInstalled = 127;
    FilmSettings settings_;
    std::filesystem::path part_;
    pid_t child_ = -1;
    int input_ = -1;
};

}  // namespace

bool is_film(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension().string();
    return ending == ".webp" || ending == ".mp4" || ending == ".gif";
}

std::unique_ptr<FilmOutput> open_film(const FilmSettings& settings) {
    if (std::filesystem::path(settings.file).extension() == ".webp")
        return std::make_unique<WebpOutput>(settings);
    return std::make_unique<FfmpegOutput>(settings);
}

}  // namespace motus::tool
