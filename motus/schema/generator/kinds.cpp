// SPDX-License-Identifier: MIT
#include "reflect.h"

#include <sstream>

#include <fmt/format.h>

namespace motus::schemagen {
namespace {

using reflection::BaseType;

void read_object_kind(const reflection::Schema& schema, const reflection::Field& f,
                      const std::string& place, Field& out, std::vector<std::string>& faults) {
    const auto* object = schema.objects()->Get(f.type()->index());
    if (!object->is_struct()) {
        out.kind = "child";
        out.children = {last_name(object->name()->str())};
        return;
    }
    out.kind = attribute(*object, "kind");
    if (out.kind == "value") return;
    const std::size_t size = object->fields()->size();
    std::istringstream words(attribute(f, "default"));
    for (std::string word; words >> word;)
        out.tuple.push_back(word);
    if (out.tuple.empty()) out.tuple.assign(size, "0");
    if (out.kind.empty() || out.tuple.size() != size) {
        faults.push_back(place + ": needs a struct with a kind, and as many defaults as it has");
    }
}

}  // namespace

void read_kind(const reflection::Schema& schema, const reflection::Field& f,
               const std::string& place, Field& out, std::vector<std::string>& faults) {
    const auto& type = *f.type();
    const std::string integer = std::to_string(f.default_integer());
    if (type.base_type() == BaseType::UByte && type.index() >= 0) {
        out.kind = "enumeration";
        out.enumeration = last_name(schema.enums()->Get(type.index())->name()->str());
        out.default_text = integer;
        return;
    }
    switch (type.base_type()) {
        case BaseType::Bool:
            out.kind = "boolean";
            out.default_text = integer;
            return;
        case BaseType::Int:
            out.kind = "int32";
            out.default_text = integer;
            return;
        case BaseType::UInt:
            out.kind = "uint32";
            out.default_text = integer;
            return;
        case BaseType::Long:
            out.kind = "int64";
            out.default_text = integer;
            return;
        case BaseType::ULong:
            out.kind = attribute(f, "kind") == "id" ? "id" : "reference";
            out.default_text = "0";
            if (out.kind == "reference" && out.ref.empty()) {
                faults.push_back(place + ": a ulong is an id (kind: \"id\") or a reference (ref)");
            }
            return;
        case BaseType::Float:
            out.kind = "float32";
            out.default_text = fmt::format("{}", static_cast<float>(f.default_real()));
            return;
        case BaseType::String:
            out.kind = "string";
            out.default_text = attribute(f, "default");
            return;
        case BaseType::Obj:
            read_object_kind(schema, f, place, out, faults);
            return;
        case BaseType::Vector:
            out.kind = "children";
            if (type.element() == BaseType::Obj &&
                !schema.objects()->Get(type.index())->is_struct()) {
                out.children = {last_name(schema.objects()->Get(type.index())->name()->str())};
                return;
            }
            if (type.element() == BaseType::Union) {
                const auto* u = schema.enums()->Get(type.index());
                out.child_union = last_name(u->name()->str());
                for (const auto* value : *u->values())
                    if (value->value() != 0) out.children.push_back(value->name()->str());
                return;
            }
            break;
        default:
            break;
    }
    faults.push_back(place + ": fields of this type are not supported (see docs/schema.md)");
}

}  // namespace motus::schemagen
