// Outlines and handles of the selected entities, over the picture. They follow every frame.
// SPDX-License-Identifier: MIT
import type { EntityBox } from 'motus';
import { useRef, type PointerEvent, type RefObject } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { selection } from '../../store/selection';
import { useStore } from '../../store/store';
import type { CanvasDragging, Handle } from './entity_drag';

const kTurn = 26; // pixels from the box to the handle that turns
const kHandles: { at: [number, number]; handle: Handle; cursor: string }[] = [
  { at: [0, 0], handle: { kind: 'scale' }, cursor: 'nwse-resize' },
  { at: [1, 0], handle: { kind: 'scale' }, cursor: 'nesw-resize' },
  { at: [1, 1], handle: { kind: 'scale' }, cursor: 'nwse-resize' },
  { at: [0, 1], handle: { kind: 'scale' }, cursor: 'nesw-resize' },
  { at: [0.5, 0], handle: { kind: 'scale', x: false }, cursor: 'ns-resize' },
  { at: [1, 0.5], handle: { kind: 'scale', y: false }, cursor: 'ew-resize' },
  { at: [0.5, 1], handle: { kind: 'scale', x: false }, cursor: 'ns-resize' },
  { at: [0, 0.5], handle: { kind: 'scale', y: false }, cursor: 'ew-resize' },
];

function inside({ corners }: EntityBox, [u, v]: [number, number]): [number, number] {
  const [a, b, c, d] = corners as [number, number][];
  const mix = (i: 0 | 1) =>
    a![i] * (1 - u) * (1 - v) + b![i] * u * (1 - v) + c![i] * u * v + d![i] * (1 - u) * v;
  return [mix(0), mix(1)];
}

interface Props {
  canvas: RefObject<HTMLCanvasElement>;
  dragging: CanvasDragging;
  place: (event: { clientX: number; clientY: number }) => [number, number];
}

export function EntityHandles({ canvas, dragging, place }: Props) {
  const { studio } = useApp();
  const selected = useStore(selection, (state) => state);
  const playing = useStore(studio, (state) => state.playing);
  const layer = useRef<SVGSVGElement>(null);
  const seen = useRef('');
  const shown = selected.kind === 'entity' && playing?.view === '2d' && playing.kind !== 'machine';
  useFrame(() => {
    const element = layer.current;
    if (!element || !canvas.current || !studio.viewport || !shown) return;
    let boxes: EntityBox[] = [];
    try {
      boxes = studio.viewport.boxes(selected.ids);
    } catch {
      // Nothing is drawn yet.
    }
    const { width, height } = canvas.current;
    const mark = JSON.stringify([boxes, width, height]);
    if (mark === seen.current) return;
    seen.current = mark;
    element.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const outlines = element.querySelectorAll<SVGPolygonElement>('polygon');
    outlines.forEach((outline, index) =>
      outline.setAttribute('points', boxes[index]?.corners.map((corner) => corner.join()).join(' ') ?? ''),
    );
    const [box] = boxes;
    // Of several that are selected there are outlines only.
    const grips = element.querySelector('.grips');
    grips?.toggleAttribute('hidden', !box);
    if (!box || !grips) return;
    const put = (item: Element, [x, y]: [number, number]) => item.setAttribute('transform', `translate(${x} ${y})`);
    element.querySelectorAll('.grip').forEach((grip, index) => put(grip, inside(box, kHandles[index]!.at)));
    const top = inside(box, [0.5, 0]);
    const middle = inside(box, [0.5, 0.5]);
    const length = Math.hypot(top[0] - middle[0], top[1] - middle[1]) || 1;
    const scale = window.devicePixelRatio || 1;
    const away = (kTurn * scale) / length;
    const turn: [number, number] = [top[0] + (top[0] - middle[0]) * away, top[1] + (top[1] - middle[1]) * away];
    put(element.querySelector('.turn')!, turn);
    put(element.querySelector('.pivot')!, box.pivot);
    const line = element.querySelector('line')!;
    [['x1', top[0]], ['y1', top[1]], ['x2', turn[0]], ['y2', turn[1]]].forEach(([name, value]) => line.setAttribute(String(name), String(value)));
  });
  if (!shown) return null;
  const take = (handle: Handle) => (event: PointerEvent) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    dragging.take(handle, place(event));
  };
  const follow = {
    onPointerMove: (event: PointerEvent) => dragging.move(place(event), event.shiftKey),
    onPointerUp: () => dragging.up(),
    onPointerCancel: () => dragging.cancel(),
  };
  return (
    <svg ref={layer} className="handles" aria-hidden="true" preserveAspectRatio="none">
      {selected.ids.map((id) => (
        <polygon key={id} />
      ))}
      {selected.ids.length === 1 && (
        <g className="grips">
          <line />
          <g className="pivot">
            <circle r="4" />
            <path d="M-7 0h14M0-7v14" />
          </g>
          {kHandles.map(({ at, handle, cursor }) => (
            <g key={at.join()} className="grip" style={{ cursor }} onPointerDown={take(handle)} {...follow}>
              <circle className="reach" r="11" />
              <rect x="-4.500" y="-4.500" width="9" height="9" rx="1.500" />
            </g>
          ))}
          <g className="turn" style={{ cursor: 'grab' }} onPointerDown={take({ kind: 'rotate' })} {...follow}>
            <circle className="reach" r="12" />
            <circle r="5" />
          </g>
        </g>
      )}
    </svg>
  );
}
