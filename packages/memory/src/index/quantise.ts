/** A vector as it is kept: one byte per number after the factor they were divided by. */
export function packVector(vector: Float32Array): Uint8Array {
  let largest = 1e-9;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const packed = new Uint8Array(HEAD + vector.length);
  new DataView(packed.buffer).setFloat32(0, largest / 127, true);
  vector.forEach((value, at) => {
    packed[HEAD + at] = Math.round((value / largest) * 127) & 0xff;
  });
  return packed;
}

const HEAD = 4;

/** How alike a vector and a packed one are: the cosine, as both have length one. 0 when they do not fit. */
export function similarity(vector: Float32Array, packed: Uint8Array): number {
  if (packed.length !== vector.length + HEAD) return 0;
  const factor = new DataView(packed.buffer, packed.byteOffset, HEAD).getFloat32(0, true);
  const values = new Int8Array(packed.buffer, packed.byteOffset + HEAD, vector.length);
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (vector[at] ?? 0) * (values[at] ?? 0);
  return sum * factor;
}

/** The signs alone, one bit per number: what sqlite-vec compares first. */
export function signBits(packed: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil((packed.length - HEAD) / 8));
  for (let at = HEAD; at < packed.length; at++) {
    const place = at - HEAD;
    if ((packed[at] ?? 0) < 128) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  }
  return bits;
}
