// Registers the inspectors of the machine. Another folder adds its own the same way, from main.tsx.
// SPDX-License-Identifier: MIT
export {};
