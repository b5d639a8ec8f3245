// What the page uses of the package draco3d, which has no types.
// SPDX-License-Identifier: MIT
declare module 'draco3d/draco_decoder_nodejs.js' {
  const create: (options: { locateFile: (name: string) => string }) => Promise<object>;
  export default create;
}
