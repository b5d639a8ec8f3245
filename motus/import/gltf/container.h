// motus/import/gltf/container.h - splits a .glb into its chunks; a .gltf is one chunk of JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/gltf/faults.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace motus::gltf {

/// Views into the file's bytes.
struct Container {
    std::string_view json{};
    std::span<const std::byte> binary{};
    bool has_binary = false;
};

bool open_container(std::span<const std::byte> bytes, Container& out, Faults& faults);

}  // namespace motus::gltf
