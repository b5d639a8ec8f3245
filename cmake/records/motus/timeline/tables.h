// motus/timeline/tables.h - property tables of the records of components. Generated; do not edit.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/timeline/host.h>
#include <motus/timeline/records.h>

namespace motus::record {

inline constexpr ::motus::PropertyDef kTransform3DProperties[] = {
    ::motus::property<&Transform3D::position>(0x003c0001, ::motus::ValueKind::vec3),
    ::motus::property<&Transform3D::rotation>(0x003c0002, ::motus::ValueKind::quat),
    ::motus::property<&Transform3D::scale>(0x003c0003, ::motus::ValueKind::vec3),
};

inline constexpr ::motus::PropertyDef kTransform2DProperties[] = {
    ::motus::property<&Transform2D::position>(0x003d0001, ::motus::ValueKind::vec2),
    ::motus::property<&Transform2D::angle_rad>(0x003d0002, ::motus::ValueKind::number),
    ::motus::property<&Transform2D::scale>(0x003d0003, ::motus::ValueKind::vec2),
    ::motus::property<&Transform2D::size>(0x003d0004, ::motus::ValueKind::vec2),
    ::motus::property<&Transform2D::pivot>(0x003d0005, ::motus::ValueKind::vec2),
    ::motus::property<&Transform2D::depth>(0x003d0006, ::motus::ValueKind::number),
};

inline constexpr ::motus::PropertyDef kFillProperties[] = {
    ::motus::property<&Fill::color>(0x003e0001, ::motus::ValueKind::color),
    ::motus::property<&Fill::opacity>(0x003e0002, ::motus::ValueKind::number),
    ::motus::property<&Fill::corner_radius>(0x003e0003, ::motus::ValueKind::number),
    ::motus::property<&Fill::visible>(0x003e0004, ::motus::ValueKind::boolean),
};

inline constexpr ::motus::PropertyDef kPaintLayerProperties[] = {
    ::motus::property<&PaintLayer::kind>(0x003f0001, ::motus::ValueKind::enumeration),
    ::motus::property<&PaintLayer::color>(0x003f0002, ::motus::ValueKind::color),
    ::motus::property<&PaintLayer::color_end>(0x003f0003, ::motus::ValueKind::color),
    ::motus::property<&PaintLayer::opacity>(0x003f0004, ::motus::ValueKind::number),
    ::motus::property<&PaintLayer::width>(0x003f0005, ::motus::ValueKind::number),
    ::motus::property<&PaintLayer::offset>(0x003f0006, ::motus::ValueKind::vec2),
    ::motus::property<&PaintLayer::blur>(0x003f0007, ::motus::ValueKind::number),
    ::motus::property<&PaintLayer::angle_rad>(0x003f0008, ::motus::ValueKind::number),
    ::motus::property<&PaintLayer::visible>(0x003f0009, ::motus::ValueKind::boolean),
    {0x003f000a, ::motus::ValueKind::none, nullptr, nullptr},
};

inline constexpr ::motus::PropertyDef kPaintProperties[] = {
    {0x00400001, ::motus::ValueKind::none, nullptr, nullptr},
    ::motus::property<&Paint::opacity>(0x00400002, ::motus::ValueKind::number),
};

inline constexpr ::motus::PropertyDef kTextProperties[] = {
    ::motus::property<&Text::text>(0x00410001, ::motus::ValueKind::text),
    ::motus::property<&Text::size>(0x00410002, ::motus::ValueKind::number),
    ::motus::property<&Text::color>(0x00410003, ::motus::ValueKind::color),
    ::motus::property<&Text::align>(0x00410004, ::motus::ValueKind::enumeration),
    ::motus::property<&Text::letter_spacing>(0x00410005, ::motus::ValueKind::number),
    ::motus::property<&Text::weight>(0x00410006, ::motus::ValueKind::integer),
    ::motus::property<&Text::font>(0x00410007, ::motus::ValueKind::text),
};

inline constexpr ::motus::PropertyDef kHostPropertyProperties[] = {
    ::motus::property<&HostProperty::name>(0x00440001, ::motus::ValueKind::text),
    ::motus::property<&HostProperty::value_kind>(0x00440002, ::motus::ValueKind::enumeration),
    {0x00440003, ::motus::ValueKind::none, nullptr, nullptr},
    {0x00440004, ::motus::ValueKind::none, nullptr, nullptr},
};

inline constexpr ::motus::PropertyDef kMorphWeightProperties[] = {
    ::motus::property<&MorphWeight::weight>(0x004a0001, ::motus::ValueKind::number),
};

/// All of them: for PropertyHost::components.
inline constexpr ::motus::ComponentDef kComponents[] = {
    {60, kTransform3DProperties},
    {61, kTransform2DProperties},
    {62, kFillProperties},
    {63, kPaintLayerProperties},
    {64, kPaintProperties},
    {65, kTextProperties},
    {68, kHostPropertyProperties},
    {74, kMorphWeightProperties},
};

}  // namespace motus::record
