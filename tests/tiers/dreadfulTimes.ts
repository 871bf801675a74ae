import {commit, testsPass} from './vitest'

interface Instant {
  /** Some seconds or minutes before something ends: what runs then runs over that moment. */
  at: string
  /** The zone of the processes of the tests. */
  zone: string
}

/** When days, weeks, years, summers and winters begin and end. */
const DREADFUL_TIMES: Readonly<Record<string, Instant>> = {
  'a week ends': {at: '2026-12-06T23:30:00Z', zone: 'UTC'},
  'a year ends': {at: '2026-12-31T23:59:30Z', zone: 'UTC'},
  'a leap day ends': {at: '2028-02-29T23:58:30+01:00', zone: 'Europe/Berlin'},
  'summer begins': {at: '2027-03-28T01:58:30+01:00', zone: 'Europe/Berlin'},
  'winter begins': {at: '2027-10-31T02:58:30+02:00', zone: 'Europe/Berlin'},
  'winter begins in New York': {at: '2027-11-07T01:58:30-04:00', zone: 'America/New_York'},
}

/** The tests that read days, hours or zones, and have no browser. */
const FILES = [
  ...['contract', 'domain', 'streams', 'ui', 'api', 'machines', 'wiring'],
  ...['telemetry', 'alarm', 'audit', 'notification', 'onCall', 'maintenance', 'availability', 'usual', 'mail'].map(
    noun => `server/${noun}`,
  ),
].map(folder => `tests/${folder}/`)

/** Journeys whose story has a time of day, a day or a week in it. */
const JOURNEYS = [
  ...['onCall', 'maintenance', 'replay', 'availability', 'alarms', 'alarmList', 'chart', 'devicePage'],
  ...['account', 'security', 'player'],
].map(name => `tests/journeys/${name}.test.ts`)

/** Runs the quick tests of all that reads the clock as if it were each of these times. */
export function passesAtDreadfulTimes(): boolean {
  const failed = Object.entries(DREADFUL_TIMES).filter(([, instant]) => !passesAt(instant))
  for (const [name, {at}] of failed) console.error(`Failed when ${name}, ${at}`)
  return failed.length === 0
}

function passesAt(instant: Instant): boolean {
  const arePassed = [passesWithoutBrowser(instant), passesInOwnTime(instant)]
  return arePassed.every(Boolean)
}

/** For all processes of the tests, by `libfaketime`. */
function passesWithoutBrowser({at, zone}: Instant): boolean {
  const library = process.env.FAKETIME_LIBRARY
  if (!library) {
    console.warn(`There is no libfaketime: nothing but journeys was tried at ${at}.`)
    return true
  }
  const ahead = Math.round((Date.parse(at) - Date.now()) / 1000)
  const environment = {
    TZ: zone,
    LD_PRELOAD: library,
    // Timers go on as they do.
    FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return testsPass({tier: 'quick', seed: commit(), parameters: FILES, environment})
}

/** Uses their own time: under `libfaketime` a browser is many times slower. */
const passesInOwnTime = ({at, zone}: Instant): boolean =>
  testsPass({tier: 'quick', seed: commit(), parameters: JOURNEYS, environment: {TZ: zone, TEST_INSTANT: at}})
