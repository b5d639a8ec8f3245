// motus/import/gltf/json.h - JSON text to a checked tree, and typed reading of its objects.
// Nothing here throws: nlohmann's throwing accessors are not used.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/gltf/faults.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace motus::gltf {

using Json = nlohmann::json;

/// Parses text of limited depth and number of values. False: an error has been reported.
bool parse_json(std::string_view text, Json& out, Faults& faults);

class Array;

/// An object of the tree, or nothing where the key was absent: then it has no keys. Getters leave
/// `out` alone and return true where the key is absent; they report, and return false, where the
/// value is not what it must be.
class Object {
  public:
    Object(Faults& faults, const Json* json, Place place)
        : faults_(&faults), json_(json), place_(place) {}

    [[nodiscard]] bool exists() const noexcept { return json_ != nullptr; }
    [[nodiscard]] bool has(const char* key) const { return find(key) != nullptr; }
    [[nodiscard]] const Json* find(const char* key) const;
    [[nodiscard]] const Json* json() const noexcept { return json_; }
    [[nodiscard]] const Place& place() const noexcept { return place_; }
    [[nodiscard]] std::string where(std::string_view key = {}) const;
    [[nodiscard]] Faults& faults() const noexcept { return *faults_; }

    /// This object must outlive the one returned. Not there, or not an object: one without keys.
    [[nodiscard]] Object object(const char* key, bool* ok = nullptr) const;
    [[nodiscard]] Array array(const char* key, bool* ok = nullptr) const;
    /// extensions.NAME and extras.NAME.
    [[nodiscard]] Object extension(const char* name) const;
    [[nodiscard]] Object extra(const char* name) const;

    /// Reports an error where the key is absent.
    bool require(const char* key) const;

    bool boolean(const char* key, bool& out) const;
    bool text(const char* key, std::string& out) const;
    /// A whole number in [low, high].
    bool integer(const char* key, std::uint64_t& out, std::uint64_t low, std::uint64_t high) const;
    /// A whole number below `size`, the number of things named `what`.
    bool index(const char* key, std::size_t size, const char* what, std::uint32_t& out) const;
    /// Numbers that a float can hold.
    bool number(const char* key, float& out) const;
    /// Exactly out.size() numbers. Nothing is written where one of them is wrong.
    bool numbers(const char* key, std::span<float> out) const;
    bool number_list(const char* key, std::vector<float>& out) const;
    bool index_list(const char* key, std::size_t size, const char* what,
                    std::vector<std::uint32_t>& out) const;

    bool error(std::string_view code, std::string_view key, std::string message) const {
        return faults_->error(code, where(key), std::move(message));
    }
    void warn(std::string_view code, std::string_view key, std::string message) const {
        faults_->warn(code, where(key), std::move(message));
    }

  private:
    Faults* faults_;
    const Json* json_;
    Place place_;
};

/// An array of the tree; empty where the key was absent or its value is not an array.
class Array {
  public:
    Array(Faults& faults, const Json* json, Place place)
        : faults_(&faults), json_(json), place_(place) {}

    [[nodiscard]] std::size_t size() const noexcept { return json_ ? json_->size() : 0; }
    [[nodiscard]] const Json& operator[](std::size_t i) const { return (*json_)[i]; }
    [[nodiscard]] Place place_of(std::size_t i) const noexcept { return {&place_, {}, i}; }
    /// Entry i as an object. Reports where it is not one. This array must outlive it.
    [[nodiscard]] Object object(std::size_t i, bool* ok = nullptr) const;

  private:
    Faults* faults_;
    const Json* json_;
    Place place_;
};

}  // namespace motus::gltf
