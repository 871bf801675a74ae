import {DrizzleQueryError} from 'drizzle-orm'
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

/** Remembers by which faults of the disk calls have failed lately. */
export function watchStorage(app: FastifyInstance, elapsed: () => Milliseconds): ReadinessCheck {
  const seen = new Map<Fault, Milliseconds>()

  app.addHook('onError', async (_request, _reply, error) => {
    const code = codeOf(error)
    const fault = FAULTS.find(({codes}) => codes.includes(code))
    if (fault) seen.set(fault, elapsed())
  })

  return () => ({
    reasons: [...seen].filter(([{lasts}, at]) => elapsed() - at < lasts).map(([{reason}]) => reason),
  })
}

function codeOf(error: unknown): string {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}
