// samples/host_structs - a game's own structs animated by a timeline: no component of Motus at all.
// SPDX-License-Identifier: MIT
#include <motus/bake/timelines.h>
#include <motus/document/file.h>
#include <motus/timeline/evaluate.h>

#include <array>
#include <cstdio>
#include <vector>

namespace {

// The game's own. Nothing of ours in them.
struct Lighthouse {
    float beam_rad = 0.0f;
    std::array<float, 4> color{1, 1, 1, 1};
    bool horn = false;
    int ships = 0;
};
constexpr std::uint32_t kType = 1000;  // numbers from 1000 up are for hosts
constexpr motus::PropertyDef kProperties[] = {
    motus::property<&Lighthouse::beam_rad>(kType << 16 | 1),
    motus::property<&Lighthouse::color>(kType << 16 | 2, motus::ValueKind::color),
    motus::property<&Lighthouse::horn>(kType << 16 | 3),
    motus::property<&Lighthouse::ships>(kType << 16 | 4),
};
constexpr motus::ComponentDef kTypes[] = {{kType, kProperties}};

// A document as a tool would save it: 65536001 is 1000 << 16 | 1.
constexpr const char* kDocument = R"({
  "version": 3,
  "scene": {"entities": [{"id": 1, "name": "Lighthouse"}]},
  "library": {"timelines": [{"id": 2, "name": "night", "duration": 60, "tracks": [
    {"id": 3, "binding": {"target": 1, "component": 1000, "property": 65536001, "property_kind": "number"},
     "keys": [{"frame": 0, "value": 0}, {"frame": 60, "value": 6}]},
    {"id": 4, "binding": {"target": 1, "component": 1000, "property": 65536002, "property_kind": "color"},
     "keys": [{"frame": 0, "value": [1, 1, 1, 1]}, {"frame": 30, "value": [1, 0, 0, 1]}]},
    {"id": 5, "binding": {"target": 1, "component": 1000, "property": 65536003, "property_kind": "boolean"},
     "keys": [{"frame": 0, "value": false}, {"frame": 45, "value": true}]},
    {"id": 6, "binding": {"target": 1, "component": 1000, "property": 65536004, "property_kind": "integer"},
     "keys": [{"frame": 0, "value": 0}, {"frame": 60, "value": 10}]},
    {"id": 7, "binding": {"target": 1, "component": 1000, "property": 65536099, "property_kind": "number"},
     "keys": [{"frame": 0, "value": 0}]}]}]}
})";

void* find(void* user, const motus::TargetQuery& query) noexcept {
    return query.component == kType ? user : nullptr;
}

void report(void*, const motus::TargetQuery&, std::uint32_t property, motus::BindFault) noexcept {
    std::printf("property %u is not ours: skipped, said once\n", property & 0xffff);
}

}  // namespace

int main() {
    motus::Diagnostics faults;
    const auto document = motus::read_document(kDocument, faults);
    if (!document) return std::puts(to_string(document.error()).c_str()), 1;
    const auto records = motus::make_records(**document);
    const motus::LoweredTimelines baked = lower_timelines(**document, *records, faults);
    if (faults.has_errors()) return 1;

    const motus::TimelineIndex index(baked.view());  // once per file
    const motus::TimelineSet set = index.set();
    const std::uint32_t night = find_timeline(set.timelines, motus::hash_name("night"));

    Lighthouse lighthouse;  // once per instance
    std::vector<motus::BoundProperty> bound(set.channels.size());
    std::vector<motus::PropertyValue> base(set.channels.size());
    const motus::PropertyHost host{kTypes, find, &lighthouse, report};
    if (run(motus::BindJob{set, host, bound, base}) != motus::Status::ok) return 1;

    motus::TimelineClock clock;  // once per frame: advance, play
    for (int second = 1; second <= 4; ++second) {
        motus::TimelineStep step;
        for (int frame = 0; frame < 30; ++frame) {
            if (advance(set.timelines.timelines[night], 1.0f / 60.0f, 1.0f, clock, step) !=
                    motus::Status::ok ||
                run(motus::PlayTimelineJob{set, night, step.time, false, bound}) !=
                    motus::Status::ok) {
                return 1;
            }
        }
        std::printf("%.1f s: beam %.2f rad, green %.2f, horn %s, ships %d\n", 0.5 * second,
                    lighthouse.beam_rad, lighthouse.color[1], lighthouse.horn ? "on" : "off",
                    lighthouse.ships);
    }
}
