// SPDX-License-Identifier: MIT
#include <motus/import/unity/report.h>

#include <motus/asset/json_writer.h>

#include <array>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::size_t kMostPlaces = 50;

struct Rule {
    std::uint32_t number;
    const char* question;
    const char* used;
};

// docs/unity.md has the same table, with the reasons.
constexpr std::array kRules = {
    Rule{1, "the exact constants of 2D freeform directional blends",
         "gradient bands in polar space, angles scaled by 2"},
    Rule{2, "one trigger that several layers wait for", "it is reset after all layers"},
    Rule{3, "exit time 1, or below 1 on a clip that does not loop, after the first pass",
         "in every loop where the motion loops, else once"},
    Rule{4, "the exit of a sub-machine without a way out", "the machine above is entered anew"},
    Rule{5, "a normalised duration after an interruption", "the length of the source state"},
    Rule{6, "the length of a blend tree", "the weighted sum of its clips' lengths"},
    Rule{7, "the timing of a synced layer that takes part in it",
         "lerp(length below, own length, weight of the layer)"},
    Rule{8, "a synced layer without a motion for a state", "it plays nothing"},
    Rule{9, "an additive clip without a reference pose", "its first frame"},
    Rule{10, "a mask without transforms", "it masks nothing"},
    Rule{11, "whether entry transitions count when a layer starts",
         "the default state comes first; transitions of length 0 are taken before the first pose"},
    Rule{12, "can-transition-to-self while that state is being entered",
         "both the current and the next state count as self"},
};

template <typename Item>
void add_place(Item& item, std::string place) {
    ++item.uses;
    if (item.places.size() < kMostPlaces && !place.empty()) item.places.push_back(std::move(place));
}

}  // namespace

void ImportReport::count(std::string_view what, std::size_t found, std::size_t converted) {
    counts.push_back({std::string(what), static_cast<std::uint32_t>(found),
                      static_cast<std::uint32_t>(converted)});
}

void ImportReport::use(std::string_view feature, Support support, std::string_view note,
                       std::string place) {
    for (ReportFeature& known : features) {
        if (known.name == feature && known.support == support) {
            return add_place(known, std::move(place));
        }
    }
    features.push_back({std::string(feature), support, std::string(note), {}, 0});
    add_place(features.back(), std::move(place));
}

void ImportReport::touch(std::uint32_t rule, std::string place) {
    for (ReportRule& known : rules) {
        if (known.number == rule) return add_place(known, std::move(place));
    }
    const Rule& text = kRules[rule - 1];
    rules.push_back({rule, text.question, text.used, {}, 0});
    add_place(rules.back(), std::move(place));
}

std::string to_json(const ImportReport& report, const Diagnostics& faults) {
    std::string out;
    JsonWriter json(out);
    const auto list = [&json](const std::vector<std::string>& places) {
        json.key("places").begin_array();
        for (const std::string& place : places)
            json.value(place);
        json.end_array();
    };
    json.begin_object().key("source").value(report.source).key("name").value(report.name);
    json.key("version").value(report.version).key("counts").begin_array();
    for (const ReportCount& count : report.counts) {
        json.begin_object().key("what").value(count.what).key("found").value(count.found);
        json.key("converted").value(count.converted).end_object();
    }
    json.end_array().key("features").begin_array();
    for (const ReportFeature& feature : report.features) {
        constexpr std::array kNames = {"supported", "approximated", "not-supported"};
        json.begin_object().key("feature").value(feature.name);
        json.key("support").value(kNames[static_cast<std::size_t>(feature.support)]);
        json.key("note").value(feature.note).key("uses").value(feature.uses);
        list(feature.places);
        json.end_object();
    }
    json.end_array().key("rules").begin_array();
    for (const ReportRule& rule : report.rules) {
        json.begin_object().key("rule").value(rule.number).key("question").value(rule.question);
        json.key("used").value(rule.used).key("uses").value(rule.uses);
        list(rule.places);
        json.end_object();
    }
    json.end_array().key("unresolved").begin_array();
    for (const ReportMissing& missing : report.missing) {
        json.begin_object().key("kind").value(missing.kind).key("name").value(missing.name);
        json.key("reference").value(missing.reference).key("place").value(missing.place);
        json.end_object();
    }
    json.end_array().key("warnings").begin_array();
    for (const Fault& fault : faults.faults()) {
        json.begin_object().key("code").value(fault.code).key("path").value(fault.path);
        json.key("message").value(fault.message).end_object();
    }
    json.end_array().end_object().end_line();
    return out;
}

}  // namespace motus::unity
