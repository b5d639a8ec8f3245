// The inspector of a layer: weight, mode, mask, and what it follows.
// SPDX-License-Identifier: MIT
import type { Schema } from 'motus';

import { useApp } from '../../store/frames';
import { idOf, layerPointer, shown, useModel, type Layer, type MachineModel } from '../../store/machine';
import { selection, type SelectionState } from '../../store/selection';
import { useEdit, useSet } from './edit';
import { NumberRow, SelectRow, SwitchRow, TextRow } from './rows';

const modes = [
  { value: 'override', title: 'Overrides what is below' },
  { value: 'additive', title: 'Adds to what is below' },
];

export function LayerInspector({ selected }: { selected: SelectionState }) {
  const model = useModel();
  const layer = model?.layers.find((other) => idOf(other) === selected.ids[0]);
  if (!model || !layer) return <p className="inspect-note">The layer is gone.</p>;
  return <OneLayer model={model} layer={layer} />;
}

function OneLayer({ model, layer }: { model: MachineModel; layer: Layer }) {
  const { studio } = useApp();
  const pointer = layerPointer(model, layer);
  const set = useSet(pointer);
  const edit = useEdit();
  const masks = (studio.stage.value('/library/masks') as Schema.Mask[] | undefined) ?? [];
  const index = model.layers.indexOf(layer);
  const move = (to: number) =>
    edit([{ op: 'move', from: pointer, path: `${model.pointer}/machine/layers/${to}` }], 'Reorder layers');
  return (
    <div className="inspect-body">
      <TextRow label="Name" value={layer.name ?? ''} onChange={(name) => name !== '' && set('name', name, 'Rename layer')} />
      <NumberRow label="Weight" least={0} value={layer.weight ?? 1} onChange={(value) => set('weight', Math.min(1, value), 'Set layer weight')} />
      <SelectRow label="Mode" value={layer.blending ?? 'override'} choices={modes} onChange={(value) => set('blending', value, 'Set layer mode')} />
      <SelectRow
        label="Mask"
        value={String(layer.mask ?? 0)}
        choices={[{ value: '0', title: 'Everything' }, ...masks.map((mask) => ({ value: idOf(mask), title: mask.name ?? '' }))]}
        onChange={(id) => set('mask', Number(id), 'Set layer mask')}
      />
      <SelectRow
        label="Follows"
        value={String(layer.sync_layer ?? 0)}
        choices={[
          { value: '0', title: 'Its own graph' },
          ...model.layers.filter((other) => other !== layer).map((other) => ({ value: idOf(other), title: other.name ?? '' })),
        ]}
        onChange={(id) => set('sync_layer', Number(id), 'Set synced layer')}
      />
      {layer.sync_layer ? <SwitchRow label="Sets the pace" value={layer.sync_timing ?? false} onChange={(value) => set('sync_timing', value, 'Set sync timing')} /> : null}
      <div className="button-row">
        <button type="button" className="button" disabled={index === 0} onClick={() => move(index - 1)}>
          Earlier
        </button>
        <button type="button" className="button" disabled={index === model.layers.length - 1} onClick={() => move(index + 1)}>
          Later
        </button>
        <button
          type="button"
          className="button danger"
          disabled={model.layers.length < 2}
          onClick={() => {
            if (!edit([{ op: 'remove', path: pointer }], 'Delete layer')) return;
            selection.clear();
            shown.set({ layer: '', path: [] });
          }}
        >
          Delete layer
        </button>
      </div>
    </div>
  );
}
