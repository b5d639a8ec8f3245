// The graph with its tools: layers above, then where one is, then the drawing.
// SPDX-License-Identifier: MIT
import { ReactFlowProvider, useReactFlow, useStore as useFlowStore } from '@xyflow/react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { useApp } from '../../store/frames';
import { idOf, shown, useDrawn, useModel, type Drawn, type MachineModel } from '../../store/machine';
import { notify } from '../../store/notices';
import { selection } from '../../store/selection';
import { Empty } from '../../widgets/controls';
import { GraphCommands } from './commands';
import { ConnectDialog } from './ConnectDialog';
import { GraphCanvas } from './GraphCanvas';
import { Crumbs, GraphTools, LayerTabs, Search } from './GraphTools';
import { kFit } from './refit';
import { renaming } from './renaming';

/** Where the browser lets no page read its clipboard, what was copied here. */
let copied = '';

async function readClipboard(): Promise<string> {
  try {
    return (await navigator.clipboard.readText()) || copied;
  } catch {
    return copied;
  }
}

function writeClipboard(text: string): void {
  copied = text;
  navigator.clipboard?.writeText(text).catch(() => undefined);
}

function GraphView({ model, drawn }: { model: MachineModel; drawn: Drawn }) {
  const { studio } = useApp();
  const flow = useReactFlow();
  const canvas = useRef<HTMLDivElement>(null);
  // In a small room the overview hides what it is an overview of; asked for, it is there anyway.
  const roomy = useFlowStore(({ width, height }) => width >= 640 && height >= 360);
  const [overview, setOverview] = useState<boolean | null>(null);
  const minimap = overview ?? roomy;
  const [connecting, setConnecting] = useState(false);
  const [wanted, setWanted] = useState('');
  const commands = useMemo(() => new GraphCommands(studio, model, drawn), [studio, model, drawn]);

  const fit = () => void flow.fitView({ ...kFit, duration: 200 });
  // A state that was searched for is shown once its graph is drawn.
  useEffect(() => {
    if (wanted === '' || !drawn.graph.states?.some((state) => idOf(state) === wanted)) return;
    setWanted('');
    void flow.fitView({ nodes: [{ id: wanted }], maxZoom: 1, duration: 200 });
  }, [wanted, drawn, flow]);

  const middle = (): [number, number] => {
    const box = canvas.current!.getBoundingClientRect();
    const at = flow.screenToFlowPosition({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    return [at.x, at.y];
  };
  /** The middle of a new state: near the middle of what is seen, where nothing stands yet. */
  const freePlace = (): [number, number] => {
    const [x, y] = middle();
    const taken = flow.getNodes().map(({ position, width = 0, height = 0 }) => ({ x: position.x + width / 2, y: position.y + height / 2 }));
    for (let ring = 0; ; ++ring) {
      for (let step = 0; step < Math.max(1, 8 * ring); ++step) {
        const angle = ring === 0 ? 0 : (step / (8 * ring)) * 2 * Math.PI;
        const at: [number, number] = [x + Math.cos(angle) * ring * 60, y + Math.sin(angle) * ring * 40];
        if (!taken.some((other) => Math.abs(other.x - at[0]) < 196 && Math.abs(other.y - at[1]) < 72)) return at;
      }
    }
  };
  const copy = () => {
    const text = selection.state.kind === 'state' ? commands.copy(selection.state.ids) : null;
    if (text) writeClipboard(text);
    return text !== null;
  };
  const paste = async () => {
    const [x, y] = middle();
    if (!commands.paste(await readClipboard(), [x - 88, y - 28]))
      notify({ kind: 'paste', title: 'There are no states to paste', text: 'Copy some in a graph first.' });
  };
  const add = (kind: 'empty' | 'sub_machine') => commands.addState(freePlace(), kind);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const { kind, ids } = selection.state;
    const command = event.ctrlKey || event.metaKey;
    const keys: Record<string, () => void> = command
      ? {
          a: () => selection.select('state', (drawn.graph.states ?? []).map(idOf), model.pointer),
          c: copy,
          x: () => copy() && commands.remove(kind, ids),
          v: () => void paste(),
          d: () => kind === 'state' && commands.duplicate(ids),
        }
      : {
          delete: () => commands.remove(kind, ids),
          backspace: () => commands.remove(kind, ids),
          n: () => add(event.shiftKey ? 'sub_machine' : 'empty'),
          c: () => setConnecting(true),
          f: fit,
          l: () => commands.layout(),
          f2: () => kind === 'state' && renaming.set({ id: ids[0]! }),
          escape: () => {
            if (kind !== 'none') selection.clear();
            else if (drawn.path.length > 0) shown.set({ path: shown.state.path.slice(0, -1) });
          },
        };
    const run = event.altKey ? undefined : keys[event.key.toLowerCase()];
    const enters = event.key === 'Enter' && kind === 'state' && model.states.get(ids[0]!)?.item.graph;
    if (enters) commands.enterOrRename(ids[0]!);
    else if (run) run();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="graph" onKeyDown={onKeyDown}>
      <LayerTabs model={model} drawn={drawn} commands={commands} />
      <GraphTools
        commands={commands}
        minimap={minimap}
        onAdd={add}
        onConnect={() => setConnecting(true)}
        onCopy={copy}
        onPaste={() => void paste()}
        onFit={fit}
        onMinimap={() => setOverview(!minimap)}
      />
      <div className="graph-canvas" id="graph-body" role="tabpanel" aria-label={`Graph of ${drawn.layer.name ?? 'the layer'}`} ref={canvas}>
        <GraphCanvas key={drawn.pointer} model={model} drawn={drawn} commands={commands} minimap={minimap} />
        <div className="graph-over">
          <Crumbs drawn={drawn} />
          <Search model={model} onFound={setWanted} />
        </div>
        {(drawn.graph.states ?? []).length === 0 && (
          <p className="graph-hint">This graph is empty. Press N, or “State” above, to add a state.</p>
        )}
      </div>
      {connecting && <ConnectDialog commands={commands} onClose={() => setConnecting(false)} />}
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
    <ReactFlowProvider key={model.id}>
      <GraphView model={model} drawn={drawn} />
    </ReactFlowProvider>
  );
}
