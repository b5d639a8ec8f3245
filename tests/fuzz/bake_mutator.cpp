// SPDX-License-Identifier: MIT
#include "bake_mutator.h"

#include <motus/bake/writer.h>
#include <tests/support/random.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace motus::test {
namespace {

struct Section {
    SectionKind kind{};
    std::uint32_t type = 0;
    std::uint32_t stride = 1;
    std::vector<std::byte> bytes;

    [[nodiscard]] std::uint32_t count() const {
        return static_cast<std::uint32_t>(bytes.size() / stride);
    }
};

using Sections = std::vector<Section>;

bool take_apart(std::span<const std::byte> input, Sections& out) {
    AlignedBytes bytes(input);
    sign_container(bytes);
    Container container;
    if (open_container(bytes, container) != Status::ok) return false;
    for (const SectionEntry& entry : container.sections) {
        const auto items = section_bytes(container, entry);
        out.push_back({entry.kind, entry.type, entry.stride, {items.begin(), items.end()}});
    }
    return !out.empty();
}

AlignedBytes put_together(const Sections& sections) {
    SectionWriter writer;
    std::vector<std::pair<SectionKind, std::uint32_t>> known;
    for (const Section& section : sections) {
        const std::pair key(section.kind, section.type);
        if (section.kind == SectionKind::none || section.bytes.empty()) continue;
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        known.push_back(key);
        writer.add_bytes(section.kind, section.type, section.bytes, section.stride);
    }
    return writer.finish();
}

/// Numbers that indices, counts and floats should not be; and counts, which indices stop before.
std::uint32_t odd_word(const Sections& sections, Random& random) {
    const auto bits = [](float value) {
        std::uint32_t word = 0;
        std::memcpy(&word, &value, 4);
        return word;
    };
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const float odd[] = {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN(),
                         0.5f,      1.0f,       -1.0f,
                         -0.0f,     1e-40f,     1e-6f,
                         1e6f,      1e15f,      3e38f,
                         -3e38f};
    switch (random.below(5)) {
        case 0:
            return random.below(10);
        case 1:
            return bits(odd[random.below(std::size(odd))]);
        case 2:
            return 0u - random.below(3);
        case 3:
            return 1u << random.below(32);
        default: {
            const auto size = static_cast<std::uint32_t>(sections.size());
            return sections[random.below(size)].count() + random.below(3) - 1;
        }
    }
}

/// Changes one number of one item.
void mutate_field(Section& section, const Sections& all, Random& random) {
    const std::uint32_t at = random.below(static_cast<std::uint32_t>(section.bytes.size()));
    if (section.stride < 4 || random.below(3) == 0) {
        section.bytes[at] = static_cast<std::byte>(random.below(4) == 0 ? 0xff : random.below(12));
        return;
    }
    const std::uint32_t word = at / 4 * 4;
    if (word + 4 > section.bytes.size()) return;
    std::uint32_t value = odd_word(all, random);
    if (random.below(3) == 0) {  // a little more or less
        std::memcpy(&value, section.bytes.data() + word, 4);
        value += random.below(5) - 2;
    }
    std::memcpy(section.bytes.data() + word, &value, 4);
}

/// One item over another; or one more, or one less.
void mutate_items(Section& section, Random& random) {
    const std::uint32_t count = section.count(), stride = section.stride;
    const auto item = [&](std::uint32_t index) {
        const auto begin = section.bytes.begin() + std::ptrdiff_t{index} * stride;
        return std::vector<std::byte>(begin, begin + stride);
    };
    const std::uint32_t from = random.below(count), to = random.below(count);
    const auto place = section.bytes.begin() + std::ptrdiff_t{to} * stride;
    const std::vector<std::byte> copy = item(from);
    switch (random.below(4)) {
        case 0:
            section.bytes.insert(place, copy.begin(), copy.end());
            break;
        case 1:
            if (count > 1) section.bytes.erase(place, place + stride);
            break;
        default: {  // all of it, or one word
            const std::uint32_t words = stride / 4;
            if (words == 0 || random.below(2) == 0) {
                std::copy(copy.begin(), copy.end(), place);
            } else {
                const std::ptrdiff_t word = std::ptrdiff_t{random.below(words)} * 4;
                std::copy_n(copy.begin() + word, 4, place + word);
            }
        }
    }
}

void mutate_bytes(Section& section, RawMutator mutate) {
    std::vector<std::uint8_t> raw(section.bytes.size() + 4 * section.stride);
    std::memcpy(raw.data(), section.bytes.data(), section.bytes.size());
    std::size_t size = mutate(raw.data(), section.bytes.size(), raw.size());
    size = std::max<std::size_t>(size / section.stride, 1) * section.stride;
    section.bytes.resize(size);
    std::memcpy(section.bytes.data(), raw.data(), size);
}

void mutate_table(Sections& sections, std::size_t index, Random& random) {
    Section& section = sections[index];
    switch (random.below(4)) {
        case 0:
            sections.erase(sections.begin() + static_cast<std::ptrdiff_t>(index));
            break;
        case 1:
            section.kind = static_cast<SectionKind>(1 + random.below(104));
            break;
        case 2:
            section.type = random.below(80);
            break;
        default:
            section.stride = 1 + random.below(130);
            section.bytes.resize(std::max<std::size_t>(section.count(), 1) * section.stride);
    }
}

}  // namespace

std::size_t mutate_baked(std::uint8_t* data, std::size_t size, std::size_t max, unsigned seed,
                         RawMutator mutate) {
    Random random(seed);
    const std::span<std::byte> whole(reinterpret_cast<std::byte*>(data), max);
    Sections sections;
    if (random.below(32) == 0 || !take_apart(whole.first(size), sections)) {
        size = mutate(data, size, max);
        sign_container(whole.first(size));
        return size;
    }
    for (std::uint32_t changes = 1 + random.below(3); changes > 0 && !sections.empty(); --changes) {
        const std::size_t index = random.below(static_cast<std::uint32_t>(sections.size()));
        Section& section = sections[index];
        switch (random.below(16)) {
            case 0:
                mutate_table(sections, index, random);
                break;
            case 1:
            case 2:
            case 3:
                mutate_items(section, random);
                break;
            case 4:
            case 5:
            case 6:
                mutate_bytes(section, mutate);
                break;
            default:
                mutate_field(section, sections, random);
        }
    }
    const AlignedBytes bytes = put_together(sections);
    if (bytes.size() > max) return size;
    std::memcpy(data, bytes.data(), bytes.size());
    return bytes.size();
}

}  // namespace motus::test
