// The keyframe button: a grey circle, a blue outline, or a blue diamond; and says which.
// SPDX-License-Identifier: MIT
import type { KeyState } from 'motus';

const words: Record<Exclude<KeyState, 'off'>, { now: string; does: string }> = {
  none: { now: 'not animated', does: 'Click to key it here' },
  track: { now: 'animated, no key here', does: 'Click to key it here' },
  key: { now: 'a key here', does: 'Click to remove the key' },
  mixed: { now: 'keyed in part', does: 'Click to key all of it here' },
};

interface Props {
  title: string;
  state: KeyState;
  /** A timeline is open and no machine runs. */
  keyable: boolean;
  onToggle: () => void;
}

export function KeyButton({ title, state, keyable, onToggle }: Props) {
  if (state === 'off') return <span className="key-button" aria-hidden="true" />;
  const { now, does } = words[state];
  const hint = keyable ? `${title}: ${now}. ${does}.` : `${title}: open a timeline to key it.`;
  return (
    <button
      type="button"
      className="key-button"
      data-state={keyable ? state : 'none'}
      aria-label={`Key ${title}: ${keyable ? now : 'no timeline is open'}`}
      title={hint}
      disabled={!keyable}
      onClick={onToggle}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {state === 'none' || !keyable ? <circle cx="8" cy="8" r="3.500" /> : <path d="M8 2.500l5.500 5.500-5.500 5.500-5.500-5.500z" />}
      </svg>
    </button>
  );
}
