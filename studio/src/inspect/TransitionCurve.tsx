// The mount place of the curve editor in the transition's inspector.
// SPDX-License-Identifier: MIT
export function TransitionCurve(_props: { id: string; pointer: string }) {
  return null;
}
