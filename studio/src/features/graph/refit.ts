// Keeps what is seen when the graph's room changes: side by side with the picture, a panel that is moved.
// SPDX-License-Identifier: MIT
import { getViewportForBounds, useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';

export const kFit = { padding: 0.15, maxZoom: 1 };
export const kLeastZoom = 0.05;

/** A graph that is shown whole stays so; one that a person has moved keeps what is in its middle. */
export function useRefit(): void {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const before = useRef({ width: 0, height: 0 });
  useEffect(() => {
    const old = before.current;
    before.current = { width, height };
    const changed = old.width !== width || old.height !== height;
    if (!changed || old.width * old.height === 0 || width * height === 0) return;
    const { x, y, zoom } = flow.getViewport();
    const bounds = flow.getNodesBounds(flow.getNodes());
    // Not fitView: that waits for the nodes to change next, and then undoes what was moved meanwhile.
    const fit = (w: number, h: number) => getViewportForBounds(bounds, w, h, kLeastZoom, kFit.maxZoom, kFit.padding);
    const was = fit(old.width, old.height);
    const whole = Math.abs(x - was.x) + Math.abs(y - was.y) < 1 && Math.abs(zoom - was.zoom) < 1e-3;
    void flow.setViewport(whole ? fit(width, height) : { x: x + (width - old.width) / 2, y: y + (height - old.height) / 2, zoom });
  }, [flow, width, height]);
}
