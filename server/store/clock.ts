import {type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'

export interface Clocks {
  now: () => EpochMs
  /**
   * Time elapsed since any moment, which setting the clock does not change. Without it the clock is taken as never set.
   */
  elapsed?: (() => Milliseconds) | undefined
}

/** `before`: the clock's time had it not been set. Null after a start: it may have been set while no server ran. */
export interface ClockSetting {
  at: EpochMs
  before: EpochMs | null
}

/** A clock is adjusted by less than this all the time. */
const SET_BY: Milliseconds = 2000

/**
 * Returns a function that returns the time. Before its first answer, and whenever the clock was set since the last one,
 * `follow` corrects the rows that wait by the clock. A failed correction is tried again with the next call.
 */
export function createClockFollowing({now, elapsed = now}: Clocks, follow: (setting: ClockSetting) => Promise<void>) {
  // The time that goes on evenly has fractions, and times in the database have none.
  const offsetNow = () => Math.round(now() - elapsed())
  let offset = offsetNow()
  /** The step by which the clock was set; null when that is not known. Undefined when all has been put right. */
  let step: Milliseconds | null | undefined = null
  let following: Promise<void> | undefined

  function look() {
    const before = offset
    offset = offsetNow()
    if (Math.abs(offset - before) > SET_BY) step = (step ?? 0) + offset - before
  }

  async function putRight() {
    while (step !== undefined) {
      const followed = step
      const at = now()
      await follow({at, before: followed === null ? null : at - followed})
      if (step === followed) step = undefined
    }
  }

  return async (): Promise<EpochMs> => {
    look()
    if (step !== undefined) {
      following ??= putRight().finally(() => {
        following = undefined
      })
      await following
    }
    return now()
  }
}

/** The SQL of until when something is claimed that was claimed for `lease` at most, by the clock as it is now. */
export function leaseAfter(until: AnyPgColumn, {at, before}: ClockSetting, lease: Milliseconds): SQL {
  const longest = sql`${at + lease}::int8`
  if (before === null) return sql`case when ${until} > ${longest} then ${longest} else ${until} end`
  return sql`case when ${until} > ${before}::int8 then least(${longest}, ${until} + ${at - before}::int8)
    when ${until} > ${at}::int8 then ${at}::int8 else ${until} end`
}
