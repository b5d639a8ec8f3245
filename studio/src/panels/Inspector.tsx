// The side on the right: what is selected, parameters, and live state.
// SPDX-License-Identifier: MIT
import { InspectorHost } from '../inspect/InspectorHost';
import { AddVariable } from '../inspect/VariableInspector';
import { LiveState } from './LiveState';
import { Parameters } from './Parameters';

export function Inspector() {
  return (
    <div className="inspector">
      <InspectorHost />
      <div className="inspect-head">
        <h2 className="panel-title">Parameters</h2>
        <AddVariable />
      </div>
      <Parameters />
      <h2 className="panel-title">Live state</h2>
      <LiveState />
    </div>
  );
}
