import {ownList, whatPlaysIn} from '../contract/rules/media/whatPlays'
import {DAY, MINUTE, SECOND} from '../contract/rules/time/durations'
import {ALWAYS, type Schedule} from '../contract/rules/time/schedule'
import {type Line, verdict} from './support/report'

const SCREENS = 200
const RULES = 20
const DAYS = 365
const STEP = 5 * MINUTE
const MAX_SECONDS = 5
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe']
const START = Date.parse('2026-01-01T00:00Z')

/** Measures how long it takes to say what each screen plays, for each step of a year. */
export async function whatPlays(): Promise<Line[]> {
  const before = process.cpuUsage()
  let due = 0
  for (let screen = 0; screen < SCREENS; screen++) {
    const items = Array.from({length: RULES}, (_, rule) => ({schedule: scheduleOf(screen, rule)}))
    const playsAt = whatPlaysIn([ownList(items)], ZONES[screen % ZONES.length] ?? 'UTC')
    for (let at = START; at < START + DAYS * DAY; at += STEP) due += playsAt(at).items.length
  }
  const {user, system} = process.cpuUsage(before)
  const taken = (user + system) / 1000 / SECOND
  const each = due / (SCREENS * DAYS * (DAY / STEP))
  return [
    {
      what: `what plays on ${SCREENS} screens with ${RULES} items with hours, each 5 minutes of a year`,
      measured: `${taken.toFixed(2)} s of a core, ${each.toFixed(1)} items due at a time`,
      limit: `≤ ${MAX_SECONDS} s`,
      verdict: verdict(taken <= MAX_SECONDS),
    },
  ]
}

/** Hours of all kinds, also over midnight; some on a few days of the week, some for a part of the year. */
function scheduleOf(screen: number, rule: number): Schedule {
  const from = (screen * 7 + rule * 67) % 1440
  return {
    ...ALWAYS,
    from,
    until: (from + 60 + rule * 25) % 1440,
    days: rule % 3 === 0 ? [1, 2, 3, 4, 5] : null,
    since: rule % 5 === 0 ? '2026-03-01' : null,
    through: rule % 7 === 0 ? '2026-10-31' : null,
  }
}
