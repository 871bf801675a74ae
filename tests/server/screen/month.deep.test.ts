import {expect, it} from 'vitest'
import {type OpeningHours, openingHoursFrom} from '../../../contract/rules/media/openingHours'
import type {ScreenReport} from '../../../contract/rules/media/screenState'
import type {ScreenNews, StoredScreen} from '../../../server/screen/repository'
import {createScreenWatching} from '../../../server/screen/watching'
import {MUST_NOT_FAIL} from '../../support/jobs'
import {createVirtualTime} from '../../support/virtualTime'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The clocks of Berlin go back on 25 October 2026, and forward on 28 March 2027. */
const MONTHS = ['2026-10-10T00:00Z', '2027-03-10T00:00Z']

const HOURS = openingHoursFrom({
  hours: [
    {days: [1, 2, 3, 4, 5], from: '08:00', until: '20:00'},
    {days: [5, 6], from: '18:00', until: '02:00'},
  ],
  closed: [
    {day: '2026-10-31', name: 'Reformation'},
    {day: '2027-03-26', name: 'Good Friday'},
  ],
  tellAfter: 600,
})

/** Whether the plug of the shop is on, by the wall clock of Berlin: a plain calculation beside the rule. */
function isPlugOn(at: number): boolean {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      ...{timeZone: 'Europe/Berlin', weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23'},
      ...{year: 'numeric', month: '2-digit', day: '2-digit'},
    })
      .formatToParts(at)
      .map(({type, value}) => [type, value]),
  )
  const [hour, day] = [Number(parts.hour), parts.weekday ?? '']
  if (['2026-10-31', '2027-03-26'].includes(`${parts.year}-${parts.month}-${parts.day}`)) return false
  const isDay = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].includes(day) && hour >= 8 && hour < 20
  const isEvening = ['Fri', 'Sat'].includes(day) && hour >= 18
  const isNight = ['Sat', 'Sun'].includes(day) && hour < 2
  return isDay || isEvening || isNight
}

const REPORT: ScreenReport = {
  ...{revision: 1, fetching: null, ready: 1, files: 1, playing: 'a', free: null, clockError: 0, faults: {}},
  ...{zone: 'Europe/Berlin', since: null, dark: null},
}

it.each(MONTHS)(
  'says of a month from %s nothing about a screen that is switched off with its shop',
  async beginning => {
    const start = Date.parse(beginning)
    const time = createVirtualTime(start)
    const troubles: ScreenNews[] = []
    let beat = start
    const screen = (): StoredScreen => {
      // The computer of the shop starts within three minutes, and sends a heartbeat each minute.
      if (isPlugOn(time.now()) && isPlugOn(time.now() - 3 * MINUTE)) beat = Math.floor(time.now() / MINUTE) * MINUTE
      const heartbeat = {ts: beat, arrivedAt: beat}
      return {
        id: 'a',
        number: 1,
        organisationId: 'o',
        heartbeat,
        report: REPORT,
        list: {version: null, items: [], savedAt: null},
      }
    }
    const hours: OpeningHours = HOURS ?? expect.fail()
    const watching = createScreenWatching({
      screens: {all: async () => [screen()]},
      openingHoursOf: async () => () => hours,
      namesOf: async () => new Map(),
      alarmed: async () => [],
      scheduler: time,
      job: MUST_NOT_FAIL,
      onNews: async news => void troubles.push(...news),
    })
    watching.start()
    await time.advance(31 * DAY)
    await watching.close()
    // What lasts for ten minutes in opening hours would be told.
    const told = troubles.filter(({trouble}, index) => {
      const until = troubles[index + 1]?.at ?? start + 31 * DAY
      return trouble !== null && until - (troubles[index]?.at ?? 0) >= 10 * MINUTE
    })
    expect(told).toEqual([])
    expect(troubles.some(({trouble}) => trouble !== null)).toBe(true)
  },
)
