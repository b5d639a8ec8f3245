// Nodes of the graph: states, sub-machines, and entry, any state, exit.
// SPDX-License-Identifier: MIT
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { memo, useEffect, useRef, useState } from 'react';

import { Icon, type IconName } from '../../widgets/icons';
import type { PseudoName } from './drawing';
import { pseudoTitles } from './drawing';
import { keepNode } from './live_marks';

export interface StateNodeData extends Record<string, unknown> {
  name: string;
  text: string;
  kind: string;
  isDefault: boolean;
  /** The name is being typed. */
  renaming: boolean;
  fault: '' | 'error' | 'warning';
  onRename: (id: string, name: string | null) => void;
}
export type StateNodeType = Node<StateNodeData, 'state'>;
export type PseudoNodeType = Node<{ name: PseudoName }, 'pseudo'>;
export type GraphNode = StateNodeType | PseudoNodeType;

const icons: Record<string, IconName> = {
  clip: 'clip',
  timeline: 'timeline',
  sub_machine: 'machine',
  empty: 'empty',
};

function NameField({ id, data }: { id: string; data: StateNodeData }) {
  const [draft, setDraft] = useState(data.name);
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => field.current?.select(), []);
  const end = (name: string | null) => {
    if (done.current) return;
    done.current = true;
    data.onRename(id, name);
  };
  return (
    <input
      ref={field}
      className="node-rename nodrag"
      aria-label="Name of the state"
      value={draft}
      autoFocus
      onChange={(event) => setDraft(event.target.value)}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') end(event.currentTarget.value);
        if (event.key === 'Escape') end(null);
      }}
    />
  );
}

export const StateNode = memo(function StateNode({ id, data, selected }: NodeProps<StateNodeType>) {
  const classes = ['node', `node-${data.kind}`];
  if (selected) classes.push('is-selected');
  if (data.isDefault) classes.push('is-default');
  return (
    <div className={classes.join(' ')} ref={(element) => keepNode(id, element)} data-state={id}>
      <i className="node-fill" />
      <Icon name={icons[data.kind] ?? 'blend'} />
      <div className="node-texts">
        {data.renaming ? <NameField id={id} data={data} /> : <span className="node-name">{data.name || 'Without name'}</span>}
        <span className="node-text">{data.text}</span>
      </div>
      {data.fault && (
        <span className={`badge ${data.fault}`} role="img" aria-label={data.fault === 'error' ? 'Has a fault' : 'Has a warning'}>
          !
        </span>
      )}
      <Handle type="source" position={Position.Right} className="node-handle" aria-hidden="true" />
    </div>
  );
});

export const PseudoNode = memo(function PseudoNode({ id, data }: NodeProps<PseudoNodeType>) {
  const isSource = data.name === 'entry' || data.name === 'any';
  return (
    <div className={`node pseudo pseudo-${data.name}`} ref={(element) => keepNode(id, element)}>
      {pseudoTitles[data.name]}
      {isSource && <Handle type="source" position={Position.Right} className="node-handle" aria-hidden="true" />}
    </div>
  );
});

export const nodeTypes = { state: StateNode, pseudo: PseudoNode };
