import type {FastifyInstance} from 'fastify'
import {MINUTE} from '../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../contract/wire/common'
import type {LabelledMetric} from '../metrics/metrics'
import type {ReadinessCheck} from '../readiness'
import {DAMAGED} from './databaseFailure'

interface Fault {
  name: string
  /** The codes of PostgreSQL by which a failed call shows it. */
  codes: readonly string[]
  /** A reason takes the server out of service, with all that it could still do; a warning calls for an operator. */
  is: 'reason' | 'warning'
  inWords: string
  /** The time after which it counts as over when no call shows it again. */
  lasts: Milliseconds
}

/** Faults that no query of a check can see, since they hit only calls that write, or that read the damaged place. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'full',
    is: 'reason',
    inWords: 'The disk of the database is full.',
    codes: ['53100'],
    lasts: MINUTE / 6,
  },
  {
    name: 'damaged',
    is: 'warning',
    inWords: 'The database can not read some of what it has stored; the log names the call.',
    codes: DAMAGED,
    lasts: 10 * MINUTE,
  },
]

export interface StorageFaults {
  /** Failed calls are noticed here; other failures have to be reported. */
  onFailed(error: unknown): void
  check: ReadinessCheck
  metric: LabelledMetric
}

/** Remembers the faults of the disk by which calls, and messages of devices, have failed lately. */
export function watchStorage(app: FastifyInstance, elapsed: () => Milliseconds): StorageFaults {
  const seen = new Map<Fault, Milliseconds>()

  function onFailed(error: unknown) {
    const codes = codesOf(error)
    const fault = FAULTS.find(fault => fault.codes.some(code => codes.includes(code)))
    if (fault) seen.set(fault, elapsed())
  }
  app.addHook('onError', async (_request, _reply, error) => onFailed(error))

  const isLasting = (fault: Fault) => elapsed() - (seen.get(fault) ?? Number.NEGATIVE_INFINITY) < fault.lasts
  const inWords = (is: Fault['is']) =>
    FAULTS.filter(fault => fault.is === is && isLasting(fault)).map(fault => fault.inWords)

  return {
    onFailed,
    check: () => ({reasons: inWords('reason'), warnings: inWords('warning')}),
    metric: {
      name: 'database_fault',
      help: 'Whether calls have lately failed since the disk of the database is full, or some of what it has stored is damaged',
      label: 'fault',
      values: () => FAULTS.map(fault => [fault.name, isLasting(fault) ? 1 : 0] as const),
    },
  }
}

/** The codes of an error and of its causes. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  return [...own, ...codesOf(error.cause)]
}
