import {existsSync} from 'node:fs'
import {DAY} from '../contract/rules/time/durations'
import {hoursOf} from '../contract/rules/usual/hour'
import {judge, NOTHING_EVALUATED, UNUSUAL} from '../contract/rules/usual/judge'
import {learn} from '../contract/rules/usual/learn'
import {replay} from '../contract/rules/usual/replay'
import {emptyState, encodeState} from '../contract/rules/usual/state'
import {NAB_PROFILES, type NabSeries, type NabTally, nabScore, probationOf, readNab, tally} from './support/nab'
import {demoSeries, type NormalSeries, syntheticSeries} from './support/normalSeries'
import {information, type Line, verdict} from './support/report'
import {byLength, type Settings} from './support/settings'
import {median} from './support/statistics'

/** The settings among which the best for NAB is sought, as its own table does. */
const TRIED = [1.5, 2, 2.25, 2.5, 2.75, 3, 3.5, 4, 5, 6, 8]
const {standard, lowFalsePositives, lowFalseNegatives} = NAB_PROFILES
const PROFILES = [
  {profile: standard, toReach: 60},
  {profile: lowFalsePositives, toReach: 50},
  {profile: lowFalseNegatives, toReach: 66},
]
const PUBLISHED =
  'ARTime 74.9 / 65.1 / 80.4, Numenta HTM 70.5 / 62.6 / 75.2, CAD OSE 69.9 / 67.0 / 73.2; Skyline 58.2 / 46.2 / 63.9, KNN-CAD 58.0 / 43.4 / 64.8, random cut forest 51.7 / 38.4 / 59.7'
const MAX_MICROSECONDS = 5
const MAX_BYTES = 6000

/** Measures how well the rule of usual values finds unusual ones, how often it is wrong, and its cost. */
export async function usual(settings: Settings): Promise<Line[]> {
  const weeks = byLength(settings, {quick: 4, usual: 8})
  const normal = [
    falseTellings('on all series of the demo', demoSeries(weeks)),
    falseTellings('on synthetic series', syntheticSeries(weeks)),
  ]
  return [...(await nabLines()), ...normal, ...costs(syntheticSeries(8))]
}

async function nabLines(): Promise<Line[]> {
  const folder = process.env.NAB_DIR
  const what = 'what is usual, by NAB: standard / low FP / low FN'
  if (folder === undefined || !existsSync(folder)) return [information(what, 'skipped: NAB_DIR names no copy of it')]
  const series = await readNab(folder)
  const runs = TRIED.map(unusual => ({unusual, tallies: series.map(each => tallyOf(each, unusual))}))
  const best = PROFILES.map(({profile, toReach}) =>
    runs
      .map(run => ({...run, toReach, score: nabScore(run.tallies, profile)}))
      .reduce((one, other) => (other.score > one.score ? other : one)),
  )
  const fixed = series.map(each => tallyOf(each, UNUSUAL))
  return [
    {
      what: `${what}, with the threshold that is best for each`,
      measured: `${scores(best.map(({score}) => score))}; at ${best.map(({unusual}) => unusual).join(' / ')}`,
      limit: `≥ ${best.map(({toReach}) => toReach).join(' / ')}`,
      verdict: verdict(best.every(({score, toReach}) => score >= toReach)),
    },
    information('  windows found of 116, and tellings outside', best.map(({tallies}) => found(tallies)).join(' / ')),
    information(
      `  with the product’s own, ${UNUSUAL}, chosen by the false tellings on the demo, for all`,
      `${scores(PROFILES.map(({profile}) => nabScore(fixed, profile)))}; ${found(fixed)}`,
    ),
    information('  published, each with the threshold that is best for it', PUBLISHED),
    falseTellings(
      'on the files of NAB without an anomaly',
      series.filter(({windows}) => windows.length === 0),
    ),
  ]
}

const scores = (numbers: readonly number[]) => numbers.map(number => number.toFixed(1)).join(' / ')

const found = (tallies: readonly NabTally[]) =>
  `${tallies.reduce((sum, each) => sum + each.found, 0)} and ${tallies.reduce((sum, each) => sum + each.outside, 0)}`

const tallyOf = ({rows, windows}: NabSeries, unusual: number): NabTally =>
  tally(toldRows(rows, unusual), rows.length, windows)

function toldRows(rows: NormalSeries['rows'], unusual: number): number[] {
  const judged = replay(emptyState('UTC'), hoursOf(rows), rows, unusual)
  return [...judged].flatMap(({isNotified}, row) => (isNotified ? [row] : []))
}

function falseTellings(where: string, series: readonly NormalSeries[]): Line {
  const told = series.map(({rows}) => toldRows(rows, UNUSUAL).filter(row => row >= probationOf(rows.length)).length)
  const weeks = series.map(
    ({rows}) => ((rows.at(-1)?.[0] ?? 0) - (rows[probationOf(rows.length)]?.[0] ?? 0)) / (7 * DAY),
  )
  const [tellings, time] = [told, weeks].map(numbers => numbers.reduce((sum, number) => sum + number, 0))
  const without = told.filter(count => count === 0).length
  return information(
    `  false tellings a series and week, ${where}`,
    `${((tellings ?? 0) / (time ?? 1)).toFixed(3)}; none on ${without} of ${series.length}`,
  )
}

function costs(series: readonly NormalSeries[]): Line[] {
  const learning: number[] = []
  const judging: number[] = []
  let bytes = 0
  for (const {rows} of series) {
    const hours = hoursOf(rows)
    const before = process.cpuUsage()
    const state = learn(emptyState('Europe/Berlin'), hours)
    const {user, system} = process.cpuUsage(before)
    learning.push((user + system) / 1000)
    bytes = Math.max(bytes, encodeState(state).length)
    judging.push(microsecondsAValue(state, rows))
  }
  const each = median(judging)
  return [
    {
      what: '  judging a value, as it arrives',
      measured: `${each.toFixed(2)} µs`,
      limit: `≤ ${MAX_MICROSECONDS} µs`,
      verdict: verdict(each <= MAX_MICROSECONDS),
    },
    {
      what: '  what is kept of a series',
      measured: `${bytes} bytes`,
      limit: `≤ ${MAX_BYTES} bytes`,
      verdict: verdict(bytes <= MAX_BYTES),
    },
    information('  learning eight weeks of a series from its hours', `${median(learning).toFixed(1)} ms of a core`),
  ]
}

function microsecondsAValue(state: ReturnType<typeof emptyState>, rows: NormalSeries['rows']): number {
  let judged = NOTHING_EVALUATED
  const before = process.cpuUsage()
  for (const [at, value] of rows) judged = judge(state, judged, value, at).judging
  const {user, system} = process.cpuUsage(before)
  return (user + system) / rows.length
}
