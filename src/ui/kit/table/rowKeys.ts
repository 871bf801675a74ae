/** The effect of a key in a table: it moves to a row, or does something with the present one. */
type RowKey = {kind: 'move'; to: number} | {kind: 'open' | 'select' | 'peek'} | null

interface Place {
  /** The index of the present row; -1 when none is. */
  at: number
  count: number
  /** The number of rows in view. */
  inView: number
}

export function rowKey(key: string, {at, count, inView}: Place): RowKey {
  const to = (row: number): RowKey => (count === 0 ? null : {kind: 'move', to: Math.max(0, Math.min(count - 1, row))})
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return to(at + 1)
    case 'k':
    case 'ArrowUp':
      return to(at < 0 ? 0 : at - 1)
    case 'PageDown':
      return to(at + inView)
    case 'PageUp':
      return to(at - inView)
    case 'Home':
      return to(0)
    case 'End':
      return to(count - 1)
    case 'Enter':
      return at < 0 ? null : {kind: 'open'}
    case ' ':
      return at < 0 ? null : {kind: 'select'}
    case 'p':
      return at < 0 ? null : {kind: 'peek'}
    default:
      return null
  }
}
