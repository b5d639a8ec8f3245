// The canvas: drags turn, move and zoom the camera, a click takes a joint; a board gets the pointer.
// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

import { useApp } from '../../store/frames';
import { notifyFailure } from '../../store/notices';
import { settings } from '../../store/settings';
import { useStore } from '../../store/store';
import { CanvasDragging } from './entity_drag';
import { EntityHandles } from './EntityHandles';

/** Up to here a press is a click, not a drag. */
const kClick = 4;
const kMostPixels = 2;

function usePicture(canvas: React.RefObject<HTMLCanvasElement>) {
  const { studio } = useApp();
  useEffect(() => {
    const element = canvas.current!;
    let observer: ResizeObserver | null = null;
    try {
      const viewport = studio.stage.openViewport(element);
      studio.viewport = viewport;
      const fit = () => {
        const scale = Math.min(kMostPixels, window.devicePixelRatio || 1);
        const { width, height } = element.parentElement!.getBoundingClientRect();
        if (width === 0 || height === 0) return; // hidden
        viewport.setSize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
        viewport.draw(); // a canvas that changes its size is empty until it is drawn
      };
      observer = new ResizeObserver(fit);
      observer.observe(element.parentElement!);
      viewport.frameAll();
    } catch (error) {
      notifyFailure('There is no picture: WebGL 2 could not be started', error);
    }
    return () => {
      observer?.disconnect();
      studio.viewport?.close();
      studio.viewport = null;
    };
  }, [canvas, studio]);

  const { overlays, theme, follow } = useStore(settings, (state) => state);
  useEffect(() => {
    studio.viewport?.setOverlays(overlays);
    studio.viewport?.setLook(theme);
    if (studio.viewport) studio.viewport.follow = follow;
  }, [studio, overlays, theme, follow]);
}

export function Canvas() {
  const { studio } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<{ x: number; y: number; far: number; pan: boolean } | null>(null);
  const playing = useStore(studio, (state) => state.playing);
  const joint = useStore(studio, (state) => state.joint);
  const [hand, setHand] = useState(false);
  usePicture(canvas);
  const flat = playing?.view === '2d';
  // While a machine runs the pointer is its; else entities are taken by it.
  const editing = flat && playing?.kind !== 'machine';
  const dragging = useMemo(() => new CanvasDragging(studio), [studio]);

  const place = (event: { clientX: number; clientY: number }): [number, number] => {
    const element = canvas.current!;
    const box = element.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * element.width,
      ((event.clientY - box.top) / box.height) * element.height,
    ];
  };
  const point = (kind: 'move' | 'down' | 'up' | 'leave', event: PointerEvent) => {
    const under = studio.viewport?.pointer(kind, ...place(event));
    setHand(under?.acts ?? false);
  };

  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const pan = event.button !== 0 || (event.shiftKey && !editing);
    if (editing && !pan) return dragging.press(place(event), event.shiftKey || event.ctrlKey || event.metaKey);
    if (flat && !pan) return point('down', event);
    drag.current = { x: event.clientX, y: event.clientY, far: 0, pan };
  };
  const move = (event: PointerEvent) => {
    if (dragging.busy) return dragging.move(place(event), event.shiftKey);
    const at = drag.current;
    if (!at) {
      if (flat) point('move', event);
      return;
    }
    const dx = event.clientX - at.x;
    const dy = event.clientY - at.y;
    at.x = event.clientX;
    at.y = event.clientY;
    at.far += Math.abs(dx) + Math.abs(dy);
    if (at.far <= kClick) return;
    if (at.pan) studio.viewport?.pan(dx, dy);
    else studio.viewport?.orbit(dx, dy);
  };
  const up = (event: PointerEvent) => {
    if (dragging.busy) return dragging.up();
    const at = drag.current;
    drag.current = null;
    if (!at) {
      if (flat) point('up', event);
      return;
    }
    if (at.far <= kClick && !at.pan && !flat) studio.selectJoint(studio.viewport?.pickJoint(...place(event)) ?? -1);
  };

  // React's own wheel listener may not stop the page from scrolling.
  useEffect(() => {
    const element = canvas.current!;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      studio.viewport?.zoom(Math.exp(-event.deltaY * 0.0015));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [studio]);

  const press = (event: KeyboardEvent) => {
    const turn = { ArrowLeft: [-24, 0], ArrowRight: [24, 0], ArrowUp: [0, -24], ArrowDown: [0, 24] }[event.key];
    if (event.key === 'Escape' && dragging.busy) dragging.cancel();
    else if (turn) studio.viewport?.[event.shiftKey || flat ? 'pan' : 'orbit'](turn[0]!, turn[1]!);
    else if (event.key === '+' || event.key === '=') studio.viewport?.zoom(1.15);
    else if (event.key === '-') studio.viewport?.zoom(1 / 1.15);
    else return;
    event.preventDefault();
  };
  const name = playing?.rig?.joints[joint]?.name;
  return (
    <>
      <canvas
        ref={canvas}
        id="viewport"
        tabIndex={0}
        role="application"
        aria-label={`Picture of ${playing?.name ?? 'nothing'}. Arrow keys turn it, plus and minus zoom, F frames.`}
        style={{ cursor: flat ? (hand ? 'pointer' : 'default') : 'grab' }}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => dragging.cancel()}
        onPointerLeave={(event) => flat && point('leave', event)}
        onDoubleClick={() => studio.frame()}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={press}
      />
      <EntityHandles canvas={canvas} dragging={dragging} place={place} />
      {name && (
        <p className="joint-mark" role="status">
          {name}
        </p>
      )}
    </>
  );
}
