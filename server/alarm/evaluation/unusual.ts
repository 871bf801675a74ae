import {sql} from 'drizzle-orm'
import type {EpochMs} from '../../../contract/wire/common'
import type {Database} from '../../database/connect'
import {drizzleOn, inTransaction} from '../../database/transaction'
import type {AlarmStore, OnChanged} from '../store'
import {storedThreshold} from './evaluation'
import {type SeriesRef, seriesKey} from './newest'
import {Progress, shownIn} from './progress'

/** A series that is unusual by a value, or is so no longer (null), since `at`. */
export interface Unusual extends SeriesRef {
  unusualSince: EpochMs | null
  value: number | null
  at: EpochMs
}

export interface UnusualOptions {
  database: Pick<Database, 'pool'>
  store: AlarmStore
  onChanged: OnChanged
}

/** Evaluates the alarms of series that became unusual, or usual again, where their threshold has a rule for it. */
export async function evaluateUnusual({database: {pool}, store, onChanged}: UnusualOptions, news: readonly Unusual[]) {
  const changes = await inTransaction(pool, async client => {
    const executor = drizzleOn(client)
    const locked = await store.lockWhere(
      executor,
      sql`alarm.kind = 'unusual' and (alarm.device_number, alarm.key_id) in (
        select * from unnest(
          ${sql.param(news.map(({deviceNumber}) => deviceNumber))}::int4[],
          ${sql.param(news.map(({keyId}) => keyId))}::int4[]
        )
      )`,
    )
    const changes = locked.flatMap(stored => {
      const rule = storedThreshold(stored)?.unusual
      if (rule === undefined) return []
      const progress = new Progress(stored)
      for (const each of news.filter(each => seriesKey(each) === seriesKey(stored.alarm)))
        progress.setUnusual(each.unusualSince === null ? null : rule.severity, each.value, each.at)
      return progress.change() ?? []
    })
    await store.write(executor, changes)
    return changes
  })
  onChanged(shownIn(changes))
}
