/** The first and the last byte of a part of a file. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a `Range` header for a file of `size` bytes. Null means the whole file: several ranges, other units and
 * nonsense are answered with it, as RFC 9110 allows. `unsatisfiable` means that the file has no such part.
 */
export function byteRange(header: string | null | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : {start, end}
}
