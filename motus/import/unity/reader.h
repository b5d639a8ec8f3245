// motus/import/unity/reader.h - typed reading of the fields of an object, with warnings.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/unity_file.h>

#include <optional>

namespace motus::unity {

/// Passes faults on, up to a limit, and remembers the first error.
class Faults {
  public:
    explicit Faults(Diagnostics& diagnostics) : out_(&diagnostics) {}
    void warn(std::string_view code, std::uint32_t line, std::string message);
    /// Returns false.
    bool error(std::string_view code, std::uint32_t line, std::string message);
    bool error(const Error& error);
    /// What is said from here on is of another file; empty: of the one that is read.
    void set_file(std::string name) { file_ = std::move(name); }
    [[nodiscard]] bool failed() const noexcept { return first_.has_value(); }
    [[nodiscard]] const Error& first() const { return *first_; }

  private:
    [[nodiscard]] std::string place(const std::string& line) const;

    Diagnostics* out_;
    std::string file_;
    std::size_t count_ = 0;
    std::optional<Error> first_;
};

inline constexpr std::size_t kMaxUnityFaults = 1000;

/// The fields of one object. What is absent has the value given; what is not of its kind is
/// reported and has it too.
class Fields {
  public:
    Fields(Node node, Faults& faults) noexcept : node_(node), faults_(&faults) {}

    [[nodiscard]] Node node() const noexcept { return node_; }
    [[nodiscard]] std::uint32_t line() const noexcept { return node_.line(); }
    [[nodiscard]] bool has(std::string_view key) const { return node_[key].exists(); }
    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] bool flag(std::string_view key, bool absent) const;
    [[nodiscard]] std::int32_t integer(std::string_view key, std::int32_t absent) const;
    /// A finite number that a float can hold; else a warning and `absent`.
    [[nodiscard]] float number(std::string_view key, float absent) const;
    [[nodiscard]] std::array<float, 2> position(std::string_view key) const;
    [[nodiscard]] AssetRef reference(std::string_view key) const;
    [[nodiscard]] AssetRef reference(Node node) const;
    [[nodiscard]] std::int32_t version() const { return integer("serializedVersion", 1); }

  private:
    Node node_;
    Faults* faults_;
};

}  // namespace motus::unity
