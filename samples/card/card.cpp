// samples/card - a card of a user interface by its state machine, on a program's own widgets.
// SPDX-License-Identifier: MIT
#include <motus/motus.h>

#include <cstdio>

namespace {

// The program's own. The numbers below are those of Motus' Transform2D: 61 << 16 | property.
struct Vec2 {
    float x = 0.0f, y = 0.0f;
};
struct Widget {
    Vec2 position, scale{1.0f, 1.0f};
    float angle_rad = 0.0f;
};
constexpr std::uint32_t kTransform = 61;
constexpr motus::PropertyDef kProperties[] = {
    motus::property<&Widget::position>(kTransform << 16 | 1),
    motus::property<&Widget::angle_rad>(kTransform << 16 | 2),
    motus::property<&Widget::scale>(kTransform << 16 | 3),
};
constexpr motus::ComponentDef kTypes[] = {{kTransform, kProperties}};

struct Screen {
    Widget card, button, other;
};

void* find(void* user, const motus::TargetQuery& query) noexcept {
    auto& screen = *static_cast<Screen*>(user);
    if (query.component != kTransform || query.entity == nullptr) return nullptr;
    if (query.entity->name == static_cast<std::uint64_t>(motus::hash_name("Card"))) {
        return &screen.card;
    }
    if (query.entity->name == static_cast<std::uint64_t>(motus::hash_name("Button"))) {
        return &screen.button;
    }
    return nullptr;  // this program has no such widget; the rest plays
}

}  // namespace

int main() {
    const auto file = motus::Library::open(CARD_FILE);  // motus bake card -o card.motusb
    if (!file) return std::puts(to_string(file.error()).c_str()), 1;
    auto card = motus::Animator::create(*file, "card");
    if (!card) return std::puts(to_string(card.error()).c_str()), 1;
    Screen screen;
    const motus::BindReport report = card->bind({kTypes, find, &screen});
    std::printf("%u properties are ours, %u are not\n", report.bound, report.missing);

    const auto hovered = card->parameter<bool>("hovered"),
               pressed = card->parameter<bool>("pressed");
    const auto flip = card->parameter<motus::Trigger>("flip");
    for (int frame = 1; frame <= 120; ++frame) {
        if (frame == 20) hovered = true;
        if (frame == 40) pressed = true;
        if (frame == 50) pressed = false, flip.fire();
        if (frame == 100) hovered = false;
        card->update(1.0f / 60);
        if (frame % 15 != 0) continue;
        std::printf(
            "%.2f s: card %-7s %5.2f wide, button %-7s %4.2f large\n", frame / 60.0,
            std::string(card->layer(0).state).c_str(), static_cast<double>(screen.card.scale.x),
            std::string(card->layer(1).state).c_str(), static_cast<double>(screen.button.scale.x));
    }
}
