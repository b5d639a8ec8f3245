// SPDX-License-Identifier: MIT
#include <motus/document/document.h>

#include <cstring>
#include <utility>

namespace motus {
namespace {

// A list of children may be long, and is edited one by one. A unique_ptr is its pointer: shifting
// those as bytes takes a sixth of the time of assigning one by one.
static_assert(sizeof(std::unique_ptr<Object>) == sizeof(Object*));

void shift(std::unique_ptr<Object>* to, const std::unique_ptr<Object>* from, std::size_t count) {
    std::memmove(static_cast<void*>(to), static_cast<const void*>(from), count * sizeof(*from));
}

/// Writes an empty pointer over one that was shifted away: it is not an owner any more.
void forget(std::unique_ptr<Object>& shifted) {
    (void)shifted.release();
}

}  // namespace

void Document::record(Command command) {
    perform(command, false, Origin::edit);
    open_->commands.push_back(std::move(command));
}

void Document::put(Handle object, std::uint16_t property, std::size_t index,
                   std::unique_ptr<Object> child) {
    Object& owner = *writable(object);
    const PropertyInfo& info = *owner.type().find(property);
    ChildArray& children = writable_children(owner, info);
    ObjectAccess::link(*child, &owner, &info, index);
    children.emplace_back();
    std::unique_ptr<Object>* const at = children.data() + index;
    shift(at + 1, at, children.size() - index - 1);
    forget(*at);
    *at = std::move(child);
}

std::unique_ptr<Object> Document::take(Handle object, std::uint16_t property, std::size_t index) {
    Object& owner = *writable(object);
    ChildArray& children = writable_children(owner, *owner.type().find(property));
    std::unique_ptr<Object> child = std::move(children[index]);
    std::unique_ptr<Object>* const at = children.data() + index;
    shift(at, at + 1, children.size() - index - 1);
    forget(children.back());
    children.pop_back();
    ObjectAccess::link(*child, nullptr, nullptr, 0);
    return child;
}

void Document::perform(Command& command, bool backward, Origin origin) {
    switch (command.kind) {
        case Command::Kind::set: {
            Object& object = *writable(command.object);
            const PropertyInfo& property = *object.type().find(command.property);
            overlay_.set_base(object, property, backward ? command.before : command.after);
            flush_.changed(object, property, origin);
            break;
        }
        case Command::Kind::insert:
        case Command::Kind::remove:
            if ((command.kind == Command::Kind::insert) != backward) {
                Object& child = *command.detached;
                put(command.object, command.property, command.index, std::move(command.detached));
                attach(child);
                command.child = child.handle();
            } else {
                detach(*writable(command.child));
                command.detached = take(command.object, command.property, command.index);
            }
            break;
        case Command::Kind::move: {
            Object& child = *writable(command.child);
            flush_.leaving(child);
            if (!backward) {
                put(command.to_object, command.to_property, command.to_index,
                    take(command.object, command.property, command.index));
            } else {
                put(command.object, command.property, command.index,
                    take(command.to_object, command.to_property, command.to_index));
            }
            flush_.inserted(child);
            break;
        }
        case Command::Kind::unknown:
            ObjectAccess::unknown(*writable(command.object)).swap(*command.unknown);
            break;
    }
    notify(command, backward, origin);
}

Step Document::begin_step(std::string_view name, std::uint64_t merge_key) {
    if (in_callback()) {
        Step refused;
        refused.refused_ = true;
        return refused;
    }
    if (!open_) {
        OpenStep step;
        step.number = ++steps_begun_;
        step.name = name;
        step.merge_key = merge_key;
        open_ = std::move(step);
    }
    ++open_->depth;
    return Step(*this);
}

void Document::take_back() {
    for (std::size_t i = open_->commands.size(); i-- > 0;)
        perform(open_->commands[i], true, Origin::rollback);
    open_.reset();
    flush();
    tell_rollback();
}

/// Closes the outermost step: done whole, or not at all.
Result<Done> Document::close_step() {
    if (!open_->failure && !(open_->commands.empty() && open_->confirmed.empty())) {
        tell_step();
        if (!open_->failure && !open_->commands.empty()) {
            const Result<Done> agreed = acknowledge({open_->name, Origin::edit, open_->commands});
            if (!agreed) open_->failure = agreed.error();
        }
    }
    if (open_->failure) {
        Error error = *std::move(open_->failure);
        take_back();
        return error;
    }
    UndoStep done;
    done.name = std::move(open_->name);
    done.merge_key = open_->merge_key;
    done.commands = std::move(open_->commands);
    open_.reset();
    if (!done.commands.empty()) history_.push(std::move(done));
    return Done{};
}

Step& Step::operator=(Step&& other) noexcept {
    if (this != &other) {
        drop();
        document_ = other.document_;
        number_ = other.number_;
        refused_ = other.refused_;
        other.document_ = nullptr;
    }
    return *this;
}

Document* Step::leave() noexcept {
    Document* const document = std::exchange(document_, nullptr);
    const bool is_open =
        document != nullptr && document->open_ && document->open_->number == number_;
    return is_open ? document : nullptr;
}

Result<Done> Step::commit() {
    if (refused_) return refused_in_callback();
    Document* const left = leave();
    if (left == nullptr) return Error{"no-step", "", "the step has ended already"};
    Document& document = *left;
    if (document.open_->depth > 1) {
        --document.open_->depth;
        if (document.open_->failure) return *document.open_->failure;
        return Done{};
    }
    return document.close_step();
}

void Step::drop() {
    Document* const left = leave();
    if (left == nullptr) return;
    Document& document = *left;
    if (!document.open_->failure) {
        document.open_->failure = Error{"step-dropped", "", "the step was given up"};
    }
    if (--document.open_->depth == 0) document.take_back();
}

Result<bool> Document::walk(bool backward) {
    if (in_callback()) return refused_in_callback();
    UndoStep* step = backward ? history_.undo_step() : history_.redo_step();
    if (step == nullptr || open_) return false;
    const auto play = [&](bool back, Origin origin) {
        const std::size_t count = step->commands.size();
        for (std::size_t i = 0; i < count; ++i)
            perform(step->commands[back ? count - 1 - i : i], back, origin);
    };
    const Origin origin = backward ? Origin::undo : Origin::redo;
    walking_ = true;
    play(backward, origin);
    const Result<Done> agreed = acknowledge({step->name, origin, step->commands});
    if (!agreed) {
        play(!backward, Origin::rollback);
        flush();
        tell_rollback();
    } else if (backward) {
        history_.moved_back();
    } else {
        history_.moved_forward();
    }
    walking_ = false;
    if (std::exchange(clear_later_, false)) history_.clear();
    if (!agreed) return agreed.error();
    return true;
}

void Document::clear_history() {
    if (walking_) {
        clear_later_ = true;
    } else {
        history_.clear();
    }
}

Result<Done> Document::revert_to(std::size_t position) {
    while (history_.position() > position) {
        const Result<bool> undone = undo();
        if (!undone) return undone.error();
        if (!*undone) return Error{"no-step", "", "a step is open"};
    }
    history_.forget_undone();
    return Done{};
}

Result<bool> Document::undo() {
    return walk(true);
}
Result<bool> Document::redo() {
    return walk(false);
}

}  // namespace motus
