// validate_value.cpp - what holds for every type: ids, references, ranges, numbers, what is
// unknown. SPDX-License-Identifier: MIT
#include <motus/document/access.h>
#include <motus/document/pointer.h>
#include <motus/document/validate_check.h>

#include <cmath>

namespace motus::validation {
namespace {

/// Whether `type` is one of the names in `list`, '|' between them.
bool is_listed(std::string_view list, std::string_view type) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find('|'), list.size());
        if (list.substr(0, end) == type) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

std::string readable(std::string_view list) {
    std::string text;
    for (const char c : list) {
        if (c == '|') {
            text += " or ";
        } else {
            text += c;
        }
    }
    return text;
}

/// What reaches the runtime is an error, what only editors see a warning.
Severity severity_of(const Object& object, const PropertyInfo& property) {
    return property.has(kEditorOnly) || object.type().record == nullptr ? Severity::warning
                                                                        : Severity::error;
}

void check_reference(Check& check, const Object& object, const PropertyInfo& property,
                     std::uint64_t id) {
    if (id == 0) return;
    const Object* target = check.document().find_id(id);
    const bool variable = property.refers_to == "StateMachineVariable";
    const char* code = variable ? "unknown-variable" : "missing-target";
    const Severity severity = severity_of(object, property);
    if (target == nullptr) {
        check.report(severity, code, object, property.number,
                     "nothing has the id " + std::to_string(id));
    } else if (!property.refers_to.empty() && !is_listed(property.refers_to, target->type_name())) {
        check.report(severity, "wrong-target", object, property.number,
                     "needs a " + readable(property.refers_to) + ", not the " +
                         std::string(target->type_name()) + " with the id " + std::to_string(id));
    } else if (variable && machine_of(*target) != machine_of(object)) {
        check.report(
            severity, code, object, property.number,
            quoted(static_cast<const doc::StateMachineVariable&>(*target).name(), "the variable") +
                " belongs to another machine");
    }
}

void check_number(Check& check, const Object& object, const PropertyInfo& property, double number) {
    if (!std::isfinite(number)) {
        check.error("not-finite", object, property.number, "is not a finite number");
        return;
    }
    if (number >= property.min && number <= property.max) return;
    // A host clamps what it draws; what it does not draw must be right.
    const Severity severity =
        property.has(kAnimatable) ? Severity::warning : severity_of(object, property);
    std::string text;
    append_json_number(text, number);
    std::string bound;
    append_json_number(bound, number < property.min ? property.min : property.max);
    check.report(severity, "out-of-range", object, property.number,
                 text + " is " + (number < property.min ? "below " : "above ") + bound);
}

void check_tuple(Check& check, const Object& object, const PropertyInfo& property,
                 const Value::Tuple& tuple) {
    double length = 0.0;
    for (const float x : tuple.v) {
        if (!std::isfinite(x)) {
            check.error("not-finite", object, property.number, "has a number that is not finite");
            return;
        }
        length += static_cast<double>(x) * x;
    }
    if (property.kind != PropertyKind::quat) return;
    if (!(length > 1e-12)) {
        check.error("out-of-range", object, property.number, "is no rotation: its length is 0");
    } else if (!(std::fabs(length - 1.0) < 1e-3)) {
        check.warn("out-of-range", object, property.number,
                   "is not of unit length; it will be normalised");
    }
}

void check_any(Check& check, const Object& object, const PropertyInfo& property,
               const Value& value) {
    if (const double* number = value.as_number()) {
        check_number(check, object, property, *number);
    } else if (const Value::Tuple* tuple = value.as_tuple()) {
        check_tuple(check, object, property, *tuple);
    } else if (const Reference* reference = value.as_reference()) {
        check_reference(check, object, property, reference->id);
    }
}

void check_id(Check& check, const Object& object, const PropertyInfo& property) {
    const std::uint64_t id = object.stable_id();
    if (id == 0) {
        check.warn("no-id", object, property.number, "has no id: nothing can refer to it");
        return;
    }
    const Object* first = check.document().find_id(id);
    if (first != &object) {
        check.error("duplicate-id", object, property.number,
                    "another object has the id " + std::to_string(id) + ": " +
                        pointer_to(check.document(), *first));
    }
}

}  // namespace

void check_value(Check& check, const Object& object) {
    for (const PropertyInfo& property : object.type().properties) {
        switch (property.kind) {
            case PropertyKind::id:
                check_id(check, object, property);
                break;
            case PropertyKind::reference:
                check_reference(check, object, property, id_of(object, property));
                break;
            case PropertyKind::int32:
            case PropertyKind::uint32:
            case PropertyKind::int64:
            case PropertyKind::float32:
            case PropertyKind::vec2:
            case PropertyKind::vec3:
            case PropertyKind::vec4:
            case PropertyKind::quat:
            case PropertyKind::color:
            case PropertyKind::value:
                if (!property.has(kComputed)) {
                    check_any(check, object, property, get_property(object, property));
                }
                break;
            case PropertyKind::boolean:
            case PropertyKind::enumeration:
            case PropertyKind::string:
            case PropertyKind::child:
            case PropertyKind::children:
                break;
        }
    }
    if (&object.type() == &ForeignObject::static_type()) {
        check.warn("unknown-type", object, 0,
                   quoted(object.type_name(), "this") +
                       " is not known to this program; it is kept and does nothing");
        return;
    }
    for (const UnknownField& field : object.unknown_fields()) {
        check.warn("unknown-property", object, 0,
                   quoted(field.name, "\"\"") + " is not a property of " +
                       std::string(object.type_name()) + "; it is kept and does nothing");
    }
}

}  // namespace motus::validation
