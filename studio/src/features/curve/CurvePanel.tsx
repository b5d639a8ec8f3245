// The curve in the drawer: of the transition that is selected, with its name.
// SPDX-License-Identifier: MIT
import { useApp } from '../../store/frames';
import { selection } from '../../store/selection';
import { useStore } from '../../store/store';
import { Empty } from '../../widgets/controls';
import { CurveEditor } from './CurveEditor';

export function CurvePanel() {
  const { studio } = useApp();
  const selected = useStore(selection, (state) => state);
  const playing = useStore(studio, (state) => state.playing);
  const index = useStore(studio, (state) => state.transition);
  const transitions = playing?.machine?.transitions ?? [];
  const chosen = selected.kind === 'transition' ? transitions.find(({ id }) => id === selected.ids[0]) : undefined;
  const shown = chosen ?? transitions[index];
  if (!shown)
    return (
      <Empty title="No transition">
        <p>Play a machine and choose one of its transitions to shape how it blends.</p>
      </Empty>
    );
  return (
    <div className="curve-panel">
      <CurveEditor
        pointer={shown.pointer}
        height={148}
        head={
          <select
            className="field"
            aria-label="Transition"
            value={shown.index}
            onChange={(event) => {
              const next = transitions[Number(event.target.value)];
              if (!next) return;
              studio.selectTransition(next.index);
              if (selected.kind === 'transition') selection.select('transition', [next.id], selected.owner);
            }}
          >
            {transitions.map(({ index: number, title, name }) => (
              <option key={number} value={number}>
                {name ? `${title} (${name})` : title}
              </option>
            ))}
          </select>
        }
      />
    </div>
  );
}
