// The timeline panel: tools, track headings, and the canvas with the dope sheet or the curves.
// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { settings } from '../../store/settings';
import { useStore } from '../../store/store';
import { Empty } from '../../widgets/controls';
import { useTimeline } from './context';
import type { TimelineModel } from './model';
import { kRuler, paintSheet, readColours, type Colours } from './paint';
import { TimelinePointer, type Press } from './pointer';
import { kRowHeight } from './rows';
import { TimelineTools } from './TimelineTools';
import { TrackList } from './TrackList';

/** What the keys of the canvas do; the list is in docs/studio.md. */
function pressed(model: TimelineModel, event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey;
  const by = event.shiftKey ? 10 : 1;
  const at = Math.max(0, model.frame);
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const step = event.key === 'ArrowLeft' ? -by : by;
      if (event.altKey) model.move(step);
      else model.go(Math.round(at) + step);
      return true;
    }
    case 'ArrowUp':
    case 'ArrowDown':
      selectNeighbour(model, event.key === 'ArrowUp' ? -1 : 1);
      return true;
    case 'Home':
      model.go(model.state.text?.workStart ?? 0);
      return true;
    case 'End':
      model.go(model.state.text?.workEnd ?? 0);
      return true;
    case 'Delete':
    case 'Backspace':
      model.remove();
      return true;
    case 'Enter':
      model.select(keysAtPlayhead(model), event.shiftKey);
      return true;
    case '+':
    case '=':
      model.zoom(1.25, model.width / 2);
      return true;
    case '-':
      model.zoom(0.8, model.width / 2);
      return true;
    default:
      break;
  }
  if (!control) return false;
  const actions: Record<string, () => void> = {
    c: () => model.copy(),
    v: () => model.paste(),
    d: () => model.duplicate(),
    a: () => model.select(allKeys(model)),
  };
  const act = actions[event.key.toLowerCase()];
  act?.();
  return act !== undefined;
}

function allKeys(model: TimelineModel): number[] {
  return Array.from({ length: model.keys.length / 4 }, (_, index) => model.keys[index * 4]!);
}

function keysAtPlayhead(model: TimelineModel): number[] {
  const frame = Math.round(model.frame);
  const { text, tracks } = model.state;
  const wanted = (text?.tracks ?? []).filter((track) => tracks.size === 0 || tracks.has(track.id));
  return wanted.flatMap(({ first, count }) =>
    Array.from({ length: count }, (_, index) => (first + index) * 4)
      .filter((at) => Math.abs(model.keys[at + 1]! - frame) < 0.5)
      .map((at) => model.keys[at]!),
  );
}

function selectNeighbour(model: TimelineModel, by: number): void {
  const rows = model.state.rows;
  const now = rows.findIndex((row) => row.kind === 'track' && model.state.tracks.has(row.id));
  for (let index = now < 0 && by > 0 ? 0 : now + by; index >= 0 && index < rows.length; index += by) {
    const row = rows[index]!;
    if (row.kind !== 'track') continue;
    model.selectTracks([row.id]);
    const y = index * kRowHeight;
    if (y < model.scrollY || y + kRowHeight > model.scrollY + model.height) model.scrollTo(y - model.height / 2);
    return;
  }
}

function Sheet({ model }: { model: TimelineModel }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useRef<Colours | null>(null);
  const theme = useStore(settings, (state) => state.theme);
  const pointer = useMemo(() => new TimelinePointer(model, model.curves), [model]);

  useEffect(() => {
    colours.current = readColours(document.documentElement);
    model.dirty = true;
  }, [model, theme]);
  useEffect(() => {
    const element = canvas.current!;
    const fit = () => {
      const { width, height } = element.parentElement!.getBoundingClientRect();
      const scale = window.devicePixelRatio || 1;
      element.width = Math.max(1, Math.round(width * scale));
      element.height = Math.max(1, Math.round(height * scale));
      model.resize(width, Math.max(0, height - kRuler));
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element.parentElement!);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      if (event.ctrlKey || event.metaKey) model.zoom(Math.exp(-event.deltaY * 0.004), x);
      else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) model.pan(event.deltaX || event.deltaY);
      else model.scrollTo(model.scrollY + event.deltaY);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, [model]);

  const shown = useRef(-2);
  useFrame(() => {
    const frame = model.frame;
    if (frame !== shown.current) model.dirty = true;
    if (!model.dirty || !canvas.current || !colours.current) return;
    if (model.needsFit) model.fit();
    shown.current = frame;
    model.dirty = false;
    const context = canvas.current.getContext('2d')!;
    const scale = window.devicePixelRatio || 1;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    if (model.state.view === 'sheet') paintSheet(context, model, colours.current, pointer.hint);
    else model.curves.paint(context, colours.current, theme === 'dark');
    canvas.current.setAttribute('aria-valuenow', String(Math.max(0, frame)));
  });

  const press = (event: PointerEvent): Press => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: event.clientX - box.left,
      y: event.clientY - box.top,
      shift: event.shiftKey,
      control: event.ctrlKey || event.metaKey,
      alt: event.altKey,
      middle: event.button === 1,
    };
  };
  const view = useStore(model, (state) => state.view);
  const text = useStore(model, (state) => state.text);
  const hasCurves = useStore(model, (state) => state.tracks.size > 0);
  return (
    <div className="sheet">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="slider"
        aria-label={view === 'sheet' ? 'Dope sheet, playhead' : 'Curves, playhead'}
        aria-valuemin={0}
        aria-valuemax={text?.duration ?? 0}
        aria-valuenow={0}
        aria-orientation="horizontal"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointer.down(press(event));
        }}
        onPointerMove={(event) => {
          const at = press(event);
          if (pointer.busy) pointer.move(at);
          else {
            const over = pointer.workEnd(at.x, at.y) ? 'ew-resize' : at.y < kRuler ? 'col-resize' : pointer.keyAt(at.x, at.y) ? 'grab' : 'default';
            event.currentTarget.style.cursor = view === 'curves' && at.y > kRuler ? 'crosshair' : over;
          }
        }}
        onPointerUp={() => pointer.up()}
        onPointerCancel={() => pointer.cancel()}
        onDoubleClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          pointer.double(event.clientX - box.left, event.clientY - box.top);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && pointer.busy) {
            pointer.cancel();
            event.preventDefault();
          } else if (pressed(model, event)) event.preventDefault();
        }}
      />
      {view === 'curves' && !hasCurves && (
        <p className="sheet-hint">Choose a track on the left to see its curves.</p>
      )}
    </div>
  );
}

export function TimelinePanel() {
  const { studio } = useApp();
  const model = useTimeline();
  const id = useStore(model, (state) => state.id);
  const opened = useStore(studio, (state) => state.opened);
  const recording = useStore(model, (state) => state.recording);
  useFrame(() => model.follow());
  if (id === '')
    return (
      <Empty title="There is no timeline here">
        <p>Timelines animate properties of entities: colours, places, texts.</p>
        {opened && <NewTimeline />}
      </Empty>
    );
  return (
    <div className={recording ? 'timeline recording' : 'timeline'}>
      <TimelineTools model={model} />
      <div className="timeline-body">
        <TrackList model={model} />
        <Sheet model={model} />
      </div>
    </div>
  );
}

function NewTimeline() {
  const { studio } = useApp();
  const add = () =>
    studio.edit([{ op: 'add', path: '/library/timelines/-', value: { name: 'timeline' } }], 'New timeline');
  return (
    <button type="button" className="button strong" onClick={add}>
      New timeline
    </button>
  );
}
