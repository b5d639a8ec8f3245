// The drawing itself: React Flow holds the nodes and the view, the document holds the truth.
// SPDX-License-Identifier: MIT
import {
  applyNodeChanges,
  Background,
  MiniMap,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  type FinalConnectionState,
  type NodeChange,
} from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { shown, idOf, type Drawn, type MachineModel } from '../../store/machine';
import { selection } from '../../store/selection';
import { useStore } from '../../store/store';
import { GraphCommands } from './commands';
import { edgesOf, isPseudo, nodesOf, type DrawnNode } from './drawing';
import { Edges } from './Edges';
import { useGraphFaults } from './faults';
import { LiveMarks } from './live_marks';
import { firesText, stateText, transitionTitle } from './machine_text';
import { nodeTypes, type GraphNode } from './nodes';
import { kFit, kLeastZoom, useRefit } from './refit';
import { renaming } from './renaming';

/** A pause in moving with the arrow keys ends the step. */
const kNudgePause = 400;

export interface FlowProps {
  model: MachineModel;
  drawn: Drawn;
  commands: GraphCommands;
  minimap: boolean;
}

function useNodes({ model, drawn, commands }: FlowProps, drawnNodes: DrawnNode[], faultOf: (id: string) => '' | 'error' | 'warning') {
  const { studio } = useApp();
  const library = useStore(studio, (state) => state.library);
  const selected = useStore(selection, (state) => (state.kind === 'state' ? state.ids : null));
  const naming = useStore(renaming, (state) => state.id);
  const onRename = useCallback(
    (id: string, name: string | null) => {
      renaming.set({ id: '' });
      if (name !== null) commands.rename(id, name);
    },
    [commands],
  );
  const made = useMemo<GraphNode[]>(
    () =>
      drawnNodes.map(({ id, kind, state, box }) => {
        const base = { id, position: { x: box.x, y: box.y }, width: box.width, height: box.height };
        if (kind !== 'state') return { ...base, type: 'pseudo', selectable: false, data: { name: kind } };
        const name = state!.name ?? '';
        const text = stateText(state!, library);
        return {
          ...base,
          type: 'state',
          selected: selected?.includes(id) ?? false,
          ariaLabel: `${name}, ${text}`,
          data: {
            name,
            text,
            kind: state!.kind ?? 'empty',
            isDefault: String(drawn.graph.entry ?? '') === id,
            renaming: naming === id,
            fault: faultOf(id),
            onRename,
          },
        };
      }),
    [drawnNodes, library, selected, naming, drawn, faultOf, onRename],
  );
  const [nodes, setNodes] = useState(made);
  // What the document says counts; what React Flow measured and unchanged nodes are kept.
  const [from, setFrom] = useState(made);
  if (from !== made) {
    setFrom(made);
    setNodes((before) => keepSame(before, made));
  }
  const nudge = useRef(0);
  const current = useRef(nodes);
  current.current = nodes;
  const commitMoves = useCallback(() => {
    window.clearTimeout(nudge.current);
    nudge.current = 0;
    commands.place(current.current.map(({ id, position }) => ({ id, position: [position.x, position.y] })));
  }, [commands]);
  const onNodesChange = useCallback(
    (changes: NodeChange<GraphNode>[]) => {
      setNodes((before) => applyNodeChanges(changes, before));
      const picks = changes.filter((change) => change.type === 'select');
      if (picks.length > 0) {
        const after = applyNodeChanges(picks, current.current);
        const ids = after.filter((node) => node.selected).map(({ id }) => id);
        if (ids.length > 0) selection.select('state', ids, model.pointer);
        else if (selection.state.kind === 'state') selection.clear();
      }
      if (changes.some((change) => change.type === 'position' && change.dragging === false)) {
        window.clearTimeout(nudge.current);
        nudge.current = window.setTimeout(commitMoves, kNudgePause);
      }
    },
    [commitMoves, model.pointer],
  );
  useEffect(() => () => window.clearTimeout(nudge.current), []);
  return { nodes, onNodesChange, commitMoves };
}

function keepSame(before: GraphNode[], made: GraphNode[]): GraphNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  return made.map((node) => {
    const old = known.get(node.id);
    if (!old || old.type !== node.type) return node;
    const sameData = Object.entries(node.data).every(([key, value]) => (old.data as Record<string, unknown>)[key] === value);
    const sameBox = old.position.x === node.position.x && old.position.y === node.position.y;
    if (sameData && sameBox && (old.selected ?? false) === (node.selected ?? false)) return old;
    return { ...old, ...node, measured: old.measured, data: sameData ? old.data : node.data } as GraphNode;
  });
}

export function GraphCanvas(props: FlowProps) {
  const { model, drawn, commands, minimap } = props;
  const { studio } = useApp();
  const flow = useReactFlow<GraphNode>();
  const picked = useStore(selection, (state) => (state.kind === 'transition' ? state.ids : null));
  const faultOf = useGraphFaults(model);
  const edges = useMemo(() => edgesOf(model, drawn), [model, drawn]);
  const drawnNodes = useMemo(() => nodesOf(drawn, edges), [drawn, edges]);
  const { nodes, onNodesChange, commitMoves } = useNodes(props, drawnNodes, faultOf);
  const titles = useMemo(
    () =>
      new Map(
        edges.map(({ id, transition }) => [
          id,
          transition ? `${transitionTitle(model, transition)}: fires ${firesText(model, transition)}` : '',
        ]),
      ),
    [edges, model],
  );
  const boxes = useMemo(
    () => new Map(nodes.map((node) => [node.id, { ...node.position, width: node.width!, height: node.height! }])),
    [nodes],
  );
  const boxOf = useCallback((id: string) => boxes.get(id), [boxes]);

  useRefit();
  // An overview that is there before the drawing holds on to the view of the layer before: drags do nothing.
  const [ready, setReady] = useState(false);
  const marks = useRef(new LiveMarks());
  useFrame(() => marks.current.update(studio, model, idOf(drawn.layer)));

  const selectEdge = useCallback(
    (id: string, adding: boolean) => {
      const { kind, ids } = selection.state;
      if (!adding || kind !== 'transition') return selection.select('transition', [id], model.pointer);
      selection.select('transition', ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id], model.pointer);
    },
    [model.pointer],
  );

  /** The node under a place of the page. */
  const nodeAt = (x: number, y: number): string => {
    const at = flow.screenToFlowPosition({ x, y });
    for (const [id, box] of boxes)
      if (at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height) return id;
    return '';
  };
  const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    const from = state.fromNode?.id;
    if (!from) return;
    const place = 'changedTouches' in event ? event.changedTouches[0]! : event;
    const to = nodeAt(place.clientX, place.clientY);
    if (to !== '') commands.connect(from, to);
    else {
      const { x, y } = flow.screenToFlowPosition({ x: place.clientX, y: place.clientY });
      commands.connectToNew(from, [x, y]);
    }
  };
  return (
    <ReactFlow<GraphNode>
      nodes={nodes}
      edges={kNoEdges}
      nodeTypes={nodeTypes}
      onInit={() => setReady(true)}
      onNodesChange={onNodesChange}
      onNodeDragStop={commitMoves}
      onSelectionDragStop={commitMoves}
      onConnectEnd={onConnectEnd}
      onPaneClick={() => selection.clear()}
      onNodeDoubleClick={(_, node) => {
        if (isPseudo(node.id)) {
          if (node.id === 'up') shown.set({ path: shown.state.path.slice(0, -1) });
        } else commands.enterOrRename(node.id);
      }}
      selectionOnDrag
      selectionMode={SelectionMode.Partial}
      panOnDrag={kPanButtons}
      panActivationKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={kAddKeys}
      deleteKeyCode={null}
      zoomOnDoubleClick={false}
      minZoom={kLeastZoom}
      maxZoom={2.5}
      nodeDragThreshold={2}
      fitView
      fitViewOptions={kFit}
      proOptions={kPlain}
      colorMode="dark"
    >
      <Edges
        edges={edges}
        titles={titles}
        boxOf={boxOf}
        selected={picked ?? kNobody}
        faultOf={faultOf}
        onSelect={selectEdge}
      />
      <Background gap={20} size={1} />
      {minimap && ready && <MiniMap style={kOverview} pannable zoomable ariaLabel="Overview of the graph" nodeBorderRadius={8} />}
    </ReactFlow>
  );
}

const kOverview = { width: 150, height: 104 };
const kNoEdges: never[] = [];
const kNobody: string[] = [];
const kPanButtons = [1, 2];
const kAddKeys = ['Shift', 'Control', 'Meta'];
const kPlain = { hideAttribution: true };
