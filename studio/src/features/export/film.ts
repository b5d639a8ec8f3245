// A film of the picture: drawn frame by frame, each encoded by the browser, joined here.
// SPDX-License-Identifier: MIT
import { dismissKind, notify } from '../../store/notices';
import type { Studio } from '../../store/studio';
import { joinWebp } from './webp';

const kRate = 25; // pictures a second
const kMost = 10; // seconds
const kMachineSeconds = 4;

async function picture(studio: Studio, canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const { width, height, rgba } = studio.viewport!.read();
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (!blob || blob.type !== 'image/webp') throw new Error('this browser does not write WebP pictures');
  return new Uint8Array(await blob.arrayBuffer());
}

/** How many pictures: all of a clip or timeline, some seconds of a machine. */
export function filmLength(studio: Studio): number {
  const { playing } = studio.state;
  const seconds = playing!.machine ? kMachineSeconds : playing!.seconds;
  return Math.max(1, Math.round(Math.min(kMost, seconds) * kRate));
}

/**
 * From the start of what plays. `onPicture` is told how many are done and says whether to go on; null
 * where it does not. A clip or timeline stands afterwards where it stood before.
 */
export async function makeFilm(studio: Studio, onPicture: (done: number, all: number) => boolean): Promise<Uint8Array | null> {
  const { playing, paused, speed } = studio.state;
  const stood = studio.stage.live.seconds;
  const canvas = document.createElement('canvas');
  const pictures: Uint8Array[] = [];
  const all = filmLength(studio);
  const size = { width: 0, height: 0 };
  studio.filming = true; // the page's own clock stands still meanwhile
  try {
    studio.restart();
    studio.stage.speed = 1;
    studio.stage.paused = false;
    for (let frame = 0; frame < all; ++frame) {
      studio.stage.advance(frame === 0 ? 0 : 1 / kRate);
      studio.viewport!.draw();
      pictures.push(await picture(studio, canvas));
      if (frame === 0) Object.assign(size, { width: canvas.width, height: canvas.height });
      if (studio.state.playing !== playing) throw new Error('Something else was played or edited meanwhile.');
      if (canvas.width !== size.width || canvas.height !== size.height) throw new Error('The picture changed its size meanwhile.');
      if (!onPicture(frame + 1, all)) return null;
    }
  } finally {
    studio.filming = false;
    studio.stage.speed = speed;
    studio.stage.paused = paused;
    if (studio.state.playing === playing && !playing!.machine) studio.stage.seek(stood);
  }
  return joinWebp(pictures, size.width, size.height, Math.round(1000 / kRate));
}

/** A film with a message that counts, and a way to give up. Null where that was taken. */
export async function filmWithMessage(studio: Studio): Promise<Uint8Array | null> {
  let wanted = true;
  const tell = (done: number, all: number) =>
    notify({
      kind: 'film',
      tone: 'warning', // it stays until the film is done
      title: `Filming: ${done} of ${all} pictures`,
      text: 'What plays is drawn frame by frame.',
      actions: [{ label: 'Stop filming', run: () => void (wanted = false) }],
    });
  tell(0, filmLength(studio));
  try {
    return await makeFilm(studio, (done, all) => {
      if (wanted && done % kRate === 0) tell(done, all);
      return wanted;
    });
  } finally {
    dismissKind('film');
  }
}
