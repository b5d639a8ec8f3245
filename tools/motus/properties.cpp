// SPDX-License-Identifier: MIT
#include "properties.h"

#include "table.h"

#include <stdexcept>

#include <fmt/format.h>

namespace motus::tool {

void must_show(Status status) {
    if (status != Status::ok) {
        throw std::logic_error(fmt::format("properties: {}", to_string(status)));
    }
}

void print_properties(const PropertyRun& run, std::string& out) {
    constexpr auto left = Table::Align::left;
    Table table({left, left, left, left}, {"target", "component", "property", "value"});
    for (const ShownProperty& p : run.properties()) {
        const std::string target = p.path.empty() ? p.target : p.target + "/" + p.path;
        const std::string property = p.index ? fmt::format("{} [{}]", p.name, *p.index) : p.name;
        table.add({target, p.component, property, p.value});
    }
    table.print(out);
}

}  // namespace motus::tool
