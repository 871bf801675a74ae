import type {FastifyInstance} from 'fastify'
import type {Milliseconds} from '../../contract/wire/common'
import type {ReadinessCheck} from './readiness'

interface Fault {
  /** The codes of PostgreSQL by which a failed call shows it. */
  codes: readonly string[]
  reason: string
  /** How long it is taken to last when no call shows it again. */
  lasts: Milliseconds
}

const MINUTE: Milliseconds = 60_000

/** What no query of a check can see, since it hits only those who write, or who read the damaged place. */
const FAULTS: readonly Fault[] = [
  {codes: ['53100'], reason: 'The disk of the database is full.', lasts: MINUTE / 6},
  {
    codes: ['XX001', 'XX002', '58030'],
    reason: 'The database can not read some of what it has stored; the log names the call.',
    lasts: 10 * MINUTE,
  },
]

export interface StorageFaults {
  /** Calls are heard by themselves; what failed otherwise has to be told. */
  hear(error: unknown): void
  check: ReadinessCheck
}

/** Remembers by which faults of the disk calls, and messages of devices, have failed lately. */
export function watchStorage(app: FastifyInstance, elapsed: () => Milliseconds): StorageFaults {
  const seen = new Map<Fault, Milliseconds>()

  function hear(error: unknown) {
    const codes = codesOf(error)
    const fault = FAULTS.find(fault => fault.codes.some(code => codes.includes(code)))
    if (fault) seen.set(fault, elapsed())
  }
  app.addHook('onError', async (_request, _reply, error) => hear(error))

  return {
    hear,
    check: () => ({
      reasons: [...seen].filter(([{lasts}, at]) => elapsed() - at < lasts).map(([{reason}]) => reason),
    }),
  }
}

/** Its own and those of its causes. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  return [...own, ...codesOf(error.cause)]
}
