/** Values that were acknowledged and are missing, or are there more than once. */
export interface Gaps {
  missing: number[]
  doubled: number[]
}

export function gapsIn(held: readonly number[], expected: readonly number[]): Gaps {
  const counts = new Map<number, number>()
  for (const value of held) counts.set(value, (counts.get(value) ?? 0) + 1)
  return {
    missing: expected.filter(value => !counts.has(value)),
    doubled: [...counts].flatMap(([value, count]) => (count > 1 ? [value] : [])),
  }
}
