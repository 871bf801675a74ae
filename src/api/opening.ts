import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Route} from '../../contract/wire/route'

/**
 * What the first calls of the page answer, which the browser has asked for in one call while the files arrived. An
 * answer is given once, and none when it is old or something may have changed since.
 */
export interface Opening {
  /** Undefined where there is none. */
  take(route: Pick<Route, 'path'>): Promise<unknown>
  /** From now on there is none. */
  forget(): void
}

interface OpeningSource {
  /** Fails where the server tells nothing, as to somebody whose access has expired. */
  read: () => Promise<Readonly<Record<string, unknown>>>
  now: () => EpochMs
}

export function createOpening({read, now}: OpeningSource): Opening {
  const told = read().then(
    answers => ({answers: new Map(Object.entries(answers)), until: now() + KEPT}),
    () => null,
  )
  let isForgotten = false
  return {
    async take({path}) {
      const known = await told
      if (known === null || isForgotten || now() > known.until) return undefined
      const answer = known.answers.get(path)
      known.answers.delete(path)
      return answer
    },
    forget() {
      isForgotten = true
    },
  }
}

/** The screen of the page is opened within this time. */
const KEPT: Milliseconds = 10_000
