// Goes back through the last seconds: the figure, the live state and the reasons follow.
// SPDX-License-Identifier: MIT
import { useRef } from 'react';

import { useApp, useFrame } from '../../store/frames';
import { useStore } from '../../store/store';
import { LiveText } from '../../widgets/controls';

export function RecordingScrubber() {
  const { studio } = useApp();
  const scrubbed = useStore(studio, (state) => state.scrubbed);
  const slider = useRef<HTMLInputElement>(null);
  useFrame(() => {
    const { first, last, shown } = studio.stage.recording;
    const input = slider.current;
    if (!input) return;
    if (input.min !== String(first)) input.min = String(first);
    if (input.max !== String(last)) input.max = String(last);
    if (input.value !== String(shown)) input.value = String(shown);
    const part = last > first ? ((shown - first) / (last - first)) * 100 : 100;
    input.style.setProperty('--part', `${part}%`);
  });
  const ago = () => {
    const { first, last, shown, seconds } = studio.stage.recording;
    if (last <= first) return 'nothing recorded yet';
    const back = ((last - shown) / (last - first)) * seconds;
    return scrubbed ? `${back.toFixed(2)} s ago` : `live, ${seconds.toFixed(1)} s kept`;
  };
  return (
    <div className={scrubbed ? 'scrubber back' : 'scrubber'}>
      <label htmlFor="scrubber">History</label>
      <input
        ref={slider}
        id="scrubber"
        className="slider"
        type="range"
        min={0}
        max={0}
        step={1}
        defaultValue={0}
        onChange={(event) => studio.scrub(Number(event.target.value))}
        onInput={(event) => studio.scrub(Number(event.currentTarget.value))}
      />
      <LiveText className="muted ago" read={ago} />
      <button type="button" className="button" disabled={!scrubbed} onClick={() => studio.resume()}>
        Back to live
      </button>
    </div>
  );
}
