// The bar above the timeline: which timeline, record, view, what to do with the selected keys.
// SPDX-License-Identifier: MIT
import type { Ease, HandleMode, Interpolation } from 'motus';

import { useApp } from '../../store/frames';
import { useStore } from '../../store/store';
import { IconButton, LiveText } from '../../widgets/controls';
import { Icon } from '../../widgets/icons';
import { NumberField } from '../../widgets/NumberField';
import type { TimelineModel } from './model';
import { frameLabel } from './rows';

const interpolations: [Interpolation, string][] = [['step', 'Step'], ['linear', 'Linear'], ['cubic', 'Curve']];
const modes: [HandleMode, string][] = [['auto', 'Auto'], ['aligned', 'Aligned'], ['free', 'Free'], ['flat', 'Flat']];
const eases: [Ease, string][] = [
  ['linear', 'Linear'], ['smooth', 'Smooth'], ['in', 'Ease in'], ['out', 'Ease out'], ['strong_in', 'Strong in'],
  ['strong_out', 'Strong out'], ['anticipate', 'Anticipate'], ['overshoot', 'Overshoot'],
];

const scales: [string, string][] = [['0.5', 'Half'], ['0.75', 'Three quarters'], ['1.5', 'One and a half'], ['2', 'Double']];
const times: [string, string][] = [
  ['insert', 'Insert 10 frames here'], ['remove', 'Take out 10 frames here'], ['marker', 'Add a marker here'], ['event', 'Add an event here'],
];

interface ChoiceProps<T extends string> {
  label: string;
  options: [T, string][];
  onChoose: (value: T) => void;
}

/** A list of things to do: it never keeps what was chosen. */
function Choice<T extends string>({ label, options, onChoose }: ChoiceProps<T>) {
  return (
    <select className="field" aria-label={label} value="" onChange={(event) => onChoose(event.target.value as T)}>
      <option value="" disabled hidden>
        {label}
      </option>
      {options.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}

/** What can be done with the selected keys; there where some are. */
function KeyTools({ model }: { model: TimelineModel }) {
  const count = useStore(model, (state) => state.selected.size);
  if (count === 0) return null;
  const keys = () => model.selectedKeys();
  return (
    <div className="group" role="group" aria-label="Selected keys">
      <span className="key-count">{count === 1 ? '1 key' : `${count} keys`}</span>
      <Choice label="Interpolation" options={interpolations} onChoose={(interpolation) => model.run({ do: 'key_interpolation', keys: keys(), interpolation })} />
      <Choice label="Handles" options={modes} onChoose={(mode) => model.run({ do: 'key_handles', keys: keys(), mode })} />
      <Choice label="Ease" options={eases} onChoose={(ease) => model.run({ do: 'key_ease', keys: keys(), ease })} />
      <Choice label="Scale" options={scales} onChoose={(factor) => scaleKeys(model, globalThis.Number(factor))} />
      <IconButton icon="copy" label="Copy keys" shortcut="Ctrl+C" onClick={() => model.copy()} />
      <IconButton icon="duplicate" label="Duplicate keys" shortcut="Ctrl+D" onClick={() => model.duplicate()} />
      <IconButton icon="trash" label="Delete keys" shortcut="Delete" onClick={() => model.remove()} />
    </div>
  );
}

function scaleKeys(model: TimelineModel, factor: number): void {
  const span = model.span();
  if (span) model.run({ do: 'key_scale', keys: model.selectedKeys(), pivot: span[0], factor });
}

function changeTime(model: TimelineModel, what: string): void {
  const { id, text } = model.state;
  if (!text) return;
  const frame = Math.max(0, Math.round(model.frame));
  const at = Math.round(frame * text.keysPerFrame);
  if (what === 'insert' || what === 'remove') model.run({ do: 'ripple', timeline: id, frame, frames: what === 'insert' ? 10 : -10 });
  const { studio } = model;
  if (what === 'marker') {
    const index = text.markers.filter((marker) => marker.frame <= frame).length;
    studio.edit([{ op: 'add', path: `${text.pointer}/markers/${index}`, value: { frame: at, name: `Marker ${text.markers.length + 1}` } }], 'Add marker');
  }
  if (what === 'event') addEvent(model, at);
}

/** An event of the library, made where there is none. */
function addEvent(model: TimelineModel, at: number): void {
  const { studio } = model;
  const { text } = model.state;
  const known = studio.stage.value('/library/events') as { id: number; name?: string }[] | undefined;
  if (!known || known.length === 0) studio.edit([{ op: 'add', path: '/library/events/-', value: { name: 'event' } }], 'New event');
  const events = studio.stage.value('/library/events') as { id: number }[];
  const index = text!.events.filter((event) => event.frame * text!.keysPerFrame <= at).length;
  studio.edit([{ op: 'add', path: `${text!.pointer}/events/${index}`, value: { frame: at, event: events[0]!.id } }], 'Add event');
}

export function TimelineTools({ model }: { model: TimelineModel }) {
  const { studio } = useApp();
  const library = useStore(studio, (state) => state.library);
  const playing = useStore(studio, (state) => state.playing);
  // One by one: the state changes with every row that is scrolled, and none of this does.
  const id = useStore(model, (state) => state.id);
  const text = useStore(model, (state) => state.text);
  const view = useStore(model, (state) => state.view);
  const recording = useStore(model, (state) => state.recording);
  const snapping = useStore(model, (state) => state.snapping);
  const copied = useStore(model, (state) => state.copied);
  if (!text) return null;
  const machine = playing?.kind === 'machine';
  return (
    <div className="tools timeline-tools" role="toolbar" aria-label="Timeline">
      <select className="field timeline-name" aria-label="Timeline" value={id} onChange={(event) => studio.play('timeline', event.target.value)}>
        {library?.timelines.map((timeline) => (
          <option key={timeline.id} value={timeline.id}>
            {timeline.name}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="button record"
        aria-pressed={recording}
        title={recording ? 'Recording: what you change becomes keys at the playhead' : 'Record: what you change becomes keys at the playhead'}
        onClick={() => model.setRecording(!recording)}
      >
        <i aria-hidden="true" /> {recording ? 'Recording' : 'Record'}
      </button>
      <span className="clock mono" role="status" aria-label="Playhead">
        <LiveText read={() => (model.frame < 0 ? (machine ? 'machine runs' : '–') : `${frameLabel(model.frame, text.fps)} · ${Math.round(model.frame * 100) / 100}`)} />
      </span>
      <div className="group" role="group" aria-label="View">
        {(['sheet', 'curves'] as const).map((name) => (
          <button key={name} type="button" className="button quiet" aria-pressed={view === name} onClick={() => { model.set({ view: name }); model.dirty = true; }}>
            {name === 'sheet' ? 'Keys' : 'Curves'}
          </button>
        ))}
      </div>
      <button type="button" className="button quiet" aria-pressed={snapping} title="Stick to frames, keys, markers" onClick={() => model.set({ snapping: !snapping })}>
        <Icon name="magnet" /> Snap
      </button>
      {copied > 0 && <IconButton icon="paste" label="Paste keys at the playhead" shortcut="Ctrl+V" onClick={() => model.paste()} />}
      <Choice label="Edit time" options={times} onChoose={(what) => changeTime(model, what)} />
      <KeyTools model={model} />
      <span className="space" />
      <label className="number">
        <span>Frames</span>
        <NumberField className="field" value={text.duration} format={String} least={0} whole onChange={(value) => model.edit('duration', value, 'Set duration')} />
      </label>
      <label className="number">
        <span>fps</span>
        <NumberField className="field" value={text.fps} format={String} least={1} onChange={(value) => model.edit('snap_fps', value, 'Set frame rate')} />
      </label>
      <IconButton icon="frame" label="Show the whole timeline" onClick={() => model.fit()} />
    </div>
  );
}
