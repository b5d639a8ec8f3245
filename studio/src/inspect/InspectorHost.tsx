// Shows the inspector of what is selected; nothing where nothing is.
// SPDX-License-Identifier: MIT
import { selection } from '../app/selection';
import { useStore } from '../app/store';
import { IconButton } from '../parts/controls';
import { inspectorOf } from './inspectors';

export function InspectorHost() {
  const selected = useStore(selection, (state) => state);
  const entry = inspectorOf(selected.kind);
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
