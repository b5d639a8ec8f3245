// Copies of models without Draco data, made with the package's own encoder.
// SPDX-License-Identifier: MIT
import { decodeDraco, MotusError, type DracoModule, type Files } from 'motus';
import { expect, test, vi } from 'vitest';

// Two WebAssembly modules are compiled, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const draco3d: any = (await import('draco3d/draco3d.js' as string)).default;
const loadDecoder = () => draco3d.createDecoderModule({}) as Promise<DracoModule>;

const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.5];
const joints = [0, 1, 2, 3, 4, 5, 6, 7, 300, 0, 0, 0, 9, 9, 9, 9];
const faces = [0, 1, 2, 0, 2, 3];

async function encodeSquare(): Promise<Uint8Array> {
  const draco = await draco3d.createEncoderModule({});
  const builder = new draco.MeshBuilder();
  const mesh = new draco.Mesh();
  const encoder = new draco.Encoder();
  const out = new draco.DracoInt8Array();
  builder.AddFacesToMesh(mesh, 2, new Uint32Array(faces));
  builder.AddFloatAttributeToMesh(mesh, draco.POSITION, 4, 3, new Float32Array(positions));
  builder.AddUInt16Attribute(mesh, draco.GENERIC, 4, 4, new Uint16Array(joints));
  encoder.SetAttributeQuantization(draco.POSITION, 14);
  const size = encoder.EncodeMeshToDracoBuffer(mesh, out);
  return Uint8Array.from({ length: size }, (_, i) => out.GetValue(i) & 255);
}

function squareJson(byteLength: number, buffer: object = {}) {
  const accessor = (componentType: number, count: number, type: string) => ({ componentType, count, type });
  return {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_draco_mesh_compression', 'KHR_materials_unlit'],
    extensionsRequired: ['KHR_draco_mesh_compression'],
    buffers: [{ byteLength, ...buffer }],
    bufferViews: [{ buffer: 0, byteLength }],
    accessors: [accessor(5126, 4, 'VEC3'), accessor(5123, 4, 'VEC4'), accessor(5123, 6, 'SCALAR')],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 0, JOINTS_0: 1 },
            indices: 2,
            extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0, JOINTS_0: 1 } } },
          },
        ],
      },
    ],
  };
}

function glb(json: object, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const sizes = [text.length, binary.length].map((size) => (size + 3) & ~3) as [number, number];
  const out = new Uint8Array(28 + sizes[0] + sizes[1]).fill(0x20);
  const words = new DataView(out.buffer);
  [0x46546c67, 2, out.length, sizes[0], 0x4e4f534a].forEach((word, i) => words.setUint32(i * 4, word, true));
  words.setUint32(20 + sizes[0], sizes[1], true);
  words.setUint32(24 + sizes[0], 0x004e4942, true);
  out.set(text, 20);
  out.set(binary, 28 + sizes[0]);
  return out;
}

/** The JSON of a copy, and the numbers of one of its accessors. */
function read(copy: Uint8Array) {
  const isBinary = copy[0] === 0x67;
  const size = new DataView(copy.buffer, copy.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(isBinary ? copy.subarray(20, 20 + size) : copy));
  const numbers = (index: number) => {
    const { bufferView, componentType } = json.accessors[index];
    const view = json.bufferViews[bufferView];
    const text = atob(json.buffers[view.buffer].uri.split(',')[1]);
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0)).slice(view.byteOffset, view.byteOffset + view.byteLength);
    const Type = { 5126: Float32Array, 5123: Uint16Array, 5125: Uint32Array }[componentType as 5126 | 5123 | 5125];
    return [...new Type(bytes.buffer)];
  };
  return { json, numbers };
}

function expectSquare(copy: Uint8Array) {
  const { json, numbers } = read(copy);
  expect(json.extensionsRequired).toEqual([]);
  expect(json.extensionsUsed).toEqual(['KHR_materials_unlit']);
  const [primitive] = json.meshes[0].primitives;
  expect(primitive.extensions).toEqual({});
  const found = numbers(primitive.attributes.POSITION);
  const skin = numbers(primitive.attributes.JOINTS_0);
  expect(found.length).toBe(12);
  // Draco may put the vertices in another order.
  const near = (a: number, b: number) => Math.abs(a - b) < 1e-3;
  const original = (point: number) =>
    [0, 1, 2, 3].find((i) => [0, 1, 2].every((k) => near(positions[i * 3 + k]!, found[point * 3 + k]!)))!;
  for (let point = 0; point < 4; ++point) {
    const at = original(point);
    expect(skin.slice(point * 4, point * 4 + 4)).toEqual(joints.slice(at * 4, at * 4 + 4));
  }
  expect(numbers(primitive.indices).map(original).sort()).toEqual([...faces].sort());
}

test('a .glb, a .gltf with its buffer beside it and one with it inside', async () => {
  const stream = await encodeSquare();
  const base64 = btoa(String.fromCharCode(...stream));
  const text = (buffer: object) => new TextEncoder().encode(JSON.stringify(squareJson(stream.length, buffer)));
  const files: Files = {
    'models/a.glb': glb(squareJson(stream.length), stream),
    'models/b.gltf': text({ uri: 'the%20data.bin' }),
    'models/the data.bin': stream,
    'c.gltf': text({ uri: `data:application/octet-stream;base64,${base64}` }),
    'd.gltf': text({ uri: 'missing.bin' }),
  };
  const copies = await decodeDraco(files, loadDecoder);
  expect(Object.keys(copies)).toEqual(['models/a.glb#decoded', 'models/b.gltf#decoded', 'c.gltf#decoded']);
  for (const copy of Object.values(copies)) expectSquare(copy);
});

test('the decoder is not loaded for files that do not need it', async () => {
  const plain = new TextEncoder().encode('{"asset":{"version":"2.0"}}');
  const refuse = () => Promise.reject(new Error('was loaded'));
  expect(await decodeDraco({ 'a.gltf': plain, 'b.glb': new Uint8Array(3), 'c.png': plain }, refuse)).toEqual({});
});

test('broken data is named', async () => {
  const stream = (await encodeSquare()).fill(7, 12);
  const file = glb(squareJson(stream.length), stream);
  await expect(decodeDraco({ 'broken.glb': file }, loadDecoder)).rejects.toThrow(MotusError);
  await expect(decodeDraco({ 'broken.glb': file }, loadDecoder)).rejects.toThrow('broken.glb');
});
