import {commit, runVitest} from './vitest'

const ZONE = 'Europe/Berlin'

/** When days, summers and winters begin and end, some seconds before: what runs then runs over that moment. */
export const DREADFUL_TIMES: Readonly<Record<string, string>> = {
  'a day ends': '2027-01-15T23:58:30+01:00',
  'summer begins': '2027-03-28T01:58:30+01:00',
  'winter begins': '2027-10-31T02:58:30+02:00',
  'a leap day ends': '2028-02-29T23:58:30+01:00',
}

/** What reads days, hours or zones. */
const FILES = [
  ...['tests/contract', 'tests/domain', 'tests/streams', 'tests/ui'],
  ...['tests/server/telemetry', 'tests/server/alarm', 'tests/server/audit', 'tests/server/notification'],
]

/** Runs the quick tests of what reads the clock as if it were then, for all of their processes; by `libfaketime`. */
export function passesAt(moment: string): boolean {
  const library = process.env.FAKETIME_LIBRARY
  if (!library) {
    console.warn(`There is no libfaketime: nothing was tried at ${moment}.`)
    return true
  }
  const ahead = Math.round((Date.parse(moment) - Date.now()) / 1000)
  const environment = {
    ...{TZ: ZONE, LD_PRELOAD: library},
    // Timers go on as they do.
    ...{FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1'},
  }
  return runVitest({tier: 'quick', seed: commit(), files: FILES, environment}).hasPassed
}
