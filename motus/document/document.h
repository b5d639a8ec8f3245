// motus/document/document.h - the editable truth: a tree of objects that only commands change.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/command.h>
#include <motus/document/flush.h>
#include <motus/document/history.h>
#include <motus/document/overlay.h>

#include <set>
#include <string>
#include <utility>

namespace motus {

class Preview;
class Step;

/// Objects nest no deeper than this, so that every document can be written and read again.
inline constexpr int kMaxObjectDepth = 120;

struct DocumentOptions {
    /// New ids follow from it: same seed, same edits, same ids. Two people who edit copies of one
    /// file at a time should have different ones, so that their new objects can be merged.
    std::uint64_t id_seed = 0;
    std::size_t undo_bytes = std::size_t{64} << 20;
};

/// What an insert does about ids.
enum class InsertIds : std::uint8_t {
    fresh,  ///< Objects without one get one; one that is taken is refused.
    kept,   ///< They stay as they are: what undo brings back may be as a file once had it.
};

/// A document. Objects are read through their own accessors and changed here: by `begin_change`
/// (typed, see change.h), by `set`, `insert`, `remove` and `move` (by property number), or by JSON
/// (patch.h). All of them make commands in a step; a step is one undo, and is either done whole or
/// leaves the document as it was. Not thread-safe. Stays where it is: proxies point to it.
class Document {
  public:
    /// A new document, or one around a tree that was read. `schema` must outlive it.
    Document(const Schema& schema, const TypeInfo& root, const DocumentOptions& options = {});
    Document(const Schema& schema, std::unique_ptr<Object> root,
             const DocumentOptions& options = {});
    ~Document();
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    [[nodiscard]] const Schema& schema() const noexcept { return *schema_; }
    [[nodiscard]] const Object& root() const noexcept { return *root_; }
    /// The object; null where it is not in the document now.
    [[nodiscard]] const Object* find(Handle handle) const noexcept;
    /// By stable id; where a file gave it to several, the one that was there first.
    [[nodiscard]] const Object* find_id(std::uint64_t id) const noexcept;
    /// Whether exactly one object has the id.
    [[nodiscard]] bool is_only(std::uint64_t id) const noexcept;
    /// Among the children in `slot` of `owner`: an id that a file gave to several objects.
    [[nodiscard]] const Object* find_id(std::uint64_t id, const Object& owner,
                                        const PropertyInfo& slot) const noexcept;
    /// The authored value, whatever a preview or a binding shows.
    [[nodiscard]] Value base_value(const Object& object, const PropertyInfo& property) const {
        return overlay_.base(object, property);
    }
    /// An id that no object of the document has.
    [[nodiscard]] std::uint64_t make_id();

    /// Opens a step, or joins the one that is open; in a callback one that is not open. Steps with
    /// the same `merge_key` (not 0) that follow each other become one: a drag.
    [[nodiscard]] Step begin_step(std::string_view name, std::uint64_t merge_key = 0);
    [[nodiscard]] bool in_step() const noexcept { return open_.has_value(); }
    /// A listener is being told of something and may not edit; see CommandListener.
    [[nodiscard]] bool in_callback() const noexcept { return quiet_ != 0; }
    /// The next step is one of its own: the drag is over.
    void end_merge() noexcept { history_.seal(); }

    /// Elementary edits. Outside a step each is a step of its own. Inside one, a failure also
    /// makes the step fail. Codes: "no-object", "no-property", "wrong-type", "computed",
    /// "id-fixed", "bad-index", "wrong-child", "always-there", "id-taken", "too-deep",
    /// "inside-itself", "in-callback", and for a step "binding-cycle" or what a listener said.
    Result<Done> set(Handle object, std::uint16_t property, Value value);
    /// `index` npos: at the end. Objects in `child` that have an id of 0 get new ones.
    Result<Handle> insert(Handle object, std::uint16_t property, std::size_t index,
                          std::unique_ptr<Object> child, InsertIds ids = InsertIds::fresh);
    Result<Done> remove(Handle object, std::uint16_t property, std::size_t index);
    /// Moves a child, also to another owner. `to_index` counts after it was taken out.
    Result<Done> move(Handle object, std::uint16_t property, std::size_t index, Handle to_object,
                      std::uint16_t to_property, std::size_t to_index);
    /// Replaces the members of an object that the schema does not know.
    Result<Done> set_unknown(Handle object, std::vector<UnknownField> fields);

    /// Typed proxies: #include <motus/document/model_change.h> for those of our schema.
    template <typename T>
    [[nodiscard]] typename T::Change begin_change(const T& object, std::string_view name = {});
    template <typename T>
    [[nodiscard]] typename T::Preview begin_preview(const T& object);
    /// Shows values on any number of objects until it is dropped or committed.
    [[nodiscard]] Preview begin_preview();

    /// False where there is nothing to undo or redo, or a step is open. Code: "in-callback", or
    /// what a listener said.
    Result<bool> undo();
    Result<bool> redo();
    [[nodiscard]] const History& history() const noexcept { return history_; }
    /// While a listener hears of an undo, the history is cleared when that is over.
    void clear_history();
    /// Undoes until `position` steps are left, and forgets what was undone: a list of steps that
    /// failed half-way. While `hold_history`, no step is forgotten for the memory bound.
    Result<Done> revert_to(std::size_t position);
    void hold_history(bool held) { history_.hold(held); }

    /// Whether the content differs from when it was last saved (or made, or read).
    [[nodiscard]] bool is_modified() const noexcept { return history_.state() != saved_state_; }
    void mark_saved() noexcept { saved_state_ = history_.state(); }

    /// Listeners must outlive the document or be removed.
    void add_listener(CommandListener& listener) { listeners_.push_back(&listener); }
    void remove_listener(CommandListener& listener);

    /// Brings computed fields and bindings up to date with previews. Edits do it themselves.
    void flush();
    /// Makes `field` known; see flush.h. Before the document is edited, and not in a callback.
    void add_computed(const ComputedField& field);

  private:
    friend class Step;
    friend class Preview;
    friend class BaseView;
    friend class Flush;

    using Confirmed = std::pair<Handle, std::uint16_t>;
    struct Slot {
        Object* owner;
        const PropertyInfo* property;
    };
    struct OpenStep {
        std::uint64_t number = 0;  ///< No other step of this document has it.
        std::string name;
        std::uint64_t merge_key = 0;
        int depth = 0;
        std::vector<Command> commands;
        std::vector<Confirmed> confirmed;
        std::optional<Error> failure;
    };

    [[nodiscard]] Object* writable(Handle handle) noexcept;
    void attach(Object& tree);
    void detach(Object& tree);
    Error fail(Error error);
    [[nodiscard]] Result<Slot> slot(Handle object, std::uint16_t property, bool for_children);
    [[nodiscard]] Result<Done> may_hold(const Slot& slot, const Object& child, std::size_t index,
                                        std::size_t size) const;
    [[nodiscard]] Result<Done> take_ids(Object& tree);
    void give_item_ids(const Object& entity);
    void make_canonical(const Object& tree, const Object* above);
    void make_canonical();
    void make_step_canonical(std::span<const Confirmed> confirmed);

    Result<Done> try_set(Handle object, std::uint16_t property, Value value);
    Result<Handle> try_insert(Handle object, std::uint16_t property, std::size_t index,
                              std::unique_ptr<Object>& child, InsertIds ids);
    Result<Done> try_remove(Handle object, std::uint16_t property, std::size_t index);
    Result<Done> try_move(Command move);
    Result<Done> try_set_unknown(Handle object, std::vector<UnknownField>& fields);

    void perform(Command& command, bool backward, Origin origin);
    void put(Handle object, std::uint16_t property, std::size_t index,
             std::unique_ptr<Object> child);
    std::unique_ptr<Object> take(Handle object, std::uint16_t property, std::size_t index);
    void record(Command command);
    template <typename Call>
    void tell(Call call);
    void notify(const Command& command, bool backward, Origin origin);
    void notify_shown(const Object& object, const PropertyInfo& property, Origin origin);

    void tell_step();
    void tell_rollback();
    Result<Done> close_step();
    void take_back();
    Result<Done> acknowledge(const StepInfo& info);
    Result<bool> walk(bool backward);

    const Schema* schema_;
    std::unique_ptr<Object> root_;
    std::vector<Object*> by_handle_;                    ///< Null: not in the document now.
    std::set<std::pair<std::uint64_t, Handle>> by_id_;  ///< Ordered: an id may be there twice.
    std::set<Handle> unresolved_;  ///< Bindings of what was not there when they were written.
    std::uint64_t id_seed_, id_count_ = 0;
    std::optional<OpenStep> open_;
    std::uint64_t steps_begun_ = 0;
    History history_;
    std::uint64_t saved_state_ = 0;
    Overlay overlay_;
    Flush flush_;
    std::uint32_t previews_ = 0;
    std::uint32_t base_views_ = 0;
    std::vector<CommandListener*> listeners_;  ///< Null: removed while they are told of something.
    std::uint32_t telling_ = 0, quiet_ = 0;
    bool walking_ = false, clear_later_ = false;
};

/// Keeps a step open. Dropped without commit, it takes back all that was done in it.
class Step {
  public:
    Step() noexcept = default;
    Step(Step&& other) noexcept
        : document_(other.document_), number_(other.number_), refused_(other.refused_) {
        other.document_ = nullptr;
    }
    Step& operator=(Step&& other) noexcept;
    ~Step() { drop(); }

    /// Ends the step. An error says what failed in it, and the document is as it was before. Of a
    /// step inside another one, the outermost decides. Code: "no-step" where it has ended already,
    /// also with the step that a listener had joined.
    Result<Done> commit();
    /// Takes the step back.
    void drop();
    [[nodiscard]] bool is_open() const noexcept { return document_ != nullptr; }

  private:
    friend class Document;
    explicit Step(Document& document) noexcept
        : document_(&document), number_(document.open_->number) {}
    /// The document, for the last time; null where the step is not the one that is open.
    [[nodiscard]] Document* leave() noexcept;
    Document* document_ = nullptr;
    std::uint64_t number_ = 0;
    bool refused_ = false;  ///< It was asked for in a callback.
};

/// While it lives, objects hold authored values instead of shown ones: for saving and baking. One
/// may live inside another.
class BaseView {
  public:
    explicit BaseView(const Document& document);
    ~BaseView();
    BaseView(const BaseView&) = delete;
    BaseView& operator=(const BaseView&) = delete;

  private:
    Document* document_;
};

}  // namespace motus
