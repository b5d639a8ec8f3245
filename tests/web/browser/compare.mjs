// How different two pictures look: as tests/render/compare.h has it, in the same units.
// SPDX-License-Identifier: MIT

// 1 2 1 in both directions; edges repeat.
function blurred({width: w, height: h, rgba}) {
  const out = new Float64Array(rgba.length);
  for (let y = 0; y < h; ++y) {
    for (let x = 0; x < w; ++x) {
      for (let c = 0; c < 4; ++c) {
        let sum = 0;
        for (let dy = -1; dy <= 1; ++dy) {
          for (let dx = -1; dx <= 1; ++dx) {
            const sx = Math.min(Math.max(x + dx, 0), w - 1), sy = Math.min(Math.max(y + dy, 0), h - 1);
            sum += (2 - Math.abs(dx)) * (2 - Math.abs(dy)) * rgba[(sy * w + sx) * 4 + c];
          }
        }
        out[(y * w + x) * 4 + c] = sum / 16;
      }
    }
  }
  return out;
}

// `mean` over all pixels of the largest channel; `large`: share of pixels off by more than 16.
export function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height || a.rgba.length !== b.rgba.length || a.rgba.length === 0)
    return {mean: 255, large: 1, largest: 255};
  const x = blurred(a), y = blurred(b), pixels = x.length / 4;
  const out = {mean: 0, large: 0, largest: 0};
  for (let i = 0; i < pixels; ++i) {
    let most = 0;
    for (let c = 0; c < 4; ++c) most = Math.max(most, Math.abs(x[i * 4 + c] - y[i * 4 + c]));
    out.mean += most / pixels;
    out.large += most > 16 ? 1 / pixels : 0;
    out.largest = Math.max(out.largest, most);
  }
  return out;
}
