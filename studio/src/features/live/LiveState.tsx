// Where each layer of the machine is now: state, transition, and the weights of what plays.
// SPDX-License-Identifier: MIT
import type { LiveLayer, Machine } from 'motus';
import { useState } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { useStore } from '../../store/store';
import { Empty, LiveBar, LiveText } from '../../widgets/controls';
import { formatPercent } from '../../widgets/format';

const cycle = (time: number) => time - Math.floor(time);

function Layer({ machine, index }: { machine: Machine; index: number }) {
  const { studio } = useApp();
  const layer = (): LiveLayer | undefined => studio.stage.live.layers[index];
  const path = (state: number) => machine.states[state]?.path ?? '–';
  // Only what changes the shape of the view goes through React.
  const [shape, setShape] = useState('-1 -1 0');
  useFrame(() => {
    const now = layer();
    const next = now ? `${now.state} ${now.next} ${now.clipCount}` : '-1 -1 0';
    if (next !== shape) setShape(next);
  });
  const [state, next, clips] = shape.split(' ').map(Number) as [number, number, number];
  const motionName = (clip: number) => {
    const motion = layer()?.clips[clip]?.motion ?? -1;
    return motion < 0 ? 'pose kept' : (machine.motions[motion]?.name ?? '');
  };
  return (
    <li className="layer">
      <div className="layer-head">
        <span className="layer-name">{machine.layers[index]?.name}</span>
        <LiveText className="muted" read={() => formatPercent(layer()?.weight ?? 0)} />
      </div>
      <div className="now">
        <span className="state-path" data-testid={`state-${index}`}>
          {path(state)}
        </span>
        <LiveBar label={`${path(state)}, progress`} read={() => cycle(layer()?.normalizedTime ?? 0)} />
      </div>
      {next >= 0 && (
        <div className="now next-state">
          <span>
            <span aria-hidden="true">→ </span>
            <span className="state-path" data-testid={`next-${index}`}>
              {path(next)}
            </span>
            <LiveText className="muted" read={() => ` ${formatPercent(layer()?.toWeight ?? 0)}`} />
          </span>
          <LiveBar next label={`Weight of ${path(next)}`} read={() => layer()?.toWeight ?? 0} />
        </div>
      )}
      <ul className="weights" aria-label="Weights">
        {Array.from({ length: clips }, (_, clip) => (
          <li key={clip}>
            <LiveText className="weight-name" read={() => motionName(clip)} />
            <LiveBar label={`Weight ${clip + 1}`} read={() => layer()?.clips[clip]?.weight ?? 0} />
            <LiveText className="muted weight" read={() => formatPercent(layer()?.clips[clip]?.weight ?? 0)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

export function LiveState() {
  const { studio } = useApp();
  const playing = useStore(studio, (state) => state.playing);
  const machine = playing?.machine;
  if (!machine)
    return (
      <Empty title="No machine is playing">
        <p>The states of a machine show here as they run.</p>
      </Empty>
    );
  return (
    <ul className="layers" aria-label="Layers">
      {machine.layers.map((layer) => (
        <Layer key={`${machine.id}-${layer.index}`} machine={machine} index={layer.index} />
      ))}
    </ul>
  );
}
