// The side on the right: parameters above, live state below.
// SPDX-License-Identifier: MIT
import { LiveState } from './LiveState';
import { Parameters } from './Parameters';

export function Inspector() {
  return (
    <div className="inspector">
      <h2 className="panel-title">Parameters</h2>
      <Parameters />
      <h2 className="panel-title">Live state</h2>
      <LiveState />
    </div>
  );
}
