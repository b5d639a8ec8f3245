// Shows the inspector of what is selected; nothing where nothing is.
// SPDX-License-Identifier: MIT
import { selection } from '../../store/selection';
import { useStore } from '../../store/store';
import { IconButton } from '../../widgets/controls';
import { inspectors } from './inspectors';

export function Inspector() {
  const selected = useStore(selection, (state) => state);
  const entry = inspectors[selected.kind];
  if (!entry) return null;
  const { title, View } = entry;
  return (
    <section className="inspect" aria-label="Inspector">
      <div className="inspect-head">
        <h2 className="panel-title">{title(selected)}</h2>
        <IconButton icon="close" label="Deselect" onClick={() => selection.clear()} />
      </div>
      <View key={`${selected.kind} ${selected.ids[0]}`} selected={selected} />
    </section>
  );
}
