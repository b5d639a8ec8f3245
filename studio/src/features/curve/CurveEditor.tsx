// The blend curve of one transition: shape it, step through it, see it against the straight line.
// SPDX-License-Identifier: MIT
import type { CurveKey } from 'motus';
import { useEffect, useMemo, type ReactNode } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { useValue } from '../../store/history';
import { useStore } from '../../store/store';
import { Icon } from '../../widgets/icons';
import { NumberField, type NumberFieldProps } from '../../widgets/NumberField';
import { CurvePlot } from './CurvePlot';
import { curveSession } from './session';
import { addKey, keysOf, presetOf, presets, removeKey, type Key } from './shape';

const kFrame = 1 / 60;

/** `pointer`: JSON pointer of the transition. Any number of these show the same. */
export function CurveEditor({ pointer, height = 168, head }: { pointer: string; height?: number; head?: ReactNode }) {
  const { studio } = useApp();
  const authored = useValue<CurveKey[]>(`${pointer}/curve/keys`);
  const session = useStore(curveSession, (state) => state);
  const mine = session.pointer === pointer;
  const keys = useMemo(() => (mine && session.draft ? session.draft : keysOf(authored)), [mine, session.draft, authored]);
  const curve = useMemo(() => studio.stage.curve(keys, 129), [studio, keys]);
  useEffect(() => curveSession.show(studio, pointer), [studio, pointer]);
  const preset = presetOf(keys);
  const selected = mine ? session.selected : -1;
  const key = keys[selected];

  const write = (next: readonly Key[], name: string) => curveSession.write(studio, pointer, next, name);
  const setNumber = (change: Partial<Key>, name: string) =>
    write(keys.map((one, index) => (index === selected ? { ...one, ...change } : one)), name);
  const addInGap = () => {
    // Where the scrubber stands; else in the middle of the widest gap.
    const gaps = keys.slice(1).map((one, index) => ({ from: keys[index]!.time, width: one.time - keys[index]!.time }));
    const widest = gaps.reduce((best, gap) => (gap.width > best.width ? gap : best));
    const time = mine && session.shown ? session.shown.progress : widest.from + widest.width / 2;
    const made = addKey(keys, time, 1 - curve.to[Math.round(time * (curve.to.length - 1))]!);
    if (!made) return;
    write(made.keys, 'Add a curve key');
    curveSession.set({ selected: made.index });
  };
  const isEnd = selected === 0 || selected === keys.length - 1;

  return (
    <div className="curve">
      <div className="curve-tools">
        {head}
        <div className="curve-presets" role="group" aria-label="Presets">
          {presets.map(({ name, keys: shape }) => (
            <button
              key={name}
              type="button"
              className="button preset"
              aria-pressed={preset === name}
              onClick={() => write(shape, `Curve: ${name}`)}
            >
              <svg viewBox="0 0 22 14" aria-hidden="true">
                <path d={presetPath(shape)} />
              </svg>
              {name}
            </button>
          ))}
        </div>
      </div>
      <CurvePlot pointer={pointer} keys={keys} curve={curve} height={height} />
      <div className="curve-legend">
        <span className="from">from</span>
        <span className="to">to</span>
        {curve.missesEnds && <span className="warn">does not run from 1 to 0</span>}
        {curve.tooLarge && <span className="warn">too steep to be baked</span>}
        <span className="space" />
        <button
          type="button"
          className="button quiet small"
          aria-pressed={session.snap}
          title="Snap to the grid; hold Ctrl for the other"
          onClick={() => curveSession.set({ snap: !session.snap })}
        >
          Snap
        </button>
        <button type="button" className="button quiet small" onClick={addInGap}>
          Add key
        </button>
        <button
          type="button"
          className="button quiet small"
          disabled={!key || isEnd}
          onClick={() => write(removeKey(keys, selected), 'Delete a curve key')}
        >
          Delete key
        </button>
      </div>
      {key ? (
        <div className="curve-numbers" role="group" aria-label={`Key ${selected + 1}`}>
          <KeyNumber
            title="Time"
            value={key.time}
            least={isEnd ? 0 : keys[selected - 1]!.time + 0.001}
            most={isEnd ? 1 : keys[selected + 1]!.time - 0.001}
            disabled={isEnd}
            onChange={(time) => setNumber({ time }, 'Move a curve key')}
          />
          <KeyNumber title="Weight" value={key.value} least={0} most={1} onChange={(value) => setNumber({ value }, 'Move a curve key')} />
          <KeyNumber
            title="In"
            value={key.in_tangent}
            disabled={selected === 0}
            onChange={(in_tangent) => setNumber({ in_tangent }, 'Turn a tangent')}
          />
          <KeyNumber
            title="Out"
            value={key.out_tangent}
            disabled={selected === keys.length - 1}
            onChange={(out_tangent) => setNumber({ out_tangent }, 'Turn a tangent')}
          />
        </div>
      ) : (
        <p className="curve-hint muted">Choose a key to type its numbers. Double-click the plot for a new one.</p>
      )}
      <BlendScrubber pointer={pointer} />
    </div>
  );
}

function KeyNumber({ title, ...rest }: NumberFieldProps & { title: string }) {
  return (
    <label className="number-field">
      <span>{title}</span>
      <NumberField className="field" format={(value) => String(Number(value.toFixed(4)))} {...rest} />
    </label>
  );
}

function presetPath(keys: readonly Key[]): string {
  // Of Hermite pieces the control points of the same cubic: the tangents at a third.
  const at = (time: number, value: number) => `${(1 + time * 20).toFixed(1)} ${(1 + (1 - value) * 12).toFixed(1)}`;
  return keys.reduce((path, key, index) => {
    const before = keys[index - 1];
    if (!before) return `M${at(key.time, key.value)}`;
    const third = (key.time - before.time) / 3;
    return `${path}C${at(before.time + third, before.value + before.out_tangent * third)} ${at(key.time - third, key.value - key.in_tangent * third)} ${at(key.time, key.value)}`;
  }, '');
}

/** Steps through the transition on the character, and plays it: the authored curve, or a straight line. */
function BlendScrubber({ pointer }: { pointer: string }) {
  const { studio } = useApp();
  const session = useStore(curveSession, (state) => state);
  const playing = useStore(studio, (state) => state.playing);
  useFrame(() => curveSession.frame(studio));
  const transition = playing?.machine?.transitions.find((other) => other.pointer === pointer);
  if (!transition) return <p className="curve-hint muted">Play the machine to see this blend on the character.</p>;
  const mine = session.pointer === pointer;
  const at = mine ? session.at : null;
  const length = (mine && session.shown?.length) || transition.seconds || 0.25;
  const seconds = at ?? 0;
  const step = (frames: number) =>
    curveSession.scrub(studio, pointer, Math.min(length, Math.max(0, (Math.round(seconds / kFrame) + frames) * kFrame)));
  const weight = at !== null && session.shown ? session.shown.weight : null;
  return (
    <div className="curve-scrub">
      <div className="curve-row">
        <button
          type="button"
          className="button icon"
          aria-label={session.playing ? 'Stop the blend' : 'Play the blend'}
          aria-pressed={session.playing}
          onClick={() => curveSession.play(studio, pointer, !session.playing)}
        >
          <Icon name={session.playing ? 'pause' : 'play'} />
        </button>
        <input
          className="slider"
          type="range"
          min={0}
          max={length}
          step="any"
          value={seconds}
          aria-label="Time in the blend"
          aria-valuetext={`${seconds.toFixed(3)} seconds`}
          style={{ ['--part' as string]: `${length > 0 ? (seconds / length) * 100 : 0}%` }}
          onChange={(event) => curveSession.scrub(studio, pointer, Number(event.target.value))}
          onKeyDown={(event) => {
            const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            step(by);
          }}
        />
        <div className="segments" role="group" aria-label="A or B">
          <button
            type="button"
            aria-pressed={session.side === 'a'}
            title="A: the curve as it is drawn"
            onClick={() => curveSession.setSide(studio, 'a')}
          >
            A curve
          </button>
          <button
            type="button"
            aria-pressed={session.side === 'b'}
            title="B: the same without the curve"
            onClick={() => curveSession.setSide(studio, 'b')}
          >
            B linear
          </button>
        </div>
      </div>
      <div className="curve-row reading">
        {weight === null ? (
          <span className="muted">{session.refused !== '' && mine ? session.refused : `${length.toFixed(2)} s; drag to step through it`}</span>
        ) : (
          <>
            <span className="mono">{seconds.toFixed(3)} s</span>
            <span className="mono to" data-testid="blend-weight" title="Weight of the state being entered, as motus simulate prints it">
              {String(weight)}
            </span>
            <span className="space" />
            <button type="button" className="button quiet small" onClick={() => curveSession.live(studio)}>
              Back to live
            </button>
          </>
        )}
      </div>
    </div>
  );
}
