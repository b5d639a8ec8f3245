// SPDX-License-Identifier: MIT
#include <motus/document/object_json.h>

namespace motus {
namespace {

constexpr int kStep = 2;

void new_line(std::string& out, int indent) {
    out += '\n';
    out.append(static_cast<std::size_t>(indent), ' ');
}

void append_free_value(std::string& out, const Value& value) {
    if (const bool* truth = value.as_bool()) {
        out += *truth ? "true" : "false";
    } else if (const double* number = value.as_number()) {
        append_json_number(out, *number);
    } else if (const Value::Tuple* tuple = value.as_tuple()) {
        out += '[';
        for (std::size_t i = 0; i < tuple->size; ++i) {
            if (i != 0) out += ", ";
            append_json_float(out, tuple->v[i]);
        }
        out += ']';
    } else if (const std::string* text = value.as_text()) {
        append_json_string(out, *text);
    } else if (const Reference* reference = value.as_reference()) {
        out += "{\"ref\": ";
        append_json_number(out, static_cast<double>(reference->id));
        out += '}';
    } else {
        out += "null";
    }
}

bool is_blank(const Object& object);

bool is_written(const Object& object, const PropertyInfo& property) {
    if (property.has(kComputed)) return false;
    if (property.has(kAlways)) return !is_blank(*children_of(object, property).front());
    return property.has(kExplicit) || !is_default(object, property);
}

/// Whether the object would be written as {}.
bool is_blank(const Object& object) {
    if (!object.unknown_fields().empty() || object.slot() == nullptr ||
        object.slot()->has(kPolymorphic)) {
        return false;
    }
    for (const PropertyInfo& property : object.type().properties)
        if (is_written(object, property)) return false;
    return true;
}

/// Writes members one after the other, with commas and lines between them.
class Members {
  public:
    Members(std::string& out, bool one_line, int indent)
        : out_(out), one_line_(one_line), indent_(indent) {
        out_ += '{';
    }
    std::string& key(std::string_view name) {
        if (!first_) out_ += ',';
        if (!one_line_) {
            new_line(out_, indent_);
        } else if (!first_) {
            out_ += ' ';
        }
        first_ = false;
        append_json_string(out_, name);
        out_ += ": ";
        return out_;
    }
    void end() {
        if (!one_line_ && !first_) new_line(out_, indent_ - kStep);
        out_ += '}';
    }

  private:
    std::string& out_;
    bool one_line_, first_ = true;
    int indent_;
};

void append_children(std::string& out, const ChildArray& children, JsonLayout layout, int indent) {
    out += '[';
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (i != 0) out += ',';
        if (layout == JsonLayout::pretty) {
            new_line(out, indent + kStep);
        } else if (i != 0) {
            out += ' ';
        }
        append_object(out, *children[i], layout, indent + kStep);
    }
    if (layout == JsonLayout::pretty && !children.empty()) new_line(out, indent);
    out += ']';
}

}  // namespace

void append_value(std::string& out, const PropertyInfo& property, const Value& value) {
    switch (property.kind) {
        case PropertyKind::float32:
            append_json_float(out, static_cast<float>(*value.as_number()));
            break;
        case PropertyKind::enumeration: {
            const auto number = static_cast<std::uint8_t>(*value.as_number());
            append_json_string(out, property.enumeration->find(number)->name);
            break;
        }
        case PropertyKind::int32:
        case PropertyKind::uint32:
        case PropertyKind::int64: {
            if (*value.as_number() == 0.0) {
                out += '0';
            } else {
                append_json_number(out, *value.as_number());
            }
            break;
        }
        case PropertyKind::id:
        case PropertyKind::reference:
            append_json_number(out, static_cast<double>(value.as_reference()->id));
            break;
        default:
            append_free_value(out, value);
    }
}

void append_property(std::string& out, const Object& object, const PropertyInfo& property,
                     JsonLayout layout, int indent) {
    if (property.kind == PropertyKind::children) {
        append_children(out, children_of(object, property), layout, indent);
    } else if (property.kind == PropertyKind::child) {
        const ChildArray& children = children_of(object, property);
        if (children.empty()) {
            out += "null";
        } else {
            append_object(out, *children.front(), layout, indent);
        }
    } else {
        append_value(out, property, get_property(object, property));
    }
}

void append_object(std::string& out, const Object& object, JsonLayout layout, int indent) {
    if (object.type().inline_json) layout = JsonLayout::line;
    Members members(out, layout == JsonLayout::line, indent + kStep);
    if (object.slot() != nullptr && object.slot()->has(kPolymorphic)) {
        append_json_string(members.key("type"), object.type_name());
    }
    const auto properties = object.type().properties;
    const auto& unknown = object.unknown_fields();
    std::size_t next = 0;
    for (std::size_t i = 0; i <= properties.size(); ++i) {
        for (; next < unknown.size() && unknown[next].after <= i; ++next)
            append_json(members.key(unknown[next].name), unknown[next].value);
        if (i < properties.size() && is_written(object, properties[i])) {
            append_property(members.key(properties[i].name), object, properties[i], layout,
                            indent + kStep);
        }
    }
    members.end();
}

}  // namespace motus
