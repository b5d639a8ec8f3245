// motus/document/change.h - the bases of generated proxies: changes by command, and previews.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>

#include <memory>

namespace motus {

/// Changes one object. Each setter makes one command at once, in the step that is open or else in
/// one that this proxy opens and `commit` ends. What goes wrong is kept: `commit` reports the
/// first failure, and then nothing has changed. Dropped without commit, a proxy with a step of its
/// own takes everything back; one that joined a step leaves the decision to that step.
class ChangeProxy {
  public:
    /// Joins the open step.
    ChangeProxy(Document& document, Handle object) noexcept
        : document_(&document), object_(object) {}
    /// Joins the open step, or opens one where there is none.
    ChangeProxy(Document& document, Handle object, std::string_view name)
        : document_(&document), object_(object) {
        if (!document.in_step()) step_ = document.begin_step(name);
    }

    /// `none` where the object could not be made; its step has failed then.
    [[nodiscard]] Handle handle() const noexcept { return object_; }
    Result<Done> commit();

  protected:
    static constexpr std::size_t kEnd = std::string::npos;

    /// Asserts that the object is in the document.
    [[nodiscard]] const Object& target() const;
    void set(std::uint16_t property, Value value);
    void remove(std::uint16_t property, std::size_t index);
    void move(std::uint16_t property, std::size_t from, std::size_t to);
    template <typename Change>
    [[nodiscard]] Change insert(std::uint16_t property, std::size_t index) {
        return Change(*document_, insert_new(property, index, Change::Target::static_type()));
    }
    template <typename Change>
    [[nodiscard]] Change child(std::uint16_t property, std::size_t index) {
        return Change(*document_, child_of(property, index, Change::Target::static_type()));
    }

  private:
    Handle insert_new(std::uint16_t property, std::size_t index, const TypeInfo& type);
    Handle child_of(std::uint16_t property, std::size_t index, const TypeInfo& type);

    Document* document_;
    Handle object_;
    Step step_;
};

/// Shows values without meaning them: no command, no undo, nothing saved. A property that several
/// previews write shows the last one. Dropped: every authored value is back.
class Preview {
  public:
    Preview(Preview&& other) noexcept : document_(other.document_), owner_(other.owner_) {
        other.document_ = nullptr;
    }
    Preview& operator=(Preview&&) = delete;
    ~Preview() { drop(); }

    /// Fails as Document::set does. Computed fields follow with Document::flush.
    Result<Done> set(Handle object, std::uint16_t property, Value value);
    /// Back to authored values.
    void drop();
    /// What is shown becomes authored, as one step. Properties of objects that are gone, or that
    /// another preview has taken over, are left out.
    Result<Done> commit(std::string_view name, std::uint64_t merge_key = 0);

  private:
    friend class Document;
    Preview(Document& document, std::uint32_t owner) noexcept
        : document_(&document), owner_(owner) {}
    Document* document_;
    std::uint32_t owner_;
};

/// Previews one object, with a preview of its own.
class PreviewProxy {
  public:
    PreviewProxy(Document& document, Handle object)
        : preview_(document.begin_preview()), object_(object) {}

    void drop() { preview_.drop(); }
    Result<Done> commit(std::string_view name = "Change", std::uint64_t merge_key = 0);

  protected:
    void set(std::uint16_t property, Value value);

  private:
    Preview preview_;
    Handle object_;
    std::optional<Error> failure_;
};

template <typename T>
typename T::Change Document::begin_change(const T& object, std::string_view name) {
    return typename T::Change(*this, object.handle(),
                              name.empty() ? std::string_view("Change") : name);
}

template <typename T>
typename T::Preview Document::begin_preview(const T& object) {
    return typename T::Preview(*this, object.handle());
}

}  // namespace motus
