// What can be drawn over a figure, in the order of its buttons and keys.
// SPDX-License-Identifier: MIT
import type { Overlay } from 'motus';

export const overlayTitles: { name: Overlay; title: string; key: string }[] = [
  { name: 'skeleton', title: 'Skeleton', key: '1' },
  { name: 'axes', title: 'Axes', key: '2' },
  { name: 'names', title: 'Names', key: '3' },
  { name: 'trail', title: 'Trail', key: '4' },
  { name: 'onion', title: 'Onion skin', key: '5' },
  { name: 'heat', title: 'Weights', key: '6' },
  { name: 'label', title: 'Label', key: '7' },
];
