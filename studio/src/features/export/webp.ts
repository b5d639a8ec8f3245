// Joins still WebP pictures, as a canvas gives them, into one that moves. The container is RIFF:
// developers.google.com/speed/webp/docs/riff_container.
// SPDX-License-Identifier: MIT

interface Chunk {
  name: string;
  data: Uint8Array;
}

const nameAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The chunks of a still picture that hold its pixels: ALPH, VP8 and VP8L. */
export function pixelChunks(file: Uint8Array): Chunk[] {
  if (nameAt(file, 0) !== 'RIFF' || nameAt(file, 8) !== 'WEBP') throw new Error('this browser does not write WebP');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    const name = nameAt(file, at);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(name)) chunks.push({ name, data: file.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size & 1);
  }
  if (chunks.length === 0) throw new Error('a picture has no pixels');
  return chunks;
}

function write(chunks: Chunk[]): Uint8Array {
  const size = chunks.reduce((sum, { data }) => sum + 8 + data.length + (data.length & 1), 0);
  const out = new Uint8Array(size);
  const view = new DataView(out.buffer);
  let at = 0;
  for (const { name, data } of chunks) {
    for (let i = 0; i < 4; ++i) out[at + i] = name.charCodeAt(i);
    view.setUint32(at + 4, data.length, true);
    out.set(data, at + 8);
    at += 8 + data.length + (data.length & 1);
  }
  return out;
}

function bytes24(...numbers: number[]): number[] {
  return numbers.flatMap((number) => [number & 255, (number >> 8) & 255, (number >> 16) & 255]);
}

/** All pictures are as large; each is shown for `milliseconds`; the film repeats for ever. */
export function joinWebp(pictures: Uint8Array[], width: number, height: number, milliseconds: number): Uint8Array {
  const kAnimation = 0x02;
  const kAlpha = 0x10;
  const frames = pictures.map((picture) => {
    const pixels = write(pixelChunks(picture));
    // Place, size, time; then: no blending with what was there before.
    const head = Uint8Array.from([...bytes24(0, 0, width - 1, height - 1, milliseconds), 0x02]);
    const data = new Uint8Array(head.length + pixels.length);
    data.set(head);
    data.set(pixels, head.length);
    return { name: 'ANMF', data };
  });
  const body = write([
    { name: 'VP8X', data: Uint8Array.from([kAnimation | kAlpha, 0, 0, 0, ...bytes24(width - 1, height - 1)]) },
    { name: 'ANIM', data: new Uint8Array(6) },
    ...frames,
  ]);
  const inner = new Uint8Array(4 + body.length);
  inner.set([0x57, 0x45, 0x42, 0x50]); // WEBP
  inner.set(body, 4);
  return write([{ name: 'RIFF', data: inner }]);
}
