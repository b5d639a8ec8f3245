// SPDX-License-Identifier: MIT
#include <motus/document/dirty.h>

#include <algorithm>
#include <utility>

namespace motus {

void DirtyTracker::on_change(const Document&, const ChangeEvent& event) {
    const Command& command = event.command;
    changes_.objects.push_back(command.object);
    if (command.kind == Command::Kind::move) changes_.objects.push_back(command.to_object);
    changes_.structure = changes_.structure || command.kind != Command::Kind::set;
    changes_.authored =
        changes_.authored || (event.origin != Origin::preview && event.origin != Origin::flush);
}

DirtyTracker::Changes DirtyTracker::take() {
    Changes taken = std::exchange(changes_, {});
    std::sort(taken.objects.begin(), taken.objects.end());
    taken.objects.erase(std::unique(taken.objects.begin(), taken.objects.end()),
                        taken.objects.end());
    return taken;
}

}  // namespace motus
