// Play, pause, step, speed, loop, and the time of a clip.
// SPDX-License-Identifier: MIT
import type { LoopMode } from 'motus';
import { useRef } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { useStore } from '../../store/store';
import { IconButton, LiveText } from '../../widgets/controls';
import { formatSeconds } from '../../widgets/format';

const speeds = [0.1, 0.25, 0.5, 1, 1.5, 2, -1];
const loops: { mode: LoopMode; title: string }[] = [
  { mode: 'loop', title: 'Loop' },
  { mode: 'once', title: 'Once' },
  { mode: 'pingpong', title: 'Ping-pong' },
];

function Time({ seconds }: { seconds: number }) {
  const { studio } = useApp();
  const slider = useRef<HTMLInputElement>(null);
  useFrame(() => {
    if (!slider.current) return;
    const at = studio.stage.live.seconds;
    slider.current.value = String(at);
    slider.current.style.setProperty('--part', `${seconds > 0 ? (at / seconds) * 100 : 0}%`);
  });
  const seek = (text: string) => {
    studio.setPaused(true);
    studio.seek(Number(text));
  };
  return (
    <input
      ref={slider}
      className="slider time"
      type="range"
      aria-label="Time"
      min={0}
      max={seconds}
      step="any"
      defaultValue={0}
      onChange={(event) => seek(event.target.value)}
      onInput={(event) => seek(event.currentTarget.value)}
    />
  );
}

export function Transport() {
  const { studio } = useApp();
  const { paused, speed, loop, playing, scrubbed } = useStore(studio, (state) => state);
  const off = !playing || playing.kind === 'none';
  const timed = playing?.kind === 'clip' || playing?.kind === 'timeline';
  const still = paused || scrubbed;
  return (
    <div className="transport" role="toolbar" aria-label="Transport">
      <IconButton icon="restart" label="Start again" shortcut="R" disabled={off} onClick={() => studio.restart()} />
      <IconButton icon="stepBack" label="One frame back" shortcut="," disabled={off} onClick={() => studio.step(-1)} />
      <IconButton
        icon={still ? 'play' : 'pause'}
        label={still ? 'Play' : 'Pause'}
        shortcut="Space"
        quiet={false}
        disabled={off}
        onClick={() => studio.setPaused(!still)}
      />
      <IconButton icon="stepForward" label="One frame on" shortcut="." disabled={off} onClick={() => studio.step(1)} />
      <span className="clock mono">
        <LiveText read={() => formatSeconds(studio.stage.live.seconds)} />
        {timed && <span className="muted"> / {formatSeconds(playing!.seconds)}</span>}
      </span>
      {timed ? <Time key={playing!.id} seconds={playing!.seconds} /> : <span className="space" />}
      <select className="field" aria-label="Speed" value={speed} disabled={off} onChange={(event) => studio.setSpeed(Number(event.target.value))}>
        {speeds
          .filter((value) => value > 0 || timed)
          .map((value) => (
            <option key={value} value={value}>
              {value < 0 ? 'Backwards' : `${value} ×`}
            </option>
          ))}
      </select>
      {timed && (
        <select className="field" aria-label="Loop" value={loop} onChange={(event) => studio.setLoop(event.target.value as LoopMode)}>
          {loops.map(({ mode, title }) => (
            <option key={mode} value={mode}>
              {title}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
