// The side on the right: what is selected, parameters, and live state.
// SPDX-License-Identifier: MIT
import { InspectorHost } from '../inspect/InspectorHost';
import { LiveState } from './LiveState';
import { Parameters } from './Parameters';

export function Inspector() {
  return (
    <div className="inspector">
      <InspectorHost />
      <h2 className="panel-title">Parameters</h2>
      <Parameters />
      <h2 className="panel-title">Live state</h2>
      <LiveState />
    </div>
  );
}
