// SPDX-License-Identifier: MIT
#include "numbers.h"

#include <map>
#include <sstream>

#include <fmt/format.h>

namespace motus::schemagen {
namespace {

struct Entry {
    std::string name, kind;
    bool retired = false;
};

std::map<std::string, Entry> read(const std::string& list, std::vector<std::string>& faults) {
    std::map<std::string, Entry> entries;
    std::istringstream lines(list);
    int line_number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++line_number;
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::string what, number;
        Entry entry;
        words >> what >> number >> entry.name >> entry.kind;
        entry.retired = what == "retired";
        if (entry.name.empty() || (what != "type" && what != "prop" && !entry.retired)) {
            faults.push_back(fmt::format("line {}: not understood: {}", line_number, line));
        } else if (!entries.emplace(number, entry).second) {
            faults.push_back(fmt::format("line {}: {} is listed twice", line_number, number));
        }
    }
    return entries;
}

class Guard {
  public:
    Guard(std::map<std::string, Entry> entries, std::vector<std::string>& faults)
        : entries_(std::move(entries)), faults_(faults) {
        for (const auto& [number, entry] : entries_)
            if (!entry.retired) by_name_[entry.name] = number;
    }

    void use(const std::string& what, const std::string& number, const std::string& name,
             const std::string& kind) {
        if (!used_.emplace(number, name).second) {
            faults_.push_back(
                fmt::format("{} and {} have the same number {}", used_[number], name, number));
            return;
        }
        const auto listed = entries_.find(number);
        if (listed == entries_.end()) {
            const auto before = by_name_.find(name);
            if (before != by_name_.end()) {
                faults_.push_back(fmt::format("{} has number {}, but was {}: numbers never change",
                                              name, number, before->second));
                return;
            }
            added_.push_back(
                fmt::format("{} {} {}{}{}", what, number, name, kind.empty() ? "" : " ", kind));
            return;
        }
        const Entry& entry = listed->second;
        if (entry.retired) {
            faults_.push_back(
                fmt::format("{} uses {}, which belonged to {} and is retired: take a new number",
                            name, number, entry.name));
        } else if (entry.name != name) {
            faults_.push_back(fmt::format("{} uses {}, which belongs to {}: take a new number",
                                          name, number, entry.name));
        } else if (entry.kind != kind) {
            faults_.push_back(
                fmt::format("{} was of kind {} and is now {}: retire {} and take a new number",
                            name, entry.kind, kind, number));
        }
    }

    void finish() {
        for (const auto& [number, entry] : entries_) {
            if (!entry.retired && used_.count(number) == 0 && !moved(entry.name)) {
                faults_.push_back(fmt::format("{} is gone: change its line to \"retired {} {}\"",
                                              entry.name, number, entry.name));
            }
        }
    }

    std::vector<std::string> take_added() { return std::move(added_); }

  private:
    /// Already reported as a changed number.
    [[nodiscard]] bool moved(const std::string& name) const {
        for (const auto& [number, used] : used_)
            if (used == name) return true;
        return false;
    }
    std::map<std::string, Entry> entries_;
    std::map<std::string, std::string> by_name_, used_;
    std::vector<std::string>& faults_;
    std::vector<std::string> added_;
};

}  // namespace

std::vector<std::string> check_numbers(const Model& model, const std::string& list,
                                       std::vector<std::string>& faults) {
    Guard guard(read(list, faults), faults);
    for (const Table& table : model.tables) {
        guard.use("type", std::to_string(table.number), table.name, "");
        for (const Field& field : table.fields) {
            guard.use("prop", fmt::format("{}.{}", table.number, field.number),
                      table.name + "." + field.name, field.kind);
        }
    }
    guard.finish();
    return guard.take_added();
}

}  // namespace motus::schemagen
