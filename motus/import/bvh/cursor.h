// motus/import/bvh/cursor.h - words and numbers of a BVH file, and which line they are in.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/import/text/quotes.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace motus::bvh {

/// A place in the text. Functions that read skip white space first; those that return false have
/// told why as an error, and nothing more is to be read then.
class Cursor {
  public:
    Cursor(std::span<const std::byte> bytes, Diagnostics& diagnostics);

    /// The next word, up to white space or a brace; a brace is a word of its own. Empty at the end.
    [[nodiscard]] std::string_view word();
    /// The same without going on.
    [[nodiscard]] std::string_view peek();
    /// The rest of the line up to a brace, without the white space around it.
    [[nodiscard]] std::string_view rest_of_line();
    /// Skips "name:", in any case, with or without white space before the colon.
    [[nodiscard]] bool label(std::string_view name);
    /// A number, followed by white space or the end and no larger than kMaxBvhNumber. `what` is
    /// what it is, for the error: "an offset".
    [[nodiscard]] bool number(const char* what, double& out);
    /// A whole number from 0 to `most`.
    [[nodiscard]] bool count(const char* what, std::size_t most, std::size_t& out);

    [[nodiscard]] bool is_at_end();
    [[nodiscard]] std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }

    /// Always false. The place is the line of what was read last.
    bool error(std::string cause);
    /// At the line where the cursor is now.
    void warn(const char* code, std::string message);
    [[nodiscard]] const std::optional<Error>& fault() const { return fault_; }

  private:
    void skip_space();
    [[nodiscard]] std::string place() const;
    /// Tells what is there instead of what was wanted.
    bool unexpected(const char* wanted);

    const char* begin_;
    const char* at_;
    const char* end_;
    const char* last_;  ///< Where what was read last begins.
    Diagnostics& diagnostics_;
    std::optional<Error> fault_;
};

/// Whether two words are the same but for the case of ASCII letters.
[[nodiscard]] bool same_word(std::string_view a, std::string_view b);

using text::in_quotes;

}  // namespace motus::bvh
