// Registers the inspectors of the machine. Another folder adds its own the same way, from main.tsx.
// SPDX-License-Identifier: MIT
import { LayerInspector } from './LayerInspector';
import { StateInspector } from './StateInspector';
import { TransitionInspector } from './TransitionInspector';
import { VariableInspector } from './VariableInspector';
import { registerInspector } from './inspectors';

registerInspector('state', { title: ({ ids }) => (ids.length > 1 ? 'States' : 'State'), View: StateInspector });
registerInspector('transition', { title: ({ ids }) => (ids.length > 1 ? 'Transitions' : 'Transition'), View: TransitionInspector });
registerInspector('variable', { title: () => 'Variable', View: VariableInspector });
registerInspector('layer', { title: () => 'Layer', View: LayerInspector });
