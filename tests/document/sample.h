// tests/document/sample.h - a small document that has something of everything, made by commands.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/file.h>
#include <motus/document/model_change.h>

#include <memory>
#include <string>

namespace motus::test {

/// Ids of what the tests look for.
struct Sample {
    std::unique_ptr<Document> document;
    std::uint64_t button = 0, card = 0;  ///< Entities.
    std::uint64_t timeline = 0;
    std::uint64_t machine = 0, idle = 0, walk = 0, nested = 0, speed = 0;

    [[nodiscard]] std::string text() const { return write_document(*document); }
    template <typename T>
    [[nodiscard]] const T& get(std::uint64_t id) const {
        return *object_cast<T>(document->find_id(id));
    }
    /// The first component of that type.
    template <typename T>
    [[nodiscard]] const T& component(std::uint64_t entity) const {
        for (const Object& component : get<doc::Entity>(entity).components())
            if (const T* found = object_cast<T>(&component)) return *found;
        static const T none;
        return none;
    }
};

/// Two entities, a timeline with a track of three keys, a machine with a sub-machine.
[[nodiscard]] Sample make_sample(const DocumentOptions& options = {});

/// Applies the text of a patch.
Result<std::size_t> apply(Document& document, const std::string& patch);

/// A file name in the test's own folder, which is empty then.
[[nodiscard]] std::filesystem::path scratch(const std::string& name);

}  // namespace motus::test
