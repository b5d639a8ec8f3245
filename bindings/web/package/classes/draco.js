// Copies of models without Draco compression, for a module that has no decoder of it.
// SPDX-License-Identifier: MIT
import {MotusError} from './calls.js';
import {openGltf, packGltf, viewBytes} from './gltf.js';

const kName = 'KHR_draco_mesh_compression';
const kArrays = {
  5120: [Int8Array, 'DT_INT8'],
  5121: [Uint8Array, 'DT_UINT8'],
  5122: [Int16Array, 'DT_INT16'],
  5123: [Uint16Array, 'DT_UINT16'],
  5125: [Uint32Array, 'DT_UINT32'],
  5126: [Float32Array, 'DT_FLOAT32'],
};

// Copies bytes out of the decoder's memory.
function withMemory(draco, size, fill) {
  const at = draco._malloc(size);
  try {
    fill(at);
    return draco.HEAPU8.slice(at, at + size);
  } finally {
    draco._free(at);
  }
}

function decodeMesh(draco, bytes, read) {
  const decoder = new draco.Decoder();
  const mesh = new draco.Mesh();
  try {
    const status = decoder.DecodeArrayToMesh(bytes, bytes.length, mesh);
    if (!status.ok() || !mesh.ptr) throw new Error(status.error_msg());
    return read(decoder, mesh);
  } finally {
    draco.destroy(mesh);
    draco.destroy(decoder);
  }
}

// The primitive gets accessors of its own: those of the file may have other data for another primitive.
function decodePrimitive(draco, gltf, primitive, bytes, add) {
  const {attributes} = primitive.extensions[kName];
  const replace = (index, data, count) => {
    const {bufferView, byteOffset, sparse, ...rest} = gltf.json.accessors[index];
    gltf.json.accessors.push({...rest, bufferView: add(data), count});
    return gltf.json.accessors.length - 1;
  };
  decodeMesh(draco, bytes, (decoder, mesh) => {
    const points = mesh.num_points();
    for (const [name, id] of Object.entries(attributes)) {
      const index = primitive.attributes[name];
      const [Type, type] = kArrays[gltf.json.accessors[index].componentType];
      const from = decoder.GetAttributeByUniqueId(mesh, id);
      const size = points * from.num_components() * Type.BYTES_PER_ELEMENT;
      const data = withMemory(draco, size, (at) =>
        decoder.GetAttributeDataArrayForAllPoints(mesh, from, draco[type], size, at));
      primitive.attributes[name] = replace(index, data, points);
    }
    const size = mesh.num_faces() * 12;
    const data = withMemory(draco, size, (at) => decoder.GetTrianglesUInt32Array(mesh, size, at));
    gltf.json.accessors.push({bufferView: add(data), componentType: 5125, count: size / 4, type: 'SCALAR'});
    primitive.indices = gltf.json.accessors.length - 1;
    primitive.mode = 4;
  });
  delete primitive.extensions[kName];
}

// Bytes of the model without compression; null where it has none, or where a file of it is missing.
async function decodeModel(path, files, loadDecoder) {
  const gltf = openGltf(files[path]);
  const used = gltf?.json.extensionsUsed;
  if (!Array.isArray(used) || !used.includes(kName)) return null;
  const primitives = (gltf.json.meshes ?? []).flatMap((mesh) => mesh.primitives ?? []);
  const compressed = primitives.filter((primitive) => primitive.extensions?.[kName]);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const streams = compressed.map((primitive) =>
    viewBytes(gltf, primitive.extensions[kName].bufferView, (name) => files[folder + name]));
  if (compressed.length === 0 || streams.includes(null)) return null;
  const draco = await loadDecoder();
  const added = [];
  const {bufferViews, buffers} = gltf.json;
  let length = 0;
  const add = (data) => {
    bufferViews.push({buffer: buffers.length, byteOffset: length, byteLength: data.length});
    added.push(data, new Uint8Array(-data.length & 3));
    length += data.length + (-data.length & 3);
    return bufferViews.length - 1;
  };
  compressed.forEach((primitive, i) => decodePrimitive(draco, gltf, primitive, streams[i], add));
  for (const list of ['extensionsUsed', 'extensionsRequired']) {
    gltf.json[list] = gltf.json[list]?.filter((name) => name !== kName);
  }
  return packGltf(gltf, added, length);
}

export async function decodeDraco(files, loadDecoder) {
  const copies = {};
  for (const path of Object.keys(files)) {
    if (!/\.(glb|gltf)$/i.test(path)) continue;
    try {
      const copy = await decodeModel(path, files, loadDecoder);
      if (copy) copies[`${path}#decoded`] = copy;
    } catch (error) {
      const message = `its Draco data cannot be decoded: ${error.message}`;
      throw new MotusError({code: 'gltf-draco', place: path, message, faults: []});
    }
  }
  return copies;
}
