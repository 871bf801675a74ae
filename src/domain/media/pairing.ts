/** The screen that shows the code becomes a device that is there, or a new one. */
export type Pairing =
  | {kind: 'device'; code: string; deviceId: string; replace: boolean}
  | {kind: 'new'; code: string; name: string; organisationId: string}

/** Proposes a name that no other screen has: the given one, or with the next free number. */
export function proposedName(name: string, taken: readonly string[]): string {
  const known = new Set(taken)
  const [, stem = name] = /^(.+) \d{1,9}$/.exec(name) ?? []
  for (let number = 1; ; number++) {
    const proposed = number === 1 ? stem : `${stem} ${number}`
    if (!known.has(proposed) && proposed !== '') return proposed
  }
}
