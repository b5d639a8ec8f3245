// SPDX-License-Identifier: MIT
#include <motus/import/bvh/bvh.h>
#include <motus/import/bvh/cursor.h>
#include <motus/import/text/number.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace motus::bvh {
namespace {

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_brace(char c) {
    return c == '{' || c == '}';
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

Cursor::Cursor(std::span<const std::byte> bytes, Diagnostics& diagnostics)
    : begin_(reinterpret_cast<const char*>(bytes.data())),
      at_(begin_),
      end_(begin_ + bytes.size()),
      last_(begin_),
      diagnostics_(diagnostics) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    if (std::string_view(begin_, bytes.size()).substr(0, kMark.size()) == kMark)
        at_ = last_ = begin_ + kMark.size();
}

void Cursor::skip_space() {
    while (at_ != end_ && is_space(*at_))
        ++at_;
}

std::string_view Cursor::word() {
    skip_space();
    last_ = at_;
    if (at_ != end_ && is_brace(*at_)) return {at_++, 1};
    while (at_ != end_ && !is_space(*at_) && !is_brace(*at_))
        ++at_;
    return {last_, static_cast<std::size_t>(at_ - last_)};
}

std::string_view Cursor::peek() {
    const std::string_view found = word();
    at_ = last_;
    return found;
}

std::string_view Cursor::rest_of_line() {
    const char* begin = at_;
    while (at_ != end_ && *at_ != '\n' && *at_ != '\r' && !is_brace(*at_))
        ++at_;
    const char* end = at_;
    while (begin != end && is_space(*begin))
        ++begin;
    while (begin != end && is_space(end[-1]))
        --end;
    last_ = begin;
    return {begin, static_cast<std::size_t>(end - begin)};
}

bool Cursor::label(std::string_view name) {
    skip_space();
    last_ = at_;
    for (const char c : name) {
        if (c == ' ') {
            skip_space();
        } else if (at_ == end_ || lower(*at_) != lower(c)) {
            return unexpected(in_quotes(std::string(name) + ":").c_str());
        } else {
            ++at_;
        }
    }
    skip_space();
    if (at_ == end_ || *at_ != ':') return error("a colon must stand behind " + in_quotes(name));
    ++at_;
    return true;
}

bool Cursor::number(const char* what, double& out) {
    skip_space();
    last_ = at_;
    const char* const behind = text::read_number(at_, end_, out);
    if (behind == at_ || (behind != end_ && !is_space(*behind) && !is_brace(*behind)))
        return unexpected(what);
    if (!(std::fabs(out) <= kMaxBvhNumber))
        return error(std::string(what) + " is beyond the limit of 1e9");
    at_ = behind;
    return true;
}

bool Cursor::count(const char* what, std::size_t most, std::size_t& out) {
    skip_space();
    last_ = at_;
    long long value = 0;
    const char* const behind = text::read_integer(at_, end_, value);
    if (behind == at_ || (behind != end_ && !is_space(*behind))) return unexpected(what);
    if (value < 0) return error(std::string(what) + " must not be negative");
    if (static_cast<unsigned long long>(value) > most) {
        return error(std::string(what) + " is beyond the limit of " + std::to_string(most));
    }
    at_ = behind;
    out = static_cast<std::size_t>(value);
    return true;
}

bool Cursor::is_at_end() {
    skip_space();
    return at_ == end_;
}

bool Cursor::unexpected(const char* wanted) {
    at_ = last_;
    const std::string_view found = word();
    if (found.empty()) return error(std::string("the file ends where it needs ") + wanted);
    return error(in_quotes(found) + " stands where it needs " + wanted);
}

std::string Cursor::place() const {
    return "line " + std::to_string(std::count(begin_, last_, '\n') + 1);
}

bool Cursor::error(std::string cause) {
    if (!fault_) {
        fault_ = Error{"bvh-file", place(), std::move(cause)};
        diagnostics_.error(fault_->code, fault_->place, fault_->cause);
    }
    return false;
}

void Cursor::warn(const char* code, std::string message) {
    last_ = at_;
    diagnostics_.warn(code, place(), std::move(message));
}

}  // namespace motus::bvh
