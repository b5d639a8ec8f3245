// tools/motus/output.h - stdout for results, stderr for messages, and the faults that end a verb.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace motus::tool {

enum Exit : int { exit_ok = 0, exit_input = 1, exit_usage = 2, exit_bug = 70 };

/// The input is at fault: the message names file, place and cause. Exit 1.
class InputFault : public std::runtime_error {
  public:
    InputFault(std::string_view file, const Error& error);
    InputFault(std::string_view file, std::string_view cause);
};

/// The tool was called wrongly. Exit 2.
class UsageFault : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Text for stdout. Collected, so that a verb that fails has printed nothing, and written in
/// large pieces.
class Output {
  public:
    /// Append here.
    std::string text;

    /// Writes what is there once it is much; for verbs with output without bounds.
    void flush_if_large();

    /// Writes the rest. Throws an InputFault where stdout cannot be written.
    void flush();
};

/// "motus: message" on stderr.
void print_message(std::string_view message);

/// Whether stdout is a terminal that wants colours: NO_COLOR is unset or empty, TERM is not dumb.
[[nodiscard]] bool use_color();

enum class Style { plain, bold, dim, red, yellow, green };

/// The text in that style where colours are used, as it is otherwise.
[[nodiscard]] std::string styled(Style style, std::string_view text);

/// The text with control characters replaced: a name in a file must not steer a terminal.
[[nodiscard]] std::string printable(std::string_view text);

/// Runs `body` and turns whatever it throws into a message on stderr and an exit code. Running out
/// of memory counts as the input's fault: it asked for it. After Interrupted the process ends by
/// that signal.
int guarded(const std::function<int()>& body);

}  // namespace motus::tool
