// JSON text to a tree of limited size.
// SPDX-License-Identifier: MIT
#include <motus/import/gltf/gltf.h>
#include <motus/import/gltf/json.h>

#include <limits>

namespace motus::gltf {
namespace {

/// Builds the tree while counting, so that neither depth nor number of values runs away.
class TreeBuilder {
  public:
    TreeBuilder(Json& out, Faults& faults) : builder_(out, false), faults_(faults) {}

    bool null() { return count() && builder_.null(); }
    bool boolean(bool v) { return count() && builder_.boolean(v); }
    bool number_integer(Json::number_integer_t v) { return count() && builder_.number_integer(v); }
    bool number_unsigned(Json::number_unsigned_t v) {
        return count() && builder_.number_unsigned(v);
    }
    bool number_float(Json::number_float_t v, const std::string& text) {
        return count() && builder_.number_float(v, text);
    }
    bool string(std::string& v) { return count() && builder_.string(v); }
    bool binary(Json::binary_t&) { return false; }
    bool key(std::string& v) { return builder_.key(v); }
    bool start_object(std::size_t) { return count() && enter() && builder_.start_object(kUnknown); }
    bool end_object() { return leave() && builder_.end_object(); }
    bool start_array(std::size_t) { return count() && enter() && builder_.start_array(kUnknown); }
    bool end_array() { return leave() && builder_.end_array(); }

    bool parse_error(std::size_t position, const std::string& token, const Json::exception& e) {
        // what() reads "[json.exception...] parse error at line L, column C: syntax error - CAUSE".
        std::string_view cause = e.what();
        if (auto at = cause.find("] "); at != cause.npos) cause.remove_prefix(at + 2);
        if (auto at = cause.find(": "); at != cause.npos) cause.remove_prefix(at + 2);
        if (auto at = cause.find("; last read"); at != cause.npos) cause = cause.substr(0, at);
        (void)token;  // It may hold bytes that are not UTF-8.
        std::string clean;
        for (char c : cause.substr(0, 200))
            clean += (c >= 0x20 && c < 0x7f) ? c : '?';
        return faults_.error("gltf-json", "byte " + std::to_string(position),
                             "not valid JSON: " + clean);
    }

  private:
    static constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max();

    bool count() {
        if (++values_ <= kMaxGltfJsonValues) return true;
        return faults_.error(
            "gltf-limit", "",
            "the JSON has more than " + std::to_string(kMaxGltfJsonValues) + " values");
    }
    bool enter() {
        if (++depth_ <= kMaxGltfJsonDepth) return true;
        return faults_.error(
            "gltf-limit", "",
            "the JSON is nested deeper than " + std::to_string(kMaxGltfJsonDepth) + " levels");
    }
    bool leave() {
        --depth_;
        return true;
    }

    nlohmann::detail::json_sax_dom_parser<Json> builder_;
    Faults& faults_;
    std::size_t depth_ = 0;
    std::size_t values_ = 0;
};

}  // namespace

bool parse_json(std::string_view text, Json& out, Faults& faults) {
    TreeBuilder builder(out, faults);
    const bool ok = Json::sax_parse(text.data(), text.data() + text.size(), &builder);
    if (!ok && !faults.first_error()) return faults.error("gltf-json", "", "not valid JSON");
    return ok;
}

}  // namespace motus::gltf
