// The graph's tools: layers, where one is, and what can be done.
// SPDX-License-Identifier: MIT
import { useRef, useState, type KeyboardEvent } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { idOf, showPlaceOf, shown, type Drawn, type Layer, type MachineModel } from '../../store/machine';
import { selection } from '../../store/selection';
import { useStore } from '../../store/store';
import { IconButton } from '../../widgets/controls';
import { Icon } from '../../widgets/icons';
import type { GraphCommands } from './commands';

function LayerTab({ model, layer, current }: { model: MachineModel; layer: Layer; current: boolean }) {
  const { studio } = useApp();
  const weight = useRef<HTMLElement>(null);
  const id = idOf(layer);
  useFrame(() => {
    const index = studio.state.playing?.machine?.layers.findIndex((other) => other.id === id) ?? -1;
    const now = studio.stage.live.layers[index]?.weight ?? layer.weight ?? 1;
    weight.current?.style.setProperty('transform', `scaleX(${now.toFixed(3)})`);
  });
  const marks = [layer.blending === 'additive' && 'additive', layer.mask && 'masked', layer.sync_layer && 'synced'].filter(Boolean);
  return (
    <button
      id={`layer-${id}`}
      type="button"
      role="tab"
      className="layer-tab"
      aria-selected={current}
      aria-controls="graph-body"
      tabIndex={current ? 0 : -1}
      onClick={() => {
        shown.set({ layer: id, path: [] });
        selection.select('layer', [id], model.pointer);
      }}
    >
      <span>
        {layer.name || 'Layer'}
        {marks.length > 0 && <span className="layer-marks"> {marks.join(', ')}</span>}
      </span>
      <span className="layer-weight" aria-hidden="true">
        <i ref={weight} />
      </span>
    </button>
  );
}

export function LayerTabs({ model, drawn, commands }: { model: MachineModel; drawn: Drawn; commands: GraphCommands }) {
  const bar = useRef<HTMLDivElement>(null);
  const current = model.layers.indexOf(drawn.layer);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = model.layers[(current + by + model.layers.length) % model.layers.length]!;
    shown.set({ layer: idOf(next), path: [] });
    selection.select('layer', [idOf(next)], model.pointer);
    bar.current?.querySelector<HTMLElement>(`#layer-${idOf(next)}`)?.focus();
  };
  return (
    <div className="layer-bar">
      <div className="layer-tabs" role="tablist" aria-label="Layers of the machine" ref={bar} onKeyDown={onKeyDown}>
        {model.layers.map((layer) => (
          <LayerTab key={idOf(layer)} model={model} layer={layer} current={layer === drawn.layer} />
        ))}
      </div>
      <IconButton icon="plus" label="Add layer" onClick={() => commands.addLayer()} />
    </div>
  );
}

export function Crumbs({ drawn }: { drawn: Drawn }) {
  if (drawn.path.length === 0) return null;
  const names = [drawn.layer.name || 'Layer', ...drawn.path.map((state) => state.name || 'Sub-machine')];
  return (
    <nav className="crumbs" aria-label="Where in the machine">
      <ol>
        {names.map((name, depth) => (
          <li key={depth}>
            {depth === names.length - 1 ? (
              <span aria-current="location">{name}</span>
            ) : (
              <button
                type="button"
                className="button quiet"
                onClick={() => {
                  shown.set({ path: shown.state.path.slice(0, depth) });
                  selection.clear();
                }}
              >
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Finds states of the whole machine; choosing one goes there. */
export function Search({ model, onFound }: { model: MachineModel; onFound: (id: string) => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const wanted = text.trim().toLowerCase();
  const found =
    wanted === '' ? [] : [...model.states.values()].filter(({ item }) => (item.name ?? '').toLowerCase().includes(wanted)).slice(0, 12);
  const go = (index: number) => {
    const place = found[index];
    if (!place) return;
    showPlaceOf(place);
    selection.select('state', [idOf(place.item)], model.pointer);
    onFound(idOf(place.item));
    setText('');
  };
  return (
    <div className="graph-search">
      <Icon name="search" />
      <input
        className="field"
        role="combobox"
        aria-label="Find a state"
        aria-expanded={found.length > 0}
        aria-controls="graph-found"
        aria-activedescendant={found.length > 0 ? `found-${at}` : undefined}
        placeholder="Find a state"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
          else if (event.key === 'Enter') go(at);
          else if (event.key === 'Escape') setText('');
          else return;
          event.preventDefault();
        }}
        onBlur={() => setText('')}
      />
      {found.length > 0 && (
        <ul className="found" id="graph-found" role="listbox" aria-label="States found">
          {found.map((place, index) => (
            <li
              key={idOf(place.item)}
              id={`found-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => {
                event.preventDefault();
                go(index);
              }}
            >
              {place.item.name}
              <span className="muted"> {[place.layer.name, ...place.path.map((state) => state.name)].join(' / ')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export interface ToolsProps {
  commands: GraphCommands;
  minimap: boolean;
  onAdd: (kind: 'empty' | 'sub_machine') => void;
  onConnect: () => void;
  onCopy: () => void;
  onPaste: () => void;
  onFit: () => void;
  onMinimap: () => void;
}

export function GraphTools({ commands, minimap, onAdd, onConnect, onCopy, onPaste, onFit, onMinimap }: ToolsProps) {
  const { kind, ids } = useStore(selection, (state) => state);
  const states = kind === 'state' ? ids.length : 0;
  return (
    <div className="tools graph-tools" role="toolbar" aria-label="Graph">
      <button type="button" className="button quiet" aria-keyshortcuts="N" title="Add state (N)" onClick={() => onAdd('empty')}>
        <Icon name="plus" /> State
      </button>
      <button type="button" className="button quiet" title="Add sub-machine (Shift+N)" onClick={() => onAdd('sub_machine')}>
        <Icon name="machine" /> Sub-machine
      </button>
      <button type="button" className="button quiet" aria-keyshortcuts="C" title="Add transition (C)" onClick={onConnect}>
        <Icon name="connect" /> Transition
      </button>
      <span className="rule" aria-hidden="true" />
      <IconButton icon="copy" label="Copy" shortcut="Control+C" disabled={states === 0} onClick={onCopy} />
      <IconButton icon="paste" label="Paste" shortcut="Control+V" onClick={onPaste} />
      <button
        type="button"
        className="button quiet"
        aria-keyshortcuts="Control+D"
        title="Duplicate (Ctrl+D)"
        disabled={states === 0}
        onClick={() => commands.duplicate(ids)}
      >
        Duplicate
      </button>
      <IconButton
        icon="star"
        label="Make the default state"
        disabled={states !== 1}
        onClick={() => commands.makeDefault(ids[0]!)}
      />
      <IconButton
        icon="trash"
        label="Delete"
        shortcut="Delete"
        disabled={kind !== 'state' && kind !== 'transition'}
        onClick={() => commands.remove(kind, ids)}
      />
      <span className="rule" aria-hidden="true" />
      <IconButton icon="alignLeft" label="Align left edges" disabled={states < 2} onClick={() => commands.align(ids, 'left')} />
      <IconButton icon="alignTop" label="Align top edges" disabled={states < 2} onClick={() => commands.align(ids, 'top')} />
      <IconButton icon="spread" label="Spread evenly, left to right" disabled={states < 3} onClick={() => commands.align(ids, 'spread-x')} />
      <IconButton icon="layout" label="Lay out" shortcut="L" onClick={() => commands.layout()} />
      <span className="space" />
      <IconButton icon="map" label="Overview" pressed={minimap} onClick={onMinimap} />
      <IconButton icon="frame" label="Show the whole graph" shortcut="F" onClick={onFit} />
    </div>
  );
}
