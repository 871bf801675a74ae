import type {Episode} from './fleet'
import type {Told} from './receivers'

/** An answer of `/readyz`; its status is null when none came. Times are epoch ms. */
export interface ReadinessLook {
  askedAt: number
  answeredAt: number
  /**
   * The time since which the answering server listens; null when none did, or when it was another one before the answer.
   */
  listeningSince: number | null
  status: 200 | 503 | null
  said: string
}

/** Whether the database answered, and would have stored something. */
export interface DatabaseLook {
  at: number
  isStoring: boolean
}

export interface ReadinessOptions {
  readiness: readonly ReadinessLook[]
  database: readonly DatabaseLook[]
  /** When messages of devices were acknowledged: a database that stores is not away, whatever else it does. */
  acknowledgedAt: readonly number[]
  /** When the server was frozen, cut off or being ended, so that nobody can expect an answer of it. */
  excused: readonly Period[]
  /** The time for which readiness may be outdated. */
  within: number
  /** The time within which it must be ready after the database is back. */
  backWithin: number
}

export interface Period {
  from: number
  to: number
}

export interface ReadinessVerdict {
  /** Ready, although the database had been away for longer than it may go unseen. */
  falselyReady: Period[]
  /** Not ready for longer than that, although the database was there all the time. */
  falselyUnready: Period[]
  /** The times until it was ready after each absence of the database, ms. */
  back: number[]
  /** The periods among them that took too long. */
  late: Period[]
  /** The number of times that the database was away while a server listened. */
  absences: number
}

export function judgeReadiness(options: ReadinessOptions): ReadinessVerdict {
  const {readiness, database, acknowledgedAt, excused, within, backWithin} = options
  const away = absencesOf(database).filter(({from, to}) => !acknowledgedAt.some(at => from < at && at < to))
  const isExcused = (period: Period) => excused.some(other => overlap(period, other))
  const answered = readiness.filter(({listeningSince, status}) => listeningSince !== null && status !== null)
  const falselyReady = away.flatMap(({from, to}) => {
    const lies = answered.filter(
      ({askedAt, answeredAt, status}) =>
        status === 200 && askedAt > from + within && answeredAt < to && !isExcused({from, to: answeredAt}),
    )
    const [first, last] = [lies[0], lies.at(-1)]
    return first && last ? [{from: first.askedAt, to: last.answeredAt}] : []
  })
  const falselyUnready = unreadyPeriods(answered).filter(
    period =>
      period.to - period.from > within &&
      !absencesOf(database).some(other => overlap(period, {from: other.from - within, to: other.to + backWithin})) &&
      !isExcused(period),
  )
  const returns = away.flatMap(absence => {
    const after = readiness.filter(({answeredAt}) => answeredAt >= absence.to)
    const [first] = after
    const ready = after.find(({status}) => status === 200)
    // A server that was started meanwhile needs its own time, and one that is away has nothing to say.
    if (first?.listeningSince == null || first.listeningSince > absence.from) return []
    if (ready?.listeningSince !== first.listeningSince) return []
    const period = {from: absence.to, to: ready.answeredAt}
    const isGoneAgain = away.some(other => other !== absence && overlap(period, other))
    return isGoneAgain || isExcused(period) ? [] : [period]
  })
  return {
    falselyReady,
    falselyUnready,
    absences: away.length,
    back: returns.map(({from, to}) => to - from),
    late: returns.filter(({from, to}) => to - from > backWithin),
  }
}

const overlap = (one: Period, other: Period): boolean => one.from < other.to && other.from < one.to

/** From the first look that failed to the next one that did not. */
function absencesOf(database: readonly DatabaseLook[]): Period[] {
  const periods: Period[] = []
  let from: number | undefined
  for (const {at, isStoring} of database) {
    if (!isStoring) from ??= at
    else if (from !== undefined) {
      periods.push({from, to: at})
      from = undefined
    }
  }
  return periods
}

/** Joins the looks at one server. */
function unreadyPeriods(answered: readonly ReadinessLook[]): Period[] {
  const periods: (Period & {listeningSince: number | null})[] = []
  let isOpen = false
  for (const {askedAt, answeredAt, status, listeningSince} of answered) {
    const last = periods.at(-1)
    if (status === 200) isOpen = false
    else if (isOpen && last?.listeningSince === listeningSince) last.to = answeredAt
    else {
      periods.push({from: askedAt, to: answeredAt, listeningSince})
      isOpen = true
    }
  }
  return periods
}

/** The stored state of an alarm. */
export interface KeptAlarm {
  deviceName: string
  key: string
  occurrences: number
  raised: number
  ended: number
}

/** Each alarm that was posted is raised once, and over when it was. */
export function judgeAlarms(episodes: readonly Episode[], kept: readonly KeptAlarm[]): string[] {
  const posted = new Map(episodes.map(episode => [nameOf(episode), episode]))
  const found = new Map(kept.map(alarm => [nameOf(alarm), alarm]))
  const wrong = [...posted].flatMap(([name, {isRaised, isOver}]) => {
    const {occurrences = 0, raised = 0, ended = 0} = found.get(name) ?? {}
    const expected = [isRaised ? 1 : 0, isRaised ? 1 : 0, isOver ? 1 : 0]
    const [isSo, shouldBe] = [[occurrences, raised, ended].join(), expected.join()]
    return isSo === shouldBe ? [] : [`${name}: ${isSo} occurrences, raised, ended, and should be ${shouldBe}`]
  })
  const unposted = kept.filter(alarm => alarm.occurrences > 0 && !posted.has(nameOf(alarm)))
  return [...wrong, ...unposted.map(alarm => `${nameOf(alarm)}: nobody has posted it`)]
}

/** Each alarm needs one message that it was raised, and one that it is over, or one of both. */
export function judgeTold(episodes: readonly Episode[], told: readonly Told[]): {missing: string[]; doubled: string[]} {
  const messages = new Map<string, Set<string>>()
  for (const each of told) {
    const name = `${nameOf(each)}: ${each.change}`
    messages.set(name, (messages.get(name) ?? new Set()).add(each.messageId))
  }
  const countOf = (name: string, ...changes: string[]) =>
    changes.reduce((count, change) => count + (messages.get(`${name}: ${change}`)?.size ?? 0), 0)
  const missing: string[] = []
  const doubled: string[] = []
  for (const {isRaised, isOver, ...series} of episodes) {
    const name = nameOf(series)
    for (const [what, isDue, count] of [
      ['raised', isRaised, countOf(name, 'raised', 'passed')],
      ['over', isOver, countOf(name, 'ended', 'passed')],
    ] as const) {
      if (isDue && count === 0) missing.push(`${name}: ${what}`)
      if (count > 1) doubled.push(`${name}: ${what}`)
    }
  }
  return {missing, doubled}
}

const nameOf = ({deviceName, key}: {deviceName: string; key: string}) => `${deviceName}, ${key}`
