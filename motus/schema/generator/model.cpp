// SPDX-License-Identifier: MIT
#include "reflect.h"

#include <algorithm>
#include <map>
#include <set>

namespace motus::schemagen {
namespace {

using reflection::BaseType;

/// Names that the base class of every object has.
const std::set<std::string> kTaken = {"type",  "handle",    "parent",    "slot",
                                      "index", "stable_id", "type_name", "unknown_fields"};

bool in_namespace(const std::string& full, const std::string& name_space) {
    return full.size() > name_space.size() + 1 &&
           full.compare(0, name_space.size(), name_space) == 0 &&
           full.rfind('.') == name_space.size();
}

std::string display_of(const std::string& name) {
    std::string text = name;
    for (const char* unit : {"_s", "_rad"}) {
        const std::string suffix = unit;
        if (text.size() > suffix.size() &&
            text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0) {
            text.resize(text.size() - suffix.size());
        }
    }
    std::replace(text.begin(), text.end(), '_', ' ');
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

class Reader {
  public:
    Reader(const reflection::Schema& schema, std::string name_space,
           std::vector<std::string>& faults)
        : schema_(schema), name_space_(std::move(name_space)), faults_(faults) {}

    Model read() {
        Model model;
        for (const char c : name_space_)
            model.name_space += c == '.' ? std::string("::") : std::string(1, c);
        for (const auto* object : *schema_.objects()) {
            if (!object->is_struct() && in_namespace(object->name()->str(), name_space_)) {
                model.tables.push_back(table(*object));
            }
        }
        for (const auto* e : *schema_.enums()) {
            if (!e->is_union() && in_namespace(e->name()->str(), name_space_)) {
                model.enums.push_back(enumeration(*e));
            }
        }
        std::sort(model.tables.begin(), model.tables.end(),
                  [](const Table& a, const Table& b) { return a.number < b.number; });
        if (schema_.root_table() != nullptr)
            model.root = last_name(schema_.root_table()->name()->str());
        if (model.tables.empty()) faults_.push_back("no table in namespace " + name_space_);
        return model;
    }

  private:
    std::uint32_t number(const std::string& place, const std::string& text) {
        const unsigned long value = std::strtoul(text.c_str(), nullptr, 10);
        if (value < 1 || value > 65535) {
            faults_.push_back(place + ": needs a number, 1 to 65535");
            return 0;
        }
        return static_cast<std::uint32_t>(value);
    }

    Enum enumeration(const reflection::Enum& declared) {
        Enum out;
        out.name = last_name(declared.name()->str());
        out.help = help_of(declared);
        if (declared.underlying_type()->base_type() != BaseType::UByte) {
            faults_.push_back(out.name + ": an enum must be of ubyte");
        }
        for (const auto* value : *declared.values())
            out.items.push_back({value->name()->str(), value->value()});
        return out;
    }

    Table table(const reflection::Object& declared) {
        Table out;
        out.name = last_name(declared.name()->str());
        out.number = number(out.name + " (type: N)", attribute(declared, "type"));
        out.help = help_of(declared);
        out.record = attribute(declared, "record");
        out.extends = attribute(declared, "extends");
        out.inlined = has(declared, "inline");
        std::map<std::uint16_t, const reflection::Field*> in_order;
        for (const auto* f : *declared.fields())
            in_order[f->id()] = f;
        for (const auto& [order, f] : in_order)
            if (!is_union_tag(*f)) out.fields.push_back(field(out.name, *f));
        return out;
    }

    static bool is_union_tag(const reflection::Field& f) {
        return f.type()->base_type() == BaseType::UType ||
               (f.type()->base_type() == BaseType::Vector &&
                f.type()->element() == BaseType::UType);
    }

    Field field(const std::string& table, const reflection::Field& f) {
        Field out;
        out.name = f.name()->str();
        const std::string place = table + "." + out.name;
        if (kTaken.count(out.name) != 0)
            faults_.push_back(place + ": every object has that already");
        out.number = number(place + " (prop: N)", attribute(f, "prop"));
        out.help = help_of(f);
        out.display = has(f, "display") ? attribute(f, "display") : display_of(out.name);
        out.unit = attribute(f, "unit");
        out.min = attribute(f, "min");
        out.max = attribute(f, "max");
        out.ref = attribute(f, "ref");
        out.animatable = has(f, "animatable");
        out.editor_only = has(f, "editor_only");
        out.computed = has(f, "computed");
        out.always = has(f, "always");
        out.explicit_in_json = has(f, "explicit");
        read_kind(schema_, f, place, out, faults_);
        if (out.always && (out.kind != "child" || out.children.size() != 1)) {
            faults_.push_back(place + ": `always` is for one owned table");
        }
        if (out.animatable && (out.holds_children() || out.kind == "id")) {
            faults_.push_back(place + ": this kind cannot be animated");
        }
        return out;
    }

    const reflection::Schema& schema_;
    std::string name_space_;
    std::vector<std::string>& faults_;
};

}  // namespace

const Table* Model::find(const std::string& name) const {
    for (const Table& table : tables)
        if (table.name == name) return &table;
    return nullptr;
}

Model read_model(const std::string& bytes, const std::string& name_space,
                 std::vector<std::string>& faults) {
    flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                   bytes.size());
    if (!reflection::VerifySchemaBuffer(verifier)) {
        faults.push_back("not a binary schema");
        return {};
    }
    return Reader(*reflection::GetSchema(bytes.data()), name_space, faults).read();
}

}  // namespace motus::schemagen
