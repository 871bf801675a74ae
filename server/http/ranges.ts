/** Undefined is the whole file. `end` is the last byte. */
export type WantedRange = {start: number; end: number} | 'unsatisfiable' | undefined

/**
 * Reads a `Range` header for a file of `size` bytes. Several ranges, other units and nonsense are answered with the
 * whole file, as RFC 9110 allows.
 */
export function wantedRange(header: string | undefined, size: number): WantedRange {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : within(size - Number(last), size - 1, size)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return Number(first) >= size ? 'unsatisfiable' : within(Number(first), last === '' ? size - 1 : Number(last), size)
}

const within = (start: number, end: number, size: number) => ({
  start: Math.max(0, start),
  end: Math.min(end, size - 1),
})
