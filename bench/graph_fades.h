// bench/graph_fades.h - machines that are always in a transition; built twice, once without curves.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// A herd behind plain functions: its code may live in a namespace of its own.
struct FadeHerd {
    void* self = nullptr;
    void (*tick)(void* self) = nullptr;
    std::uint64_t (*hash)(void* self) = nullptr;
    void (*free)(void* self) = nullptr;
};

/// `count` machines of which the first `custom` blend along a curve of `keys` keys, the others
/// linearly.
FadeHerd make_fades(std::uint32_t count, std::uint32_t custom, std::uint32_t keys);
/// The same code compiled without curves.
FadeHerd make_plain_fades(std::uint32_t count, std::uint32_t custom, std::uint32_t keys);
