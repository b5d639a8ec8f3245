// The graph with its tools: layers above, then where one is, then the drawing.
// SPDX-License-Identifier: MIT
import { ReactFlowProvider } from '@xyflow/react';
import { useMemo } from 'react';

import { useApp } from '../app/frames';
import { Empty } from '../parts/controls';
import { Flow } from './Flow';
import { GraphCommands } from './commands';
import { useDrawn, useModel, type Drawn, type MachineModel } from './model';

function GraphView({ model, drawn }: { model: MachineModel; drawn: Drawn }) {
  const { studio } = useApp();
  const commands = useMemo(() => new GraphCommands(studio, model, drawn), [studio, model, drawn]);
  return (
    <div className="graph">
      <div className="graph-canvas">
        <Flow key={drawn.pointer} model={model} drawn={drawn} commands={commands} minimap />
      </div>
    </div>
  );
}

export function GraphPanel() {
  const model = useModel();
  const drawn = useDrawn(model);
  if (!model || !drawn)
    return (
      <Empty title="No machine to draw">
        <p>This document has no state machine.</p>
      </Empty>
    );
  return (
    <ReactFlowProvider>
      <GraphView model={model} drawn={drawn} />
    </ReactFlowProvider>
  );
}
