import {sql} from 'drizzle-orm'
import {SCREEN_KEY} from '../../../contract/rules/media/screenTrouble'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Database} from '../../database/connect'
import {drizzleOn, inTransaction} from '../../database/transaction'
import type {AlarmedScreen, ScreenNews} from '../../screen/repository'
import type {AlarmStore, OnChanged, StoredAlarm} from '../store'
import {NO_THRESHOLD} from './evaluation'
import {type AlarmChange, Progress, shownIn} from './progress'
import type {FindKeyIds} from './thresholds'

export interface ScreensOptions {
  database: Pick<Database, 'pool'>
  store: AlarmStore
  findKeyIds: FindKeyIds
  onChanged: OnChanged
}

const SCREENS_AT_ONCE = 500

/** The screens whose alarms are not at rest, with the rules that they have. */
export async function alarmedScreens({pool}: ScreensOptions['database']): Promise<AlarmedScreen[]> {
  const {rows} = await pool.query<AlarmedScreen>(
    `select device_id as "deviceId", device_number as "deviceNumber", (threshold->>'for')::float8 * 1000 as "tellAfter"
      from alarm where kind = 'screen' and not is_resting`,
  )
  return rows
}

/** Evaluates the alarms of screens, which begin with their first trouble. */
export async function evaluateScreens(options: ScreensOptions, news: readonly ScreenNews[]) {
  if (news.length === 0) return
  const keyId = (await options.findKeyIds(new Set([SCREEN_KEY]))).get(SCREEN_KEY)
  if (keyId === undefined) throw new Error(`There is no key ${SCREEN_KEY}`)
  for (let from = 0; from < news.length; from += SCREENS_AT_ONCE) {
    await evaluateSome(options, {keyId, news: news.slice(from, from + SCREENS_AT_ONCE)})
  }
}

async function evaluateSome(
  {database: {pool}, store, onChanged}: ScreensOptions,
  {keyId, news}: {keyId: number; news: readonly ScreenNews[]},
) {
  const byNumber = new Map(news.map(each => [each.deviceNumber, each]))
  const changes = await inTransaction(pool, async client => {
    const executor = drizzleOn(client)
    await store.begin(
      executor,
      news.flatMap(({deviceId, deviceNumber, trouble, tellAfter, at}) =>
        trouble === null || tellAfter === null
          ? []
          : [
              {
                ...{deviceId, deviceNumber, keyId, kind: 'screen' as const, dueAt: null, at},
                threshold: writtenRule(tellAfter),
                rule: ruleOf(tellAfter),
              },
            ],
      ),
    )
    const locked = await store.lockWhere(
      executor,
      sql`alarm.kind = 'screen' and alarm.device_number = any(${sql.param([...byNumber.keys()])}::int4[])`,
    )
    const changes = locked.flatMap(stored => {
      const each = byNumber.get(stored.alarm.deviceNumber)
      return (each && evaluated(stored, each)) ?? []
    })
    await store.write(executor, changes)
    return changes
  })
  onChanged(shownIn(changes))
}

function evaluated(stored: StoredAlarm, {trouble, tellAfter, at}: ScreenNews): AlarmChange | undefined {
  const progress = new Progress(stored)
  const written = tellAfter === null ? NO_THRESHOLD : writtenRule(tellAfter)
  if (JSON.stringify(stored.alarm.threshold) !== JSON.stringify(written)) {
    const rule = tellAfter === null ? null : ruleOf(tellAfter)
    progress.takeThreshold(written)
    progress.happen({type: 'rule.changed', rule, stillHolds: rule !== null && trouble !== null, at})
  }
  if (tellAfter !== null) progress.setScreen(trouble, at)
  return progress.change()
}

const ruleOf = (tellAfter: Milliseconds) => ({delay: {on: tellAfter, off: 0}, isLatching: false})

/** In seconds, as a threshold writes it. */
const writtenRule = (tellAfter: Milliseconds) => ({for: tellAfter / 1000})
