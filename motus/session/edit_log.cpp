// SPDX-License-Identifier: MIT
#include <motus/session/edit_log.h>

#include <motus/document/operation.h>

namespace motus {

void EditLog::on_change(const Document& document, const ChangeEvent& event) {
    const bool counts = event.origin == Origin::edit || event.origin == Origin::undo ||
                        event.origin == Origin::redo;
    if (!counts) return;
    if (!pending_.empty()) pending_ += ", ";
    pending_ += operation_of(document, event);
}

Result<Done> EditLog::on_commit(const Document&, const StepInfo&) {
    if (!pending_.empty()) steps_ += (steps_.empty() ? "[" : ",\n[") + pending_ + "]";
    pending_.clear();
    return Done{};
}

void EditLog::clear() {
    steps_.clear();
    pending_.clear();
}

}  // namespace motus
