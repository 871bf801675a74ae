import {and, eq} from 'drizzle-orm'
import {bandAt} from '../../contract/rules/usual/band'
import {NOTHING_JUDGED, type UsualJudging} from '../../contract/rules/usual/judge'
import {accept} from '../../contract/rules/usual/learn'
import {decodeState, encodeState} from '../../contract/rules/usual/state'
import type {EpochMs} from '../../contract/wire/common'
import {holdChangeable} from '../access/changeable'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {usualSeries} from '../database/schema'
import {conflict} from '../http/failures/errors'
import type {SeriesRef} from '../telemetry/repository'
import type {Level} from './asking'

export interface AcceptingOptions {
  database: Pick<Database, 'db'>
  audit: Pick<AuditTrail, 'record'>
  now: () => EpochMs
}

export interface Acceptance extends Level {
  deviceId: string
  key: string
  series: SeriesRef
  reason: string
}

/** Learning again from history uses this many of them at most. */
const ACCEPTANCES = 20

/**
 * "This is normal now": the usual values move to the present level, and the series is not unusual any more. Throws 403,
 * 404, and 409 while too little is known.
 */
export async function acceptNow({database, audit, now}: AcceptingOptions, caller: Caller, acceptance: Acceptance) {
  const {deviceId: entityId, key, series, level, last, reason} = acceptance
  const {ts} = last
  await database.db.transaction(async transaction => {
    const device = await holdChangeable(transaction, caller, {entityType: 'device', entityId})
    const isSeries = and(eq(usualSeries.deviceNumber, series.deviceNumber), eq(usualSeries.keyId, series.keyId))
    const [row] = await transaction.select().from(usualSeries).where(isSeries).for('update')
    const state = row ? decodeState(row.state) : null
    if (row === undefined || state === null || bandAt(state, ts).kind === 'learning') throw conflict(TOO_LITTLE)
    const one = {learnedTo: row.learnedTo, level, ts, at: now(), by: caller.email, reason}
    await transaction
      .update(usualSeries)
      .set({
        state: encodeState(accept(state, level, ts)),
        accepted: [...row.accepted, one].slice(-ACCEPTANCES),
        judging: judgedAnew(row.judging ?? NOTHING_JUDGED, last),
        unusualSince: null,
        value: null,
      })
      .where(isSeries)
    const {name: entityName, organisationId} = device
    const entity = {entityType: 'device', entityId, entityName, organisationId} as const
    await audit.record(transaction, caller, {action: 'usual.accepted', ...entity, detail: {key, level, reason}})
  })
}

const TOO_LITTLE = 'Too little is known of this key to say what is normal.'

/** The last scores were by the former usual values; their long run is still known. */
const judgedAnew = (judging: UsualJudging, {ts: at, value}: Level['last']): UsualJudging => ({
  ...judging,
  at,
  value,
  short: judging.long,
  since: null,
})
