// Registers the inspector of entities.
// SPDX-License-Identifier: MIT
import { registerInspector } from '../inspect/inspectors';
import { EntityInspector } from './EntityInspector';

registerInspector('entity', {
  title: ({ ids }) => (ids.length === 1 ? 'Entity' : `${ids.length} entities`),
  View: EntityInspector,
});
