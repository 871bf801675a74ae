/**
 * PostgreSQL's ids of element types. This file writes one-dimensional arrays in PostgreSQL's binary form, which it
 * reads several times as fast as the text form.
 */
const INT4 = 23
const INT8 = 20
const FLOAT8 = 701
const TEXT = 25
const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1
const TWO_TO_32 = 4_294_967_296

export function int4Array(values: readonly number[]): Buffer {
  return fixedArray(INT4, 4, values, (buffer, value, at) => buffer.writeInt32BE(value, at))
}

export function int8Array(values: readonly number[]): Buffer {
  return fixedArray(INT8, 8, values, (buffer, value, at) => {
    buffer.writeInt32BE(Math.floor(value / TWO_TO_32), at)
    buffer.writeUInt32BE(value >>> 0, at + 4)
  })
}

export function float8Array(values: readonly (number | null)[]): Buffer {
  return fixedArray(FLOAT8, 8, values, (buffer, value, at) => buffer.writeDoubleBE(value, at))
}

export function textArray(values: readonly (string | null)[]): Buffer {
  let size = HEADER_BYTES + LENGTH_BYTES * values.length
  for (const value of values) if (value !== null) size += Buffer.byteLength(value)
  const buffer = Buffer.allocUnsafe(size)
  let at = writeHeader(buffer, TEXT, values.length)
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : buffer.write(value, at + LENGTH_BYTES)
    buffer.writeInt32BE(length, at)
    at += LENGTH_BYTES + Math.max(length, 0)
  }
  return buffer
}

function fixedArray(
  elementType: number,
  elementBytes: number,
  values: readonly (number | null)[],
  write: (buffer: Buffer, value: number, at: number) => void,
): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + (LENGTH_BYTES + elementBytes) * values.length)
  let at = writeHeader(buffer, elementType, values.length)
  for (const value of values) {
    at = buffer.writeInt32BE(value === null ? NULL_LENGTH : elementBytes, at)
    if (value === null) continue
    write(buffer, value, at)
    at += elementBytes
  }
  return buffer.subarray(0, at)
}

/**
 * Writes the number of dimensions, a flag for nulls, the element type, and the length and the lower bound of the
 * dimension. Returns the offset at which the elements begin.
 */
function writeHeader(buffer: Buffer, elementType: number, length: number): number {
  const header = [1, 1, elementType, length, 1]
  header.forEach((word, index) => {
    buffer.writeInt32BE(word, index * 4)
  })
  return HEADER_BYTES
}
