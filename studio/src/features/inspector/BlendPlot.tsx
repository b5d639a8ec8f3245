// The plot of a 1D or 2D blend: motions to drag, the point where the parameters stand, weights live.
// SPDX-License-Identifier: MIT
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

import { useApp, useFrame } from '../../store/frames';
import type { MachineModel } from '../../store/machine';
import { formatNumber, formatPercent } from '../../widgets/format';
import type { Blend } from './blends';

const kWidth = 268;
const kPad = 22;
const kDot = 5;
/** Rounded so that a drag gives numbers a person would type. */
const kSteps = 200;

interface Range {
  x: [number, number];
  y: [number, number];
}

function spread(values: number[]): [number, number] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const room = (high - low || 2) * 0.12;
  return [low - room, high + room];
}

export interface BlendPlotProps {
  model: MachineModel;
  blend: Blend;
  pointer: string;
  names: string[];
  onMove: (index: number, place: [number, number]) => void;
}

export function BlendPlot({ model, blend, pointer, names, onMove }: BlendPlotProps) {
  const { studio } = useApp();
  const oneD = blend.kind === 'blend_1d';
  const height = oneD ? 104 : kWidth * 0.82;
  const children = blend.children ?? [];
  const svg = useRef<SVGSVGElement>(null);
  const point = useRef<SVGGElement>(null);
  const rings = useRef<(SVGCircleElement | null)[]>([]);
  const said = useRef<HTMLParagraphElement>(null);
  const [drag, setDrag] = useState<{ index: number; at: [number, number] } | null>(null);
  const range = useMemo<Range>(
    () => ({
      x: spread(children.map((child) => (oneD ? child.threshold : child.position?.[0]) ?? 0)),
      y: oneD ? [0, 1] : spread(children.map((child) => child.position?.[1] ?? 0)),
    }),
    [children, oneD],
  );
  const toX = (x: number) => kPad + ((x - range.x[0]) / (range.x[1] - range.x[0])) * (kWidth - 2 * kPad);
  const toY = (y: number) => height - kPad - ((y - range.y[0]) / (range.y[1] - range.y[0])) * (height - 2 * kPad);
  const floor = height - 34;
  const placeOf = (index: number): [number, number] =>
    drag?.index === index ? drag.at : oneD ? [children[index]!.threshold ?? 0, 0] : [...(children[index]!.position ?? [0, 0])] as [number, number];
  const screen = ([x, y]: [number, number]): [number, number] => [toX(x), oneD ? floor : toY(y)];

  useFrame(() => {
    let shown: { at: [number, number]; weights: number[] };
    try {
      shown = studio.stage.blendWeights(pointer);
    } catch {
      return;
    }
    const clamp = (value: number, [low, high]: [number, number]) => Math.min(high, Math.max(low, value));
    const at: [number, number] = [clamp(shown.at[0], range.x), clamp(shown.at[1], range.y)];
    const [x, y] = screen(at);
    point.current?.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    shown.weights.forEach((weight, index) => rings.current[index]?.setAttribute('r', (kDot + 1 + 13 * Math.sqrt(weight)).toFixed(1)));
    const text = `${shown.weights.map((weight, index) => `${names[index]} ${formatPercent(weight)}`).join(', ')}`;
    if (said.current && said.current.textContent !== text) said.current.textContent = text;
  });

  const fromEvent = (event: PointerEvent): [number, number] => {
    const box = svg.current!.getBoundingClientRect();
    const px = ((event.clientX - box.left) / box.width) * kWidth;
    const py = ((event.clientY - box.top) / box.height) * height;
    const snap = (value: number, [low, high]: [number, number]) => {
      const step = 10 ** Math.ceil(Math.log10((high - low) / kSteps));
      return Number((Math.round(value / step) * step).toFixed(6));
    };
    return [
      snap(range.x[0] + ((px - kPad) / (kWidth - 2 * kPad)) * (range.x[1] - range.x[0]), range.x),
      oneD ? 0 : snap(range.y[0] + ((height - kPad - py) / (height - 2 * kPad)) * (range.y[1] - range.y[0]), range.y),
    ];
  };
  const indexOf = (id: number | undefined) => studio.state.playing?.machine?.parameters.find((parameter) => parameter.id === String(id))?.index;
  const setPoint = (place: [number, number]) => {
    const x = indexOf(blend.variable_x);
    const y = indexOf(blend.variable_y);
    if (x !== undefined) studio.setParameter(x, place[0]);
    if (!oneD && y !== undefined) studio.setParameter(y, place[1]);
  };
  const nudge = (event: KeyboardEvent, place: [number, number], take: (place: [number, number]) => void) => {
    const by = (event.shiftKey ? 0.1 : 0.02) * (range.x[1] - range.x[0]);
    const ways: Record<string, [number, number]> = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, by], ArrowDown: [0, -by] };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    take([Number((place[0] + way[0]).toFixed(3)), oneD ? 0 : Number((place[1] + way[1]).toFixed(3))]);
  };
  const name = (id: number | undefined) => model.variables.find((variable) => variable.id === id)?.name ?? '';
  const zero = screen([0, 0]);
  return (
    <figure className="blend-plot">
      <svg
        ref={svg}
        viewBox={`0 0 ${kWidth} ${height}`}
        role="group"
        aria-label={oneD ? `Blend along ${name(blend.variable_x)}` : `Blend of ${name(blend.variable_x)} and ${name(blend.variable_y)}`}
        onPointerDown={(event) => {
          if (event.button !== 0 || drag) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ index: -1, at: fromEvent(event) });
          setPoint(fromEvent(event));
        }}
        onPointerMove={(event) => {
          if (!drag) return;
          const at = fromEvent(event);
          setDrag({ index: drag.index, at });
          if (drag.index < 0) setPoint(at);
        }}
        onPointerUp={() => {
          if (drag && drag.index >= 0) onMove(drag.index, drag.at);
          setDrag(null);
        }}
      >
        <path className="plot-axis" d={oneD ? `M${kPad} ${floor}H${kWidth - kPad}` : `M${kPad} ${zero[1]}H${kWidth - kPad}M${zero[0]} ${kPad}V${height - kPad}`} />
        {oneD &&
          children.map((_, index) => {
            const [x] = screen(placeOf(index));
            const left = index > 0 ? screen(placeOf(index - 1))[0] : kPad;
            const right = index < children.length - 1 ? screen(placeOf(index + 1))[0] : kWidth - kPad;
            const from = index > 0 ? `L${x} 16` : `V16H${x}`;
            const to = index < children.length - 1 ? `L${right} ${floor}` : `H${right}V${floor}`;
            return <path key={index} className="plot-slope" d={`M${left} ${floor}${from}${to}`} />;
          })}
        {children.map((_, index) => {
          const [x, y] = screen(placeOf(index));
          return (
            <g
              key={index}
              className="plot-child"
              role="button"
              tabIndex={0}
              aria-label={`${names[index]} at ${placeOf(index).slice(0, oneD ? 1 : 2).map(formatNumber).join(', ')}: arrow keys move it`}
              transform={`translate(${x} ${y})`}
              onPointerDown={(event) => {
                event.stopPropagation();
                svg.current!.setPointerCapture(event.pointerId);
                setDrag({ index, at: placeOf(index) });
              }}
              onKeyDown={(event) => nudge(event, placeOf(index), (place) => onMove(index, place))}
            >
              <circle ref={(element) => (rings.current[index] = element)} className="plot-weight" r={kDot} />
              <circle className="plot-dot" r={kDot} />
              <text dy={oneD ? 20 : -11}>{names[index]}</text>
            </g>
          );
        })}
        <g
          ref={point}
          className="plot-point"
          role="button"
          tabIndex={0}
          aria-label="Where the parameters stand: arrow keys move them"
          onKeyDown={(event) => nudge(event, studio.stage.blendWeights(pointer).at, setPoint)}
        >
          <path d="M-7 0H7M0 -7V7" />
          <circle r="4.500" />
        </g>
      </svg>
      <figcaption className="plot-axes muted">
        <span>{name(blend.variable_x)} →</span>
        {!oneD && <span>{name(blend.variable_y)} ↑</span>}
      </figcaption>
      <p ref={said} className="hidden-label" data-testid="blend-weights" />
    </figure>
  );
}
