// The side on the right: what is selected, parameters, and live state.
// SPDX-License-Identifier: MIT
import { Inspector } from '../features/inspector/Inspector';
import { AddVariable } from '../features/inspector/VariableInspector';
import { LiveState } from '../features/live/LiveState';
import { Parameters } from '../features/live/Parameters';

export function RightPanel() {
  return (
    <div className="inspector">
      <Inspector />
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
