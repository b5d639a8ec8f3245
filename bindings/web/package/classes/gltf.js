// A glTF file taken apart and put together again. What is wrong with it is the module's to say.
// SPDX-License-Identifier: MIT
const kMagic = 0x46546c67; // "glTF"
const kJson = 0x4e4f534a, kBinary = 0x004e4942;

const words = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// {json, binary}, binary being null where there is none; null where it is no glTF file.
export function openGltf(bytes) {
  try {
    const isBinary = bytes.length >= 20 && words(bytes).getUint32(0, true) === kMagic;
    if (!isBinary) return {json: JSON.parse(new TextDecoder().decode(bytes)), binary: null};
    const size = words(bytes).getUint32(12, true);
    const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + size)));
    const rest = bytes.subarray(20 + size);
    const hasBinary = rest.length >= 8 && words(rest).getUint32(4, true) === kBinary;
    return {json, binary: hasBinary ? rest.subarray(8, 8 + words(rest).getUint32(0, true)) : null};
  } catch {
    return null;
  }
}

function decodeDataUri(uri) {
  const text = atob(uri.slice(uri.indexOf(',') + 1));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

// The bytes of a buffer view; null where they are not there.
export function viewBytes({json, binary}, index, load) {
  const view = json.bufferViews?.[index];
  const buffer = json.buffers?.[view?.buffer];
  if (!buffer) return null;
  const {uri} = buffer;
  const bytes = uri === undefined ? binary
    : /^data:/i.test(uri) ? decodeDataUri(uri) : load(decodeURIComponent(uri));
  const from = view.byteOffset ?? 0;
  return bytes && bytes.length >= from + view.byteLength ? bytes.subarray(from, from + view.byteLength) : null;
}

function dataUri(parts) {
  let text = '';
  for (const part of parts) {
    for (let i = 0; i < part.length; i += 0x8000) text += String.fromCharCode(...part.subarray(i, i + 0x8000));
  }
  return `data:application/octet-stream;base64,${btoa(text)}`;
}

// The file with one more buffer, made of `parts`.
export function packGltf({json, binary}, parts, byteLength) {
  const buffers = [...json.buffers, {byteLength, uri: dataUri(parts)}];
  const text = new TextEncoder().encode(JSON.stringify({...json, buffers}));
  if (!binary) return text;
  const padded = text.length + (-text.length & 3);
  const out = new Uint8Array(28 + padded + binary.length).fill(0x20);
  [kMagic, 2, out.length, padded, kJson].forEach((word, i) => words(out).setUint32(i * 4, word, true));
  out.set(text, 20);
  words(out).setUint32(20 + padded, binary.length, true);
  words(out).setUint32(24 + padded, kBinary, true);
  out.set(binary, 28 + padded);
  return out;
}
