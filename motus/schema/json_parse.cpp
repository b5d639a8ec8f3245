// SPDX-License-Identifier: MIT
#include <motus/schema/json.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace motus {
namespace {

using Parser = nlohmann::json;

/// Builds the tree from nlohmann's events. Every refusal is put into `cause`.
class TreeBuilder final : public nlohmann::json_sax<Parser> {
  public:
    bool null() override { return put(Json()); }
    bool boolean(bool value) override { return put(Json(value)); }
    bool number_integer(number_integer_t value) override {
        return put(whole(static_cast<double>(value), std::to_string(value)));
    }
    bool number_unsigned(number_unsigned_t value) override {
        return put(whole(static_cast<double>(value), std::to_string(value)));
    }
    bool number_float(number_float_t value, const string_t&) override {
        if (!std::isfinite(value)) return refuse("the number is too large");
        return put(Json(value));
    }
    bool string(string_t& value) override {
        Json json;
        json.kind = Json::Kind::string;
        json.text = std::move(value);
        return put(std::move(json));
    }
    bool binary(binary_t&) override { return refuse("binary data"); }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool key(string_t& value) override {
        open_.back().keys.push_back(std::move(value));
        return true;
    }
    bool end_object() override { return unique_keys(open_.back().keys) && close(); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& what) override {
        at_ = position;
        std::string message = what.what();
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error ..."
        if (const auto colon = message.find(": "); colon != std::string::npos) {
            message.erase(0, colon + 2);
        } else if (const auto end = message.find("] "); end != std::string::npos) {
            message.erase(0, end + 2);  // "[json.exception.out_of_range.406] number overflow ..."
        }
        (void)token;
        cause_ = std::move(message);
        return false;
    }

    Json take() { return std::move(root_); }
    [[nodiscard]] const std::string& cause() const { return cause_; }
    [[nodiscard]] std::optional<std::size_t> position() const { return at_; }

  private:
    static Json whole(double value, std::string digits) {
        Json json(value);
        if (std::fabs(value) > 9007199254740991.0) json.text = std::move(digits);
        return json;
    }
    bool refuse(std::string cause) {
        cause_ = std::move(cause);
        return false;
    }
    bool put(Json value) {
        if (open_.empty()) {
            root_ = std::move(value);
        } else {
            open_.back().items.push_back(std::move(value));
        }
        return true;
    }
    bool open(Json container) {
        if (open_.size() >= static_cast<std::size_t>(kMaxJsonDepth)) {
            return refuse("nested deeper than " + std::to_string(kMaxJsonDepth));
        }
        open_.push_back(std::move(container));
        return true;
    }
    bool close() {
        Json done = std::move(open_.back());
        open_.pop_back();
        return put(std::move(done));
    }
    bool unique_keys(const std::vector<std::string>& keys) {
        constexpr std::size_t kFew = 12;
        if (keys.size() <= kFew) {
            for (std::size_t i = 1; i < keys.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    if (keys[i] == keys[j]) return refuse("key \"" + keys[i] + "\" repeats");
            return true;
        }
        std::vector<std::string_view> sorted(keys.begin(), keys.end());
        std::sort(sorted.begin(), sorted.end());
        const auto same = std::adjacent_find(sorted.begin(), sorted.end());
        return same == sorted.end() || refuse("key \"" + std::string(*same) + "\" repeats");
    }

    std::vector<Json> open_;
    Json root_;
    std::string cause_;
    std::optional<std::size_t> at_;
};

/// Passes characters on and counts them, so that a refusal of ours has a place too.
class Counter {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Counter(const char* at, const char** reached) : at_(at), reached_(reached) {}
    reference operator*() const { return *at_; }
    Counter& operator++() {
        ++at_;
        *reached_ = at_;
        return *this;
    }
    bool operator==(const Counter& other) const { return at_ == other.at_; }
    bool operator!=(const Counter& other) const { return at_ != other.at_; }

  private:
    const char* at_;
    const char** reached_;
};

std::string place_of(std::string_view text, std::size_t position) {
    const std::string_view before = text.substr(0, std::min(position, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
    return "line " + std::to_string(line) + ", column " +
           std::to_string(std::max<std::size_t>(1, before.size() - start));
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
    if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
    // The parser takes a zero byte for the end of the text, and would drop what follows it.
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
        return Error{"json-syntax", place_of(text, zero + 1), "there is a zero byte in the text"};
    }
    const char* reached = text.data();
    TreeBuilder builder;
    const bool ok = Parser::sax_parse(Counter(text.data(), &reached),
                                      Counter(text.data() + text.size(), &reached), &builder);
    if (ok) return builder.take();
    const auto here = static_cast<std::size_t>(reached - text.data());
    return Error{"json-syntax", place_of(text, builder.position().value_or(here)), builder.cause()};
}

}  // namespace motus
