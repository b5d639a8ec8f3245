// What can be taken out of the studio as a file. Bytes come from the library: the command line
// writes the same. A film is drawn here, frame by frame, and encoded by the browser.
// SPDX-License-Identifier: MIT
import { dismissKind, notify, notifyFailure } from '../app/notices';
import type { Studio } from '../app/studio';
import { download } from '../files/drop';
import { joinWebp } from './webp';

export interface Export {
  name: string;
  detail: string;
  /** Null where it can be done; else why not. */
  refused: (studio: Studio) => string | null;
  run: (studio: Studio) => void | Promise<void>;
}

const kFilmRate = 25;
const kFilmMost = 10; // seconds
const kMachineSeconds = 4;

function stem(studio: Studio): string {
  const name = studio.state.opened?.name ?? 'motus';
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.\w+$/, '').toLowerCase().replaceAll(' ', '-');
}

async function picture(studio: Studio, canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const { width, height, rgba } = studio.viewport!.read();
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (!blob || blob.type !== 'image/webp') throw new Error('this browser does not write WebP pictures');
  return new Uint8Array(await blob.arrayBuffer());
}

/** From the start of what plays: all of a clip or timeline, some seconds of a machine. */
export async function makeFilm(studio: Studio): Promise<Uint8Array> {
  const { playing, paused, speed } = studio.state;
  const seconds = Math.min(kFilmMost, playing!.machine ? kMachineSeconds : Math.max(1 / kFilmRate, playing!.seconds));
  const canvas = document.createElement('canvas');
  const pictures: Uint8Array[] = [];
  studio.filming = true; // the page's own clock stands still meanwhile
  try {
    studio.restart();
    studio.stage.speed = 1;
    studio.stage.paused = false;
    for (let frame = 0; frame < Math.max(1, Math.round(seconds * kFilmRate)); ++frame) {
      studio.stage.advance(frame === 0 ? 0 : 1 / kFilmRate);
      studio.viewport!.draw();
      pictures.push(await picture(studio, canvas));
    }
  } finally {
    studio.filming = false;
    studio.stage.speed = speed;
    studio.stage.paused = paused;
  }
  return joinWebp(pictures, canvas.width, canvas.height, Math.round(1000 / kFilmRate));
}

export const exports: Export[] = [
  {
    name: 'Document',
    detail: '.motus',
    refused: () => null,
    run: (studio) => download(`${stem(studio)}.motus`, studio.stage.documentText(), 'application/json'),
  },
  {
    name: 'Baked file',
    detail: '.motusb, for the runtime',
    refused: (studio) => (studio.state.report?.playable ? null : 'The document has faults'),
    run: (studio) => download(`${stem(studio)}.motusb`, studio.stage.bake() as BlobPart, 'application/octet-stream'),
  },
  {
    name: 'Model',
    detail: '.glb',
    refused: (studio) => (studio.state.playing?.rig ? null : 'What plays has no model'),
    run: (studio) => download(`${stem(studio)}.glb`, studio.stage.exportGltf() as BlobPart, 'model/gltf-binary'),
  },
  {
    name: 'Unity controller',
    detail: '.controller',
    refused: (studio) => (studio.state.library?.machines.length ? null : 'There is no machine'),
    run: (studio) => {
      const { playing } = studio.state;
      const { name, text, faults } = studio.stage.exportController(playing?.kind === 'machine' ? playing.id : '');
      download(`${name}.controller`, text, 'text/plain');
      if (faults.length > 0)
        notify({ kind: 'export', tone: 'warning', title: 'Unity has no word for some of it', text: 'These were left out:', faults });
    },
  },
  {
    name: 'Film',
    detail: '.webp, as the picture is now',
    refused: (studio) => (studio.viewport && studio.state.playing?.kind !== 'none' ? null : 'Nothing plays'),
    run: async (studio) => {
      notify({ kind: 'film', title: 'Filming…', text: 'The picture is taken frame by frame.' });
      const bytes = await makeFilm(studio);
      dismissKind('film');
      download(`${stem(studio)}.webp`, bytes as BlobPart, 'image/webp');
    },
  },
];

export async function runExport(entry: Export, studio: Studio): Promise<void> {
  const refused = entry.refused(studio);
  if (refused) {
    notify({ kind: 'export', tone: 'warning', title: `${entry.name} cannot be exported`, text: refused });
    return;
  }
  try {
    await entry.run(studio);
  } catch (error) {
    dismissKind('film');
    notifyFailure(`${entry.name} could not be exported`, error);
  }
}
