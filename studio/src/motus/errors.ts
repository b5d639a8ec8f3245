// Refusals of the library, for those who tell the person.
// SPDX-License-Identifier: MIT
export { MotusError } from 'motus';
