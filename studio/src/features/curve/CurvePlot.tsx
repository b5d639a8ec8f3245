// The plot of a blend curve: both weights as they run, keys and handles that are dragged.
// SPDX-License-Identifier: MIT
import type { SampledCurve } from 'motus';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { useStore } from '../../store/store';
import { formatNumber } from '../../widgets/format';
import { curveSession } from './session';
import { addKey, kGrid, kSlopeGrid, moveKey, removeKey, snapTo, tidy, turnKey, type Key, type Side } from './shape';

const kHandle = 38; // pixels from a key to its handle
const pad = { left: 28, right: 12, top: 12, bottom: 20 };

interface Grip {
  index: number;
  side: Side | null;
}

function useWidth(): [React.RefObject<HTMLDivElement>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(260);
  useLayoutEffect(() => {
    const box = element.current!;
    const measure = () => setWidth(Math.max(160, Math.round(box.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

interface PlotProps {
  pointer: string;
  keys: readonly Key[];
  curve: SampledCurve;
  height: number;
}

export function CurvePlot({ pointer, keys, curve, height }: PlotProps) {
  const { studio } = useApp();
  const { selected, snap, at, shown, side } = useStore(curveSession, (state) => state);
  const [box, width] = useWidth();
  const grip = useRef<Grip | null>(null);
  const moved = useRef(false);
  const w = width - pad.left - pad.right;
  const h = height - pad.top - pad.bottom;
  const x = (time: number) => pad.left + time * w;
  const y = (value: number) => pad.top + (1 - value) * h;

  const place = (event: { clientX: number; clientY: number }) => {
    const frame = box.current!.getBoundingClientRect();
    return {
      time: (event.clientX - frame.left - pad.left) / w,
      value: 1 - (event.clientY - frame.top - pad.top) / h,
    };
  };
  const snaps = (event: { ctrlKey: boolean; metaKey: boolean }) => snap !== (event.ctrlKey || event.metaKey);

  const begin = (event: PointerEvent, index: number, handle: Side | null) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    curveSession.show(studio, pointer);
    curveSession.set({ selected: index });
    grip.current = { index, side: handle };
    moved.current = false;
  };
  const move = (event: PointerEvent) => {
    if (!grip.current) return;
    const { index, side: handle } = grip.current;
    const to = place(event);
    moved.current = true;
    if (handle) {
      const from = keys[index]!;
      const run = handle === 'out' ? Math.max(0.02, to.time - from.time) : Math.min(-0.02, to.time - from.time);
      const slope = (to.value - from.value) / run;
      const turned = snaps(event) ? snapTo(slope, kSlopeGrid) : slope;
      curveSession.drag(studio, pointer, turnKey(keys, index, handle, turned, event.altKey));
      return;
    }
    const time = snaps(event) ? snapTo(to.time, kGrid) : to.time;
    const value = snaps(event) ? snapTo(to.value, kGrid) : to.value;
    curveSession.drag(studio, pointer, moveKey(keys, index, time, value));
  };
  const end = () => {
    if (grip.current && moved.current)
      curveSession.commit(studio, grip.current.side ? 'Turn a tangent' : 'Move a curve key');
    grip.current = null;
  };
  const cancel = () => {
    grip.current = null;
    curveSession.drop(studio);
  };

  const insert = (event: { clientX: number; clientY: number }) => {
    const to = place(event);
    const made = addKey(keys, to.time, to.value);
    if (!made) return;
    curveSession.write(studio, pointer, made.keys, 'Add a curve key');
    curveSession.set({ selected: made.index });
  };

  const press = (event: KeyboardEvent, index: number, handle: Side | null) => {
    if (event.key === 'Escape' && (grip.current || curveSession.state.draft)) {
      event.preventDefault();
      cancel();
      return;
    }
    if (!handle && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      curveSession.write(studio, pointer, removeKey(keys, index), 'Delete a curve key');
      return;
    }
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [dx, dy] = by as [number, number];
    const from = keys[index]!;
    if (handle) {
      const slope = handle === 'in' ? from.in_tangent : from.out_tangent;
      const step = (event.shiftKey ? 1 : 0.1) * (dx + dy);
      curveSession.drag(studio, pointer, turnKey(keys, index, handle, slope + step, false));
    } else {
      const step = event.shiftKey ? 0.1 : 0.01;
      curveSession.drag(studio, pointer, moveKey(keys, index, from.time + dx * step, from.value + dy * step));
    }
  };
  // A key that is held moves on and on: one step for all of it.
  const release = (event: KeyboardEvent, handle: Side | null) => {
    if (event.key.startsWith('Arrow')) curveSession.commit(studio, handle ? 'Turn a tangent' : 'Move a curve key');
  };
  useEffect(() => () => curveSession.drop(studio), [studio, pointer]);

  const line = (values: readonly number[], of: (value: number) => number) =>
    values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i / (values.length - 1)).toFixed(2)} ${y(of(value)).toFixed(2)}`).join('');
  const progress = shown ? shown.progress : null;
  const dot = useRef<SVGCircleElement>(null);
  useFrame(() => {
    const index = curveSession.indexOf(studio, pointer);
    const layer = studio.stage.live.layers.slice(0, studio.stage.live.layerCount).find((other) => other.transition === index && index >= 0);
    if (!dot.current) return;
    const visible = layer !== undefined && curveSession.state.at === null;
    dot.current.style.display = visible ? '' : 'none';
    if (!visible) return;
    dot.current.setAttribute('cx', String(x(layer.progress)));
    dot.current.setAttribute('cy', String(y(layer.toWeight)));
  });

  const grips = keys.flatMap((key, index): { index: number; side: Side; slope: number; dx: number; dy: number }[] => {
    if (index !== selected) return [];
    const sides: Side[] = [...(index > 0 ? (['in'] as const) : []), ...(index < keys.length - 1 ? (['out'] as const) : [])];
    return sides.map((handle) => {
      const slope = handle === 'in' ? key.in_tangent : key.out_tangent;
      const sign = handle === 'in' ? -1 : 1;
      const length = Math.hypot(w, slope * h);
      return { index, side: handle, slope, dx: (sign * w * kHandle) / length, dy: (-sign * slope * h * kHandle) / length };
    });
  });

  return (
    <div ref={box} className="curve-plot" style={{ height }}>
      <svg
        width={width}
        height={height}
        role="group"
        aria-label="Blend curve"
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={cancel}
        onDoubleClick={insert}
      >
        <g className="curve-grid" aria-hidden="true">
          {[0, 0.25, 0.5, 0.75, 1].map((part) => (
            <g key={part}>
              <line x1={x(part)} x2={x(part)} y1={y(0)} y2={y(1)} />
              <line x1={x(0)} x2={x(1)} y1={y(part)} y2={y(part)} />
              {part * 2 === Math.round(part * 2) && (
                <>
                  <text x={pad.left - 6} y={y(part) + 3.5} textAnchor="end">
                    {part}
                  </text>
                  <text x={x(part)} y={height - 6} textAnchor="middle">
                    {part}
                  </text>
                </>
              )}
            </g>
          ))}
        </g>
        {side === 'b' && <line className="curve-linear" x1={x(0)} y1={y(1)} x2={x(1)} y2={y(0)} aria-hidden="true" />}
        <path className="curve-to" d={line(curve.to, (value) => value)} aria-hidden="true" />
        <path className="curve-from" d={line(curve.to, (value) => 1 - value)} aria-hidden="true" />
        <circle ref={dot} className="curve-live" r="4.5" style={{ display: 'none' }} aria-hidden="true" />
        {at !== null && progress !== null && shown && (
          <g className="curve-now" aria-hidden="true">
            <line x1={x(progress)} x2={x(progress)} y1={y(0)} y2={y(1)} />
            <circle className="to" cx={x(progress)} cy={y(shown.weight)} r="3.5" />
            <circle className="from" cx={x(progress)} cy={y(1 - shown.weight)} r="3.5" />
          </g>
        )}
        {grips.map(({ index, side: handle, slope, dx, dy }) => (
          <g key={`${index}${handle}`} className="curve-handle">
            <line x1={x(keys[index]!.time)} y1={y(keys[index]!.value)} x2={x(keys[index]!.time) + dx} y2={y(keys[index]!.value) + dy} />
            <circle
              cx={x(keys[index]!.time) + dx}
              cy={y(keys[index]!.value) + dy}
              r="4.5"
              tabIndex={0}
              role="slider"
              aria-label={handle === 'in' ? 'Slope into the key' : 'Slope out of the key'}
              aria-valuenow={tidy(slope)}
              aria-valuemin={-20}
              aria-valuemax={20}
              onPointerDown={(event) => begin(event, index, handle)}
              onKeyDown={(event) => press(event, index, handle)}
              onKeyUp={(event) => release(event, handle)}
            />
          </g>
        ))}
        {keys.map((key, index) => (
          <circle
            key={index}
            className={index === selected ? 'curve-key selected' : 'curve-key'}
            cx={x(key.time)}
            cy={y(key.value)}
            r="5.5"
            tabIndex={0}
            role="slider"
            aria-label={`Key ${index + 1} of ${keys.length}`}
            aria-valuenow={key.value}
            aria-valuemin={0}
            aria-valuemax={1}
            aria-valuetext={`weight ${formatNumber(key.value)} at ${formatNumber(key.time)}`}
            onFocus={() => {
              curveSession.show(studio, pointer);
              curveSession.set({ selected: index });
            }}
            onDoubleClick={(event) => event.stopPropagation()}
            onPointerDown={(event) => begin(event, index, null)}
            onKeyDown={(event) => press(event, index, null)}
            onKeyUp={(event) => release(event, null)}
          />
        ))}
      </svg>
    </div>
  );
}
