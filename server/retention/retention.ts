import {DAY, HOUR, MINUTE} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import {ADVISORY_LOCKS} from '../database/advisoryLocks'
import type {Database} from '../database/connect'
import {createPasses, type Passes, type PassesOptions, type Unhurried} from '../database/passes'
import {retentionPass} from '../database/schema/server'
import type {Metric} from '../http/metrics/metrics'
import type {Log} from '../log/log'
import type {Scheduler} from '../scheduler'

/** The number of rows of each kind that a step has removed. */
export type Removed = Readonly<Record<string, number>>

export interface RetentionDays {
  values?: number | undefined
  /** The days for rollups of values; not less than `values`. */
  rollups?: number | undefined
  audit?: number | undefined
}

export interface RetentionOptions extends Pick<PassesOptions, 'job'> {
  database: Database
  scheduler: PassesOptions['scheduler'] & Pick<Scheduler, 'now'>
  log: Pick<Log, 'info' | 'warn'>
  /** The days for which the server stores each kind; for ever without a number. */
  days: RetentionDays
  /** The retention in days of each organisation that has set one. */
  organisationDays: () => Promise<ReadonlyMap<string, number>>
  ownersOf: (deviceNumbers: readonly number[]) => Promise<readonly {number: number; organisationId: string}[]>
  /** Removes values and their rollups step by step. The rest of a pass is found by the next one. */
  removeValues: (
    storedSince: (deviceNumbers: readonly number[]) => Promise<Map<number, {values: EpochMs; rollups: EpochMs}>>,
  ) => AsyncIterable<Removed>
  /** Removes entries of the audit trail from before a time. */
  removeAudit: (before: EpochMs) => AsyncIterable<Removed>
  /** Called after each step. */
  onRemoved: (removed: Removed) => void
}

export interface Retention extends Passes {
  /** The end of this server's last pass. */
  metric: Metric
}

/** The server looks more often than a pass is due, since another server may do it, or have died before it could. */
const LOOK_EVERY = 10 * MINUTE

export function createRetention(options: RetentionOptions): Retention {
  const {database, scheduler, job, log} = options
  const {now, elapsed} = scheduler
  let lastPassAt = Number.NaN

  /** The lock belongs to the connection, so it is released even when the server dies. */
  async function passIfDue(unhurried: Unhurried) {
    const client = await database.pool.connect()
    let isHeld = false
    try {
      const {rows} = await client.query<{held: boolean}>(LOCK, [ADVISORY_LOCKS.retention])
      isHeld = rows[0]?.held === true
      if (isHeld && (await isDue())) await pass(unhurried)
    } finally {
      const isFree =
        !isHeld ||
        (await client.query(UNLOCK, [ADVISORY_LOCKS.retention]).then(
          () => true,
          () => false,
        ))
      client.release(!isFree)
    }
  }

  /** Notes the time at which a pass is due, even if it must not remove anything yet. */
  async function isDue(): Promise<boolean> {
    const at = now()
    const [before] = await database.db.select().from(retentionPass)
    if (before && at >= before.at && at - before.at < HOUR) return false
    await database.db
      .insert(retentionPass)
      .values({id: 1, at})
      .onConflictDoUpdate({target: retentionPass.id, set: {at}})
    if (before && at - before.at <= DAY) return true
    if (before && (await isConfigured(options))) log.warn({before: iso(before.at), now: iso(at)}, JUMPED)
    return false
  }

  async function pass(unhurried: Unhurried) {
    const began = elapsed()
    const sums: Record<string, number> = {}
    for await (const removed of unhurried(removeOld(options, now()))) {
      for (const [kind, count] of Object.entries(removed)) sums[kind] = (sums[kind] ?? 0) + count
      options.onRemoved(removed)
    }
    lastPassAt = now()
    if (Object.values(sums).some(count => count > 0))
      log.info({removed: sums, seconds: Math.round((elapsed() - began) / 1000)}, 'Removed expired data')
  }

  return {
    ...createPasses({every: LOOK_EVERY, scheduler, job, pass: passIfDue}),
    metric: {
      name: 'retention_last_pass_timestamp_seconds',
      help: 'When this server has last looked for expired data, and removed it; not a number before',
      value: () => lastPassAt / 1000,
    },
  }
}

const isConfigured = async ({days, organisationDays}: RetentionOptions) =>
  (days.values ?? days.audit) !== undefined || (await organisationDays()).size > 0

async function* removeOld(options: RetentionOptions, at: EpochMs) {
  const {values, rollups = 0, audit} = options.days
  const organisationDays = await options.organisationDays()
  if (values !== undefined || organisationDays.size > 0) {
    yield* options.removeValues(async deviceNumbers => {
      const owners = await options.ownersOf(deviceNumbers)
      const limits = owners.flatMap(({number, organisationId}) => {
        const days = shorter(values, organisationDays.get(organisationId))
        if (days === undefined) return []
        return [[number, {values: at - days * DAY, rollups: at - Math.max(days, rollups) * DAY}] as const]
      })
      return new Map(limits)
    })
  }
  if (audit !== undefined) yield* options.removeAudit(at - audit * DAY)
}

/** An organisation may keep less than the server, and not more. */
function shorter(server: number | undefined, organisation: number | undefined): number | undefined {
  if (server === undefined || organisation === undefined) return server ?? organisation
  return Math.min(server, organisation)
}

const iso = (at: EpochMs) => new Date(at).toISOString()

const LOCK = 'select pg_try_advisory_lock($1) as held'
const UNLOCK = 'select pg_advisory_unlock($1)'

const JUMPED =
  'The clock says that retention was looked at more than a day ago. Either no server has run since, or the clock is ahead. ' +
  'So nothing is removed now, but in an hour: if the clock is wrong, put it right before.'
