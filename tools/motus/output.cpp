// SPDX-License-Identifier: MIT
#include "output.h"

#include "progress.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <unistd.h>

#include <fmt/format.h>

namespace motus::tool {

InputFault::InputFault(std::string_view file, const Error& error)
    : std::runtime_error(fmt::format("{}: {}", file, to_string(error))) {}

InputFault::InputFault(std::string_view file, std::string_view cause)
    : std::runtime_error(fmt::format("{}: {}", file, cause)) {}

void Output::flush_if_large() {
    if (text.size() >= (std::size_t{1} << 20)) flush();
}

void Output::flush() {
    const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!whole || std::fflush(stdout) != 0) {
        const int code = errno;
        text.clear();
        throw InputFault("stdout", std::string("cannot be written: ") + std::strerror(code));
    }
    text.clear();
}

void print_message(std::string_view message) {
    const std::string line = "motus: " + printable(message) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
}

bool use_color() {
    const char* no_color = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    if (no_color != nullptr && *no_color != '\0') return false;
    if (term != nullptr && std::string_view(term) == "dumb") return false;
    return ::isatty(STDOUT_FILENO) == 1;
}

std::string styled(Style style, std::string_view text) {
    static const bool color = use_color();
    if (!color || style == Style::plain) return std::string(text);
    const char* code = "";
    switch (style) {
        case Style::plain:
            break;
        case Style::bold:
            code = "1";
            break;
        case Style::dim:
            code = "2";
            break;
        case Style::red:
            code = "31";
            break;
        case Style::yellow:
            code = "33";
            break;
        case Style::green:
            code = "32";
            break;
    }
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string printable(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
        if (byte < 0x20 || byte == 0x7f) {
            safe += '?';
        } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {  // U+0080..U+009F
            safe += '?';
            ++i;
        } else {
            safe += text[i];
        }
    }
    return safe;
}

int guarded(const std::function<int()>& body) {
    try {
        return body();
    } catch (const InputFault& fault) {
        print_message(fault.what());
        return exit_input;
    } catch (const UsageFault& fault) {
        print_message(fmt::format("{} (motus --help says how)", fault.what()));
        return exit_usage;
    } catch (const Interrupted& interrupted) {
        // What was unfinished is gone; now end as the signal asked.
        std::signal(interrupted.signal, SIG_DFL);
        std::raise(interrupted.signal);
        return exit_input;
    } catch (const std::bad_alloc&) {
        print_message("there is not enough memory for this input");
        return exit_input;
    } catch (const std::exception& error) {
        print_message(fmt::format("a bug of motus: {}", error.what()));
    } catch (...) {
        print_message("a bug of motus: an exception of no known kind");
    }
    return exit_bug;
}

}  // namespace motus::tool
