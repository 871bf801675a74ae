import {asc, eq, lte, min} from 'drizzle-orm'
import {gapsIn, type Shift} from '../../contract/rules/onCall/shifts'
import {DAY, HOUR} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import type {Database, Transaction} from '../database/connect'
import {onCallRota} from '../database/schema/onCall'
import type {MailRepository} from '../mail/repository'
import type {Job, Scheduler} from '../scheduler'
import {createQueue, type Queue} from '../store/queue'
import {type Person, readPeople} from '../user/repository'
import {presentAmong, ruleOf} from './repository'

export interface GapWatchOptions {
  database: Pick<Database, 'db'>
  scheduler: Pick<Scheduler, 'now' | 'after' | 'delay'>
  mails: Pick<MailRepository, 'enqueue'>
  /** Called after the commit of mails. */
  onQueued: () => void
  job: Job
}

/** Admins are notified of a gap this long before it begins. */
const WARNED: number = DAY
/** People leave without a word to the rotas that they are in. */
const LOOKED_AGAIN: number = HOUR

/** Notifies the admins of an organisation once of each gap that begins within a day. */
export function createGapWatch({database: {db}, scheduler, mails, onQueued, job}: GapWatchOptions): Queue {
  const {dueAt} = onCallRota

  const lookAtNext = () =>
    db.transaction(async transaction => {
      const at = scheduler.now()
      const [rota] = await transaction
        .select()
        .from(onCallRota)
        .where(lte(dueAt, at))
        .orderBy(asc(dueAt))
        .limit(1)
        .for('update', {skipLocked: true})
      if (rota === undefined) return undefined
      const people = await readPeople(transaction, rota.organisationId)
      const isPresent = presentAmong(people)
      const gaps = gapsIn(ruleOf(rota), isPresent, {start: at, end: at + WARNED})
      const {isNew, until} = unknownIn(gaps, rota.gapKnownUntil, at)
      const admins = isNew ? people.filter(isPresentAdmin) : []
      for (const {id, email} of admins)
        await mails.enqueue(transaction, {kind: 'onCallGap', email, userId: id, rotaId: rota.id})
      const next = {dueAt: at + LOOKED_AGAIN, gapKnownUntil: until}
      await transaction.update(onCallRota).set(next).where(eq(onCallRota.id, rota.id))
      return {isNew}
    })

  return createQueue({
    claim: lookAtNext,
    work: async ({isNew}) => (isNew ? onQueued() : undefined),
    async nextDueAt(): Promise<EpochMs | undefined> {
      const [next] = await db.select({dueAt: min(dueAt)}).from(onCallRota)
      return next?.dueAt ?? undefined
    },
    parallel: 1,
    scheduler,
    job,
  })
}

/** A gap that begins before the known ones end is one of them, which goes on. */
function unknownIn(gaps: readonly Shift[], knownUntil: EpochMs | null, at: EpochMs) {
  let until = knownUntil !== null && knownUntil >= at ? knownUntil : null
  let isNew = false
  for (const {start, end} of gaps) {
    if (until === null || start > until) isNew = true
    until = Math.max(until ?? end, end)
  }
  return {isNew, until}
}

const isPresentAdmin = ({isAdmin, isPresent}: Person): boolean => isAdmin && isPresent

/** The first gap of a rota within a day, with its recipients; undefined when there is none any more. */
export async function nextGap(db: Pick<Transaction, 'select'>, rotaId: string, at: EpochMs) {
  const [rota] = await db.select().from(onCallRota).where(eq(onCallRota.id, rotaId))
  if (rota === undefined) return undefined
  const people = await readPeople(db, rota.organisationId)
  const [gap] = gapsIn(ruleOf(rota), presentAmong(people), {start: at, end: at + WARNED})
  return (
    gap && {
      name: rota.name,
      zone: rota.plan.zone,
      start: gap.start,
      end: gap.end,
      isOpen: gap.end === at + WARNED,
      admins: people.filter(isPresentAdmin),
    }
  )
}
