// Icons, drawn on a grid of 16.
// SPDX-License-Identifier: MIT
const paths = {
  play: 'M5 3.2v9.600l7.600-4.800z',
  pause: 'M5 3.5v9M11 3.5v9',
  stepForward: 'M4 3.5v9l6-4.500zM12.500 3.500v9',
  stepBack: 'M12 3.5v9l-6-4.500zM3.500 3.500v9',
  restart: 'M3.200 8a4.800 4.800 0 1 0 1.600-3.600M4.500 1.800v2.900h2.900',
  frame: 'M2.500 5.500v-3h3M10.500 2.500h3v3M13.500 10.500v3h-3M5.500 13.500h-3v-3M6.500 8h3M8 6.500v3',
  sun: 'M8 5.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600M8 1.300v1.500M8 13.200v1.500M1.300 8h1.500M13.200 8h1.500M3.300 3.300l1 1M11.700 11.700l1 1M3.300 12.700l1-1M11.700 4.300l1-1',
  moon: 'M13 9.600A5.400 5.400 0 0 1 6.400 3 5.400 5.400 0 1 0 13 9.600z',
  help: 'M6 6a2 2 0 1 1 2.700 1.900c-.5.200-.7.600-.7 1.100v.4M8 11.700v.1',
  folder: 'M1.800 4.200c0-.6.400-1 1-1h3.200l1.400 1.600h5.800c.6 0 1 .4 1 1v6c0 .6-.4 1-1 1h-10.400c-.6 0-1-.4-1-1z',
  save: 'M2.800 2.800h8.400l2 2v8.400h-10.400zM5 2.800v3.400h5v-3.400M5 13.200v-4h6v4',
  figure: 'M8 4.400a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3M8 5v4.500M4.200 6.300l3.800.4 3.800-.4M8 9.500l-2.300 4.800M8 9.500l2.300 4.800',
  clip: 'M1.800 8c1.500-5 3-5 4.200 0s2.700 5 4.200 0 2.600-4.600 4-1.800',
  machine: 'M1.800 2.800h5v3.600h-5zM9.200 9.600h5v3.600h-5zM6.800 4.600h3.400c1 0 1.500.5 1.500 1.500v3.500',
  timeline: 'M1.800 4h12.400M1.800 8h12.400M1.800 12h12.400M4.500 2.800l1.200 1.200-1.200 1.200-1.200-1.200zM10.500 6.800l1.200 1.200-1.200 1.200-1.200-1.200zM7 10.800l1.200 1.200-1.200 1.200-1.200-1.200z',
  file: 'M3.800 1.800h5.400l3 3v9.400h-8.400zM9 1.800v3.200h3.200',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.500l3.300 3.300 6.700-7.300',
  cross: 'M4 4l8 8M12 4l-8 8',
  left: 'M2 2.800h12v10.400h-12zM6 2.800v10.400',
  right: 'M2 2.800h12v10.400h-12zM10 2.800v10.400',
  bottom: 'M2 2.800h12v10.400h-12zM2 9.500h12',
  warning: 'M8 2.200l6.300 11.300h-12.600zM8 6.500v3.500M8 11.800v.1',
};
const solid = new Set(['play', 'stepForward', 'stepBack']);

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon-mark" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill={solid.has(name) ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.400"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
