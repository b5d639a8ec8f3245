// What the generated types accept and refuse; compiled by typescript.sh, never run.
import type { AnimationKeyframe, Component, Document, Numbers, StateMachineTransition } from "./motus-schema";
import sample from "./sample";

export const read: Document & { version: number } = sample;

export const key: AnimationKeyframe = { frame: 3, value: [0, 1, 0], interpolation: "cubic" };
export const reference: AnimationKeyframe = { frame: 0, value: { ref: 12 } };
export const transition: StateMachineTransition = { from: 4, to_kind: "exit", conditions: [{ op: "is_true" }] };
export const fill: Component = { type: "Fill", opacity: 0.5, color: [1, 0, 0, 1] };
export const timeline: Numbers["AnimationTimeline"] = 16;
export const snap: Numbers["AnimationTimeline.snap_fps"] = 1048582;

// @ts-expect-error: a key says its frame
export const noFrame: AnimationKeyframe = { value: 1 };
// @ts-expect-error: not an interpolation
export const bounce: AnimationKeyframe = { frame: 1, interpolation: "bounce" };
// @ts-expect-error: a colour has four numbers
export const color: Component = { type: "Fill", color: [1, 0, 0] };
// @ts-expect-error: a Fill has no text
export const text: Component = { type: "Fill", text: "x" };
// @ts-expect-error: computed, so it is in no file
export const computed: Document = { library: { timelines: [{ duration_s: 2 }] } };
