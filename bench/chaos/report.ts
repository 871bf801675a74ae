import {information, type Line, verdict} from '../support/report'
import type {Period} from './judge'
import type {Run} from './run'

const MAX_DETAILS = 40
/**
 * A device may get these answers while something is wrong; 0 is a broken connection. Anything else is a mistake of the
 * server.
 */
const ORDINARY = new Set([0, 200, 201, 429, 503, 507])

/** The table of a run. */
export function linesOf(run: Run): Line[] {
  const {plan, readiness, gaps, endured} = run
  const lost = gaps.reduce((sum, {missing}) => sum + missing.length, 0)
  const doubled = gaps.reduce((sum, each) => sum + each.doubled.length, 0)
  const unusual = [...run.answers, ...run.uploadAnswers].filter(([status]) => !ORDINARY.has(status))
  return [
    none('acknowledged points that are lost', lost, `${lost} of ${run.acknowledged}`),
    none('points that are there twice', doubled),
    none('the server ended by itself, or not as it was told to', run.serverComplaints.length),
    none('ready, although the database was away', readiness.falselyReady.length, absences(run)),
    none('not ready, although the database was there', readiness.falselyUnready.length),
    {
      what: 'ready again after the database was back, at most',
      measured: `${seconds(Math.max(0, ...readiness.back))}, ${readiness.back.length} times`,
      limit: `≤ ${plan.readiness.backWithin / 1000} s`,
      verdict: verdict(readiness.late.length === 0),
    },
    none('alarms lost or doubled', run.alarms.length, `${run.alarms.length} of ${run.episodes}`),
    ...(['mail', 'webhooks'] as const).map(way =>
      none(
        `alarms that were not told by ${way}, or twice`,
        run[way].missing.length + run[way].doubled.length,
        `${run[way].missing.length} missing, ${run[way].doubled.length} doubled`,
      ),
    ),
    none(
      'uploads lost, files and rows that are nobody’s',
      run.files.length,
      `${run.files.length}; ${run.videos} videos`,
    ),
    none(
      'answers that nobody expects',
      unusual.length,
      unusual.map(([status, count]) => `${count} × ${status}`).join(', '),
    ),
    information('starts that were refused because the disk was full', String(run.refusedStarts)),
    information('answers to devices', countsOf(run.answers)),
    information('answers to uploads', countsOf(run.uploadAnswers)),
    information('the longest that a message was sent again and again', seconds(run.longestWait)),
    ...[...new Set(endured.flatMap(({name}) => name.split(' + ')))].sort().map(name => survived(name, run)),
    ...run.skipped.map(skipped => information('skipped', skipped)),
  ]
}

/** Every single thing that was wrong, as far as somebody would read it. */
export function details({readiness, gaps, serverComplaints, alarms, mail, webhooks, files, endured}: Run): string[] {
  const all = [
    ...serverComplaints,
    ...periods('ready, although the database was away', readiness.falselyReady),
    ...periods('not ready, although the database was there', readiness.falselyUnready),
    ...periods('late to be ready again', readiness.late),
    ...gaps.flatMap(({missing, doubled}, device) => [
      ...missing.map(number => `device ${device}: ${number} is missing`),
      ...doubled.map(number => `device ${device}: ${number} is there twice`),
    ]),
    ...alarms,
    ...[mail, webhooks].flatMap(({missing, doubled}, way) => [
      ...missing.map(what => `not told by ${way === 0 ? 'mail' : 'webhook'}: ${what}`),
      ...doubled.map(what => `told twice by ${way === 0 ? 'mail' : 'webhook'}: ${what}`),
    ]),
    ...files,
    ...endured.flatMap(({name, milliseconds}) => (milliseconds === null ? [`${name}: not all was well again`] : [])),
  ]
  return all.length <= MAX_DETAILS ? all : [...all.slice(0, MAX_DETAILS), `… and ${all.length - MAX_DETAILS} more`]
}

function survived(name: string, {endured}: Run): Line {
  const times = endured.filter(each => each.name.split(' + ').includes(name))
  const well = times.flatMap(({milliseconds}) => milliseconds ?? [])
  return {
    what: `survived: ${name}`,
    measured: `${well.length} of ${times.length}, all well after at most ${seconds(Math.max(0, ...well))}`,
    limit: 'all',
    verdict: verdict(well.length === times.length),
  }
}

const absences = ({readiness}: Run) =>
  `${readiness.falselyReady.length} of ${readiness.absences} times that it was away`

const periods = (what: string, all: readonly Period[]): string[] =>
  all.map(({from, to}) => `${new Date(from).toISOString()} ${what}: ${seconds(to - from)}`)

const countsOf = (counts: ReadonlyMap<number, number>): string =>
  [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status || 'none'}`)
    .join(', ')

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const none = (what: string, count: number, measured = String(count)): Line => ({
  what,
  measured: measured || '0',
  limit: 'none',
  verdict: verdict(count === 0),
})
