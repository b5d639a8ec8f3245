// Why a transition does or does not fire: now, or at a moment that was scrubbed back to.
// SPDX-License-Identifier: MIT
import type { Machine, Why } from 'motus';
import { useState } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { useStore } from '../../store/store';
import { Empty } from '../../widgets/controls';
import { formatNumber } from '../../widgets/format';
import { Icon } from '../../widgets/icons';
import { RecordingScrubber } from './RecordingScrubber';

function Transitions({ machine }: { machine: Machine }) {
  const { studio } = useApp();
  const selected = useStore(studio, (state) => state.transition);
  const choose = (by: number) => {
    const at = machine.transitions.findIndex(({ index }) => index === selected);
    const next = machine.transitions[Math.min(machine.transitions.length - 1, Math.max(0, at + by))];
    if (next) studio.selectTransition(next.index);
  };
  return (
    <ul
      className="transitions"
      role="listbox"
      aria-label="Transitions"
      tabIndex={0}
      aria-activedescendant={`transition-${selected}`}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        choose(by);
      }}
    >
      {machine.layers.map((layer) => (
        <li key={layer.index} role="group" aria-label={layer.name}>
          <span className="transitions-layer" aria-hidden="true">
            {layer.name}
          </span>
          <ul role="presentation">
            {machine.transitions
              .filter((transition) => transition.layer === layer.index)
              .map((transition) => (
                <li
                  key={transition.index}
                  id={`transition-${transition.index}`}
                  role="option"
                  aria-selected={transition.index === selected}
                  onClick={() => studio.selectTransition(transition.index)}
                >
                  {transition.title}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Reasons({ why }: { why: Why }) {
  const tone = why.taken ? 'good' : why.considered ? 'bad' : 'idle';
  return (
    <div className="reasons" aria-live="off">
      <p className={`verdict ${tone}`} data-testid="verdict">
        {why.verdict}
      </p>
      <ul className="conditions" aria-label="Conditions">
        {why.conditions.map((condition, index) => (
          <li key={index} className={condition.holds ? 'holds' : 'fails'}>
            <Icon name={condition.holds ? 'check' : 'cross'} />
            <span className="hidden-label">{condition.holds ? 'Holds:' : 'Does not hold:'}</span>
            {condition.text}
          </li>
        ))}
        {why.exitTime && (
          <li className={why.exitTime.crossed ? 'holds' : 'fails'}>
            <Icon name={why.exitTime.crossed ? 'check' : 'cross'} />
            <span className="hidden-label">{why.exitTime.crossed ? 'Holds:' : 'Does not hold:'}</span>
            exit time {formatNumber(why.exitTime.at)}, is at {why.exitTime.now.toFixed(2)}
          </li>
        )}
        {why.considered && why.conditions.length === 0 && !why.exitTime && (
          <li className="muted">It has neither conditions nor an exit time.</li>
        )}
      </ul>
    </div>
  );
}

function Reason() {
  const { studio } = useApp();
  const transition = useStore(studio, (state) => state.transition);
  const [why, setWhy] = useState<Why | null>(null);
  useFrame(() => {
    const now = transition < 0 ? null : studio.stage.why(transition);
    // The same reasons as in the last frame need no new view.
    const same = (a: Why | null, b: Why | null) =>
      a?.transition === b?.transition && a?.verdict === b?.verdict && a?.taken === b?.taken &&
      JSON.stringify(a?.conditions) === JSON.stringify(b?.conditions) &&
      a?.exitTime?.now.toFixed(2) === b?.exitTime?.now.toFixed(2);
    if (!same(now, why)) setWhy(now);
  });
  return why ? <Reasons why={why} /> : <Empty title="Choose a transition to see why it does or does not fire" />;
}

export function WhyPanel() {
  const { studio } = useApp();
  const playing = useStore(studio, (state) => state.playing);
  const machine = playing?.machine;
  if (!machine)
    return (
      <Empty title="No machine is playing">
        <p>Choose a machine in the library to see, condition by condition, why its transitions fire or do not.</p>
      </Empty>
    );
  return (
    <div className="why">
      <RecordingScrubber key={`scrubber-${machine.id}`} />
      <div className="why-body">
        <Transitions machine={machine} />
        <Reason key={machine.id} />
      </div>
    </div>
  );
}
