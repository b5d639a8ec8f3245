// motus/motus.h - the runtime's front: open a file, animate one character or many.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/animator.h>
#include <motus/animator/crowd.h>
#include <motus/load/library.h>
