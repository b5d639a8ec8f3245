// The curve of a transition in its inspector: the same editor as in the drawer.
// SPDX-License-Identifier: MIT
import { CurveEditor } from '../curve/CurveEditor';

export function TransitionCurve({ pointer }: { id: string; pointer: string }) {
  return (
    <div className="inspect-curve">
      <CurveEditor pointer={pointer} height={156} />
    </div>
  );
}
